package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.connect.FakeGateway;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What long commands say when they are stopped. SIGTERM does what Ctrl-C does, and reaches jobs in the background too.
 */
@Tag("server")
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class StoppedCommandTest {

    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;

    private Process start(String arguments) throws Exception {
        return start(false, arguments);
    }

    /** @param terminal whether standard error counts as one, and so shows how far the command is */
    private Process start(boolean terminal, String arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbout.terminal=" + terminal,
                "-cp",
                System.getProperty("java.class.path"),
                Bout.class.getName()));
        command.addAll(List.of(arguments.split(" ")));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private List<String> stop(Process process) throws Exception {
        // Process.destroy would also close its output, which is still to be read.
        process.toHandle().destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(TERMINATED, process.exitValue());
        return Files.readAllLines(folder.resolve("err"));
    }

    private void awaitError(String text) throws Exception {
        while (!Files.readString(folder.resolve("err")).contains(text)) {
            Thread.sleep(20);
        }
    }

    private static int number(String pattern, String line) {
        Matcher number = Pattern.compile(pattern).matcher(line);
        assertTrue(number.matches(), line);
        return Integer.parseInt(number.group(1));
    }

    @Test
    void play_says_how_many_matches_are_played_and_how_to_play_the_others() throws Exception {
        Process play =
                start("play ajax-tiles house:random house:random --seed 7 --games 100000 --json --set maxTurns=20");
        BufferedReader out = play.inputReader();
        assertTrue(out.readLine().startsWith("{\"seed\":\"7\""));

        Thread reader = Thread.startVirtualThread(() -> out.lines().forEach(line -> {}));
        List<String> said = stop(play);
        reader.join();

        int played = number("Stopped after (\\d+) of 100000 matches\\.", said.getFirst());
        assertTrue(played >= 1, said.toString());
        assertEquals(
                "To play the others: the same command with --seed " + (7 + played) + " --games " + (100_000 - played),
                said.get(1));
    }

    @Test
    void play_prints_for_a_spreadsheet_what_it_has_played_so_far() throws Exception {
        Process play = start(true, "play ajax-tiles house:random house:random --games 100000 --csv --set maxTurns=20");
        awaitError(" of 100000 matches");
        stop(play);
        List<String> printed = play.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertEquals("\uFEFFseat,player,wins,draws,losses,mean tiles,failed calls", printed.getFirst());
        assertEquals(3, printed.size(), printed.toString());
    }

    @Test
    void connect_closes_its_line() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles")) {
            Process connect =
                    start("connect --api " + gateway.url() + " --bot " + FakeGateway.BOT + " " + gateway.url());
            FakeGateway.Connection line = gateway.awaitConnection();
            BufferedReader out = connect.inputReader();
            String said = out.readLine();
            while (!said.startsWith("Connected.")) {
                said = out.readLine();
            }
            stop(connect);
            assertEquals("Disconnected after 0 matches.", out.readLine());
            while (!line.closed) {
                Thread.sleep(5);
            }
        }
    }

    @Test
    void a_tournament_with_a_state_file_says_that_the_same_command_continues_it() throws Exception {
        Path state = folder.resolve("t.jsonl");
        Process tournament = start("tournament ajax-tiles --boards 10000 --set maxTurns=20 --state " + state);
        while (!Files.exists(state) || Files.size(state) < 2000) {
            Thread.sleep(20);
        }

        List<String> said = stop(tournament);

        int played = number(
                "Stopped after (\\d+) match(?:es)?\\. They are saved in " + Pattern.quote(state.toString())
                        + "; the same command continues the tournament\\.",
                said.getFirst());
        long saved = Files.readAllLines(state).size() - 1L;
        assertTrue(saved >= played, saved + " saved, " + played + " said");
    }

    @Test
    void a_tournament_without_a_state_file_says_that_nothing_is_saved() throws Exception {
        Process tournament = start(true, "tournament ajax-tiles --boards 100000 --set maxTurns=20");
        awaitError(" matches");

        String said = stop(tournament).getLast();
        assertTrue(
                said.matches(".*Stopped after (1 match|(?!1 )\\d+ matches)\\. Nothing is saved; with --state FILE a"
                        + " tournament can be continued\\."),
                said);
    }

    @Test
    void compare_prints_how_things_stand() throws Exception {
        // No number of matches is enough for so little doubt.
        Process compare = start(
                "compare ajax-tiles house:random house:random --seed 7 --games 1000000 --elo1 0.1 --set maxTurns=20 --alpha 1e-300 --beta 1e-300");
        awaitError("2 matches: ");

        List<String> said = stop(compare);

        assertEquals("Stopped. Nothing is saved; --seed 7 plays the same matches again.", said.getLast());
        List<String> printed = compare.inputReader().lines().toList();
        assertTrue(printed.getFirst().startsWith("random against random in ajax-tiles: "), printed.toString());
        assertTrue(printed.getLast().startsWith("Not decided after "), printed.toString());
    }
}
