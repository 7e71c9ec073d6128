package bout.runner;

import bout.engine.Call;
import bout.engine.Match;
import bout.engine.Replay;
import bout.store.replay.LiveReplays;
import bout.telemetry.MatchLog;
import bout.wire.ReplayFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Publishes the live replay of a match while someone watches it: writes the moves so far to the bucket, at most once
 * per interval and only when there are new ones. It may lag behind the match by a fixed time.
 *
 * <p>The thread that plays the match only passes on what each turn adds. A separate thread, started when someone first
 * watches the match, builds the document and waits for S3, so a slow or unreachable bucket delays nothing. A match
 * without spectators costs one field read per turn.
 */
final class Broadcast implements AutoCloseable {

    /** Short enough to follow a match, long enough to limit the cost of the PUT requests. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The turn before the first one was written. */
    private static final int NOTHING = -1;

    private final LiveReplays live;
    private final String name;
    private final List<Replay.Player> players;
    private final Duration interval;
    private final Lag lag;
    private final MatchLog log;
    private volatile boolean watched;

    // Everything below is guarded by the lock of this object.

    /** A copy, because only the thread that plays the match may read its calls. */
    private final List<Call> calls = new ArrayList<>();

    /** Only its start is read here, which never changes. */
    private Match<?> match;

    private int writtenTurn = NOTHING;
    private boolean writing;

    private boolean failing;

    private boolean closed;

    Broadcast(
            LiveReplays live,
            String name,
            List<Replay.Player> players,
            boolean watched,
            Duration interval,
            Duration lag,
            MatchLog log) {
        this.live = live;
        this.name = name;
        this.players = List.copyOf(players);
        this.watched = watched;
        this.interval = interval;
        this.lag = new Lag(lag);
        this.log = log;
    }

    void watched(boolean now) {
        watched = now;
    }

    /** Called before the first turn and after each turn, on the thread that plays the match. */
    void show(Match<?> played) {
        // A finished match is about to get its full replay.
        if (played.over()) {
            return;
        }
        // With a lag, a later spectator wants to see what had happened by then. Without one, a match without spectators
        // is spared the lock.
        if (watched || !lag.none()) {
            note(played);
        }
    }

    private synchronized void note(Match<?> played) {
        lag.note(played.turn(), played.calls().size(), System.nanoTime());
        if (!watched || closed) {
            return;
        }
        match = played;
        List<Call> all = played.calls();
        // Includes the calls from before anyone watched.
        calls.addAll(all.subList(calls.size(), all.size()));
        if (!writing) {
            writing = true;
            // Not a virtual thread: building the document of a 10,000-turn match takes tens of milliseconds, during
            // which bots' answers would wait to be read on a machine with one processor.
            Thread.ofPlatform().daemon().name("broadcast-" + name).start(this::write);
        }
        notifyAll();
    }

    private void write() {
        try {
            for (Shot shot = next(0); shot != null; shot = next(shot.takenAt + interval.toNanos())) {
                put(shot);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private record Shot(Match<?> match, List<Call> calls, int turn, long takenAt) {}

    /**
     * Waits until there is something new to write and the interval has passed.
     *
     * @param notBefore on the clock of {@link System#nanoTime}; 0 = at once
     * @return {@code null} if there is nothing more to write
     */
    private synchronized Shot next(long notBefore) throws InterruptedException {
        while (!closed) {
            long now = System.nanoTime();
            Lag.Mark shown = shown(now);
            if (shown.turn() == writtenTurn) {
                long next = lag.untilNext(now);
                if (next == Long.MAX_VALUE) {
                    wait();
                } else {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(next, 1));
                }
                continue;
            }
            long early = notBefore == 0 ? 0 : notBefore - now;
            if (early <= 0) {
                return new Shot(match, List.copyOf(calls.subList(0, shown.calls())), shown.turn(), now);
            }
            TimeUnit.NANOSECONDS.timedWait(this, early);
        }
        return null;
    }

    /** Up to where the match may be shown. */
    private Lag.Mark shown(long now) {
        return lag.shown(now, calls.size()).orElse(new Lag.Mark(writtenTurn, 0, now));
    }

    private void put(Shot shot) {
        try {
            live.put(name, ReplayFile.write(Replay.soFar(shot.match, shot.calls, players)));
            written(shot.turn);
        } catch (SdkException unreachable) {
            if (firstFailure()) {
                log.at(Level.WARN, shot.turn)
                        .setCause(unreachable)
                        .log("Could not publish the live replay; retrying every second");
            }
        }
    }

    private synchronized void written(int shown) {
        writtenTurn = shown;
        failing = false;
    }

    /** Returns true only for the first of several failures in a row, so that they are logged once. */
    private synchronized boolean firstFailure() {
        boolean first = !failing;
        failing = true;
        return first;
    }

    /** Stops writing. A write that has already started may still finish; this method does not wait for it. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
