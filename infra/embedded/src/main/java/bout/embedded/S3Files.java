package bout.embedded;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * S3Proxy: S3 in this process, an object a file. A conditional PUT ({@code If-None-Match: *}) is a hard link from a
 * complete file to the object's name, so of any number at once one wins.
 */
final class S3Files implements AutoCloseable {

    private static final String TRIED_ATTRIBUTE = "bout.tried";

    private final S3Proxy server;

    /**
     * Starts S3Proxy on a free port of the loopback address.
     *
     * @param folder where the objects are kept; empty = in memory
     */
    S3Files(Optional<Path> folder) throws IOException {
        BlobStore store;
        if (folder.isPresent()) {
            Files.createDirectories(folder.get());
            requireAttributes(folder.get());
            store = new FilesystemNio2BlobStore(folder.get().toString());
        } else {
            store = new TransientNio2BlobStore();
        }
        server = S3Proxy.builder()
                .blobStore(store)
                .awsAuthentication(AuthenticationType.NONE, "", "")
                .endpoint(URI.create("http://127.0.0.1:0"))
                .ignoreUnknownHeaders(true)
                // Who stops it has no request under way; without this it waits for kept connections.
                .stopTimeout(0)
                .build();
        try {
            server.start();
        } catch (Exception failed) {
            throw new IOException("S3Proxy did not start: " + failed.getMessage(), failed);
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getPort());
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception failed) {
            throw new IOException("S3Proxy did not stop: " + failed.getMessage(), failed);
        }
    }

    /** Content types, encodings and ETags are kept in extended attributes; without them they would be lost silently. */
    private static void requireAttributes(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, ".attributes", null);
        try {
            Files.setAttribute(probe, "user:" + TRIED_ATTRIBUTE, ByteBuffer.wrap(new byte[] {1}));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unsupported) {
            throw new IOException(
                    "the file system of " + folder + " keeps no extended attributes, where the objects' content types "
                            + "go; choose a folder on ext4, xfs, btrfs, APFS or NTFS",
                    unsupported);
        } finally {
            Files.delete(probe);
        }
    }
}
