package bout.botclient.player;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Limits how often this process calls a host at a URL that has not been verified: its owner may know nothing of Bout.
 * Calls that gave a move do not count, so a bot is held up by this only while it fails.
 *
 * <p>All times are those of {@link System#nanoTime}.
 */
public final class UnprovenHosts {

    public static final int PER_SECOND = 5;

    /** The calls of four seconds may come at once. */
    private static final long AT_ONCE = TimeUnit.SECONDS.toNanos(4);

    /** More hosts than this are looked through for those that no longer matter. */
    private static final int MANY = 10_000;

    /** Between two calls in the long run; 0 = no limit. */
    private final long interval;

    private final Map<String, CallRate> rates = new ConcurrentHashMap<>();

    /** @param perSecond how many calls a host gets in the long run; 0 = no limit */
    public UnprovenHosts(int perSecond) {
        this.interval = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** A player whose host is called no more often than this allows; a call that would start too late is not made. */
    public Player limited(Player player, String host) {
        return (Player.OverHttp) request -> {
            try {
                return await(host, request.startBefore()) ? player.ask(request) : new Reply.BrokenOff();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return new Reply.BrokenOff();
            }
        };
    }

    /** Waits until the host may be called; returns whether that is in time. */
    private boolean await(String host, long startBefore) throws InterruptedException {
        long now = System.nanoTime();
        OptionalLong start = reserve(host, now, startBefore);
        // Also if it is too late: a match that came back at once would go from runner to runner without a pause.
        TimeUnit.NANOSECONDS.sleep(start.orElse(startBefore) - now);
        return start.isPresent();
    }

    /**
     * Counts a call.
     *
     * @return when it may start; empty if that is not before {@code startBefore}, and then it does not count
     */
    public OptionalLong reserve(String host, long now, long startBefore) {
        if (interval == 0) {
            return OptionalLong.of(now);
        }
        if (rates.size() > MANY) {
            rates.values().removeIf(rate -> rate.rested(now));
        }
        return rates.computeIfAbsent(host, name -> new CallRate(interval, AT_ONCE))
                .reserve(now, startBefore);
    }

    public void giveBack(String host) {
        rates.computeIfPresent(host, (name, rate) -> {
            rate.giveBack();
            return rate;
        });
    }
}
