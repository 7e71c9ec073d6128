package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A storage on a disk of 8 MB; only root can make one. */
@Tag("server")
class FullDiskTest {

    private static final String TEXT = "x".repeat(20_000);

    @TempDir
    private Path disk;

    private final Map<Long, String> acknowledged = new HashMap<>();
    private long next;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()), "cannot mount a disk");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    @Test
    void a_full_disk_loses_nothing_and_is_got_over_without_a_restart() throws Exception {
        Path folder = disk.resolve("data");
        try (Storage storage = Storage.in(folder)) {
            Storage.Rows<Long, String> rows = rows(storage);
            for (int i = 0; i < 20; i++) {
                write(storage, rows);
            }
            Path filler = fill();
            StorageException full = assertThrows(StorageException.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    write(storage, rows);
                }
            });
            assertTrue(full.getMessage().contains(folder.toString()), full.getMessage());
            assertEquals(acknowledged, storage.read(() -> Map.copyOf(rows.now())));

            Files.delete(filler);
            awaitSuccess(() -> write(storage, rows));
            write(storage, rows);
            assertEquals(acknowledged, storage.read(() -> Map.copyOf(rows.now())));
        }
        try (Storage storage = Storage.in(folder)) {
            assertEquals(acknowledged, Map.copyOf(rows(storage).now()));
        }
    }

    @Test
    void a_message_that_was_not_stored_does_not_count_as_an_earlier_one_before_its_sender_knows() throws Exception {
        MessageQueue.Draft draft = new MessageQueue.Draft(
                new Queued.Sent(null, TEXT.repeat(10), "group", "the same", 0), Optional.empty(), 0);
        try (Storage storage = Storage.in(disk.resolve("data"));
                ExecutorService sender = Executors.newSingleThreadExecutor()) {
            MessageQueue queue = new MessageQueue(
                    QueueSettings.of(Map.of("FifoQueue", "true")),
                    "queue",
                    Clock.systemUTC(),
                    storage,
                    name -> Optional.empty());
            Storage.Rows<Long, byte[]> messages =
                    storage.rows("queue/queue", LongDataType.INSTANCE, ByteArrayDataType.INSTANCE);
            Future<List<Queued>> paused;
            storage.committing.lock();
            try {
                Path filler = fill();
                paused = sender.submit(() -> queue.send(List.of(draft)));
                while (messages.now().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThrows(StorageException.class, () -> write(storage, rows(storage)));
                Files.delete(filler);
                awaitSuccess(() -> queue.send(List.of(draft)));
            } finally {
                storage.committing.unlock();
            }
            assertInstanceOf(
                    StorageException.class,
                    assertThrows(ExecutionException.class, paused::get).getCause());
            assertEquals(1, queue.receive(10, Optional.empty(), Duration.ZERO).size());
            assertEquals(1, messages.now().size());
        }
    }

    private static Storage.Rows<Long, String> rows(Storage storage) {
        return storage.rows("rows", LongDataType.INSTANCE, StringDataType.INSTANCE);
    }

    private void write(Storage storage, Storage.Rows<Long, String> rows) {
        long key = next++;
        storage.write(() -> rows.now().put(key, TEXT));
        acknowledged.put(key, TEXT);
    }

    private static void awaitSuccess(Runnable write) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (true) {
            try {
                write.run();
                return;
            } catch (StorageException notYet) {
                assertTrue(System.nanoTime() < end, "it does not go on");
            }
        }
    }

    /** Takes all the room that is left. */
    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        try (OutputStream file = Files.newOutputStream(filler)) {
            while (true) {
                file.write(new byte[4096]);
            }
        } catch (IOException full) {
            return filler;
        }
    }
}
