package bout.store.match;

import bout.store.table.Condition;
import bout.store.table.Due;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The finished and failed matches with an unsent message: a webhook, or the result for a journal. */
public final class MatchOutbox {

    private final Table table;
    private final Clock clock;
    private final Due due;
    private final Matches matches;

    public MatchOutbox(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.due = new Due(table);
        this.matches = new Matches(table, clock, Duration.ZERO);
    }

    /**
     * The matches that ended more than a minute ago and whose webhooks are not known to be in their queue, oldest
     * first. The caller sends each and then calls {@link #webhookQueued}.
     */
    public List<String> unsentWebhooks(int most) {
        return ended(Due.Work.WEBHOOKS, most);
    }

    /**
     * The matches that were finished more than a minute ago and are not yet in the journals of their competitions, the
     * oldest first, without those that wait for another match on their board. The caller sends each to
     * {@code ResultQueue}.
     */
    public List<MatchRecord> unjournalled(int most) {
        List<MatchRecord> found = matches.find(ended(Due.Work.RESULTS, most));
        Set<String> waiting = matches.onOpenBoards(found);
        return found.stream().filter(match -> !waiting.contains(match.id())).toList();
    }

    private List<String> ended(Due.Work unsent, int most) {
        return due.until(unsent, clock.instant(), most).stream()
                .map(TableLayout::matchOf)
                .toList();
    }

    public void webhookQueued(String id) {
        // Refused if it was said before, by another sweeper or by this call, if its answer was lost, or if the match
        // was redriven meanwhile.
        StoredMatch.update(table, id)
                .when(Condition.equal(TableLayout.DUE, Due.Work.WEBHOOKS))
                .nothingDue()
                .write();
    }
}
