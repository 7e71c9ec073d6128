package bout.competition.tournament;

import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tournament computed from its journal. After each entry it opens every match that may start, so everyone who reads
 * the journal up to the same entry sees the same open matches.
 */
public final class JournalledTournament {

    private final Tournament tournament;
    private final List<String> takenBack = new ArrayList<>();
    private long sequence;
    private Instant updatedAt;

    public JournalledTournament(Plan plan, OpenLimits limits, Instant createdAt) {
        tournament = Tournament.of(plan, limits);
        updatedAt = createdAt;
        openAll();
    }

    /**
     * Adds the next entry. Returns false if the tournament has no such match, so that it was ignored: only a version of
     * the code with other pairings can have started it.
     */
    public boolean add(JournalEntry entry) {
        if (entry.sequence() != sequence + 1) {
            throw new IllegalStateException(
                    "the journal of a tournament has entry " + entry.sequence() + " after " + sequence);
        }
        sequence = entry.sequence();
        if (entry.finishedAt().isAfter(updatedAt)) {
            updatedAt = entry.finishedAt();
        }
        Fixture fixture = fixture(entry);
        if (!(entry.takesBack() ? tournament.mayTakeBack(fixture) : tournament.possible(fixture))) {
            return false;
        }
        if (entry.takesBack()) {
            tournament.takeBack(fixture, played(entry));
            takenBack.add(entry.match());
        } else {
            tournament.result(fixture, played(entry));
        }
        openAll();
        return true;
    }

    /** The ids of the matches whose results were taken back, in that order. */
    public List<String> takenBack() {
        return List.copyOf(takenBack);
    }

    public static Fixture fixture(JournalEntry entry) {
        if (entry.competition() instanceof Competition.OfTournament match) {
            return match.fixture();
        }
        throw new IllegalStateException(
                "the journal of a tournament has a match that is not one of its own: " + entry.match());
    }

    private static PlayedMatch played(JournalEntry entry) {
        return new PlayedMatch(
                entry.result(),
                entry.failed(),
                entry.tallies().stream().map(SeatTally::calls).toList(),
                entry.tallies().stream().map(SeatTally::failed).toList());
    }

    private void openAll() {
        Optional<Fixture> next = tournament.next();
        while (next.isPresent()) {
            next = tournament.next();
        }
    }

    public Tournament tournament() {
        return tournament;
    }

    public long sequence() {
        return sequence;
    }

    /** When the last match finished; before the first result, when the tournament was created. */
    public Instant updatedAt() {
        return updatedAt;
    }
}
