package bout.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.DataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ordered maps by name, in memory or in a file, for many threads at once. All maps are written in one commit: after a
 * crash a {@link #write} has happened completely or not at all.
 *
 * <p>In a file, {@link #write} returns when the file has the change, so that it survives the end of the process; one
 * commit is for all writers that wait for it. The disk is told to keep it once a second: a power cut may cost the last
 * second. Readers never wait, and may see what is being written.
 *
 * <p>If the disk refuses a commit, all writes that waited for it fail and are undone, and for {@linkplain #PAUSE a
 * moment} so does every other. Then it is tried again.
 */
public final class Storage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Storage.class);

    private static final String FILE = "cloud.mv";

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration SYNC = Duration.ofSeconds(1);

    /** In bytes: a commit writes whole pages, so large ones make the file grow faster. */
    private static final int PAGE = 4096;

    /** Space is written again no earlier: by then its replacement is on the disk. */
    private static final Duration RETENTION = SYNC.multipliedBy(4);

    /** In percent: space that old versions take is won back until this much of the file is in use. */
    private static final int FILL = 60;

    /** In bytes: as much is moved at most each time, while all writers wait. */
    private static final int MOVED = 1 << 20;

    /** Without a folder, in memory. */
    private final Path folder;

    private final ReentrantLock changing = new ReentrantLock();
    final ReentrantLock committing = new ReentrantLock();
    private final Thread upkeep;
    private volatile Opened opened;
    private volatile long refusesUntil;
    private volatile boolean closed;

    /** The file since it was opened. Writes that were not durable when a commit failed are gone. */
    private static final class Opened {
        private final MVStore store;
        private volatile long written;
        private volatile long durable;
        private volatile RuntimeException failure;

        Opened(MVStore store) {
            this.store = store;
        }
    }

    /** One map. Take it anew for each operation: it is another one after the file was opened again. */
    public final class Rows<K, V> {
        private final String name;
        private final DataType<K> keys;
        private final DataType<V> values;
        private volatile Opened in;
        private volatile MVMap<K, V> map;

        private Rows(String name, DataType<K> keys, DataType<V> values) {
            this.name = name;
            this.keys = keys;
            this.values = values;
            now();
        }

        public synchronized MVMap<K, V> now() {
            Opened current = opened;
            if (in != current) {
                map = current.store.openMap(
                        name, new MVMap.Builder<K, V>().keyType(keys).valueType(values));
                in = current;
            }
            return map;
        }
    }

    private Storage(Path folder) {
        this.folder = folder;
        this.opened = new Opened(folder == null ? MVStore.open(null) : open());
        this.upkeep = folder == null
                ? null
                : Thread.ofPlatform().daemon().name("storage").start(this::keepUp);
    }

    /** Ends with the process. */
    public static Storage inMemory() {
        return new Storage(null);
    }

    /**
     * In a file of this folder, which is created if need be.
     *
     * @throws StorageException if the folder cannot be used
     */
    public static Storage in(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException impossible) {
            throw new StorageException("The folder " + folder + " cannot be created: " + impossible, impossible);
        }
        return new Storage(folder);
    }

    private MVStore open() {
        try {
            MVStore store = new MVStore.Builder()
                    .fileName(folder.resolve(FILE).toString())
                    .autoCommitDisabled()
                    .autoCommitBufferSize(0)
                    .pageSplitSize(PAGE)
                    .open();
            store.setVersionsToKeep(0);
            store.setRetentionTime((int) RETENTION.toMillis());
            return store;
        } catch (MVStoreException refused) {
            throw new StorageException(
                    switch (refused.getErrorCode()) {
                        case DataUtils.ERROR_FILE_LOCKED ->
                            "The folder " + folder
                                    + " is in use by another process. Stop that one first, or use another folder.";
                        case DataUtils.ERROR_FILE_CORRUPT, DataUtils.ERROR_UNSUPPORTED_FORMAT ->
                            "The file " + folder.resolve(FILE) + " is damaged. Restore it, or use another folder.";
                        default -> "The folder " + folder + " cannot be used: " + refused.getMessage();
                    },
                    refused);
        }
    }

    /** The map with this name, which is created if need be. */
    public <K, V> Rows<K, V> rows(String name, DataType<K> keys, DataType<V> values) {
        return new Rows<>(name, keys, values);
    }

    /**
     * Makes a change while no other is made, and returns when it is durable.
     *
     * @param change reads and writes maps; must not have written if it throws
     * @throws StorageException if it is not durable, and has not happened
     */
    public <R> R write(Supplier<R> change) {
        return write(change, folder == null ? (file, number) -> {} : this::awaitDurable);
    }

    /** Like {@link #write}, but does not wait: the change is durable with the next that is. */
    public <R> R writeSoon(Supplier<R> change) {
        return write(change, (file, number) -> {});
    }

    private <R> R write(Supplier<R> change, ObjLongConsumer<Opened> then) {
        Opened file;
        long number;
        R result;
        changing.lock();
        try {
            file = writable();
            result = change.get();
            number = file.written + 1;
            file.written = number;
        } finally {
            changing.unlock();
        }
        then.accept(file, number);
        return result;
    }

    /** Reads maps while others may be changing them; each {@link Rows#now} is one moment's state. */
    public <R> R read(Supplier<R> reader) {
        try {
            return reader.get();
        } catch (MVStoreException closed) {
            // A commit has just failed, and the file is opened again.
            changing.lock();
            try {
                usable();
            } finally {
                changing.unlock();
            }
            return reader.get();
        }
    }

    /** Only with the lock of changes. */
    private Opened usable() {
        if (closed) {
            throw new StorageException("The folder " + folder + " is closed.", null);
        }
        if (opened.failure != null) {
            opened = new Opened(open());
        }
        return opened;
    }

    private Opened writable() {
        if (refusesUntil != 0 && System.nanoTime() - refusesUntil < 0) {
            throw new StorageException("The folder " + folder + " cannot be written to.", opened.failure);
        }
        return usable();
    }

    private void awaitDurable(Opened file, long number) {
        committing.lock();
        try {
            if (file.durable < number && file.failure == null) {
                commit(file);
            }
        } finally {
            committing.unlock();
        }
        if (file.durable < number) {
            throw new StorageException("The folder " + folder + " cannot be written to.", file.failure);
        }
    }

    /** Only with the lock of commits. Nothing is changed meanwhile, so that no change is cut in two. */
    private void commit(Opened file) {
        changing.lock();
        try {
            long last = file.written;
            file.store.commit();
            file.durable = last;
            if (refusesUntil != 0) {
                refusesUntil = 0;
                LOG.warn("The folder {} can be written to again.", folder);
            }
        } catch (MVStoreException refused) {
            fail(file, refused);
        } finally {
            changing.unlock();
        }
    }

    /** Only with both locks. */
    private void fail(Opened file, MVStoreException refused) {
        file.failure = refused;
        if (refusesUntil == 0) {
            LOG.error("The folder {} cannot be written to; trying again each second: {}", folder, refused.getMessage());
        }
        refusesUntil = System.nanoTime() + PAUSE.toNanos() | 1;
        file.store.closeImmediately();
    }

    /** Each second, if something was written: onto the disk with it, and away with old versions. */
    private void keepUp() {
        Opened last = null;
        long kept = 0;
        while (!closed) {
            try {
                Thread.sleep(SYNC);
            } catch (InterruptedException stopped) {
                return;
            }
            Opened file = opened;
            if (file != last || file.written > kept) {
                kept = file.written;
                last = file;
                keepUp(file);
            }
        }
    }

    private void keepUp(Opened file) {
        committing.lock();
        try {
            if (!closed && file.failure == null) {
                commit(file);
            }
            if (!closed && file.failure == null) {
                compact(file);
            }
        } finally {
            committing.unlock();
        }
        try {
            file.store.sync();
        } catch (MVStoreException closedMeanwhile) {
            LOG.debug("Not synchronized", closedMeanwhile);
        }
    }

    private void compact(Opened file) {
        changing.lock();
        try {
            file.store.compact(FILL, MOVED);
        } catch (MVStoreException refused) {
            fail(file, refused);
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void close() {
        committing.lock();
        changing.lock();
        try {
            closed = true;
            if (opened.failure == null) {
                opened.store.close();
            }
        } finally {
            changing.unlock();
            committing.unlock();
        }
        if (upkeep != null) {
            upkeep.interrupt();
        }
    }
}
