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
 * Tells of each match that ends. It looks up the matches that the pollers took: all of a batch when the function is done
 * with it, and until then a few at a time, so that a short match is told of while a long one in its batch goes on, at a
 * cost that does not grow with the matches under way.
 */
final class FinishedMatches implements QueuePoller.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedMatches.class);

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int LOOKED_UP_PER_INTERVAL = 4;

    /** How many matches back; messages are delivered again within minutes. */
    private static final int REMEMBERED = 10_000;

    private final Matches matches;
    private final Consumer<MatchRecord> listener;
    private final SequencedSet<String> playing = new LinkedHashSet<>();
    private final SequencedSet<String> done = new LinkedHashSet<>();
    private final SequencedSet<String> told = new LinkedHashSet<>();
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
            // Only what was not told of while its batch went on.
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

    /** What to look up now; waits until there is something. Empty = it is over. */
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
            LOG.warn("the match {} could not be looked up", id, unreachable);
            return;
        }
        found.filter(match -> match.status() == Status.FINISHED || match.status() == Status.FAILED)
                .filter(match -> firstTime(id))
                .ifPresent(listener);
    }

    /**
     * Whether a match that is over has not been told of. It may have been: its batch may have ended while it was looked
     * up, and a message may be delivered again after its match is over.
     */
    private synchronized boolean firstTime(String id) {
        playing.remove(id);
        done.remove(id);
        boolean first = told.add(id);
        if (told.size() > REMEMBERED) {
            told.removeFirst();
        }
        return first;
    }

    /** Looks up what is done, and ends. */
    void stop(Duration patience) throws InterruptedException {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        watch.join(patience);
    }
}
