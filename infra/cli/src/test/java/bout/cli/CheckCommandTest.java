package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.engine.Game;
import bout.games.Games;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("server")
class CheckCommandTest {

    private static final String PASS = "{\"x\":-1,\"y\":-1}";

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_house_bot_passes(String id) throws IOException {
        Game<?> game = Games.byId(id).orElseThrow();
        try (BotServer server =
                new BotServer(0, BotServer.houseBot(game, game.houseBots().getLast()))) {
            Ran ran = Ran.bout("check", id, server.url()).succeeds();
            assertEquals("7 passed, 0 failed", ran.lastLine());
            assertEquals(8, ran.lines().size(), ran.out());
            assertTrue(ran.lines().getFirst().matches("passed  turn 0, seat 1, \\d+ ms: plays .*"), ran.out());
            assertFalse(ran.out().contains("sent: "), ran.out());

            Ran verbose = Ran.bout("check", id, server.url(), "-v");

            assertEquals(1 + 3 * 7, verbose.lines().size(), verbose.out());
            assertTrue(
                    verbose.lines()
                            .get(1)
                            .startsWith("        sent: " + game.card().form().contentType() + " "),
                    verbose.out());
            assertTrue(verbose.lines().get(2).startsWith("        answer: {\""), verbose.out());
            assertFalse(verbose.out().contains("%22"), "an encoded body: " + verbose.out());
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void an_invalid_answer_fails_in_each_situation(String id) {
        try (TestBot bot = new TestBot(200, "{\"sing\":\"a song\"}")) {
            Ran ran = Ran.bout("check", id, bot.url()).exits(1);
            assertEquals("0 passed, 6 failed", ran.lastLine());
            ran.prints(" ms: not-expected: ");
            assertEquals(3, ran.lines().size(), "six equal failures are printed once: " + ran.out());
            assertEquals("        same for the other 5", ran.lines().get(1));
        }
    }

    @Test
    void a_command_that_ice_and_fire_does_not_know_fails_with_what_it_costs_and_the_piece_that_is_wrong() {
        try (TestBot bot = new TestBot(200, "{\"commands\":\"WAIT;move 1 2 3\"}")) {
            Ran ran = Ran.bout("check", "ice-and-fire", bot.url()).exits(1);
            assertEquals("0 passed, 6 failed", ran.lastLine());
            ran.prints(" ms: plays \"WAIT;move 1 2 3\" and loses the match at once (command);"
                    + " outcomes: [\"wait\",\"unrecognised\"]");
        }
    }

    @Test
    void a_bot_that_fails_in_the_course_of_a_match_does_not_pass() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        try (BotServer server = new BotServer(
                0, asked -> calls.incrementAndGet() > 9 ? HttpAnswer.json(500, "stuck") : HttpAnswer.json(200, PASS))) {
            Ran ran = Ran.bout("check", "ajax-tiles", server.url()).exits(1);
            assertEquals("6 passed, 1 failed", ran.lastLine());
            assertTrue(
                    ran.lines()
                            .get(6)
                            .matches(
                                    "FAILED  turn \\d+, seat 1, \\d+ ms: fails at turn \\d+ of a match: status:.*stuck.*"),
                    ran.out());
        }
    }

    @Test
    void an_error_page_is_shown_as_what_it_is() {
        try (TestBot bot = new TestBot(500, "division by zero")) {
            Ran.bout("check", "ajax-tiles", bot.url())
                    .exits(1)
                    .prints(" ms: status: Answered with status 500")
                    .prints("division by zero");
        }
    }

    @Test
    void with_a_secret_each_call_is_signed() {
        try (TestBot bot = TestBot.passing()) {
            Ran ran = Ran.bout(
                    "check",
                    "ajax-tiles",
                    bot.url(),
                    "--secret",
                    WebhookSecret.draw(new SecureRandom()).text());

            assertEquals("7 passed, 0 failed", ran.lastLine(), ran.err());
            assertTrue(Set.copyOf(bot.signed).size() > 6, "six situations, and a match");
            assertEquals(bot.signed.size(), Set.copyOf(bot.signed).size());
        }
    }
}
