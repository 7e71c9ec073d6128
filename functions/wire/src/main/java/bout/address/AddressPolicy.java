package bout.address;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which addresses and ports a bot may have. A runner calls URLs written by strangers, from inside a network they must
 * not reach. So an address is allowed only if it is known to be public, or to be in a network that was named.
 */
public final class AddressPolicy {

    /** {@code https} only, on port 443 or above 1023, at public addresses. */
    public static final AddressPolicy PUBLIC = new AddressPolicy("public", List.of(), own -> false);

    /** For the local stack: also plain {@code http}, any port, and loopback and private addresses. */
    public static final AddressPolicy LOOPBACK = new AddressPolicy("loopback", List.of(), own -> false);

    private static final List<AddressRange> LOCAL = List.of(
            AddressRange.of("127.0.0.0/8", "a loopback address"),
            AddressRange.of("::1/128", "a loopback address"),
            AddressRange.of("10.0.0.0/8", "a private address"),
            AddressRange.of("172.16.0.0/12", "a private address"),
            AddressRange.of("192.168.0.0/16", "a private address"),
            AddressRange.of("fc00::/7", "a private address"));

    /**
     * From the IANA registries of special-purpose IPv4 and IPv6 addresses. Only {@code 2000::/3} of IPv6 can be public,
     * so the other IPv6 ranges are listed only to give a clear message. Addresses that embed an IPv4 address
     * (compatible, translated, 6to4, Teredo) are always refused: no bot needs them, and a gateway may route them
     * anywhere. IPv4-mapped addresses never get here: Java reads them as the IPv4 address.
     */
    private static final List<AddressRange> SPECIAL = List.of(
            AddressRange.of("0.0.0.0/8", "an address of this host"),
            AddressRange.of("100.64.0.0/10", "a shared address (carrier-grade NAT)"),
            // Not in the registries: answers only inside the networks of Azure.
            AddressRange.of("168.63.129.16/32", "an address reserved by a cloud provider"),
            AddressRange.of("169.254.0.0/16", "a link-local address"),
            AddressRange.of("192.0.0.0/24", "a protocol address"),
            AddressRange.of("192.0.2.0/24", "a documentation address"),
            AddressRange.of("192.31.196.0/24", "an AS112 anycast address"),
            AddressRange.of("192.52.193.0/24", "an AMT anycast address"),
            AddressRange.of("192.88.99.0/24", "a 6to4 anycast address"),
            AddressRange.of("192.175.48.0/24", "an AS112 anycast address"),
            AddressRange.of("198.18.0.0/15", "a benchmarking address"),
            AddressRange.of("198.51.100.0/24", "a documentation address"),
            AddressRange.of("203.0.113.0/24", "a documentation address"),
            AddressRange.of("224.0.0.0/4", "a multicast address"),
            AddressRange.of("240.0.0.0/4", "a reserved or broadcast address"),
            AddressRange.of("::/128", "an address of this host"),
            AddressRange.of("::ffff:0:0:0/96", "an address translated from IPv4"),
            AddressRange.of("::/96", "an IPv4-compatible address"),
            AddressRange.of("64:ff9b::/96", "an address translated from IPv4"),
            AddressRange.of("64:ff9b:1::/48", "an address translated from IPv4"),
            AddressRange.of("100::/64", "a discard address"),
            AddressRange.of("100:0:0:1::/64", "a discard address"),
            AddressRange.of("2001::/32", "a Teredo address"),
            AddressRange.of("2001::/23", "a protocol address"),
            AddressRange.of("2001:db8::/32", "a documentation address"),
            AddressRange.of("2002::/16", "a 6to4 address"),
            AddressRange.of("2620:4f:8000::/48", "an AS112 anycast address"),
            AddressRange.of("3ffe::/16", "a 6bone address"),
            AddressRange.of("3fff::/20", "a documentation address"),
            AddressRange.of("5f00::/16", "a segment routing address"),
            AddressRange.of("fe80::/10", "a link-local address"),
            AddressRange.of("fec0::/10", "a site-local address"),
            AddressRange.of("ff00::/8", "a multicast address"));

    private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3", "a global address");

    private static final int HTTPS_PORT = 443;
    private static final int LAST_SYSTEM_PORT = 1023;

    private final String code;
    private final List<AddressRange> networks;
    private final Predicate<InetAddress> own;

    private AddressPolicy(String code, List<AddressRange> networks, Predicate<InetAddress> own) {
        this.code = code;
        this.networks = networks;
        this.own = own;
    }

    /** The value of the environment variable {@code BOUT_BOT_ADDRESSES} that selects this policy. */
    public String code() {
        return code;
    }

