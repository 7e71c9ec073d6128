package bout.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.SteadyBot;
import bout.botclient.TestServer;
import bout.botclient.player.Player;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.runner.HousePlayer;
import bout.runner.MatchLoop;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import bout.wire.id.MatchIds;
import bout.wire.id.SeatIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
@Tag("server")
class ChecksLookLikeMatchesTest {

    private static final int MOVES = 3;

    private static final SecureRandom RANDOM = new SecureRandom();

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    private record Seen(List<TestServer.Request> check, List<TestServer.Request> match) {}

    private static Seen seen(Game<?> game) throws Exception {
        WebhookSecret secret = WebhookSecret.draw(RANDOM);
        try (TestServer server = TestServer.replying(request -> TestServer.ok(SteadyBot.answer(request)));
                BotClient client = new BotClient(AddressPolicy.LOOPBACK, 1)) {
            Checkup.likeMatches(
                    game,
                    client.player(Callee.of(server.url(), secret)),
                    client.player(Callee.of(server.url(), secret)),
                    Checkup.FIRST_MOVES,
                    System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
            List<TestServer.Request> check = List.copyOf(server.received);
            server.received.clear();
            for (Seat seat : Seat.first(2)) {
                play(game, seat, client.player(Callee.of(server.url(), secret)));
            }
            return new Seen(check, List.copyOf(server.received));
        }
    }

    private static void play(Game<?> game, Seat seat, Player bot) throws InterruptedException {
        byte[] key = new byte[SeatIds.KEY_LENGTH];
        RANDOM.nextBytes(key);
        SeatIds ids = new SeatIds(key);
        String id = new MatchIds(Clock.systemUTC(), RANDOM).next();
        String seed = String.valueOf(RANDOM.nextLong(1L << 48));
        Match<?> match = Match.draw(game, seed, Options.defaults(game.card().options()));
        Player house = new HousePlayer(game.houseBots().getFirst().at(seat.other(), seed));
        new MatchLoop(
                        List.of(ids.of(id, Seat.FIRST), ids.of(id, Seat.SECOND)),
                        seat == Seat.FIRST ? List.of(bot, house) : List.of(house, bot),
                        game.card().timeLimits(),
                        played -> played.calls().stream()
                                        .filter(call -> call.seat() == seat)
                                        .count()
                                < MOVES)
                .play(match);
    }

    @ParameterizedTest
    @MethodSource("games")
    void headers_the_form_of_their_values_and_the_fields_of_bodies_are_the_same(String game) throws Exception {
        Seen seen = seen(Games.byId(game).orElseThrow());
        assertFalse(seen.check.isEmpty());
        assertEquals(forms(seen.match), forms(seen.check));
        assertEquals(fields(seen.match), fields(seen.check));
        for (TestServer.Request request : seen.check) {
            assertTrue(SeatIds.isId(request.headers().get("bout-match")), request.toString());
        }
    }

    private static List<String> forms(List<TestServer.Request> requests) {
        List<String> forms = new ArrayList<>();
        for (TestServer.Request request : requests) {
            StringBuilder form = new StringBuilder(request.line());
            request.headers().forEach((name, value) -> form.append("\n")
                    .append(name)
                    .append(": ")
                    .append(
                            switch (name) {
                                case "bout-match" -> value.replaceAll("[0-9a-f]{32}", "ID");
                                case "webhook-id" -> value.replaceAll("[0-9a-f]{32}", "ID");
                                case "webhook-timestamp" -> value.replaceAll("[0-9]", "9");
                                case "webhook-signature" -> value.replaceAll(",.{43}=", ",SIGNATURE");
                                // The board decides how long a body is.
                                case "content-length" -> value.replaceAll("[0-9]+", "9");
                                // All else is the same text.
                                default -> value;
                            }));
            forms.add(form.toString());
        }
        return forms;
    }

    private static List<List<String>> fields(List<TestServer.Request> requests) throws Json.NotJson {
        List<List<String>> fields = new ArrayList<>();
        for (TestServer.Request request : requests) {
            if (request.headers().get("content-type").contains("json")) {
                fields.add(((Map<?, ?>) Json.read(request.body()))
                        .keySet().stream().map(Object::toString).toList());
            } else {
                fields.add(Stream.of(request.body().split("&"))
                        .map(field -> field.substring(0, field.indexOf('=')))
                        .toList());
            }
        }
        return fields;
    }

    /** A board that all checks have in common would give them away, and so would turns that a match would not skip. */
    @ParameterizedTest
    @MethodSource("games")
    void every_check_has_boards_and_ids_of_its_own_and_turns_as_in_a_match(String game) throws Exception {
        Game<?> found = Games.byId(game).orElseThrow();
        Seen one = seen(found);
        Seen two = seen(found);
        Map<String, List<String>> turnsOfMatch = turns(one.match);
        Map<String, List<String>> turnsOfCheck = turns(one.check);
        assertEquals(List.copyOf(turnsOfMatch.values()), List.copyOf(turnsOfCheck.values()));
        assertEquals(2, turnsOfCheck.size(), "an id for each seat");
        assertTrue(Collections.disjoint(turns(two.check).keySet(), turnsOfCheck.keySet()));
        if (!Match.draw(found, "1", Options.defaults(found.card().options()))
                .setUp()
                .equals(Match.draw(found, "2", Options.defaults(found.card().options()))
                        .setUp())) {
            assertFalse(one.check.getFirst().body().equals(two.check.getFirst().body()), "the same board twice");
        }
    }

    private static Map<String, List<String>> turns(List<TestServer.Request> requests) {
        Map<String, List<String>> turns = new LinkedHashMap<>();
        for (TestServer.Request request : requests) {
            turns.computeIfAbsent(request.headers().get("bout-match"), id -> new ArrayList<>())
                    .add(request.headers().get("bout-seat") + ":"
                            + request.headers().get("bout-turn"));
        }
        return turns;
    }
}
