package bout.cli.text;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

public final class Executable {

    private Executable() {}

    /**
     * Looks for a program, without starting it.
     *
     * @param program its path if it contains a slash, else its name
     * @param path the folders to look for a name in, like {@code PATH}
     */
    public static Optional<Path> find(String program, String path) {
        Stream<Path> places = program.contains("/")
                ? Stream.of(Path.of(program))
                : Arrays.stream(path.split(File.pathSeparator)).map(folder -> Path.of(folder, program));
        return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
