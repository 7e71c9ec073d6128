package bout.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
public final class TestClock extends Clock {

    private final AtomicReference<Instant> now;

    public TestClock(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    public void forward(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    public void forwardMillis(long millis) {
        forward(Duration.ofMillis(millis));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("nobody asks for a local time");
    }
}
