package bout.api.http;

import bout.store.access.RequestCounts;
import bout.store.access.Scope;
import bout.telemetry.Settings;
import bout.wire.ProblemType;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * How many requests a caller may send per second ({@code BOUT_REQUESTS_PER_SECOND}; 0 = no limit). Requests with a
 * token count for the token, wherever they come from. All others count for the address that they come from; of an IPv6
 * address only the /56 counts, because many providers give one to each customer (RFC 6177). Admins are not limited:
 * they could create more tokens.
 *
 * <p>Responses that must not be cached say what is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
 * Cacheable responses do not: a cache would show one caller's numbers to another.
 */
public record RequestLimit(RequestCounts counts, int perSecond) {

    public static final int PER_SECOND = 20;

    private static final int NETWORK_BYTES = 7;

    public static RequestLimit none() {
        return new RequestLimit(null, 0);
    }

    public static RequestLimit of(Settings settings, RequestCounts counts) {
        return new RequestLimit(counts, Limits.read(settings, "BOUT_REQUESTS_PER_SECOND", PER_SECOND));
    }

    /** Counts a request, then has it answered or refuses it as one too many. */
    public Response count(Caller caller, Supplier<Response> within) {
        if (perSecond == 0 || caller.scope() == Scope.ADMIN) {
            return within.get();
        }
        OptionalInt left = counts.count(whose(caller), perSecond);
        if (left.isEmpty()) {
            throw Limits.over(
                    ProblemType.TOO_MANY_REQUESTS,
                    "The limit is " + perSecond + " requests per second; try again in a second.",
                    "requests",
                    perSecond,
                    Duration.ofSeconds(1),
                    1);
        }
        Response response = Refusal.caught(within);
        boolean kept = !"no-store".equals(response.headers().get("Cache-Control"));
        boolean limitedAlready = response.headers().containsKey(Limits.POLICY);
        return kept || limitedAlready
                ? response
                : response.with(Limits.POLICY, "\"requests\";q=" + perSecond + ";w=1")
                        .with(Limits.LIMIT, "\"requests\";r=" + left.getAsInt() + ";t=1");
    }

    private static String whose(Caller caller) {
        return caller.owner() == null ? "address " + network(caller.address()) : "token " + caller.owner();
    }

    /** The part of an address that identifies one caller. */
    public static String network(String address) {
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            if (!(parsed instanceof Inet6Address)) {
                return parsed.getHostAddress();
            }
            byte[] bytes = parsed.getAddress();
            Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
            return InetAddress.getByAddress(bytes).getHostAddress() + "/" + 8 * NETWORK_BYTES;
        } catch (IllegalArgumentException | UnknownHostException notAnAddress) {
            // The gateway sent something else; then all such callers share one limit.
            return "unknown";
        }
    }
}
