package bout.address;

import bout.address.Lookups.NameLookup;
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
 * Checks a URL when someone submits it: its text, and the addresses its name has now. Every call checks again, using
 * the addresses it connects to. So a name that does not resolve yet, or not in time, passes here.
 */
public final class UrlCheck {

    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(2);

    /** Time limit for all look-ups of a request together. */
    private static final Duration TOTAL_LIMIT = Duration.ofSeconds(5);

    /** Limits concurrent look-ups: each holds a platform thread for as long as its name server likes. */
    private static final int MAX_CONCURRENT_LOOKUPS = 32;

    private final AddressPolicy policy;
    private final Lookups lookups;
    private final Duration ofLookup;
    private final Duration ofRequest;

    public UrlCheck(AddressPolicy policy, NameLookup names) {
        this(policy, names, LOOKUP_LIMIT, TOTAL_LIMIT);
    }

    UrlCheck(AddressPolicy policy, NameLookup names, Duration ofLookup, Duration ofRequest) {
        this.policy = policy;
        this.lookups = new Lookups(names);
        this.ofLookup = ofLookup;
        this.ofRequest = ofRequest;
    }

    /** Like {@link BotUrl#read}, but also refuses a name that has a forbidden address. */
    public BotUrl.Reading read(String text) {
        return read(Set.of(text)).get(text);
    }

    /**
     * Like {@link #read(String)} for many URLs. Looks up each name once, in parallel, within one time limit for all.
     */
    public Map<String, BotUrl.Reading> read(Set<String> texts) {
        Map<String, BotUrl.Reading> readings = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (String text : texts) {
            BotUrl.Reading read = BotUrl.read(text, policy);
            readings.put(text, read);
            nameToLookUp(read).ifPresent(names::add);
        }
        Map<String, List<InetAddress>> addresses = names.isEmpty() ? Map.of() : addresses(names);
        readings.replaceAll((text, read) -> nameToLookUp(read)
                .flatMap(name -> policy.hostRefusal(addresses.get(name)))
                .<BotUrl.Reading>map(refusal -> new BotUrl.Refused(BotUrl.Reason.ADDRESS, refusal))
                .orElse(read));
        return readings;
    }

    private Optional<String> nameToLookUp(BotUrl.Reading read) {
        // The local stack allows nearly every address, so a look-up would only cost time.
        return policy != AddressPolicy.LOOPBACK
                        && read instanceof BotUrl.Allowed(BotUrl url)
                        && url.literal().isEmpty()
                ? Optional.of(url.host())
                : Optional.empty();
    }

    private Map<String, List<InetAddress>> addresses(Set<String> names) {
        long end = System.nanoTime() + ofRequest.toNanos();
        Map<String, List<InetAddress>> found = new ConcurrentHashMap<>();
        try (ExecutorService waiting = Executors.newFixedThreadPool(
                MAX_CONCURRENT_LOOKUPS, Thread.ofVirtual().factory())) {
            for (String name : names) {
                waiting.execute(() -> {
                    Duration left = Duration.ofNanos(end - System.nanoTime());
                    Duration limit = left.compareTo(ofLookup) < 0 ? left : ofLookup;
                    // Skip the remaining names once the time is up.
                    found.put(name, limit.isPositive() ? addresses(name, limit) : List.of());
                });
            }
        }
        return found;
    }

    private List<InetAddress> addresses(String name, Duration limit) {
        Future<List<InetAddress>> lookup = lookups.addresses(name);
        try {
            return lookup.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException notFound) {
            return List.of(); // the call itself will check again
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
