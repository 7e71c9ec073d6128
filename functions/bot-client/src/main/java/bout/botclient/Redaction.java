package bout.botclient;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes a bot's URL and secret from texts. Failures are public, and error pages often repeat the URL or print all
 * variables.
 */
final class Redaction {

    /** Shorter parts of a URL reveal nothing; removing them would only garble the text. */
    private static final int SHORTEST_PART = 4;

    private static final int SHORTEST_KEY = 8;

    private static final String NOTHING = "(?!)";

    private final BotUrl url;
    private final WebhookSecret secret;
    private Pattern secrets;

    Redaction(BotUrl url, WebhookSecret secret) {
        this.url = url;
        this.secret = secret;
    }

    String of(String text) {
        if (secrets == null) {
            secrets = secrets();
        }
        return secrets.matcher(text).replaceAll("…");
    }

    /** Matches the secret, the URL, its host, and the parts of its path and query that may be keys. */
    private Pattern secrets() {
        Stream<String> signing = secret == null ? Stream.of() : Stream.of(secret.text(), secret.base64());
        String any = Stream.concat(signing, url == null ? Stream.of() : parts())
                .flatMap(part -> Stream.of(part, decoded(part)))
                .distinct()
                // Longest first: removing a short part first must not leave the rest of a longer one.
                .sorted(Comparator.comparing(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        // An empty pattern would match between all characters.
        return Pattern.compile(any.isEmpty() ? NOTHING : any, Pattern.CASE_INSENSITIVE);
    }

    private Stream<String> parts() {
        int query = url.target().indexOf('?');
        Stream<String> whole = Stream.of(
                        url.text(),
                        url.authority(),
                        url.host(),
                        url.target(),
                        url.target().substring(query + 1),
                        query < 0 ? "" : url.target().substring(0, query))
                .filter(part -> part.length() >= SHORTEST_PART);
        Stream<String> keys = Arrays.stream(url.target().split("[/?&=;]")).filter(key -> key.length() >= SHORTEST_KEY);
        return Stream.concat(whole, keys);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return part;
        }
    }
}
