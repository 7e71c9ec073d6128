package bout.address;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
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

    private final AddressPolicy policy;
    private final Lookups lookups;

    public UrlCheck(AddressPolicy policy, NameLookup names) {
        this.policy = policy;
        this.lookups = new Lookups(names);
    }

    /** As {@link BotUrl#read}, but refuses also a name that has an address which a bot may not have. */
    public BotUrl.Reading read(String text) {
        BotUrl.Reading read = BotUrl.read(text, policy);
        // On one machine nearly every address is allowed: there is nothing to be learned for the time that it takes.
        if (policy == AddressPolicy.LOOPBACK
                || !(read instanceof BotUrl.Allowed(BotUrl url))
                || url.literal().isPresent()) {
            return read;
        }
        return policy.hostRefusal(addresses(url.host()))
                .<BotUrl.Reading>map(refusal -> new BotUrl.Refused(BotUrl.Reason.ADDRESS, refusal))
                .orElse(read);
    }

    /** What is found in time; nothing for a name without addresses. */
    private List<InetAddress> addresses(String name) {
        Future<List<InetAddress>> lookup = lookups.addresses(name);
        try {
            return lookup.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException notFound) {
            return List.of(); // the call will tell
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
