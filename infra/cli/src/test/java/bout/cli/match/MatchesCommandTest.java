package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class MatchesCommandTest {

    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private final List<String> asked = new ArrayList<>();

    private Ran bout(String answer, String... options) throws Exception {
        Queue<String> answers = new ArrayDeque<>(List.of(answer.split("\n")));
        HttpServer api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] page = (answers.size() > 1 ? answers.remove() : answers.peek()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        api.start();
        try {
            String url = "http://127.0.0.1:" + api.getAddress().getPort() + "/";
            List<String> command = new ArrayList<>(List.of("matches", "--api", url, "--token", ""));
            command.addAll(List.of(options));
            return Ran.bout(command.toArray(String[]::new));
        } finally {
            api.stop(0);
        }
    }

    private static String match(String id, String players, String result) {
        return "{\"id\":\"" + id + "\",\"game\":\"tokens\",\"status\":\"finished\",\"players\":" + players
                + ",\"result\":" + result + ",\"createdAt\":\"2026-03-01T12:00:00Z\"}";
    }

    private static String page(String next, String... matches) {
        return "{\"matches\":[" + String.join(",", matches) + "],\"next\":" + next + "}";
    }

    @Test
    void it_goes_on_behind_an_empty_page_until_there_are_enough() throws Exception {
        String players = "[{\"name\":\"Ann\"},{\"name\":\"Bob\"}]";
        String answers = page("\"a\"") + "\n"
                + page("\"b\"", match("1", players, "{\"scores\":[12,9]}"), match("2", "null", "null"));
        Ran ran = bout(
                        answers,
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
        String query = "/api/matches?mine=true&game=tokens&status=finished&bot=" + BOT
                + "&opponent=house%3Arandom&result=lost&limit=2";
        assertEquals(List.of(query, query + "&cursor=a"), asked);
    }

    @Test
    void it_does_not_ask_for_ever() throws Exception {
        Ran ran = bout(page("\"a\""), "--bot", BOT).succeeds();
        assertEquals(20, asked.size());
        assertTrue(ran.err().contains("There are older matches, which were not looked through."), ran.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--result won, --opponent and --result need --bot.",
        "--bot " + BOT + " --result win, won",
        "--status runing, running",
        "--most 0, --most",
    })
    void wrong_use_is_explained(String options, String said) throws Exception {
        Ran ran = bout(page("null"), options.split(" "));
        assertEquals(2, ran.status());
        assertTrue(ran.err().contains(said), ran.err());
        assertEquals(List.of(), asked);
    }
}
