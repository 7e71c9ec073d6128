package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestAws;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LadderEndpointsTest {

    private static final Subject LADDER = new Subject.Ladder("ajax-tiles");
    private static final SeatTally TALLY =
            new SeatTally(3, Map.of(Failure.Kind.TIME_OUT, 1), AnswerTimes.of(List.of(12, 70, 1000)));

    private static final String ROW =
            "{\"rank\":1,\"key\":\"house:random\",\"name\":\"random\",\"house\":true,\"version\":0,\"mu\":25.300000000000004,"
                    + "\"sigma\":7.5,\"rating\":1512,\"plusMinus\":300,"
                    + "\"wins\":1,\"draws\":0,\"losses\":2,\"matches\":3,\"trend\":12,\"calls\":0,\"failures\":0,"
                    + "\"provisional\":true}";

    private final Map<String, String> environment = TestAws.application().environment();
    private final Gateway api = new Gateway(environment);
    private final Backend backend = new Backend(environment);

    private void played(int matches) {
        for (int i = 0; i < matches; i++) {
            MatchRecord match = backend.accepted(
                    backend.ids.next(),
                    GameSettings.of("ajax-tiles"),
                    MatchOrigin.competition(new Competition.OfLadder(0, 0)),
                    PlayerRecord.house("random", "random"),
                    PlayerRecord.house("expand", "expand"));
            backend.leases.finishMatch(
                    backend.lease(match.id()),
                    Result.of(Seat.SECOND, 12, 13.5, "full"),
                    List.of(),
                    9,
                    List.of(TALLY, SeatTally.NONE));
            backend.journal(match.id());
        }
    }

    @Test
    void a_ladder_that_nobody_has_published_yet_is_empty() {
        Answer answer = api.get("/api/ladders/tokens").is(200);
        assertEquals(0, answer.get("players").length());
        assertTrue(answer.get("updatedAt").isNull());
    }

    @Test
    void a_ladder_is_the_file_that_was_published() throws Exception {
        new StandingsFiles(backend.aws.bucket())
                .put(
                        StandingsFiles.ladder("ajax-tiles"),
                        Json.read(
                                "{\"updatedAt\":\"2026-03-01T12:00:00Z\",\"game\":\"ajax-tiles\",\"sequence\":3,\"matches\":3,"
                                        + "\"players\":[" + ROW + "]}"));
        Answer answer = api.get("/api/ladders/ajax-tiles").is(200);
        assertEquals("public, max-age=2", answer.headers().get("Cache-Control"));
        assertEquals(Json.read(ROW), answer.get("players").at(0).value());
    }

    @Test
    void the_journal_comes_page_by_page_as_it_was_written() throws Exception {
        played(5);
        Answer first = api.get("/api/ladders/ajax-tiles/matches?limit=3").is(200);
        assertEquals(3, first.get("matches").length());
        assertEquals(3, first.get("next").integer(0, 99));
        Answer second = api.get("/api/ladders/ajax-tiles/matches?after=3&limit=3");
        assertEquals(2, second.get("matches").length());
        assertTrue(second.get("next").isNull());

        List<JournalEntry> written = backend.journals.read(LADDER, 0, 10);
        Plain entry = second.get("matches").at(1);
        assertEquals(5, entry.get("sequence").integer(0, 99));
        assertEquals(written.getLast(), Json.read(Json.text(entry.value()), JournalEntry.class));
    }

    @Test
    void an_unknown_game_has_no_ladder() {
        api.get("/api/ladders/chess").isProblem(404, "unknown-game");
        api.get("/api/ladders/chess/matches").isProblem(404, "unknown-game");
    }

    @Test
    void wrong_parameters_are_told() {
        for (String wrong : List.of("after=-1", "after=01", "after=x", "limit=0", "limit=501", "before=1")) {
            assertEquals(400, api.get("/api/ladders/tokens/matches?" + wrong).status(), wrong);
        }
    }
}
