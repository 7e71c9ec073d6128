package bout.bench;

import bout.stack.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that is deleted with its contents when closed. */
record TemporaryFolder(Path path) implements AutoCloseable {

    static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    @Override
    public void close() throws IOException {
        Folders.delete(path);
    }
}
