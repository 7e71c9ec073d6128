package bout.cloud;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects as files in one folder. A file gets its name when it is complete, so that a killed process leaves none that
 * is not. The disk is told to keep new files once a second: a power cut may cost those of the last second.
 */
final class FolderObjects implements Objects, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderObjects.class);

    /** No object's file begins like this. */
    private static final String INCOMPLETE = ".incomplete-";

    private final Path folder;
    private final AtomicLong number = new AtomicLong();
    private final Set<Path> unsynced = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService syncing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("bucket").factory());

    FolderObjects(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder);
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, INCOMPLETE + "*")) {
            for (Path file : left) {
                Files.delete(file);
            }
        }
        syncing.scheduleWithFixedDelay(this::sync, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        Path file = file(key);
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        try {
            return Optional.of(StoredObject.decode(bytes));
        } catch (IOException damaged) {
            throw new IOException("The file " + file + " cannot be read: " + damaged.getMessage(), damaged);
        }
    }

    @Override
    public void put(String key, StoredObject object) throws IOException {
        Path file = file(key);
        Path incomplete = folder.resolve(INCOMPLETE + number.incrementAndGet());
        try {
            Files.write(incomplete, object.encode(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            Files.deleteIfExists(incomplete);
            throw new IOException("The folder " + folder + " cannot be written to: " + failed.getMessage(), failed);
        }
        unsynced.add(file);
    }

    @Override
    public void delete(String key) throws IOException {
        Files.deleteIfExists(file(key));
    }

    @Override
    public List<String> keys(String prefix) throws IOException {
        String start = name(prefix);
        List<String> keys = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.startsWith(start) && !name.startsWith(INCOMPLETE)) {
                    keys.add(key(name));
                }
            }
        }
        keys.sort(null);
        return keys;
    }

    private Path file(String key) {
        return folder.resolve(name(key));
    }

    /** All keys are names in one folder: slashes are plus signs, and most other characters their codes. */
    private static String name(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%2F", "+")
                .replaceFirst("^\\.", "%2E");
    }

    private static String key(String name) {
        return URLDecoder.decode(name.replace('+', '/'), StandardCharsets.UTF_8);
    }

    private void sync() {
        for (Path file : unsynced) {
            unsynced.remove(file);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            } catch (NoSuchFileException deleted) {
                // There is nothing to keep.
            } catch (IOException refused) {
                LOG.error("The file {} may be lost in a power cut: {}", file, refused.getMessage());
            }
        }
    }

    @Override
    public void close() {
        // Without an interruption, which would close the file that is being synced.
        syncing.close();
        sync();
    }
}
