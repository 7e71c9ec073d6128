package bout.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class ChaosTest {

    /** About five times what an idle machine needs. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    /** With {@code ./bout test --full} it is killed often. */
    private static final boolean OFTEN =
            !System.getProperty("bout.excluded", "").contains("full");

    @TempDir
    private Path folder;

    @Test
    @Timeout(600)
    void no_match_is_lost_or_duplicated_however_often_the_stack_is_killed() throws Exception {
        int matches = OFTEN ? 60 : 12;
        int bots = OFTEN ? 6 : 3;
        int kills = OFTEN ? 8 : 2;
        // The tournament's: with four seats, a turn of all bots on each of its boards.
        int planned = OFTEN ? 2 * bots : bots;
        long seed = System.nanoTime() & Integer.MAX_VALUE;
        System.out.println("chaos with the seed " + seed);
        ChaosReport report = Chaos.run(
                new Chaos.Options(matches, bots, kills, seed, LIMIT, folder.resolve("log")), System.out::println);
        String said = String.join("\n", report.lines());
        assertEquals(Map.of(), report.lost(), said);
        assertEquals(Map.of(), report.doubled(), said);
        assertTrue(report.sound(), said);
        assertEquals(matches + report.journalled(), report.accepted(), said);
        assertEquals(report.accepted(), report.finished(), said);
        assertTrue(report.journalled() >= planned, said);
        assertEquals(kills, report.kills(), said);
        assertTrue(report.withFailedCalls() > 0, said);
        assertTrue(said.endsWith("\nlost 0, duplicated 0"), said);
    }
}
