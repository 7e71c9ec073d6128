package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class BenchCommandTest {

    @Test
    void games_are_measured_with_recorded_moves_and_with_house_bots() {
        Ran ran = Ran.bout("dev", "bench", "engine", "--game", "tokens", "--seconds", "0.1")
                .succeeds();
        for (String moves : new String[] {"recorded", "house bots"}) {
            assertTrue(ran.out().matches("(?s).*\ntokens +" + moves + "( +\\d+){4}\n.*"), ran.out());
        }
    }

    @ParameterizedTest
    @CsvSource({"ajax-tiles, 2", "battlesnake, 4"})
    void calls_are_measured_for_each_number_of_parallel_matches(String game, int seats) {
        Ran ran = Ran.bout("dev", "bench", "calls", "--game", game, "--matches", "1,3", "--seconds", "0.1")
                .succeeds();
        ran.prints(" with " + seats + " seats ");
        assertTrue(ran.out().matches("(?s).*\\n +1 +\\d+( +[\\d.]+){3}\n +3 +\\d+( +[\\d.]+){3}\n"), ran.out());
    }

    @Test
    void matches_run_end_to_end_and_each_is_checked() {
        Ran ran = Ran.line("dev bench stack --matches 12 --turns 7 --warm-up 2 --posters 3")
                .succeeds();
        assertTrue(ran.out().startsWith("12 matches of 7 turns, started by 3 parallel clients"), ran.out());
        assertTrue(ran.out().matches("(?s).* matches/s .*POST: p50 .*p99 .*"), ran.out());
        ran.prints("12 of 12 matches finished exactly once");
    }

    @ParameterizedTest
    @CsvSource({"100000, 0, 120, 0", "100000, 1, 120, 833", "100000, 120, 120, 100000", "8640000, 1439, 1440, 8634000"})
    void a_soak_spreads_its_matches_over_the_minutes(int matches, int minute, int minutes, int due) {
        assertEquals(due, SoakCommand.due(matches, minute, minutes));
    }

    @Test
    void the_bots_end_with_their_parent() throws Exception {
        Process bots = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InstantBots.class.getName())
                .start();
        assertTrue(bots.inputReader().readLine().matches("\\d+"));

        bots.getOutputStream().close();

        assertTrue(bots.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, bots.exitValue());
    }
}
