package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.Competition.OfLadder;
import bout.competition.journal.Competition.OfTournament;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.engine.Game.TournamentStyle;
import bout.engine.Result;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalledTournamentTest {

    private static final Instant AT = Instant.EPOCH;

    private final JournalledTournament played = new JournalledTournament(
            new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "7", Map.of("boards", 1)), OpenLimits.NONE, AT);

    private static JournalEntry entry(long sequence, Competition competition) {
        SeatTally tally = new SeatTally(10, Map.of(), AnswerTimes.NONE);
        return new JournalEntry(
                sequence,
                "match " + competition,
                competition,
                List.of("bot_1", "bot_2"),
                Result.byScore(2, 1, "points"),
                null,
                null,
                List.of(tally, tally),
                AT.plusSeconds(sequence),
                false,
                false);
    }

    private static JournalEntry entry(long sequence, Fixture fixture) {
        return entry(sequence, new OfTournament("trn_1", fixture));
    }

    @Test
    void a_result_that_is_taken_back_is_awaited_once_more() {
        Fixture first = new Fixture(0, List.of(0, 1));
        Fixture second = new Fixture(0, List.of(1, 0));
        assertTrue(played.add(entry(1, first)));
        assertTrue(played.add(entry(2, second)));
        assertTrue(played.tournament().over());
        JournalEntry back = entry(1, first).takenBack(3);
        assertTrue(played.add(back));
        assertFalse(played.tournament().over());
        assertEquals(List.of(back.match()), played.takenBack());
        assertTrue(played.add(entry(4, first.onceMore())));
        assertTrue(played.tournament().over());
        assertEquals(4, played.sequence());
        assertEquals(AT.plusSeconds(4), played.updatedAt());
    }

    @Test
    void entries_that_do_not_fit_are_ignored_or_refused() {
        assertFalse(played.add(entry(1, new Fixture(5, List.of(0, 1)))), "no such board");
        Fixture first = new Fixture(0, List.of(0, 1));
        assertThrows(IllegalStateException.class, () -> played.add(entry(3, first)), "a gap");
        assertThrows(IllegalStateException.class, () -> played.add(entry(2, new OfLadder(1, 1))), "of a ladder");
    }
}
