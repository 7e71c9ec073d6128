package bout.chaos;

import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.store.table.Listing;
import bout.store.table.PageRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tracks the accepted matches. Keeps the record and the replay of each match as first seen after it ended; they must
 * not change afterwards. Reads the table and the bucket directly, without faults.
 */
final class MatchTracker {

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

    MatchTracker(Matches matches, Replays replays) {
        this.matches = matches;
        this.replays = replays;
    }

    synchronized void accepted(String id) {
        if (!ends.containsKey(id)) {
            pending.add(id);
        }
    }

    /** Finds matches that have ended since the last update. */
    void update() {
        Set<String> candidates;
        synchronized (this) {
            candidates = new HashSet<>(pending);
        }
        // Two lists exclude most matches that have not ended; check the rest one by one.
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

    /** The ids of matches that failed because of a server error. */
    synchronized List<String> failed() {
        return ends.values().stream()
                .map(End::match)
                .filter(match -> match.status() == Status.FAILED)
                .map(MatchRecord::id)
                .toList();
    }

    /** Forgets the outcomes of matches that are played again. */
    synchronized void reopen(List<String> ids) {
        ids.forEach(ends::remove);
        pending.addAll(ids);
    }

    synchronized int ended() {
        return ends.size();
    }

    /** The ids of matches that have not ended. */
    synchronized List<String> pending() {
        return pending.stream().sorted().toList();
    }

    /** By id. */
    synchronized Map<String, End> ends() {
        return new TreeMap<>(ends);
    }

    /** The open matches counted for an owner. */
    Set<String> openOf(String owner) {
        return matches.openOf(owner);
    }

    /** The current state of the match, if it exists. */
    Optional<End> find(String id) {
        return matches.find(id).map(match -> new End(match, replays.get(id).orElse(null)));
    }

    /** All matches with this status ({@code null} = any), by id. */
    Map<String, MatchRecord> list(Status status) {
        Map<String, MatchRecord> found = new TreeMap<>();
        String cursor = null;
        do {
            if (!(matches.list(new PageRequest<>(null, status, PageRequest.MAX_LIMIT, cursor))
                    instanceof Listing.Page<MatchRecord> page)) {
                throw new IllegalStateException("the store rejected its own cursor " + cursor);
            }
            page.items().forEach(match -> found.put(match.id(), match));
            cursor = page.cursor();
        } while (cursor != null);
        return found;
    }
}
