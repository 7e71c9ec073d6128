package bout.stack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder that a stack keeps everything in, for one stack at a time: two would write over each other's tables. The
 * lock goes with the process, however it ends.
 */
final class DataFolder implements AutoCloseable {

    private final Path path;
    private final FileChannel lockFile;

    private DataFolder(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    static DataFolder take(Path path) throws StackNotStarted {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(absolute);
            FileChannel channel = FileChannel.open(
                    absolute.resolve("lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            try {
                // A byte far behind the content: a locked byte could not be read by others everywhere.
                FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
                if (lock == null) {
                    String owner = read(channel);
                    channel.close();
                    throw inUse(absolute, owner.isEmpty() ? "another process" : "process " + owner);
                }
            } catch (OverlappingFileLockException ownProcess) {
                channel.close();
                throw inUse(absolute, "this process");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataFolder(absolute, channel);
        } catch (IOException unusable) {
            throw new StackNotStarted("the data folder " + absolute + " cannot be used: " + unusable, unusable);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private static StackNotStarted inUse(Path path, String owner) {
        return new StackNotStarted("the data folder " + path + " is in use by the stack of " + owner
                + "; stop that one, or name another folder");
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(20);
        channel.read(content, 0);
        return new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII);
    }
}
