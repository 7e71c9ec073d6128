package bout.stack;

import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Throttle;
import bout.cloud.template.Application.Throttles;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * API Gateway's throttles: a token bucket for each route, filled at the route's rate, which holds at most its burst. A
 * route without settings of its own has the default's, in a bucket of its own.
 */
final class RouteThrottles {

    static final RouteThrottles NONE = new RouteThrottles(route -> Optional.empty(), () -> 0);

    private static final double NANOS = 1e9;

    private final class Bucket {

        private final Throttle throttle;
        private double tokens;
        private long filledAt;

        private Bucket(Throttle throttle) {
            this.throttle = throttle;
            this.tokens = throttle.burst();
            this.filledAt = nanoTime.getAsLong();
        }

        private synchronized boolean take() {
            long now = nanoTime.getAsLong();
            tokens = Math.min(throttle.burst(), tokens + (now - filledAt) / NANOS * throttle.rate());
            filledAt = now;
            if (tokens < 1) {
                return false;
            }
            tokens--;
            return true;
        }
    }

    private final Function<Route, Optional<Throttle>> throttles;
    private final LongSupplier nanoTime;
    private final Map<Route, Optional<Bucket>> buckets = new ConcurrentHashMap<>();

    private RouteThrottles(Function<Route, Optional<Throttle>> throttles, LongSupplier nanoTime) {
        this.throttles = throttles;
        this.nanoTime = nanoTime;
    }

    static RouteThrottles of(Throttles throttles, LongSupplier nanoTime) {
        return new RouteThrottles(throttles::of, nanoTime);
    }

    /** Whether this route takes one more request now. */
    boolean admits(Route route) {
        return buckets.computeIfAbsent(route, each -> throttles.apply(each).map(Bucket::new))
                .map(Bucket::take)
                .orElse(true);
    }
}
