package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes (kill -9), at random moments: what it was told to be kept is there, and nothing half. */
@Tag("server")
class KilledTest {

    private static final int STORAGES = 20;

    /** Many with {@code ./bout test --full}. */
    private static final int ROUNDS = System.getProperty("bout.excluded", "").contains("full") ? 2 : 50;

    @TempDir
    private Path folder;

    private final Random random = new Random();

    @Test
    void killed_storages_have_all_that_was_acknowledged_and_no_half() throws Exception {
        long[] last = new long[STORAGES];
        for (int round = 0; round < ROUNDS; round++) {
            long first = round * 1_000_000L;
            int acknowledged = write(first, last);
            assertTrue(acknowledged > STORAGES, "round " + round + ": " + acknowledged);
            for (int i = 0; i < STORAGES; i++) {
                check(i, first, last[i]);
            }
        }
    }

    /** Lets the process write until it is killed. */
    private int write(long first, long[] last) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        KilledWriter.class.getName(),
                        folder.toString(),
                        Integer.toString(STORAGES),
                        Long.toString(first))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        long enough = 200 + random.nextInt(2000);
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (lines.size() == enough) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException closed) {
            assertTrue(lines.size() >= enough, closed::getMessage);
        } finally {
            process.destroyForcibly().waitFor();
        }
        // The last line may have been cut off.
        for (String line : lines.subList(0, lines.size() - 1)) {
            String[] words = line.split(" ");
            last[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
        }
        return lines.size();
    }

    private void check(int index, long first, long last) {
        try (Storage storage = Storage.in(folder.resolve("s" + index))) {
            var one = KilledWriter.rows(storage, "one").now();
            var other = KilledWriter.rows(storage, "other").now();
            assertEquals(List.copyOf(one.keySet()), List.copyOf(other.keySet()), "only half of a change");
            if (last >= first) {
                assertTrue(one.lastKey() >= last, () -> last + " was acknowledged, and the last is " + one.lastKey());
                long there = one.keySet().stream().filter(each -> each >= first).count();
                assertEquals(one.lastKey() - first + 1, there, "some are missing");
            }
        }
    }
}
