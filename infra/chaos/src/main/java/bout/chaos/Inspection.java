package bout.chaos;

import bout.chaos.Ends.End;
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

/** Holds what is in the table and the bucket in the end against what was accepted. */
final class Inspection {

    private final Ends ends;
    private final Writes writes;
    private final Map<String, List<String>> lost = new TreeMap<>();
    private final Map<String, List<String>> doubled = new TreeMap<>();
    private int finished;
    private int withFailedCalls;
    private int failed;
    private int confirmed;

    Inspection(Ends ends, Writes writes) {
        this.ends = ends;
        this.writes = writes;
    }

    /**
     * @param accepted the ids of the accepted matches
     * @param owner whose they are
     */
    Inspection of(List<String> accepted, String owner) {
        Map<String, MatchRecord> all = ends.list(null);
        for (String id : accepted) {
            if (all.remove(id) == null) {
                wrong(lost, id, "it is in no list");
            }
            inspect(id);
        }
        ends.openOf(owner).forEach(id -> wrong(doubled, id, "it is over, and still counts as open"));
        all.forEach((id, match) -> wrong(doubled, id, "nobody posted it, or its post was accepted twice"));
        return this;
    }

    private void inspect(String id) {
        Optional<End> found = ends.now(id);
        if (found.isEmpty()) {
            wrong(lost, id, "it is not in the table");
            return;
        }
        End end = found.get();
        MatchRecord match = end.match();
        switch (match.status()) {
            case QUEUED, RUNNING ->
                wrong(
                        lost,
                        id,
                        "it is " + match.status().code() + " at turn "
                                + match.progress().turn());
            case FAILED -> {
                failed++;
                wrong(
                        lost,
                        id,
                        "it failed for a reason of ours: " + match.outcome().reason());
            }
            case FINISHED -> {
                finished++;
                withFailedCalls += match.outcome().failureCount() > 0 ? 1 : 0;
                compare(id, end);
            }
        }
    }

    private void compare(String id, End end) {
        End first = ends.ends().get(id);
        if (first != null && !end.sameAs(first)) {
            wrong(doubled, id, "its record or replay changed after it was finished");
        }
        if (writes.ofResult(id) != 1) {
            wrong(doubled, id, "its result was written " + writes.ofResult(id) + " times");
        }
        if (writes.ofReplay(id) != 1) {
            wrong(doubled, id, "its replay was stored " + writes.ofReplay(id) + " times");
        }
        if (end.replay() == null) {
            wrong(lost, id, "it has no replay");
            return;
        }
        try {
            Replay replay = ReplayFile.read(end.replay());
            Game<?, ?> game = Games.byId(replay.start().game()).orElseThrow();
            switch (replay.verify(game)) {
                case Replay.Differs differs -> wrong(lost, id, "its replay differs from its moves: " + differs.text());
                case Replay.Confirmed same -> {
                    MatchRecord match = end.match();
                    if (!same.result().equals(match.outcome().result())
                            || same.turns() != match.progress().turn()
                            || replay.calls().failures().size()
                                    != match.outcome().failureCount()) {
                        wrong(lost, id, "its replay says another result, turn or number of failures than its record");
                    } else {
                        confirmed++;
                    }
                }
            }
        } catch (ReplayFile.NotAReplay broken) {
            wrong(lost, id, "its replay cannot be read: " + broken.getMessage());
        }
    }

    private static void wrong(Map<String, List<String>> where, String id, String what) {
        where.computeIfAbsent(id, first -> new ArrayList<>()).add(what);
    }

    /** By id, why the match does not count as finished once and for all. */
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

    /** Of the finished, those in which calls of bots failed. */
    int withFailedCalls() {
        return withFailedCalls;
    }

    /** Failed for a reason of ours. */
    int failed() {
        return failed;
    }

    /** Finished ones whose replay gives the result of the record when it is played again. */
    int confirmed() {
        return confirmed;
    }

    /** Matches whose lease nobody gave back. */
    int leases() {
        return ends.list(Status.RUNNING).size();
    }
}
