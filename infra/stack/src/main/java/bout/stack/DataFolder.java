package bout.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data folder of a stack. The file {@value #FORMAT_FILE} contains the version of the stored data; a folder with
 * another version is rejected, because the functions could not read it.
 */
final class DataFolder {

    /** Increase it with every change of the table's attributes or of files that only the functions read. */
    static final int FORMAT = 10;

    static final String FORMAT_FILE = "format";

    private DataFolder() {}

    /** The whole path of a folder that is created if need be. Whether another stack uses it is the cloud's to know. */
    static Path checked(Path path) throws StackNotStarted {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(absolute);
            checkFormat(absolute);
            return absolute;
        } catch (IOException unusable) {
            throw new StackNotStarted(
                    "cannot use the data folder " + absolute + ": " + FileProblem.text(unusable), unusable);
        }
    }

    /** An empty folder gets the current format. What lies in another one is not Bout's. */
    private static void checkFormat(Path path) throws IOException, StackNotStarted {
        Path file = path.resolve(FORMAT_FILE);
        // If the disk was full when the format was to be written, its file is there, but empty.
        String found = Files.exists(file) ? Files.readString(file).strip() : "";
        if (found.isEmpty()) {
            try (Stream<Path> files = Files.list(path)) {
                if (!List.of(file).containsAll(files.toList())) {
                    throw new StackNotStarted("the folder " + path
                            + " contains other files and no data of Bout; choose an empty or a new folder with --data");
                }
            }
            found = Integer.toString(FORMAT);
            // On the disk before any data is.
            Files.writeString(
                    file, found, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        }
        if (!found.equals(Integer.toString(FORMAT))) {
            throw new StackNotStarted("the data folder " + path + " was written by another version of Bout (format "
                    + found + ", this one needs " + FORMAT
                    + "); choose another folder with --data, or delete this one to start again");
        }
    }
}
