package bout.runner;

import bout.engine.Call;
import bout.engine.Match;
import bout.engine.Replay;
import bout.store.match.LiveReplays;
import bout.telemetry.MatchLog;
import bout.wire.ReplayFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Shows a match to those who watch it while it is played: writes its moves so far to the bucket, at most once in an
 * interval and only when there are new ones.
 *
 * <p>The thread that plays only hands over what each turn adds; a thread of this object's own, which is started when the
 * match is first watched, makes the document and waits for S3. So a bucket that is slow or out of reach delays nothing. A
 * match that nobody watches costs a look at a field for each turn.
 */
final class Broadcast implements AutoCloseable {

    /** Short enough to follow a match by, long enough for what a PUT to S3 costs. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    /** Before the first turn was handed over, and before the first document was written. */
    private static final int NOTHING = -1;

    private final LiveReplays live;
    private final String id;
    private final List<Replay.Player> players;
    private final Duration interval;
    private final MatchLog log;
    private volatile boolean watched;

    // All below is read and written under the lock of this object.

    /** A copy, because the match belongs to the thread that plays it. */
    private final List<Call> calls = new ArrayList<>();

    /** What it started from never changes, so any thread may read that of it. */
    private Match<?, ?> match;

    private int turn = NOTHING;
    private int writtenTurn = NOTHING;
    private boolean writing;

    /** Whether the last write failed. */
    private boolean failing;

    private boolean closed;

    Broadcast(
            LiveReplays live,
            String id,
            List<Replay.Player> players,
            boolean watched,
            Duration interval,
            MatchLog log) {
        this.live = live;
        this.id = id;
        this.players = List.copyOf(players);
        this.watched = watched;
        this.interval = interval;
        this.log = log;
    }

    /** Says whether somebody watches the match; from the next turn on that counts. */
    void watched(boolean now) {
        watched = now;
    }

    /** Called on the thread that plays, before the first turn and after each. */
    void show(Match<?, ?> played) {
        // Of a match that is over there will be a replay in a moment.
        if (watched && !played.over()) {
            handOver(played);
        }
    }

    private synchronized void handOver(Match<?, ?> played) {
        if (closed) {
            return;
        }
        match = played;
        turn = played.turn();
        List<Call> all = played.calls();
        // Also those from before anybody watched.
        calls.addAll(all.subList(calls.size(), all.size()));
        if (!writing) {
            writing = true;
            // No virtual thread: to pack a match of 10,000 turns takes tens of milliseconds, in which bots' answers
            // would
            // wait to be read where there are no more processors than one.
            Thread.ofPlatform().daemon().name("broadcast-" + id).start(this::write);
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

    /** A match as it was at a moment. */
    private record Shot(Match<?, ?> match, List<Call> calls, int turn, long takenAt) {}

    /**
     * Waits until there is something new to write, and the time to write it has come.
     *
     * @param notBefore on the clock of {@link System#nanoTime}; 0 = at once
     * @return {@code null} when nothing more is to be written
     */
    private synchronized Shot next(long notBefore) throws InterruptedException {
        while (!closed) {
            if (turn == writtenTurn) {
                wait();
                continue;
            }
            long now = System.nanoTime();
            long early = notBefore == 0 ? 0 : notBefore - now;
            if (early <= 0) {
                return new Shot(match, List.copyOf(calls), turn, now);
            }
            TimeUnit.NANOSECONDS.timedWait(this, early);
        }
        return null;
    }

    private void put(Shot shot) {
        try {
            live.put(id, ReplayFile.write(Replay.soFar(shot.match, shot.calls, players)));
            written(shot.turn);
        } catch (SdkException unreachable) {
            if (failsAnew()) {
                log.at(Level.WARN, shot.turn)
                        .setCause(unreachable)
                        .log("Those who watch the match do not see it; trying again each second");
            }
        }
    }

    private synchronized void written(int shown) {
        writtenTurn = shown;
        failing = false;
    }

    /** One entry in the log for any number of failures in a row. */
    private synchronized boolean failsAnew() {
        boolean anew = !failing;
        failing = true;
        return anew;
    }

    /** Writes nothing more, but for what is on its way to S3 already. Does not wait for that. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
