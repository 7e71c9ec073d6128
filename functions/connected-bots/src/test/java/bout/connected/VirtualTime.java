package bout.connected;

import bout.telemetry.Machine;
import java.time.Clock;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A machine for one thread, whose time passes when that waits. Nothing that is started runs. */
final class VirtualTime implements Machine {

    private record Event(long at, Runnable action) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>((one, other) -> Long.compare(one.at, other.at));
    private long now;

    void after(Duration time, Runnable action) {
        events.add(new Event(now + time.toNanos(), action));
    }

    Duration passed() {
        return Duration.ofNanos(now);
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void pause(long milliseconds) {
        await(this, () -> false, milliseconds * 1_000_000);
    }

    /** From one event to the next. */
    @Override
    public boolean await(Object lock, BooleanSupplier condition, long nanoseconds) {
        long end = now + nanoseconds;
        while (!condition.getAsBoolean()) {
            if (now >= end) {
                return false;
            }
            if (events.isEmpty() || events.peek().at > end) {
                now = end;
            } else {
                Event next = events.remove();
                now = next.at;
                next.action.run();
            }
        }
        return true;
    }

    @Override
    public void start(Runnable work) {}

    @Override
    public int random(int bound) {
        return 0;
    }

    @Override
    public UUID randomId() {
        return new UUID(0, 0);
    }

    @Override
    public boolean parallel() {
        return false;
    }
}
