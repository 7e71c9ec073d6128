package bout.stack;

import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Reports each match that ends. Looks up the matches that the pollers received: a whole batch once the function is done
 * with it, and before that a few at a time. So a short match is reported while a long one in its batch goes on, and the
 * cost does not grow with the number of running matches.
 */
final class FinishedMatches implements QueuePoller.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedMatches.class);

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int LOOKED_UP_PER_INTERVAL = 4;

    /** How many matches to remember; redelivered messages arrive within minutes. */
    private static final int REMEMBERED = 10_000;

    private final Matches matches;
    private final Consumer<MatchRecord> listener;
    private final SequencedSet<String> playing = new LinkedHashSet<>();
    private final SequencedSet<String> done = new LinkedHashSet<>();
    private final SequencedSet<String> reported = new LinkedHashSet<>();
    private final Thread watch;
    private boolean stopping;

    FinishedMatches(Matches matches, Consumer<MatchRecord> listener) {
        this.matches = matches;
        this.listener = listener;
        this.watch = Thread.ofVirtual().name("finished-matches").unstarted(this::watch);
    }

    void start() {
        watch.start();
    }

    @Override
    public synchronized void taken(List<String> ids) {
        playing.addAll(ids);
        notifyAll();
    }

    @Override
    public synchronized void done(List<String> ids) {
        for (String id : ids) {
            // Only matches not reported while their batch was running.
            if (playing.remove(id)) {
                done.add(id);
            }
        }
        notifyAll();
    }

    private void watch() {
        try {
            for (List<String> ids = next(); !ids.isEmpty(); ids = next()) {
                for (String id : ids) {
                    lookUp(id);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for matches to look up. Empty = stop. */
    private synchronized List<String> next() throws InterruptedException {
        while (done.isEmpty() && !stopping) {
            if (playing.isEmpty()) {
                wait();
                continue;
            }
            wait(INTERVAL.toMillis());
            if (done.isEmpty() && !playing.isEmpty()) {
                return someOfThosePlaying();
            }
        }
        List<String> ids = new ArrayList<>(done);
        done.clear();
        return ids;
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

    private void lookUp(String id) {
        Optional<MatchRecord> found;
        try {
            found = matches.find(id);
        } catch (SdkException unreachable) {
            LOG.warn("Cannot look up the match {}", id, unreachable);
            return;
        }
        found.filter(match -> match.status() == Status.FINISHED || match.status() == Status.FAILED)
                .filter(match -> firstTime(id))
                .ifPresent(listener);
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
