package bout.simulation;

import bout.telemetry.LogProvider;
import bout.telemetry.Machine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs threads of simulated processes one at a time, in an order that a seed decides, and with a clock of its own.
 *
 * <p>An actor is such a thread: a virtual one with ordinary blocking code. It hands over at each {@link Actor#step},
 * before and after whatever others may see: there, any other actor may go on, time may pass, and its process may be
 * suspended or killed. The clock jumps to the next event when all actors sleep, so a simulated hour takes no time.
 */
final class Scheduler {

    /**
     * Thrown into the threads of a process that is killed. An error, and thrown again at each further step: so code
     * that catches it does nothing that others see.
     */
    static final class Killed extends Error {
        private static final Killed KILLED = new Killed();

        private Killed() {
            super("killed by the simulation", null, false, false);
        }
    }

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration BUSY = Duration.ofMinutes(30);

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
    private Outside.Receiver receiver;

    /**
     * @param maxSteps a run that takes more steps fails: something goes on forever
     * @param trace receives a line for each step, or {@code null}
     */
    Scheduler(long seed, int maxSteps, Consumer<String> trace) {
        this.random = new SplittableRandom(seed);
        this.maxSteps = maxSteps;
        this.trace = trace;
    }

    /** A simulated process on a machine of its own, with a clock that may be wrong. */
    final class Process {

        final String name;
        final boolean mortal;
        private final boolean background;
        private final Clock clock;
        private long suspendedUntil;
        boolean killed;

        /**
         * @param mortal whether it may be killed
         * @param background whether the run may end while this process still works
         */
        Process(String name, Duration skew, boolean mortal, boolean background) {
            this.name = name;
            this.mortal = mortal;
            this.background = background;
            InstantSource wrong = () -> now().plus(skew);
            this.clock = wrong.withZone(ZoneOffset.UTC);
        }

        /** Ends all its threads at their next steps, whatever they are doing. */
        void kill() {
            killed = true;
        }

        /** Stops all its threads for a time, as if the machine was suspended. */
        void suspend(Duration time) {
            suspendedUntil = millis + time.toMillis();
        }

        Actor start(Consumer<Actor> body) {
            Actor actor = new Actor(this, body);
            actors.add(actor);
            return actor;
        }
    }

    /** A thread of a simulated process. */
    final class Actor implements Machine {

        final Process process;
        private final Consumer<Actor> body;
        private Thread thread;
        private long wakeAt;
        private boolean ended;
        private Actor awaitsEnd;

        /** The event that this thread waits for; {@code null} when it is so. */
        private BooleanSupplier awaited;

        private volatile boolean turn;

        private Actor(Process process, Consumer<Actor> body) {
            this.process = process;
            this.body = body;
        }

        Outside.Receiver receiver() {
            return receiver;
        }

        @Override
        public Clock clock() {
            return process.clock;
        }

        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(millis);
        }

        /** Lets time pass, and often others go on. */
        void step(Supplier<String> what) {
            if (process.killed || over) {
                throw Killed.KILLED;
            }
            trace(what);
            // Each change of threads takes as long as a call.
            if (random.nextBoolean()) {
                handOver();
            } else {
                steps++;
                millis += random.nextInt(STEP_MILLIS);
            }
        }

        private void trace(Supplier<String> what) {
            if (trace != null) {
                trace.accept(String.format("%9d ms  %-13s %s", millis, process.name, what.get()));
            }
        }

        void sleep(Duration time) {
            pause(time.toMillis());
        }

        @Override
        public void pause(long milliseconds) {
            sleepUntil(millis + milliseconds);
        }

        /** Sleeps until that time of the simulation, or until it is woken before. */
        void sleepUntil(long time) {
            wakeAt = time;
            handOver();
        }

        /** Ends its sleep at that time of the simulation, or before. */
        void wakeAt(long time) {
            wakeAt = Math.min(wakeAt, time);
        }

        /** Waits until another actor has ended. */
        void join(Actor other) {
            other.awaitsEnd = this;
            while (!other.ended) {
                sleepUntil(Long.MAX_VALUE);
            }
        }

        @Override
        public boolean await(Object lock, BooleanSupplier condition, long nanoseconds) {
            awaited = () -> {
                synchronized (lock) {
                    return condition.getAsBoolean();
                }
            };
            look();
            if (awaited != null && nanoseconds > 0) {
                sleepUntil(millis + 1 + TimeUnit.NANOSECONDS.toMillis(nanoseconds));
                look();
            }
            boolean so = awaited == null;
            awaited = null;
            return so;
        }

        private void look() {
            if (awaited != null && awaited.getAsBoolean()) {
                awaited = null;
                wakeAt(millis);
            }
        }

        /** Only threads of this process can have changed what others of it wait for. */
        private void othersLook() {
            for (Actor other : actors) {
                if (other.process == process && other != this) {
                    other.look();
                }
            }
        }

        @Override
        public void start(Runnable work) {
            process.start(self -> work.run());
        }

        @Override
        public int random(int bound) {
            return random.nextInt(bound);
        }

        @Override
        public UUID randomId() {
            return new UUID(random.nextLong(), random.nextLong());
        }

        @Override
        public boolean parallel() {
            return false;
        }

        private boolean awake() {
            return process.killed || wakesAt() <= millis;
        }

        private long wakesAt() {
            return Math.max(wakeAt, process.suspendedUntil);
        }

        private void handOver() {
            othersLook();
            Actor next = choose();
            if (next != this && next != null) {
                wake(next);
                while (!turn) {
                    LockSupport.park(this);
                }
            }
            turn = false;
            if (process.killed || over) {
                throw Killed.KILLED;
            }
        }

        private void run() {
            turn = false;
            try {
                if (!process.killed && !over) {
                    ScopedValue.where(Machine.SIMULATED, this)
                            .where(
                                    LogProvider.SIMULATED,
                                    entry -> trace(() -> String.join(
                                            " ", entry.get().lines().limit(2).toList())))
                            .run(() -> {
                                body.accept(this);
                                othersLook();
                            });
                }
            } catch (Killed killedNow) {
                if (!over) {
                    trace(() -> "is killed");
                }
            } catch (Throwable thrown) {
                fail(thrown);
            }
            ended = true;
            actors.remove(this);
            if (awaitsEnd != null) {
                awaitsEnd.wakeAt(millis);
            }
            Actor next = choose();
            if (next != null) {
                wake(next);
            } else {
                endNext();
            }
        }
    }

    void receiver(Outside.Receiver webhooks) {
        receiver = webhooks;
    }

    /** The true time. */
    Instant now() {
        return START.plusMillis(millis);
    }

    /** Whether it is so early that more than what takes hours may be left. */
    boolean busy() {
        return millis < BUSY.toMillis();
    }

    /** The true time since the start, in milliseconds. */
    long millis() {
        return millis;
    }

    Actor current() {
        return current;
    }

    SplittableRandom random() {
        return random;
    }

    int steps() {
        return steps;
    }

    /** Ends the run with this failure; the caller must end as well. */
    Killed fail(Throwable thrown) {
        if (failure == null && !(thrown instanceof Killed)) {
            failure = thrown;
        }
        over = true;
        return Killed.KILLED;
    }

    /**
     * Runs until all processes have ended but those in the background.
     *
     * @return what an actor threw, or {@code null}
     */
    Throwable run() {
        wake(choose());
        while (!allEnded) {
            LockSupport.park(this);
        }
        return failure;
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
        for (Actor actor : List.copyOf(actors)) {
            if (actor.thread != null) {
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
            foreground |= !actor.process.background;
            if (actor.awake()) {
                awake++;
            } else if (earliest == null || actor.wakesAt() < earliest.wakesAt()) {
                earliest = actor;
            }
        }
        if (!foreground) {
            over = true;
            return null;
        }
        if (awake == 0) {
            millis = earliest.wakesAt();
            return earliest;
        }
        int chosen = random.nextInt(awake);
        for (Actor actor : actors) {
            if (actor.awake() && chosen-- == 0) {
                return actor;
            }
        }
        throw new IllegalStateException("no actor was chosen");
    }
}
