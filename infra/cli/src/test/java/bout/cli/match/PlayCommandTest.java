package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.BotProgram;
import bout.cli.Bout;
import bout.cli.Ran;
import bout.cli.TestBot;
import bout.wire.Json;
import bout.wire.ReplaySchema;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class PlayCommandTest {

    private static Map<?, ?> line(String json) throws Json.NotJson {
        return (Map<?, ?>) Json.read(json);
    }

    private static String withoutMilliseconds(String line) {
        return line.replaceFirst("\"ms\":\\d+", "\"ms\":0");
    }

    @Test
    void a_repeated_match_prints_the_same_line_except_for_the_time() {
        String[] command = {"play", "ajax-tiles", "house:contain", "house:random", "--seed", "7", "--json"};

        Ran first = Ran.bout(command);
        Ran second = Ran.bout(command);

        assertEquals(0, first.status(), first.err());
        assertEquals(1, first.lines().size());
        assertEquals(withoutMilliseconds(first.out()), withoutMilliseconds(second.out()));
        assertEquals("", first.err());
    }

    @Test
    void the_json_line_has_all_fields() throws Json.NotJson {
        Ran ran = Ran.line("play ajax-tiles house:expand house:random --seed 7 --set maxTurns=20 --json");

        Map<?, ?> line = line(ran.out());
        assertEquals(
                List.of("seed", "places", "scores", "reason", "turns", "calls", "failures", "ms"),
                List.copyOf(line.keySet()));
        assertEquals("7", line.get("seed"));
        assertEquals("turns", line.get("reason"));
        assertEquals(20, line.get("turns"));
        assertEquals(20, line.get("calls"));
        assertEquals(List.of(), line.get("failures"));
        assertTrue(line.get("ms") instanceof Integer);
        assertEquals(2, ((List<?>) line.get("scores")).size());
    }

    @Test
    void several_matches_are_in_order_and_each_can_be_repeated_with_its_seed() throws Json.NotJson {
        Ran many = Ran.line(
                        "play ajax-tiles house:expand house:fearful --seed 5 --games 12 --concurrency 4 --set maxTurns=60 --json")
                .succeeds();
        assertEquals(12, many.lines().size());
        for (int i = 0; i < 12; i++) {
            assertEquals(Integer.toString(5 + i), line(many.lines().get(i)).get("seed"));
        }
        Ran alone = Ran.line("play ajax-tiles house:expand house:fearful --seed 14 --set maxTurns=60 --json");
        assertEquals(
                withoutMilliseconds(many.lines().get(9)),
                withoutMilliseconds(alone.lines().getFirst()));
    }

    @Test
    void nothing_is_played_any_more_once_nobody_reads(@TempDir Path folder) throws IOException {
        var nobody = new PrintWriter(Writer.nullWriter()) {
            @Override
            public boolean checkError() {
                return true;
            }
        };
        String command = "play ajax-tiles house:expand house:fearful --games 500 --concurrency 1 --json --replay ";

        Bout.commandLine().setOut(nobody).execute((command + folder.resolve("{n}.json")).split(" "));

        try (Stream<Path> played = Files.list(folder)) {
            assertTrue(played.count() < 500);
        }
    }

    @Test
    void a_random_seed_is_printed_and_repeats_the_match() throws Json.NotJson {
        Ran drawn = Ran.bout("play", "ajax-tiles", "house:random", "house:random", "--set", "maxTurns=30", "--json");
        String seed = (String) line(drawn.out()).get("seed");

        Ran again = Ran.bout(
                "play", "ajax-tiles", "house:random", "house:random", "--set", "maxTurns=30", "--json", "--seed", seed);

        assertEquals(withoutMilliseconds(drawn.out()), withoutMilliseconds(again.out()));
    }

    @Test
    void whoever_fails_loses_also_where_the_rules_name_no_winner() throws Json.NotJson {
        try (TestBot broken = new TestBot(500, "down")) {
            Ran one = Ran.bout("play", "robotag", broken.url(), "house:lazy", "--seed", "7");
            Ran json = Ran.bout("play", "robotag", "house:lazy", broken.url(), "--seed", "7", "--json");
            Ran many = Ran.bout("play", "robotag", "house:lazy", broken.url(), "--seed", "7", "--games", "4");

            assertTrue(
                    one.lines()
                            .getFirst()
                            .endsWith(": lazy (seat 2) wins, 1000 to 1000 fuel (p1 error): seat 1 gave no valid move"),
                    one.out());
            assertEquals(2, line(json.out()).get("failedSeat"));
            assertTrue(many.lines().get(2).matches("seat 1 +lazy +4 +0 +0 .*"), many.out());
            assertTrue(many.lines().get(3).matches("seat 2 +http.* +0 +0 +4 .*"), many.out());
        }
    }

    @Test
    void a_saved_match_that_a_bot_ended_by_failing_is_its_loss(@TempDir Path folder) {
        Path file = folder.resolve("match.json");
        try (TestBot broken = new TestBot(500, "down")) {
            Ran.bout("play", "robotag", broken.url(), "house:lazy", "--seed", "7", "--replay", file.toString());
        }

        Ran.bout("verify", file.toString()).prints("lazy (seat 2) wins");
    }

    @Test
    void bots_behind_urls_are_called_with_the_time_limit() {
        try (TestBot first = TestBot.passing();
                TestBot second = TestBot.passing()) {
            Ran.bout("play", "ajax-tiles", first.url(), second.url(), "--set", "maxTurns=10", "--time-limit", "2500")
                    .succeeds()
                    .prints("10 turns")
                    .prints("a draw, 0 to 0 tiles (turns)");
            assertEquals(5, first.timeLimits.size());
            assertEquals(Set.of("2500"), Set.copyOf(second.timeLimits));
        }
    }

    @Test
    void a_bot_that_fails_loses_its_game_and_the_command_succeeds() throws Json.NotJson {
        try (TestBot broken = new TestBot(500, "no")) {
            Ran ran = Ran.bout("play", "ajax-tiles", "house:random", broken.url(), "--seed", "1", "--json")
                    .succeeds();
            Map<?, ?> line = line(ran.out());
            assertEquals(List.of(1, 2), line.get("places"));
            assertEquals("forfeit", line.get("reason"));
            Map<?, ?> failure = (Map<?, ?>) ((List<?>) line.get("failures")).getFirst();
            assertEquals(List.of("turn", "seat", "kind", "text"), List.copyOf(failure.keySet()));
            assertEquals(1, failure.get("turn"));
            assertEquals(2, failure.get("seat"));
            assertEquals("status", failure.get("kind"));
            assertTrue(((String) failure.get("text")).contains("500"), ran.out());
        }
    }

    @Test
    void the_summary_counts_wins_and_failures_by_kind() throws IOException {
        Ran ran = Ran.bout(
                        "play",
                        "ajax-tiles",
                        "http://127.0.0.1:" + BotProgram.freePort(),
                        "house:random",
                        "--games",
                        "3",
                        "--seed",
                        "4")
                .succeeds();
        assertTrue(ran.out().startsWith("ajax-tiles: 3 matches, seeds 4 to 6"), ran.out());
        assertTrue(ran.out().matches("(?s).*seat 2  random +3 +0 +0 .*"), ran.out());
        ran.prints("seat 1: refused, 3 times, first in the match with seed 4, turn 0:");
    }

    @Test
    void a_replay_verifies(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("match.json");

        Ran.line("play ajax-tiles house:contain house:expand --set maxTurns=50 --replay " + file)
                .succeeds();
        assertEquals(
                "contain",
                ReplaySchema.read(Files.readAllBytes(file))
                        .start()
                        .players()
                        .getFirst()
                        .house());
        Ran.bout("verify", file.toString()).succeeds();
    }

    @Test
    void several_replays_are_numbered_and_compressed_as_their_name_says(@TempDir Path folder) throws IOException {
        Ran ran = Ran.line("play ajax-tiles house:random house:random --games 3 --set maxTurns=9 --replay "
                        + folder.resolve("game-{n}.json.gz"))
                .succeeds();
        for (int n = 1; n <= 3; n++) {
            Path file = folder.resolve("game-" + n + ".json.gz");
            assertEquals(0x1F, Files.readAllBytes(file)[0]);
            Ran.bout("verify", file.toString()).succeeds();
        }
    }

    @Test
    void an_empty_text_names_no_replay() {
        Ran.bout("play", "ajax-tiles", "house:random", "house:random", "--replay", "")
                .fails(2, "--replay: '' is not a file name.");
    }

    @Test
    void a_replay_does_not_contain_the_url_of_a_bot(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("match.json");
        try (TestBot bot = TestBot.passing()) {
            Ran.line("play ajax-tiles " + bot.url() + " house:random --set maxTurns=4 --replay " + file);
        }

        assertFalse(Files.readString(file).contains("127.0.0.1"), Files.readString(file));
        assertTrue(Files.readString(file).contains("\"bot 1\""), Files.readString(file));
    }

    @Test
    void with_a_secret_each_call_is_signed_and_without_one_none() {
        try (TestBot bot = TestBot.passing()) {
            String secret = WebhookSecret.draw(new SecureRandom()).text();
            String[] command = ("play ajax-tiles " + bot.url() + " house:random --seed 7 --set maxTurns=4 --secret "
                            + secret)
                    .split(" ");
            Ran with = Ran.bout(command).succeeds();
            assertFalse((with.out() + with.err()).contains(secret));
            List<String> ids = List.copyOf(bot.signed);
            assertEquals(2, ids.size());
            String seat = ids.getFirst().replaceFirst("-0$", "");
            assertTrue(seat.matches("seat_[0-9a-f]{32}"), ids.toString());
            assertEquals(List.of(seat + "-0", seat + "-2"), ids);

            Ran.bout(Arrays.copyOf(command, command.length - 2)).succeeds();
            assertEquals(ids, List.copyOf(bot.signed));
        }
    }
}
