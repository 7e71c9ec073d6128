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
 * S3Proxy: an S3 substitute in this process that stores each object as a file. A conditional PUT ({@code If-None-Match:
 * *}) creates a hard link from the complete file to the object's name, so exactly one of several concurrent PUTs
 * succeeds.
 */
final class S3Files implements AutoCloseable {

    private static final String TRIED_ATTRIBUTE = "bout.tried";

    private final S3Proxy server;

    /**
     * Starts S3Proxy on a free loopback port.
     *
     * @param folder where objects are stored; empty = in memory
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
                // No request is in progress when it stops. Without this, it would wait for idle connections.
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

    /**
     * Content types, encodings and ETags are stored as extended attributes; without support, they would be lost
     * silently.
     */
    private static void requireAttributes(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, ".attributes", null);
        try {
            Files.setAttribute(probe, "user:" + TRIED_ATTRIBUTE, ByteBuffer.wrap(new byte[] {1}));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unsupported) {
            throw new IOException(
                    "the file system of " + folder
                            + " does not support extended attributes, which store the objects' content types"
                            + "; choose a folder on ext4, xfs, btrfs, APFS or NTFS",
                    unsupported);
        } finally {
            Files.delete(probe);
        }
    }
}
