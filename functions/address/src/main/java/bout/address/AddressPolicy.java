package bout.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Which addresses and ports bots may have. A runner calls URLs that strangers wrote, from inside a network that they
 * must not reach: so an address is allowed only when it is known to be a public one.
 */
public enum AddressPolicy {
    /** {@code https} only, on port 443 or one above 1023, at public addresses. */
    PUBLIC("public"),
    /** For the stack on one machine: also plain {@code http}, every port, and loopback and private addresses. */
    LOOPBACK("loopback");

    private static final List<AddressRange> LOCAL = List.of(
            AddressRange.of("127.0.0.0/8", "a loopback address"),
            AddressRange.of("::1/128", "a loopback address"),
            AddressRange.of("10.0.0.0/8", "a private address"),
            AddressRange.of("172.16.0.0/12", "a private address"),
            AddressRange.of("192.168.0.0/16", "a private address"),
            AddressRange.of("fc00::/7", "a private address"));

    /**
     * From the IANA registries of special-purpose addresses, IPv4 and IPv6. Of IPv6 only what lies in {@code 2000::/3}
     * can be public at all, so the other ranges are here for the sake of a clear message. Addresses that carry an IPv4
     * address inside (compatible, translated, 6to4, Teredo) are refused whatever they carry: no bot needs them, and a
     * gateway may take them anywhere. IPv4-mapped ones never come here as such: Java reads them as the IPv4 address.
     */
    private static final List<AddressRange> SPECIAL = List.of(
            AddressRange.of("0.0.0.0/8", "an address of this host"),
            AddressRange.of("100.64.0.0/10", "a shared address behind a carrier's NAT"),
            // Not in the registries, and answered inside the networks of Azure only.
            AddressRange.of("168.63.129.16/32", "an address that a cloud keeps for itself"),
            AddressRange.of("169.254.0.0/16", "a link-local address"),
            AddressRange.of("192.0.0.0/24", "an address for protocols"),
            AddressRange.of("192.0.2.0/24", "an address for documentation"),
            AddressRange.of("192.31.196.0/24", "an anycast address of AS112"),
            AddressRange.of("192.52.193.0/24", "an anycast address of AMT"),
            AddressRange.of("192.88.99.0/24", "an anycast address of 6to4"),
            AddressRange.of("192.175.48.0/24", "an anycast address of AS112"),
            AddressRange.of("198.18.0.0/15", "an address for benchmarks"),
            AddressRange.of("198.51.100.0/24", "an address for documentation"),
            AddressRange.of("203.0.113.0/24", "an address for documentation"),
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
            AddressRange.of("2001::/23", "an address for protocols"),
            AddressRange.of("2001:db8::/32", "an address for documentation"),
            AddressRange.of("2002::/16", "a 6to4 address"),
            AddressRange.of("2620:4f:8000::/48", "an anycast address of AS112"),
            AddressRange.of("3ffe::/16", "an address of the former 6bone"),
            AddressRange.of("3fff::/20", "an address for documentation"),
            AddressRange.of("5f00::/16", "a segment routing address"),
            AddressRange.of("fe80::/10", "a link-local address"),
            AddressRange.of("fec0::/10", "a site-local address"),
            AddressRange.of("ff00::/8", "a multicast address"));

    private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3", "a global address");

    private static final int HTTPS_PORT = 443;
    private static final int LAST_SYSTEM_PORT = 1023;

    private final String code;

    AddressPolicy(String code) {
        this.code = code;
    }

    /** What the environment variable {@code BOUT_BOT_ADDRESSES} says for it. */
    public String code() {
        return code;
    }

    /** @throws IllegalArgumentException for a code that no policy has */
    public static AddressPolicy of(String code) {
        for (AddressPolicy policy : values()) {
            if (policy.code.equals(code)) {
                return policy;
            }
        }
        throw new IllegalArgumentException("bot addresses are public or loopback, not " + code);
    }

    /**
     * What is wrong with an address, such as {@code a loopback address (127.0.0.0/8)}; empty for one that is allowed. The
     * text holds the range and not the address, so that it can be shown to everyone.
     */
    public Optional<String> refusal(InetAddress address) {
        byte[] bytes = address.getAddress();
        for (AddressRange range : LOCAL) {
            if (range.contains(bytes)) {
                return this == LOOPBACK ? Optional.empty() : Optional.of(range.what());
            }
        }
        for (AddressRange range : SPECIAL) {
            if (range.contains(bytes)) {
                return Optional.of(range.what());
            }
        }
        return bytes.length == 4 || GLOBAL_UNICAST.contains(bytes)
                ? Optional.empty()
                : Optional.of("an address outside of the public range 2000::/3");
    }

    /**
     * What is wrong with the addresses of a name, as {@link #refusal(InetAddress)} says it of the first that is not
     * allowed: one is enough. Empty when all are allowed.
     */
    public Optional<String> refusal(List<InetAddress> addresses) {
        return addresses.stream().map(this::refusal).flatMap(Optional::stream).findFirst();
    }

    /** {@link #refusal(List)} as a whole sentence without its end, about the host that has these addresses. */
    public Optional<String> hostRefusal(List<InetAddress> addresses) {
        return refusal(addresses)
                .map(what ->
                        "the host has " + what + ", which a bot may not have; all of its addresses must be public");
    }

    /** What is wrong with a scheme, and what would be right; empty for one that is allowed. */
    Optional<String> schemeRefusal(String scheme) {
        if (scheme.equals("https") || this == LOOPBACK && scheme.equals("http")) {
            return Optional.empty();
        }
        return Optional.of(
                this == LOOPBACK ? "the URL must begin with http:// or https://" : "the URL must begin with https://");
    }

    /** What is wrong with a port, and what would be right; empty for one that is allowed. */
    Optional<String> portRefusal(int port) {
        boolean allowed = this == LOOPBACK || port == HTTPS_PORT || port > LAST_SYSTEM_PORT;
        return allowed ? Optional.empty() : Optional.of("the port must be 443 or above 1023, not " + port);
    }

    /** What is wrong with a name that can never have a public address; empty for any other. */
    Optional<String> nameRefusal(String name) {
        if (this == LOOPBACK) {
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
