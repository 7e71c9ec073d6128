package bout.chaos;

import bout.chaos.MatchTracker.End;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.wire.ReplayFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the final content of the table and the bucket with the accepted matches. */
final class Inspection {

    private final MatchTracker tracker;
    private final WriteCounter writes;
    private final Map<String, List<String>> lost = new TreeMap<>();
    private final Map<String, List<String>> doubled = new TreeMap<>();
    private int finished;
    private int withFailedCalls;
    private int failed;
    private int confirmed;

    Inspection(MatchTracker tracker, WriteCounter writes) {
        this.tracker = tracker;
        this.writes = writes;
    }

    /**
     * @param accepted the ids of the accepted matches
     * @param owner the owner of the matches
     */
    Inspection of(List<String> accepted, String owner) {
        Map<String, MatchRecord> all = tracker.list(null);
        for (String id : accepted) {
            if (all.remove(id) == null) {
                add(lost, id, "missing from the list of matches");
            }
            inspect(id);
        }
        tracker.openOf(owner).forEach(id -> add(doubled, id, "ended, but still counts as open"));
        all.forEach((id, match) -> add(doubled, id, "nobody started it, or one request started it twice"));
        return this;
    }

    private void inspect(String id) {
        Optional<End> found = tracker.find(id);
        if (found.isEmpty()) {
            add(lost, id, "missing from the table");
            return;
        }
        End end = found.get();
        MatchRecord match = end.match();
        switch (match.status()) {
            case QUEUED, RUNNING ->
                add(
                        lost,
                        id,
                        "still " + match.status().code() + " at turn "
                                + match.progress().turn());
            case CANCELLED -> add(lost, id, "cancelled, which nobody asked for");
            case FAILED -> {
                failed++;
                add(
                        lost,
                        id,
                        "failed because of a server error: " + match.outcome().reason());
            }
            case FINISHED -> {
                finished++;
                withFailedCalls += match.outcome().failureCount() > 0 ? 1 : 0;
                compare(id, end);
            }
        }
    }

    private void compare(String id, End end) {
        End first = tracker.ends().get(id);
        if (first != null && !end.sameAs(first)) {
            add(doubled, id, "its record or replay changed after it finished");
        }
        if (writes.resultWrites(id) != 1) {
            add(doubled, id, "its result was written " + writes.resultWrites(id) + " times");
        }
        if (writes.replayWrites(id) != 1) {
            add(doubled, id, "its replay was stored " + writes.replayWrites(id) + " times");
        }
        if (end.replay() == null) {
            add(lost, id, "has no replay");
            return;
        }
        try {
            Replay replay = ReplayFile.read(end.replay());
            Game<?> game = Games.byId(replay.start().game()).orElseThrow();
            switch (replay.verify(game)) {
                case Replay.Differs differs -> add(lost, id, "its replay does not match its moves: " + differs.text());
                case Replay.Confirmed same -> {
                    MatchRecord match = end.match();
                    if (!same.result().equals(match.outcome().result())
                            || same.turns() != match.progress().turn()
                            || replay.calls().failures().size()
                                    != match.outcome().failureCount()) {
                        add(lost, id, "its replay and its record differ in the result, the turns or the failed calls");
                    } else {
                        confirmed++;
                    }
                }
            }
        } catch (ReplayFile.NotAReplay broken) {
            add(lost, id, "its replay cannot be read: " + broken.getMessage());
        }
    }

    private static void add(Map<String, List<String>> where, String id, String what) {
        where.computeIfAbsent(id, first -> new ArrayList<>()).add(what);
    }

    /** By id, why the match does not count as finished. */
    Map<String, List<String>> lost() {
        return lost;
    }

    /** By id, what happened more than once. */
    Map<String, List<String>> doubled() {
        return doubled;
    }

    int finished() {
        return finished;
    }

    /** Finished matches with failed calls. */
    int withFailedCalls() {
        return withFailedCalls;
    }

    /** Matches that failed because of a server error. */
    int failed() {
        return failed;
    }

    /** Finished matches whose replay gives the recorded result. */
    int confirmed() {
        return confirmed;
    }

    /** Matches still leased. */
    int leases() {
        return tracker.list(Status.RUNNING).size();
    }
}
