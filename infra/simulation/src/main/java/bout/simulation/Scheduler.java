package bout.simulation;

import bout.store.table.Machine;
import bout.telemetry.LogProvider;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs actors one at a time, in an order that a seed decides, and with a clock of its own.
 *
 * <p>An actor is a virtual thread with ordinary blocking code. It hands over at each {@link #step}, before and after
 * whatever others may see: there, any other actor may go on, time may pass, and the actor may be paused for long or be
 * killed. The clock jumps to the next event when all actors sleep, so a simulated hour takes no time.
 */
public final class Scheduler {

    /** Thrown into an actor that is killed. An error, so that code that handles exceptions does not handle it. */
    static final class Killed extends Error {
        private static final Killed KILLED = new Killed();

        private Killed() {
            super("killed by the simulation", null, false, false);
        }
    }

    /** An actor's code. */
    @FunctionalInterface
    interface Body {
        void run(Actor self) throws InterruptedException;
    }

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Time that passes from one step to the next, at most, in milliseconds. */
    private static final int STEP_MILLIS = 40;

    private final SplittableRandom random;
    private final int maxSteps;
    private final List<Actor> actors = new ArrayList<>();
    private final Consumer<String> trace;
    private final Thread main = Thread.currentThread();
    private long millis;
    private int steps;
    private Actor current;
    private boolean over;
    private volatile boolean allEnded;
    private Throwable failure;

    /**
     * @param maxSteps a run that takes more steps fails: something goes on for ever
     * @param trace receives a line for each step, or {@code null}
     */
    Scheduler(long seed, int maxSteps, Consumer<String> trace) {
        this.random = new SplittableRandom(seed);
        this.maxSteps = maxSteps;
        this.trace = trace;
    }

    /** A simulated process, with a clock that may be wrong. */
    final class Actor implements Machine {

        private final String name;
        private final Duration skew;
        private final Body body;
        private final boolean background;
        private Thread thread;
        private long wakeAt;
        private boolean killed;
        private boolean ended;
        private volatile boolean turn;

        private Actor(String name, Duration skew, boolean background, Body body) {
            this.name = name;
            this.skew = skew;
            this.background = background;
            this.body = body;
        }

        /** The time as this actor's machine tells it. */
        @Override
        public Clock clock() {
            return new Clock() {
                @Override
                public Instant instant() {
                    return now().plus(skew);
                }

                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    throw new UnsupportedOperationException("a simulated clock has no zones");
                }
            };
        }

        /** Lets others go on, and perhaps time pass. */
        void step(Supplier<String> what) {
            if (killed) {
                throw Killed.KILLED;
            }
            trace(what);
            handOver();
        }

        private void trace(Supplier<String> what) {
            if (trace != null) {
                trace.accept(String.format("%8d ms  %-10s %s", millis, name, what.get()));
            }
        }

        /** Sleeps for a time of the simulation. */
        void sleep(Duration time) {
            wakeAt = millis + time.toMillis();
            handOver();
        }

        /** Sleeps until somebody calls {@link #wakeAt}. */
        void sleepUntilWoken() {
            wakeAt = Long.MAX_VALUE;
            handOver();
        }

        /** Ends its sleep at that time of the simulation, or before. */
        void wakeAt(long time) {
            wakeAt = Math.min(wakeAt, time);
        }

        @Override
        public void pause(long milliseconds) {
            sleep(Duration.ofMillis(milliseconds));
        }

        @Override
        public int random(int bound) {
            return random.nextInt(bound);
        }

        @Override
        public boolean parallel() {
            return false;
        }

        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(millis);
        }

        @Override
        public void await(Object lock, long nanoseconds) {
            throw new UnsupportedOperationException("an actor is one thread");
        }

        @Override
        public void start(Runnable work) {
            throw new UnsupportedOperationException("an actor is one thread");
        }

        @Override
        public UUID randomId() {
            return new UUID(random.nextLong(), random.nextLong());
        }

        /** Ends this actor at its next step, whatever it is doing. */
        void kill() {
            killed = true;
            wakeAt = 0;
        }

        private void handOver() {
            Actor next = choose();
            if (next != this && next != null) {
                wake(next);
                while (!turn) {
                    LockSupport.park(this);
                }
            }
            turn = false;
            if (killed || over) {
                throw Killed.KILLED;
            }
        }

        private void run() {
            turn = false;
            try {
                if (!killed && !over) {
                    ScopedValue.where(Machine.SIMULATED, this)
                            .where(LogProvider.SIMULATED, this::trace)
                            .call(() -> {
                                body.run(this);
                                return null;
                            });
                }
            } catch (Killed killedNow) {
                if (trace != null && !over) {
                    trace.accept(String.format("%8d ms  %-10s is killed", millis, name));
                }
            } catch (Throwable thrown) {
                fail(thrown);
            }
            ended = true;
            Actor next = choose();
            if (next != null) {
                wake(next);
            } else {
                endNext();
            }
        }
    }

    /** The true time. */
    Instant now() {
        return START.plusMillis(millis);
    }

    /** The true time since the start, in milliseconds. */
    long millis() {
        return millis;
    }

    /** Who is running. */
    Actor current() {
        return current;
    }

    SplittableRandom random() {
        return random;
    }

    int steps() {
        return steps;
    }

    /**
     * Adds an actor.
     *
     * @param background whether the run may end while this actor still works
     */
    Actor start(String name, Duration skew, boolean background, Body body) {
        Actor actor = new Actor(name, skew, background, body);
        actors.add(actor);
        return actor;
    }

    /** Ends the run with this failure. */
    void fail(Throwable thrown) {
        if (failure == null && !(thrown instanceof Killed)) {
            failure = thrown;
        }
        over = true;
    }

    /**
     * Runs until all actors have ended but those in the background.
     *
     * @throws Throwable what an actor threw
     */
    void run() throws Throwable {
        wake(choose());
        while (!allEnded) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void wake(Actor next) {
        current = next;
        next.turn = true;
        if (next.thread == null) {
            // Others may wake it as soon as it runs.
            next.thread = Thread.ofVirtual().unstarted(next::run);
            next.thread.start();
        } else {
            LockSupport.unpark(next.thread);
        }
    }

    /** One after the other, each ends at the step where it waits; one whose turn never came has nothing to end. */
    private void endNext() {
        for (Actor actor : actors) {
            if (!actor.ended && actor.thread != null) {
                wake(actor);
                return;
            }
        }
        allEnded = true;
        LockSupport.unpark(main);
    }

    /** Who goes on: a random one of those that are awake, or the one that wakes first; {@code null} at the end. */
    private Actor choose() {
        if (over) {
            return null;
        }
        if (++steps > maxSteps) {
            fail(new AssertionError("the run did not end within " + maxSteps + " steps"));
            return null;
        }
        millis += random.nextInt(STEP_MILLIS);
        int awake = 0;
        Actor earliest = null;
        boolean foreground = false;
        for (Actor actor : actors) {
            if (!actor.ended) {
                foreground |= !actor.background;
                if (actor.wakeAt <= millis) {
                    awake++;
                } else if (earliest == null || actor.wakeAt < earliest.wakeAt) {
                    earliest = actor;
                }
            }
        }
        if (!foreground) {
            over = true;
            return null;
        }
        if (awake == 0) {
            millis = earliest.wakeAt;
            return earliest;
        }
        int chosen = random.nextInt(awake);
        for (Actor actor : actors) {
            if (!actor.ended && actor.wakeAt <= millis && chosen-- == 0) {
                return actor;
            }
        }
        throw new IllegalStateException("no actor was chosen");
    }
}
