package bout.address;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Judges a URL when somebody names it: by its text, and by the addresses that the name in it has now. A call judges once
 * more, by the addresses that it connects to; so a name that has none yet, or whose name server is slow, is let through.
 */
public final class UrlCheck {

    /** How long a look-up may keep a request waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** How long the look-ups of many names may keep a request waiting in all. */
    private static final Duration PATIENCE_WITH_MANY = Duration.ofSeconds(5);

    /** So many names are looked up at once: each needs a thread of the system, for as long as its name server likes. */
    private static final int SIDE_BY_SIDE = 32;

    private final AddressPolicy policy;
    private final Lookups lookups;

    public UrlCheck(AddressPolicy policy, NameLookup names) {
        this.policy = policy;
        this.lookups = new Lookups(names);
    }

    /** As {@link BotUrl#read}, but refuses also a name that has an address which a bot may not have. */
    public BotUrl.Reading read(String text) {
        BotUrl.Reading read = BotUrl.read(text, policy);
        return toBeLookedUp(read)
                .map(name -> judged(read, addresses(name, PATIENCE)))
                .orElse(read);
    }

    /** As {@link #read(String)} for many: their names are looked up side by side, each once, with one limit for all. */
    public Map<String, BotUrl.Reading> read(Set<String> texts) {
        Map<String, BotUrl.Reading> readings = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (String text : texts) {
            BotUrl.Reading read = BotUrl.read(text, policy);
            readings.put(text, read);
            toBeLookedUp(read).ifPresent(names::add);
        }
        Map<String, List<InetAddress>> addresses = addresses(names);
        readings.replaceAll((text, read) -> toBeLookedUp(read)
                .map(name -> judged(read, addresses.get(name)))
                .orElse(read));
        return readings;
    }

    /** The name that has to be looked up to judge a URL that may be allowed, if there is one. */
    private Optional<String> toBeLookedUp(BotUrl.Reading read) {
        // On one machine nearly every address is allowed: there is nothing to be learned for the time that it takes.
        return policy != AddressPolicy.LOOPBACK
                        && read instanceof BotUrl.Allowed(BotUrl url)
                        && url.literal().isEmpty()
                ? Optional.of(url.host())
                : Optional.empty();
    }

    private BotUrl.Reading judged(BotUrl.Reading read, List<InetAddress> addresses) {
        return policy.hostRefusal(addresses)
                .<BotUrl.Reading>map(refusal -> new BotUrl.Refused(BotUrl.Reason.ADDRESS, refusal))
                .orElse(read);
    }

    private Map<String, List<InetAddress>> addresses(Set<String> names) {
        long end = System.nanoTime() + PATIENCE_WITH_MANY.toNanos();
        Map<String, List<InetAddress>> found = new ConcurrentHashMap<>();
        try (ExecutorService waiting =
                Executors.newFixedThreadPool(SIDE_BY_SIDE, Thread.ofVirtual().factory())) {
            for (String name : names) {
                waiting.execute(() -> {
                    Duration left = Duration.ofNanos(end - System.nanoTime());
                    Duration patience = left.compareTo(PATIENCE) < 0 ? left : PATIENCE;
                    // Nothing is looked up any more when the time is over.
                    found.put(name, patience.isPositive() ? addresses(name, patience) : List.of());
                });
            }
        }
        return found;
    }

    /** What is found in time; nothing for a name without addresses. */
    private List<InetAddress> addresses(String name, Duration patience) {
        Future<List<InetAddress>> lookup = lookups.addresses(name);
        try {
            return lookup.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException notFound) {
            return List.of(); // the call will tell
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
