package bout.cli.text;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

public final class Executable {

    private Executable() {}

    /** Looks for a program in the folders of a {@code PATH}, without starting it. */
    public static Optional<Path> find(String program, String path) {
        Stream<Path> places = program.contains("/")
                ? Stream.of(Path.of(program))
                : Arrays.stream(path.split(File.pathSeparator)).map(folder -> Path.of(folder, program));
        return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
