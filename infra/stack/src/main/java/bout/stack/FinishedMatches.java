package bout.stack;

import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.match.WaitingMatch;
import bout.store.table.Listing;
import bout.store.table.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Reports each match that ends. Looks up the matches that the pollers received: a whole batch once the function is done
 * with it, and before that a few at a time. So a short match is reported while a long one in its batch goes on, and the
 * cost does not grow with the number of running matches.
 *
 * <p>A runner also receives matches by itself, of which no poller knows, and may play them when those of its batch have
 * long been reported. So the newest matches are listed once a second while any batch is with a function, and once more
 * after the last one.
 */
final class FinishedMatches {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedMatches.class);

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int LOOKED_UP_PER_INTERVAL = 4;
    private static final Duration LISTED_EVERY = Duration.ofSeconds(1);

    /** How many matches to remember; redelivered messages arrive within minutes. */
    private static final int REMEMBERED = 10_000;

    private final Function<List<String>, List<MatchRecord>> find;
    private final Function<PageRequest<Status>, Listing<MatchRecord>> list;
    private final Consumer<MatchRecord> listener;
    private final SequencedSet<String> playing = new LinkedHashSet<>();
    private final SequencedSet<String> done = new LinkedHashSet<>();
    private final SequencedSet<String> reported = new LinkedHashSet<>();
    private final Thread watch;
    private final Instant startedAt = Instant.now();
    private long listedAt = System.nanoTime();
    private int batches;
    private boolean lastBatchDone;
    private boolean stopping;

    /**
     * @param find the matches with these ids, as {@link Matches#find(List)}
     * @param list a page of matches, as {@link Matches#list}
     */
    FinishedMatches(
            Function<List<String>, List<MatchRecord>> find,
            Function<PageRequest<Status>, Listing<MatchRecord>> list,
            Consumer<MatchRecord> listener) {
        this.find = find;
        this.list = list;
        this.listener = listener;
        this.watch = Thread.ofVirtual().name("finished-matches").unstarted(this::watch);
    }

    void start() {
        watch.start();
    }

    synchronized void taken(List<String> bodies) {
        batches++;
        bodies.forEach(body -> playing.add(WaitingMatch.read(body).id()));
        notifyAll();
    }

    synchronized void done(List<String> bodies) {
        batches--;
        lastBatchDone = batches == 0;
        for (String body : bodies) {
            String id = WaitingMatch.read(body).id();
            // Only matches not reported while their batch was running.
            if (playing.remove(id)) {
                done.add(id);
            }
        }
        notifyAll();
    }

    private void watch() {
        try {
            for (Optional<List<String>> ids = next(); ids.isPresent(); ids = next()) {
                lookUp(ids.get());
                if (lastBatchHasEnded() || System.nanoTime() - listedAt > LISTED_EVERY.toNanos()) {
                    listNewest();
                    listedAt = System.nanoTime();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the last batch has ended since this was asked. */
    private synchronized boolean lastBatchHasEnded() {
        boolean ended = lastBatchDone;
        lastBatchDone = false;
        return ended;
    }

    /** Finds matches that no poller has received. */
    private void listNewest() {
        try {
            List<String> running = page(Status.RUNNING, null).items().stream()
                    .map(MatchRecord::id)
                    .toList();
            synchronized (this) {
                running.stream().filter(id -> !reported.contains(id)).forEach(playing::add);
            }
            reportNewest(Status.FINISHED);
            reportNewest(Status.FAILED);
        } catch (SdkException unreachable) {
            LOG.warn("Cannot list matches", unreachable);
        }
    }

    /** Reports matches page by page, until a page has only those already reported, or older than this stack. */
    private void reportNewest(Status status) {
        String cursor = null;
        boolean anyNew;
        do {
            Listing.Page<MatchRecord> page = page(status, cursor);
            List<MatchRecord> unreported = page.items().stream()
                    .filter(match -> match.outcome().finishedAt().isAfter(startedAt))
                    .filter(match -> firstTime(match.id()))
                    .toList();
            unreported.forEach(listener);
            anyNew = !unreported.isEmpty();
            cursor = page.cursor();
        } while (anyNew && cursor != null);
    }

    private Listing.Page<MatchRecord> page(Status status, String cursor) {
        return list.apply(new PageRequest<>(null, status, PageRequest.MAX_LIMIT, cursor))
                        instanceof Listing.Page<MatchRecord> page
                ? page
                : new Listing.Page<>(List.of(), null);
    }

    /** Waits for matches to look up, or for the time to list them. Empty = stop. */
    private synchronized Optional<List<String>> next() throws InterruptedException {
        while (done.isEmpty() && !lastBatchDone) {
            if (stopping) {
                return Optional.empty();
            }
            if (batches == 0 && playing.isEmpty()) {
                wait();
                continue;
            }
            wait(INTERVAL.toMillis());
            if (done.isEmpty() && !stopping) {
                return Optional.of(someOfThosePlaying());
            }
        }
        List<String> ids = new ArrayList<>(done);
        done.clear();
        return Optional.of(ids);
    }

    /** The next few, in turn. */
    private List<String> someOfThosePlaying() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < Math.min(LOOKED_UP_PER_INTERVAL, playing.size()); i++) {
            String id = playing.removeFirst();
            playing.addLast(id);
            ids.add(id);
        }
        return ids;
    }

    /** One request for up to a hundred matches: one for each would be a sixth of all requests of a short match. */
    private void lookUp(List<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        List<MatchRecord> found;
        try {
            found = find.apply(ids);
        } catch (SdkException unreachable) {
            LOG.warn("Cannot look up {} matches", ids.size(), unreachable);
            return;
        }
        for (MatchRecord match : found) {
            if (match.status().over() && firstTime(match.id())) {
                listener.accept(match);
            }
        }
    }

    /**
     * Whether an ended match has not been reported yet. Its batch may have ended during the look-up, or a message may
     * be delivered again after its match ended.
     */
    private synchronized boolean firstTime(String id) {
        playing.remove(id);
        done.remove(id);
        boolean first = reported.add(id);
        if (reported.size() > REMEMBERED) {
            reported.removeFirst();
        }
        return first;
    }

    /** Looks up the matches of finished batches, then stops. */
    void stop(Duration timeout) throws InterruptedException {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        watch.join(timeout);
    }
}
