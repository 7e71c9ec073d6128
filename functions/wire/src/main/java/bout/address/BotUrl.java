package bout.address;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a bot, split into its parts. Only the bot's owner may see it, so {@link #toString} hides it.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name in lower case, or an address; an IPv6 address without its brackets
 * @param port the port, or the scheme's default if the URL has none
 * @param target the request target: path and query as written, at least {@code /}
 */
public record BotUrl(String scheme, String host, int port, String target) {

    /** The longest URL that is accepted, in characters. */
    public static final int MAX_LENGTH = 2048;

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-z0-9_-]");
    private static final int MAX_NAME_LENGTH = 253;
    private static final int MAX_LABEL_LENGTH = 63;

    /** A decimal number from 0 to 255 without leading zeros. */
    private static final String BYTE = "(?:0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";

    private static final Pattern PLAIN_IPV4 = Pattern.compile("(" + BYTE + "\\.){3}" + BYTE);

    /** Characters that RFC 3986 does not allow in a URL. Servers disagree on what to do with them. */
    private static final String MUST_BE_ENCODED = "\"<>\\^`{|}";

    public sealed interface Reading {}

    /** A URL that passes every check that needs no name look-up. */
    public record Allowed(BotUrl url) implements Reading {}

    /** A URL that a bot may not have. The text says why and what to use instead; it never repeats the URL. */
    public record Refused(Reason reason, String text) implements Reading {}

    /** The kind of rule that the URL breaks. */
    public enum Reason {
        /** Its syntax, scheme or port. */
        FORM,
        /** Its host: a forbidden address, an ambiguous spelling of an address, or a name that cannot be public. */
        ADDRESS
    }

    /**
     * Parses a URL and applies every check that needs no name look-up. If the host is an address, it is checked too.
     */
    public static Reading read(String text, AddressPolicy policy) {
        try {
            return new Allowed(parse(text, policy));
        } catch (NotAllowed refused) {
            return new Refused(refused.reason, refused.getMessage());
        }
    }

    /** The address, if the host is an address and not a name. */
    public Optional<InetAddress> literal() {
        return host.indexOf(':') >= 0 || endsInNumber(host)
                ? Optional.of(InetAddress.ofLiteral(host))
                : Optional.empty();
    }

    /** The URL with more of a path, before its query; without one, the same URL. */
    public BotUrl below(String more) {
        if (more.isEmpty()) {
            return this;
        }
        int query = target.indexOf('?');
        String base = query < 0 ? target : target.substring(0, query);
        return new BotUrl(
                scheme,
                host,
                port,
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
                        + more
                        + target.substring(base.length()));
    }

    public boolean secure() {
        return scheme.equals("https");
    }

    /** The value of the {@code Host} header: includes the port unless it is the scheme's default. */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? name : name + ":" + port;
    }

    /** The only place that reveals the secret. */
    public String text() {
        return scheme + "://" + authority() + target;
    }

    @Override
    public String toString() {
        return "BotUrl[secret]";
    }

    /** Aborts parsing; never leaves this class. */
    private static final class NotAllowed extends Exception {
        private final Reason reason;

        private NotAllowed(String message) {
            this(Reason.FORM, message);
        }

        private NotAllowed(Reason reason, String message) {
            super(message, null, false, false);
            this.reason = reason;
        }
    }

    private static BotUrl parse(String text, AddressPolicy policy) throws NotAllowed {
        checkCharacters(text);
        int colon = text.indexOf("://");
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        Optional<String> schemeRefusal = policy.schemeRefusal(scheme);
        if (!scheme.equals("http")) {
            refuse(Reason.FORM, schemeRefusal);
        }
        if (text.indexOf('#') >= 0) {
            throw new NotAllowed("remove the part from # on; it is never sent to a server");
        }
        int begin = colon + 3;
        int end = begin;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        String authority = text.substring(begin, end);
        if (authority.indexOf('@') >= 0) {
            throw new NotAllowed(
                    "a URL must not contain a user name or password; put a secret into the path or the query");
        }
        String hostText = authority;
        int port = defaultPort(scheme);
        int portColon = authority.lastIndexOf(':');
        if (portColon >= 0 && authority.indexOf(']', portColon) < 0) {
            hostText = authority.substring(0, portColon);
            port = port(authority.substring(portColon + 1));
        }
        String host = host(hostText, policy);
        // Checked after the host: if a plain http URL has a private address, the address is the more useful message.
        refuse(Reason.FORM, schemeRefusal);
        refuse(Reason.FORM, policy.portRefusal(port));
        String target = text.substring(end);
        return new BotUrl(scheme, host, port, target.startsWith("/") ? target : "/" + target);
    }

    private static void checkCharacters(String text) throws NotAllowed {
        if (text.length() > MAX_LENGTH) {
            throw new NotAllowed("a URL can have at most " + MAX_LENGTH + " characters; this one has " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character <= ' ' || character == 0x7F) {
                throw new NotAllowed("space or control character at position " + (i + 1) + "; write a space as %20");
            }
            if (character > 0x7F) {
                throw new NotAllowed("non-ASCII character at position " + (i + 1)
                        + "; percent-encode it, or use punycode (xn--...) in a host name");
            }
            if (MUST_BE_ENCODED.indexOf(character) >= 0) {
                throw new NotAllowed(
                        "the character " + character + " at position " + (i + 1) + " must be percent-encoded");
            }
        }
    }

    private static int port(String digits) throws NotAllowed {
        boolean wellFormed = !digits.isEmpty() && digits.length() <= 5 && allDigits(digits);
        int port = wellFormed ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65535) {
            throw new NotAllowed("the port must be a number from 1 to 65535");
        }
        return port;
    }

    private static String host(String text, AddressPolicy policy) throws NotAllowed {
        if (text.isEmpty()) {
            throw new NotAllowed("the host is missing");
        }
        if (text.startsWith("[")) {
            InetAddress address = bracketed(text);
            refuseAddress(policy, address);
            return address.getHostAddress();
        }
        String name = text.toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            throw new NotAllowed("the host must not end with a dot");
        }
        checkName(name);
        if (endsInNumber(name)) {
            refuseAddress(policy, ipv4(name));
        } else {
            refuse(Reason.ADDRESS, policy.nameRefusal(name));
        }
        return name;
    }

    private static InetAddress bracketed(String text) throws NotAllowed {
        String inside = text.endsWith("]") ? text.substring(1, text.length() - 1) : "";
        if (inside.indexOf('%') >= 0) {
            throw new NotAllowed(Reason.ADDRESS, "an IPv6 address in a URL must not have a zone (%...)");
        }
        // The parser would also accept nested brackets.
        if (inside.indexOf(':') < 0 || inside.indexOf('[') >= 0) {
            throw new NotAllowed("write an IPv6 address between [ and ]");
        }
        try {
            return Inet6Address.ofLiteral(inside);
        } catch (IllegalArgumentException notAnAddress) {
            throw new NotAllowed("write an IPv6 address between [ and ]");
        }
    }

    private static void checkName(String name) throws NotAllowed {
        if (name.length() > MAX_NAME_LENGTH) {
            throw new NotAllowed("a host name can have at most " + MAX_NAME_LENGTH + " characters");
        }
        for (String label : name.split("\\.", -1)) {
            if (label.isEmpty() || label.length() > MAX_LABEL_LENGTH) {
                throw new NotAllowed("each part of a host name must have 1 to " + MAX_LABEL_LENGTH + " characters");
            }
            if (label.startsWith("-") || label.endsWith("-")) {
                throw new NotAllowed("a part of a host name must not begin or end with a hyphen");
            }
            Matcher other = NOT_IN_NAMES.matcher(label);
            if (other.find()) {
                throw new NotAllowed(
                        "a host name can contain only letters, digits, hyphens and dots, not " + other.group());
            }
        }
    }

    /** Whether software that follows the URL standard reads the name as an IPv4 address, in whatever spelling. */
    private static boolean endsInNumber(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return allDigits(last) || last.startsWith("0x");
    }

    /** Accepts only the one spelling that all software reads alike: four decimal numbers without leading zeros. */
    private static InetAddress ipv4(String name) throws NotAllowed {
        if (!PLAIN_IPV4.matcher(name).matches()) {
            throw new NotAllowed(
                    Reason.ADDRESS,
                    "write an IPv4 address as four decimal numbers from 0 to 255 without leading zeros");
        }
        return InetAddress.ofLiteral(name);
    }

    private static void refuseAddress(AddressPolicy policy, InetAddress address) throws NotAllowed {
        Optional<String> refusal = policy.refusal(address);
        if (refusal.isPresent()) {
            throw new NotAllowed(Reason.ADDRESS, "the host is " + refusal.get() + ", which is not allowed for a bot");
        }
    }

    private static void refuse(Reason reason, Optional<String> refusal) throws NotAllowed {
        if (refusal.isPresent()) {
            throw new NotAllowed(reason, refusal.get());
        }
    }

    private static boolean allDigits(String text) {
        return text.matches("[0-9]+");
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }
}
