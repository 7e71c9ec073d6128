package bout.stack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The data folder of a stack, locked so that only one stack uses it: two would overwrite each other's tables. The lock
 * ends with the process. The file {@value #FORMAT_FILE} contains the version of the stored data; a folder with another
 * version is rejected, because the functions could not read it.
 */
record DataFolder(Path path, FileChannel lockFile) implements AutoCloseable {

    /** Increase it with every change of the table's attributes or of files that only the functions read. */
    static final int FORMAT = 10;

    static final String FORMAT_FILE = "format";

    private static final String LOCK_FILE = "lock";

    static DataFolder take(Path path) throws StackNotStarted {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(absolute);
            FileChannel channel = FileChannel.open(
                    absolute.resolve(LOCK_FILE),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            try {
                lock(absolute, channel);
                checkFormat(absolute);
            } catch (StackNotStarted | IOException rejected) {
                channel.close();
                throw rejected;
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataFolder(absolute, channel);
        } catch (IOException unusable) {
            throw new StackNotStarted(
                    "cannot use the data folder " + absolute + ": " + FileProblem.text(unusable), unusable);
        }
    }

    private static void lock(Path path, FileChannel channel) throws IOException, StackNotStarted {
        String owner;
        try {
            // A byte far beyond the content: on some systems, others cannot read a locked byte.
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null) {
                return;
            }
            String process = read(channel);
            owner = process.isEmpty() ? "another process" : "process " + process;
        } catch (OverlappingFileLockException ownProcess) {
            owner = "this process";
        }
        throw new StackNotStarted("the data folder " + path + " is in use by " + owner
                + ": stop it, or choose another folder with --data");
    }

    /** An empty folder, except for the lock, gets the current format. What lies in another one is not Bout's. */
    private static void checkFormat(Path path) throws IOException, StackNotStarted {
        Path file = path.resolve(FORMAT_FILE);
        // If the disk was full when the format was to be written, its file is there, but empty.
        String found = Files.exists(file) ? Files.readString(file).strip() : "";
        if (found.isEmpty()) {
            if (!isUnused(path)) {
                Files.delete(path.resolve(LOCK_FILE));
                throw new StackNotStarted("the folder " + path
                        + " contains other files and no data of Bout; choose an empty or a new folder with --data");
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

    private static boolean isUnused(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .allMatch(name -> name.equals(LOCK_FILE) || name.equals(FORMAT_FILE));
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(20);
        channel.read(content, 0);
        return new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII);
    }
}
