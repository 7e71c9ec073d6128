package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileProblemTest {

    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/a"), "no such file or folder"),
                Arguments.of(new AccessDeniedException("/a"), "permission denied"),
                Arguments.of(new FileAlreadyExistsException("/a"), "a file is in place of a folder"),
                Arguments.of(new FileSystemException("/a", null, "Read-only file system"), "Read-only file system"),
                Arguments.of(new IOException("Broken pipe"), "Broken pipe"),
                Arguments.of(new IOException(), "unknown error"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void a_file_problem_is_reported_in_plain_words(IOException problem, String text) {
        assertEquals(text, FileProblem.text(problem));
    }
}
