package bout.store.match;

import bout.store.match.StoredMatch.MatchIndex;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import bout.table.Condition;
import bout.table.Table;
import bout.table.TableLayout;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** All matches, also those that only their owners may see, for those who have to look at each. */
public final class AllMatches {

    private final Table table;
    private final MatchIndex index;
    private final Runners runners;

    public AllMatches(Table table, Clock clock) {
        this.table = table;
        this.index = new MatchIndex(table);
        this.runners = new Runners(table, clock);
    }

    /** A page of the matches of a game that have a status, newest first. @param behind only ids before this one */
    public List<MatchRecord> page(String game, Status status, String behind, int most) {
        List<StoredMatch> found = status != Status.RUNNING
                ? index.newest(game, status, behind, most)
                : runners.all().stream()
                        .map(RunnerRecord::id)
                        .flatMap(runner -> index.newestOf(runner, Set.of(game), behind, most).stream())
                        .sorted(Comparator.comparing(StoredMatch::id).reversed())
                        .limit(most)
                        .toList();
        return found.stream().map(StoredMatch::match).toList();
    }

    /** Replaces the names in a match that is over. Has no effect if it was put back meanwhile. */
    public void rename(MatchRecord before, MatchRecord after) {
        StoredMatch.update(table, before.id())
                .when(Condition.equal(TableLayout.STATUS, before.status()))
                .change(before, after)
                .write();
    }
}
