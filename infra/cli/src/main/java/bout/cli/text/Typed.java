package bout.cli.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

public final class Typed {

    private Typed() {}

    /** Without the white space, quotes and angle brackets that come along when a URL or a token is pasted. */
    public static String pasted(String text) {
        return text.replaceFirst("^[\\s\"'<“”‘’]+", "").replaceFirst("[\\s\"'>“”‘’]+$", "");
    }

    /**
     * A token as a header can carry it, or {@code null} for none. Refused without its text: what was pasted by mistake
     * might be a secret.
     */
    public static String token(String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String token = pasted(text);
        BoutCommand.check(
                token.matches("[!-~]+"),
                "--token, BOUT_TOKEN: a token is one word of ASCII characters (bout_...), without spaces and line breaks.");
        return token;
    }

    /** An id or a keyword: none of them has upper case letters. */
    public static String word(String text) {
        return pasted(text).toLowerCase(Locale.ROOT);
    }

    public static boolean isUrl(String text) {
        return text.regionMatches(true, 0, "http://", 0, 7) || text.regionMatches(true, 0, "https://", 0, 8);
    }

    /** The http or https URL, if the text is one and names a host, and a port that exists if it names one. */
    public static Optional<URI> url(String text) {
        try {
            return Optional.of(new URI(text))
                    .filter(url -> isUrl(text) && url.getHost() != null && url.getPort() <= 65_535);
        } catch (URISyntaxException notAUrl) {
            return Optional.empty();
        }
    }

    /** The message about a text that is not a URL: nothing, or that it is one without {@code http://}. */
    public static String hint(String text) {
        return text.matches("[\\w.\\-]+(:[0-9]{1,5}(/.*)?|\\.[a-z]+/.*)") ? " Did you mean http://" + text + "?" : "";
    }
}
