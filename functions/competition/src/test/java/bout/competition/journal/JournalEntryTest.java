package bout.competition.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Fixture;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import bout.wire.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalEntryTest {

    private static final String TEXT = """
            {"sequence":5,"match":"a-match","competition":{"versions":[0,2]},"players":["house:random","bot_1"],\
            "result":{"places":[1,2],"scores":[2,0.5],"reason":"forfeit"},"failedSeat":2,"failureKind":"time-out",\
            "tallies":[{},{"calls":1,"times":[3,1],"failures":{"time-out":1}}],"finishedAt":"2026-11-22T20:00:00.123Z"}""";

    private static final JournalEntry ENTRY = new JournalEntry(
            5,
            "a-match",
            new Competition.OfLadder(0, 2),
            List.of("house:random", "bot_1"),
            Result.of(Seat.FIRST, 2, 0.5, "forfeit"),
            Seat.SECOND,
            Failure.Kind.TIME_OUT,
            List.of(SeatTally.NONE, new SeatTally(1, Map.of(Failure.Kind.TIME_OUT, 1), AnswerTimes.of(List.of(3)))),
            Instant.parse("2026-11-22T20:00:00.123Z"),
            false,
            false);

    @Test
    void an_entry_comes_back_from_its_text() throws Exception {
        assertEquals(TEXT, Json.text(ENTRY));
        assertEquals(ENTRY, Json.read(TEXT, JournalEntry.class));
    }

    @Test
    void an_entry_of_a_tournament_without_a_failed_seat_comes_back_from_its_text() throws Exception {
        JournalEntry entry = new JournalEntry(
                1,
                "a-match",
                new Competition.OfTournament("a-cup", new Fixture(3, 1, 0)),
                List.of("bot_1", "house:random"),
                Result.of(null, 1, 1, "full"),
                null,
                null,
                SeatTally.NO_CALLS,
                Instant.EPOCH,
                true,
                false);
        assertEquals("""
                {"sequence":1,"match":"a-match","competition":{"tournament":"a-cup","board":3,"players":[1,0]},\
                "players":["bot_1","house:random"],"result":{"places":[1,1],"scores":[1,1],"reason":"full"},\
                "tallies":[{},{}],"finishedAt":"1970-01-01T00:00:00Z","worthShowing":true}""", Json.text(entry));
        assertEquals(entry, Json.read(Json.text(entry), JournalEntry.class));
    }

    @Test
    void a_match_of_a_contests_ladder_names_the_contest() throws Exception {
        String text = TEXT.replace("{\"versions\"", "{\"contest\":\"con_1\",\"versions\"");
        JournalEntry entry = Json.read(text, JournalEntry.class);
        assertEquals(new Competition.OfLadder("con_1", List.of(0, 2)), entry.competition());
        assertEquals(text, Json.text(entry));
        assertEquals(
                new Competition.Subject.Ladder("con_1"), entry.competition().subject("tokens"));
        assertEquals(
                new Competition.Subject.Ladder("tokens"), ENTRY.competition().subject("tokens"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                "sequence":5,        |                          | /sequence
                "sequence":5,        | "sequence":0,            | no entry of a journal: number 0
                "match":"a-match",   |                          | incomplete
                [0,2]                | [0,-2]                   | /competition/versions/1
                "versions":[0,2]     | "versions":[0,2],"x":1   | /competition
                "versions":[0,2]     | "tournament":"a-cup","board":3,"players":[1,0],"versions":[0,2] | /competition
                "versions":[0,2]     | "tournament":null,"board":3,"players":[1,0] | /competition/tournament
                "bot_1"]             | "bot_1","bot_2"]         | 3 players
                "places":[1,2]       | "places":[1,3]           | /result/places/1
                [2,0.5]              | [2,1e999]                | /result
                "failedSeat":2       | "failedSeat":0           | /failedSeat
                [3,1]                | [3,0]                    | /tallies/1/times/1
                "time-out":1}        | "tired":1}               | /tallies/1/failures
                [{},                 | [{},{},                  | 3 tallies
                2026-11-22T20        | today                    | /finishedAt
                "players"            | "playerz"                | incomplete
                """)
    void a_text_that_is_no_entry_is_rejected_with_the_location(String part, String instead, String said) {
        String broken = TEXT.replace(part, instead == null ? "" : instead);
        assertNotEquals(TEXT, broken);
        Json.NotJson wrong = assertThrows(Json.NotJson.class, () -> Json.read(broken, JournalEntry.class));
        assertTrue(wrong.getMessage().contains(said), wrong.getMessage());
    }
}
