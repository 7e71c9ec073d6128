package bout.standings.journal;

import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Ladder.LadderSnapshot;
import bout.store.journal.Journals;
import bout.store.journal.LadderSnapshots;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Ladders read from their journals. Reading continues from what this object read before, or else from the last
 * snapshot.
 *
 * <p>Safe for use by several threads, but not for the same ladder at once.
 */
public final class JournalledLadders {

    private static final int ENTRIES_AT_A_TIME = 1000;

    private final Journals journals;
    private final LadderSnapshots snapshots;
    private final Map<String, Ladder> kept = new ConcurrentHashMap<>();

    public JournalledLadders(Journals journals, LadderSnapshots snapshots) {
        this.journals = journals;
        this.snapshots = snapshots;
    }

    /** Returns the ladder of this game or contest with all entries that its journal now has. */
    public Ladder read(String id) {
        return read(id, (ladder, start) -> {});
    }

    /** Calls {@code part} after every thousand entries and at the end, with the ladder and where reading started. */
    public Ladder read(String id, BiConsumer<Ladder, Long> part) {
        // Removed first, and put back only after success: a ladder with half an entry must not be reused.
        Ladder known = kept.remove(id);
        Ladder ladder = known != null
                ? known
                : snapshots
                        .latest(id, LadderSnapshot.class)
                        .map(LadderSnapshot::ladder)
                        .orElseGet(() -> new Ladder(id));
        long start = ladder.sequence();
        List<JournalEntry> entries;
        do {
            entries = journals.read(new Subject.Ladder(id), ladder.sequence(), ENTRIES_AT_A_TIME);
            entries.forEach(ladder::add);
            part.accept(ladder, start);
        } while (entries.size() == ENTRIES_AT_A_TIME);
        kept.put(id, ladder);
        return ladder;
    }
}
