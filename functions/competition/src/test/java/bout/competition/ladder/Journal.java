package bout.competition.ladder;

import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Builds the journal of a ladder, one match per minute. */
final class Journal {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final List<JournalEntry> entries = new ArrayList<>();

    /** All entries so far. */
    List<JournalEntry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** The ladder computed from all entries so far. */
    Ladder ladder() {
        Ladder ladder = new Ladder("ajax-tiles");
        entries.forEach(ladder::add);
        return ladder;
    }

    /** A match between the first versions of two bots. */
    Journal match(String first, String second, Seat winner) {
        return match(first, 1, second, 1, winner);
    }

    Journal match(String first, int firstVersion, String second, int secondVersion, Seat winner) {
        return match(first, firstVersion, second, secondVersion, winner, SeatTally.NONE, SeatTally.NONE);
    }

    Journal match(
            String first,
            int firstVersion,
            String second,
            int secondVersion,
            Seat winner,
            SeatTally firstTally,
            SeatTally secondTally) {
        return add(
                List.of(first, second),
                new Competition.OfLadder(firstVersion, secondVersion),
                winner,
                null,
                null,
                List.of(firstTally, secondTally));
    }

    /** A match of two first versions that ended because one of them failed. */
    Journal failed(String first, String second, Seat failed, Failure.Kind kind) {
        return add(
                List.of(first, second),
                new Competition.OfLadder(1, 1),
                failed.other(),
                failed,
                kind,
                List.of(SeatTally.NONE, SeatTally.NONE));
    }

    private Journal add(
            List<String> players,
            Competition versions,
            Seat winner,
            Seat failed,
            Failure.Kind kind,
            List<SeatTally> tallies) {
        long sequence = entries.size() + 1L;
        entries.add(new JournalEntry(
                sequence,
                "match-" + sequence,
                versions,
                players,
                Result.of(winner, winner == Seat.FIRST ? 2 : 1, winner == Seat.SECOND ? 2 : 1, "full"),
                failed,
                kind,
                tallies,
                START.plusSeconds(60 * sequence),
                true,
                false));
        return this;
    }

    static SeatTally tally(int milliseconds, int calls, Map<Failure.Kind, Integer> failures) {
        return new SeatTally(calls, failures, AnswerTimes.of(Collections.nCopies(calls, milliseconds)));
    }
}
