package bout.botclient.player;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Limits how often this process calls a host at a URL that nobody has proved to be a bot's: its owner may know nothing
 * of Bout. Calls that gave a move do not count, so a bot is held up by this only while it fails.
 *
 * <p>All times are those of {@link System#nanoTime}.
 */
public final class UnprovenHosts {

    public static final int PER_SECOND = 5;

    /** So many seconds' worth of calls may come at once. */
    private static final long AT_ONCE_SECONDS = 4;

    /** More entries than this are looked through for those that no longer matter. */
    private static final int MANY = 10_000;

    /** Between two calls in the long run; 0 = no limit. */
    private final long interval;

    private final long atOnce = TimeUnit.SECONDS.toNanos(AT_ONCE_SECONDS);

    /** For each host, when its next call is due, were there no calls at once. */
    private final Map<String, Long> next = new ConcurrentHashMap<>();

    /** @param perSecond how many calls a host gets in the long run; 0 = no limit */
    public UnprovenHosts(int perSecond) {
        this.interval = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** A player whose host is called no more often than this allows; a call that would start too late is not made. */
    public Player limited(Player player, String host) {
        return request -> {
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
        if (next.size() > MANY) {
            next.values().removeIf(due -> now - due > atOnce);
        }
        long[] start = new long[1];
        next.compute(host, (name, due) -> {
            start[0] = due == null || now - due > atOnce ? now - atOnce : due;
            return start[0] - startBefore > 0 ? due : Long.valueOf(start[0] + interval);
        });
        return start[0] - startBefore > 0 ? OptionalLong.empty() : OptionalLong.of(start[0] - now > 0 ? start[0] : now);
    }

    public void giveBack(String host) {
        next.computeIfPresent(host, (name, due) -> due - interval);
    }
}
