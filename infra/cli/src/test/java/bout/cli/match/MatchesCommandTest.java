package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import bout.cli.connect.FakeGateway;
import bout.engine.Plain;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class MatchesCommandTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private final List<String> asked = new ArrayList<>();

    private Ran bout(List<Map<String, Object>> pages, String... options) throws Exception {
        Queue<Map<String, Object>> answers = new ArrayDeque<>(pages);
        try (FakeGateway api = new FakeGateway("tokens")) {
            api.routes.put("GET /api/matches", request -> {
                asked.add(request.line());
                return new FakeGateway.Answer(200, answers.size() > 1 ? answers.remove() : answers.peek());
            });
            return Ran.api(URI.create(api.url()), "", "matches", options);
        }
    }

    private static Map<String, Object> match(String id, Object players, Object result) {
        return Plain.object(
                "id",
                id,
                "game",
                "tokens",
                "status",
                "finished",
                "players",
                players,
                "result",
                result,
                "createdAt",
                "2026-03-01T12:00:00Z");
    }

    private static Map<String, Object> page(String next, Object... matches) {
        return Plain.object("matches", List.of(matches), "next", next);
    }

    @Test
    void it_goes_on_behind_an_empty_page_until_there_are_enough() throws Exception {
        List<Map<String, String>> players = List.of(Map.of("name", "Ann"), Map.of("name", "Bob"));
        Ran ran = bout(
                        List.of(
                                page("a"),
                                page(
                                        "b",
                                        match("1", players, Map.of("scores", List.of(12, 9))),
                                        match("2", null, null))),
                        "--mine",
                        "--bot",
                        BOT,
                        "--opponent",
                        "house:random",
                        "--result",
                        "lost",
                        "--game",
                        "tokens",
                        "--status",
                        "finished",
                        "--most",
                        "2")
                .succeeds();
        assertEquals(2, ran.lines().size());
        assertTrue(ran.lines().getFirst().endsWith("Ann 12, Bob 9"), ran.out());
        assertTrue(ran.lines().getLast().endsWith("rated, names at the end"), ran.out());
        String query = "GET /api/matches?mine=true&game=tokens&status=finished&bot=" + BOT
                + "&opponent=house%3Arandom&result=lost&limit=2";
        assertEquals(List.of(query, query + "&cursor=a"), asked);
    }

    @Test
    void it_does_not_ask_for_ever() throws Exception {
        Ran ran = bout(List.of(page("a")), "--bot", BOT).succeeds();
        assertEquals(20, asked.size());
        ran.says("There are older matches, which were not looked through.");
    }
}
