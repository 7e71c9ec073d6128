package bout.standings.update;

import bout.engine.Plain;
import bout.standings.ladder.Ladder;
import bout.standings.ladder.LadderSnapshot;
import bout.store.journal.JournalEntry;
import bout.store.journal.Journals;
import bout.store.journal.LadderSnapshots;
import bout.store.match.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The ladders as their journals say now: from the last snapshot, and from what was read before by the same object, on.
 *
 * <p>Safe for use by several threads, but not for the same game at once.
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

    /** The game's ladder with all entries that its journal has at this moment. */
    public Ladder read(String game) {
        return read(game, (ladder, start) -> {});
    }

    /**
     * The same.
     *
     * @param part is told of the ladder after each thousand entries and at the end, and which sequence number the ladder had
     *     where reading began
     */
    Ladder read(String game, BiConsumer<Ladder, Long> part) {
        // Taken out, and put back only after all went well: a ladder that took half of an entry is none.
        Ladder known = kept.remove(game);
        Ladder ladder = known != null ? known : stored(game).orElseGet(() -> new Ladder(game));
        long start = ladder.sequence();
        List<JournalEntry> entries;
        do {
            entries = journals.read(new Subject.Ladder(game), ladder.sequence(), ENTRIES_AT_A_TIME);
            entries.forEach(ladder::add);
            part.accept(ladder, start);
        } while (entries.size() == ENTRIES_AT_A_TIME);
        kept.put(game, ladder);
        return ladder;
    }

    private Optional<Ladder> stored(String game) {
        return snapshots.latest(game).map((Plain plain) -> LadderSnapshot.read(plain));
    }
}
