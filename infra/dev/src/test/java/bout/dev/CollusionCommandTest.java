package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.tally.SeatTally;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.wire.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The report about a ladder of equal bots, of which one always loses to another. */
@Tag("server")
class CollusionCommandTest {

    private static final int MATCHES = 40;

    private final List<JournalEntry> entries = new ArrayList<>();
    private final HttpServer server = serving();

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void played(String first, String second, Seat winner) {
        entries.add(new JournalEntry(
                entries.size() + 1L,
                "match-" + entries.size(),
                new Competition.OfLadder(1, 1),
                List.of(first, second),
                Result.of(winner, winner == Seat.FIRST ? 1 : 0, winner == Seat.SECOND ? 1 : 0, "full"),
                null,
                null,
                List.of(SeatTally.NONE, SeatTally.NONE),
                Instant.parse("2026-03-01T12:00:00Z").plusSeconds(entries.size()),
                true,
                false));
    }

    private void puppetLosesToMaster() {
        for (int match = 0; match < MATCHES; match++) {
            played("bot_master", "bot_puppet", Seat.FIRST);
            for (String bot : List.of("bot_master", "bot_puppet")) {
                played(bot, "bot_" + match % 8, match / 8 % 2 == 0 ? Seat.FIRST : Seat.SECOND);
            }
        }
    }

    private HttpServer serving() {
        try {
            HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            made.createContext(
                    "/api/ladders/tokens",
                    exchange -> answer(
                            exchange,
                            Map.of("players", List.of(Map.of("key", "bot_master", "name", "Master", "house", false)))));
            made.createContext("/api/ladders/tokens/matches", exchange -> {
                String query = exchange.getRequestURI().getQuery();
                int after = Integer.parseInt(query.substring(query.indexOf("after=") + "after=".length()));
                Map<String, Object> page = new HashMap<>();
                page.put("matches", entries.subList(after, Math.min(entries.size(), after + 50)));
                page.put("next", null);
                answer(exchange, page);
            });
            made.start();
            return made;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void answer(HttpExchange exchange, Object body) throws IOException {
        byte[] json = Json.text(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, json.length);
        exchange.getResponseBody().write(json);
        exchange.close();
    }

    private Ran report(String... options) {
        List<String> line = new ArrayList<>(List.of("dev", "collusion", "tokens"));
        line.addAll(List.of(options));
        line.addAll(List.of("--api", "http://127.0.0.1:" + server.getAddress().getPort()));
        return Ran.bout(line.toArray(String[]::new));
    }

    @Test
    void a_pair_that_stands_out_is_named_in_plain_words() {
        puppetLosesToMaster();
        Ran report = report().succeeds();
        assertTrue(
                report.lines()
                        .getFirst()
                        .startsWith("Master (bot_master) won 40 of 40 decided matches against bot_puppet; the ratings"
                                + " without these matches say "),
                report.out());
        assertTrue(report.lines().getFirst().contains(" By chance, that happens in fewer than 1 of "), report.out());
        assertEquals(
                "Look at these matches before you ask anyone: this is no proof.",
                report.lines().getLast());
    }

    @Test
    void with_json_each_finding_is_a_line() throws Exception {
        puppetLosesToMaster();
        Ran report = report("--json");
        assertEquals(1, report.lines().size(), report.out() + report.err());
        Plain finding = Plain.of(Json.read(report.lines().getFirst()));
        assertEquals("results", finding.text("kind"));
        assertEquals(
                List.of(40, 40),
                List.of(finding.get("count").integer(0, 99), finding.get("of").integer(0, 99)));
        assertTrue(finding.get("p").number() < 0.01, report.out());
    }

    @Test
    void an_honest_ladder_has_no_pair_that_stands_out() {
        for (int match = 0; match < MATCHES; match++) {
            played("bot_master", "bot_puppet", match % 2 == 0 ? Seat.FIRST : Seat.SECOND);
        }
        assertEquals(
                "No pair stands out in " + MATCHES + " matches.",
                report().lines().getFirst());
        assertEquals("", report("--json").out());
    }

    @Test
    void a_ladder_without_matches_has_no_such_pair() {
        assertEquals("No pair stands out in 0 matches.", report().lines().getFirst());
    }
}
