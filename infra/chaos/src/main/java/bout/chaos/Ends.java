package bout.chaos;

import bout.store.match.MatchQuery;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Replays;
import bout.store.match.Status;
import bout.store.table.Listing;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The accepted matches, and what each looked like when it was first seen finished: the record and the replay, which never
 * may change afterwards. Reads the table and the bucket behind all faults.
 */
final class Ends {

    /** @param replay the file's bytes, or {@code null} where there is none */
    record End(MatchRecord match, byte[] replay) {

        boolean sameAs(End other) {
            return match.equals(other.match) && Arrays.equals(replay, other.replay);
        }
    }

    private final Matches matches;
    private final Replays replays;
    private final Set<String> pending = new HashSet<>();
    private final Map<String, End> ends = new LinkedHashMap<>();

    Ends(Matches matches, Replays replays) {
        this.matches = matches;
        this.replays = replays;
    }

    synchronized void accepted(String id) {
        if (!ends.containsKey(id)) {
            pending.add(id);
        }
    }

    /** Looks which of those that are not over yet are now. */
    void look() {
        Set<String> candidates;
        synchronized (this) {
            candidates = new HashSet<>(pending);
        }
        // Two lists tell of most matches that they are not over; the others are asked for one by one.
        list(Status.QUEUED).keySet().forEach(candidates::remove);
        list(Status.RUNNING).keySet().forEach(candidates::remove);
        for (String id : candidates) {
            Optional<MatchRecord> found = matches.find(id)
                    .filter(match -> match.status() == Status.FINISHED || match.status() == Status.FAILED);
            if (found.isPresent()) {
                End end = new End(found.get(), replays.get(id).orElse(null));
                synchronized (this) {
                    pending.remove(id);
                    ends.put(id, end);
                }
            }
        }
    }

    /** The ids of matches that were given up for a reason of ours. */
    synchronized List<String> failed() {
        return ends.values().stream()
                .map(End::match)
                .filter(match -> match.status() == Status.FAILED)
                .map(MatchRecord::id)
                .toList();
    }

    /** Forgets the ends of matches that are to be played again. */
    synchronized void reopened(List<String> ids) {
        ids.forEach(ends::remove);
        pending.addAll(ids);
    }

    synchronized int over() {
        return ends.size();
    }

    /** The ids of matches that are not over. */
    synchronized List<String> pending() {
        return pending.stream().sorted().toList();
    }

    /** By id. */
    synchronized Map<String, End> ends() {
        return new TreeMap<>(ends);
    }

    /** The matches that count as open among those of an owner. */
    Set<String> openOf(String owner) {
        return matches.openOf(owner);
    }

    /** How the match looks now, if it is there. */
    Optional<End> now(String id) {
        return matches.find(id).map(match -> new End(match, replays.get(id).orElse(null)));
    }

    /** All matches of the table that have this status ({@code null} = any), by id. */
    Map<String, MatchRecord> list(Status status) {
        Map<String, MatchRecord> found = new TreeMap<>();
        String cursor = null;
        do {
            if (!(matches.list(new MatchQuery(null, status, MatchQuery.MAX_LIMIT, cursor))
                    instanceof Listing.Page<MatchRecord> page)) {
                throw new IllegalStateException("the ledger does not know its own cursor " + cursor);
            }
            page.items().forEach(match -> found.put(match.id(), match));
            cursor = page.cursor();
        } while (cursor != null);
        return found;
    }
}