    /**
     * The policy that the environment variable {@code BOUT_BOT_ADDRESSES} selects: {@code public}, {@code loopback}, or
     * networks as in {@code 192.168.1.0/24,fd12:3456::/64}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static AddressPolicy of(String code) {
        return switch (code) {
            case "public" -> PUBLIC;
            case "loopback" -> LOOPBACK;
            default -> inNetworks(code, AddressPolicy::isOfThisMachine);
        };
    }

    /**
     * Plain {@code http} too, on ports above 1023, at addresses in these networks and nowhere else. Never at an address
     * of this machine, whatever the port: what listens here may trust a request that comes from here, the firewall does
     * not see such a request, and the stack's own ports are only known once all of it runs.
     *
     * @param own whether an address belongs to this machine at this moment; networks change
     */
    static AddressPolicy inNetworks(String code, Predicate<InetAddress> own) {
        try {
            List<AddressRange> networks = Arrays.stream(code.split(",", -1))
                    .map(AddressRange::ofNetwork)
                    .toList();
            return new AddressPolicy(code, networks, own);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "The environment variable BOUT_BOT_ADDRESSES is '" + code
                            + "', but must be public or loopback or networks such as 192.168.1.0/24,fd12:3456::/64: "
                            + wrong.getMessage(),
                    wrong);
        }
    }

    /** Why a text is no network such as {@code 192.168.1.0/24}; empty if it is one. */
    public static Optional<String> networkRefusal(String text) {
        try {
            AddressRange.ofNetwork(text);
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of(wrong.getMessage());
        }
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException failed) {
            throw new UncheckedIOException("cannot read this machine's addresses", failed);
        }
    }

    /**
     * Why an address is not allowed, such as {@code a loopback address (127.0.0.0/8)}; empty if it is allowed. The text
     * names the range, never the address, so it is safe to show to anyone.
     */
    public Optional<String> refusal(InetAddress address) {
        byte[] bytes = address.getAddress();
        Optional<AddressRange> local =
                LOCAL.stream().filter(range -> range.contains(bytes)).findFirst();
        if (local.isPresent() && this == LOOPBACK) {
            return Optional.empty();
        }
        boolean toOtherMachines = !networks.isEmpty() && !address.isLoopbackAddress();
        if (local.isPresent() && !toOtherMachines) {
            return local.map(AddressRange::what);
        }
        for (AddressRange range : SPECIAL) {
            if (range.contains(bytes)) {
                return Optional.of(range.what());
            }
        }
        if (toOtherMachines) {
            return refusalInNetworks(address);
        }
        return bytes.length == 4 || GLOBAL_UNICAST.contains(bytes)
                ? Optional.empty()
                : Optional.of("an address outside the public range 2000::/3");
    }

    private Optional<String> refusalInNetworks(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (own.test(address)) {
            return Optional.of("an address of the machine that Bout runs on");
        }
        Optional<AddressRange> network =
                networks.stream().filter(each -> each.contains(bytes)).findFirst();
        if (network.isEmpty()) {
            return Optional.of("an address outside " + names());
        }
        return network.get().isOfAll(bytes)
                ? Optional.of("an address of all machines of a network (" + names() + ")")
                : Optional.empty();
    }

    private String names() {
        return networks.stream().map(AddressRange::cidr).collect(Collectors.joining(" and "));
    }

    /**
     * Why a host with these addresses is not allowed: the {@link #refusal(InetAddress)} of the first forbidden address.
     * Empty if all are allowed.
     */
    public Optional<String> refusal(List<InetAddress> addresses) {
        return addresses.stream().map(this::refusal).flatMap(Optional::stream).findFirst();
    }

    /** As a sentence about the host, without a full stop. */
    public Optional<String> hostRefusal(List<InetAddress> addresses) {
        return refusal(addresses).map(what -> "the host has " + what + ", which is not allowed for a bot; " + rule());
    }

    /** Where all addresses of a bot's host must be, as the end of a sentence. */
    public String rule() {
        return "all of its addresses must be " + (networks.isEmpty() ? "public" : "in " + names());
    }

    /** Why a scheme is not allowed, and what to use instead; empty if it is allowed. */
    Optional<String> schemeRefusal(String scheme) {
        if (scheme.equals("https") || this != PUBLIC && scheme.equals("http")) {
            return Optional.empty();
        }
        return Optional.of(
                this != PUBLIC ? "the URL must begin with http:// or https://" : "the URL must begin with https://");
    }

    /** Why a port is not allowed, and what to use instead; empty if it is allowed. */
    Optional<String> portRefusal(int port) {
        if (this == LOOPBACK || port > LAST_SYSTEM_PORT) {
            return Optional.empty();
        }
        if (!networks.isEmpty()) {
            // The pages of routers and printers are at lower ones.
            return Optional.of("the port must be above 1023, as in http://192.168.1.20:9000/, not " + port);
        }
        return port == HTTPS_PORT ? Optional.empty() : Optional.of("the port must be 443 or above 1023, not " + port);
    }

    /** Why a host name can never have an allowed address; empty if it can. */
    Optional<String> nameRefusal(String name) {
        if (this != PUBLIC) {
            return Optional.empty();
        }
        if (name.indexOf('.') < 0) {
            return Optional.of("the host must be a public name with a domain, such as bot.example.org");
        }
        for (String suffix : List.of(".localhost", ".localdomain", ".local", ".internal", ".home.arpa")) {
            if (name.endsWith(suffix)) {
                return Optional.of("names under " + suffix + " are not public");
            }
        }
        return Optional.empty();
    }
}
