package bout.stack;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Throttle;
import bout.cloud.template.Application.Throttles;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RouteThrottlesTest {

    private static final Route GAMES = new Route("GET", "/api/games");
    private static final Route PICTURE = new Route("POST", "/api/picture");

    private final AtomicLong nanos = new AtomicLong();
    private final RouteThrottles throttles = RouteThrottles.of(
            new Throttles(Optional.of(new Throttle(10, 3)), Map.of(PICTURE.key(), new Throttle(1, 1))), nanos::get);

    @Test
    void a_route_takes_its_burst_at_once_and_then_its_rate() {
        assertTrue(throttles.admits(GAMES));
        assertTrue(throttles.admits(GAMES));
        assertTrue(throttles.admits(GAMES));
        assertFalse(throttles.admits(GAMES));
        nanos.addAndGet(100_000_000);
        assertTrue(throttles.admits(GAMES));
        assertFalse(throttles.admits(GAMES));
        nanos.addAndGet(10_000_000_000L);
        assertTrue(throttles.admits(GAMES));
        assertTrue(throttles.admits(GAMES));
        assertTrue(throttles.admits(GAMES));
        assertFalse(throttles.admits(GAMES), "what is not used is not saved up beyond the burst");
    }

    @Test
    void routes_do_not_share_a_throttle() {
        assertTrue(throttles.admits(PICTURE));
        assertFalse(throttles.admits(PICTURE));
        assertTrue(throttles.admits(GAMES));
    }
}
