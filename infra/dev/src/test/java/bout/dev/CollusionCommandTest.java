package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import bout.cli.connect.FakeGateway;
import bout.cli.connect.FakeGateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The report about a ladder of equal bots, of which one always loses to another. */
@Tag("server")
class CollusionCommandTest {

    private static final int MATCHES = 40;

    private final List<JournalEntry> entries = new ArrayList<>();

    @AutoClose
    private final FakeGateway api = new FakeGateway("tokens");

    CollusionCommandTest() throws Exception {
        Map<String, Object> master = Map.of("key", "bot_master", "name", "Master", "house", false);
        api.routes.put("GET /api/ladders/tokens", asked -> new Answer(200, Map.of("players", List.of(master))));
        api.routes.put("GET /api/ladders/tokens/matches", asked -> {
            int after = Integer.parseInt(asked.line().replaceFirst(".*after=", ""));
            return new Answer(200, Map.of("matches", entries.subList(after, Math.min(entries.size(), after + 50))));
        });
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

    private Ran report() {
        return Ran.api(URI.create(api.url()), "", "dev", "collusion", "tokens");
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
    void an_honest_ladder_has_no_pair_that_stands_out() {
        for (int match = 0; match < MATCHES; match++) {
            played("bot_master", "bot_puppet", match % 2 == 0 ? Seat.FIRST : Seat.SECOND);
        }
        assertEquals(
                "No pair stands out in " + MATCHES + " matches.",
                report().lines().getFirst());
    }

    @Test
    void a_ladder_without_matches_has_no_such_pair() {
        assertEquals("No pair stands out in 0 matches.", report().lines().getFirst());
    }
}
