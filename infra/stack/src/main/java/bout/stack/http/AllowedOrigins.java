package bout.stack.http;

import bout.bots.HttpAnswer;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The origins under which the front may be reached. A browser lets any page send requests to loopback, and a page whose
 * name suddenly resolves to loopback may even read the answers. Both give themselves away: by the header Host, which
 * then has the page's own name, or by Origin.
 *
 * @param origins such as {@code http://127.0.0.1:8080} or {@code https://bout.example.org}: lower case, without a
 *     default port
 */
public record AllowedOrigins(Set<String> origins) {

    private static final Pattern ORIGIN = Pattern.compile("https?://([a-z0-9.-]+|\\[[0-9a-f:]+])(:[1-9][0-9]{0,4})?");
    private static final Pattern LITERAL =
            Pattern.compile("(?:\\[(?<six>[0-9a-fA-F:.]+)]|(?<four>[0-9.]+))(?::(?<port>[0-9]+))?");
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http://", ":80", "https://", ":443");

    public AllowedOrigins {
        Set<String> all = new LinkedHashSet<>();
        for (String origin : origins) {
            if (!isOrigin(origin)) {
                throw new IllegalArgumentException("not an origin: " + origin);
            }
            all.add(normal(origin));
        }
        origins = Set.copyOf(all);
    }

    /** Whether the text is a scheme, a name and perhaps a port, and nothing else. */
    public static boolean isOrigin(String text) {
        return ORIGIN.matcher(normal(text)).matches();
    }

    private static String normal(String origin) {
        return withoutDefaultPort(origin.toLowerCase(Locale.ROOT));
    }

    /** The names of this machine for itself, and further origins. */
    public static AllowedOrigins loopbackAnd(int port, Set<String> further) {
        Set<String> all = new LinkedHashSet<>(further);
        for (String name : List.of("127.0.0.1", "localhost", "[::1]")) {
            all.add("http://" + name + ":" + port);
        }
        return new AllowedOrigins(all);
    }

    /** An address as the host of an origin: an IPv6 address in brackets and without its zone. */
    public static String host(InetAddress address) {
        String text = address.getHostAddress().replaceFirst("%.*", "");
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    /**
     * The answer to a request that does not belong to this stack; empty if it does.
     *
     * @param here the address and port at which the request arrived, if the front listens on all interfaces. It is
     *     allowed as the host: a page that only pretends to be ours has a name of its own. So a machine that gets
     *     another address, as in another Wi-Fi, is answered there at once.
     */
    public Optional<HttpAnswer> refusal(
            String method, Map<String, List<String>> lowerCaseHeaders, Optional<InetSocketAddress> here) {
        List<String> hosts = lowerCaseHeaders.getOrDefault("host", List.of());
        List<String> own = hosts.size() != 1
                ? List.of()
                : here.isPresent() && is(hosts.getFirst(), here.get())
                        ? List.of(normal("http://" + hosts.getFirst()))
                        : ofHost(hosts.getFirst());
        if (own.isEmpty()) {
            return Optional.of(HttpAnswer.message(
                    421,
                    "This stack does not answer to this name and port. If it should, start it with"
                            + (here.isPresent() ? " 'bout host" : " 'bout up") + " --origin http://NAME:PORT'."));
        }
        boolean foreign = lowerCaseHeaders.getOrDefault("origin", List.of()).stream()
                .anyMatch(origin -> !own.contains(normal(origin)));
        return foreign && !SAFE_METHODS.contains(method)
                ? Optional.of(HttpAnswer.message(403, "Pages of other origins must not change anything here"))
                : Optional.empty();
    }

    /** Whether a Host is this address and port. IPv6 addresses have several spellings. */
    private static boolean is(String host, InetSocketAddress here) {
        Matcher literal = LITERAL.matcher(host);
        if (!literal.matches()) {
            return false;
        }
        String six = literal.group("six");
        String port = literal.group("port");
        try {
            byte[] address = InetAddress.ofLiteral(six == null ? literal.group("four") : six)
                    .getAddress();
            return Arrays.equals(address, here.getAddress().getAddress())
                    && Integer.toString(here.getPort()).equals(port == null ? "80" : port);
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    /** The allowed origins that a browser would reach with this header. */
    private List<String> ofHost(String host) {
        return DEFAULT_PORTS.keySet().stream()
                .map(scheme -> normal(scheme + host))
                .filter(origins::contains)
                .toList();
    }

    private static String withoutDefaultPort(String origin) {
        for (Map.Entry<String, String> port : DEFAULT_PORTS.entrySet()) {
            if (origin.startsWith(port.getKey()) && origin.endsWith(port.getValue())) {
                return origin.substring(0, origin.length() - port.getValue().length());
            }
        }
        return origin;
    }
}
