package bout.address;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/**
 * The URL of a bot, taken apart. It is secret to all but the bot's owner, so its text form says nothing.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name in lower case, or an address; an IPv6 address without its brackets
 * @param port the port, where the URL has none that of its scheme
 * @param target what the request line asks for: path and query as they were written, at least {@code /}
 */
public record BotUrl(String scheme, String host, int port, String target) {

    /** The longest URL that is taken, in characters. */
    public static final int MAX_LENGTH = 2048;

    private static final int MAX_NAME_LENGTH = 253;
    private static final int MAX_LABEL_LENGTH = 63;

    /** Characters that RFC 3986 keeps out of a URL; some servers refuse them, others read them in their own way. */
    private static final String TO_BE_ENCODED = "\"<>\\^`{|}";

    /** What {@link #read} made of a text. */
    public sealed interface Reading {}

    /** A URL that a bot may have, as far as can be said without a look-up of its name. */
    public record Allowed(BotUrl url) implements Reading {}

    /** Not a URL that a bot may have; the text says what is wrong and what would be right, and does not repeat the URL. */
    public record Refused(Reason reason, String text) implements Reading {}

    /** What about a URL is not allowed. */
    public enum Reason {
        /** How it is written, or its scheme or port. */
        FORM,
        /** The host: an address that a bot may not have, or in no plain spelling, or a name that can only lead to one. */
        ADDRESS
    }

    /** Takes a URL apart and checks all of it that can be checked without a look-up, an address in it included. */
    public static Reading read(String text, AddressPolicy policy) {
        try {
            return new Allowed(parse(text, policy));
        } catch (NotAllowed wrong) {
            return new Refused(wrong.reason, wrong.getMessage());
        }
    }

    /** The address, when the host is one and not a name. */
    public Optional<InetAddress> literal() {
        return isLiteral(host) ? Optional.of(InetAddress.ofLiteral(host)) : Optional.empty();
    }

    public boolean secure() {
        return scheme.equals("https");
    }

    /** What the header {@code Host} says: the port only where it is not that of the scheme. */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? name : name + ":" + port;
    }

    /** The whole URL: the one place where the secret can be read again. */
    public String text() {
        return scheme + "://" + authority() + target;
    }

    @Override
    public String toString() {
        return "BotUrl[secret]";
    }

    /** Ends the parsing of one text; never leaves this class. */
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
            throw new NotAllowed("the part from # on is never sent to a server; leave it out");
        }
        int begin = colon + 3;
        int end = begin;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        String authority = text.substring(begin, end);
        if (authority.indexOf('@') >= 0) {
            throw new NotAllowed("user name and password are not taken; put a secret into the path or the query");
        }
        String hostText = authority;
        int port = defaultPort(scheme);
        int portColon = authority.lastIndexOf(':');
        if (portColon >= 0 && authority.indexOf(']', portColon) < 0) {
            hostText = authority.substring(0, portColon);
            port = port(authority.substring(portColon + 1));
        }
        String host = host(hostText, policy);
        // Behind the host: of a private address at plain http, the address is what matters.
        refuse(Reason.FORM, schemeRefusal);
        refuse(Reason.FORM, policy.portRefusal(port));
        String target = text.substring(end);
        return new BotUrl(scheme, host, port, target.startsWith("/") ? target : "/" + target);
    }

    private static void checkCharacters(String text) throws NotAllowed {
        if (text.length() > MAX_LENGTH) {
            throw new NotAllowed("a URL may have " + MAX_LENGTH + " characters at most; this one has " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character <= ' ' || character == 0x7F) {
                throw new NotAllowed(
                        "there is a blank or a control character at position " + (i + 1) + "; a blank is written %20");
            }
            if (character > 0x7F) {
                throw new NotAllowed("there is a character outside of ASCII at position " + (i + 1)
                        + "; write it percent-encoded, in a host name as punycode (xn--...)");
            }
            if (TO_BE_ENCODED.indexOf(character) >= 0) {
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
        // Java's reader would take brackets within the brackets, too.
        if (inside.indexOf(':') < 0 || inside.indexOf('[') >= 0) {
            throw new NotAllowed("between [ and ] there must be an IPv6 address");
        }
        try {
            return Inet6Address.ofLiteral(inside);
        } catch (IllegalArgumentException notAnAddress) {
            throw new NotAllowed("between [ and ] there must be an IPv6 address");
        }
    }

    private static void checkName(String name) throws NotAllowed {
        if (name.length() > MAX_NAME_LENGTH) {
            throw new NotAllowed("a host name may have " + MAX_NAME_LENGTH + " characters at most");
        }
        for (String label : name.split("\\.", -1)) {
            if (label.isEmpty() || label.length() > MAX_LABEL_LENGTH) {
                throw new NotAllowed("each part of a host name must have 1 to " + MAX_LABEL_LENGTH + " characters");
            }
            if (label.startsWith("-") || label.endsWith("-")) {
                throw new NotAllowed("a part of a host name must not begin or end with a hyphen");
            }
            for (int i = 0; i < label.length(); i++) {
                char character = label.charAt(i);
                boolean fine = character >= 'a' && character <= 'z'
                        || character >= '0' && character <= '9'
                        || character == '-'
                        || character == '_';
                if (!fine) {
                    throw new NotAllowed("a host name has letters, digits, hyphens and dots only, not " + character);
                }
            }
        }
    }

    /** Whether software that follows the URL standard takes the name for an IPv4 address, in whatever spelling. */
    private static boolean endsInNumber(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return allDigits(last) || last.startsWith("0x");
    }

    /** The one spelling that all software reads alike: four decimal numbers without leading zeros. */
    private static InetAddress ipv4(String name) throws NotAllowed {
        String[] parts = name.split("\\.", -1);
        boolean plain = parts.length == 4;
        for (String part : parts) {
            plain &= allDigits(part) && part.length() <= 3 && (part.equals("0") || !part.startsWith("0"));
        }
        for (int i = 0; plain && i < 4; i++) {
            plain = Integer.parseInt(parts[i]) <= 255;
        }
        if (!plain) {
            throw new NotAllowed(
                    Reason.ADDRESS,
                    "an IPv4 address is written as four decimal numbers from 0 to 255 without leading zeros");
        }
        return InetAddress.ofLiteral(name);
    }

    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || endsInNumber(host);
    }

    private static void refuseAddress(AddressPolicy policy, InetAddress address) throws NotAllowed {
        Optional<String> refusal = policy.refusal(address);
        if (refusal.isPresent()) {
            throw new NotAllowed(Reason.ADDRESS, "the host is " + refusal.get() + ", which a bot may not have");
        }
    }

    private static void refuse(Reason reason, Optional<String> refusal) throws NotAllowed {
        if (refusal.isPresent()) {
            throw new NotAllowed(reason, refusal.get());
        }
    }

    private static boolean allDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }
}
