package bout.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

public final class Folders {

    private Folders() {}

    /** Deletes a folder and its contents; does not follow symbolic links. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> contents = Files.walk(folder)) {
            for (Path each : contents.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
