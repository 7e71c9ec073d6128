package bout.runner;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.core5.http.HttpResponse;

/** A bot behind a URL at a seat of one match. */
class UrlPlayer implements Player {

    /** Shorter parts of a URL tell nothing, and taking them out would only garble the text. */
    private static final int SHORTEST_PART = 4;

    private static final int SHORTEST_KEY = 8;

    private final BotClient client;
    private final BotUrl url;
    private final WebhookSecret secret;
    private final BotHost host;
    private MoveMessage.Head head;
    private Pattern secrets;

    /** @param secret what its calls are signed with, or {@code null} */
    UrlPlayer(BotClient client, BotUrl url, WebhookSecret secret, BotHost host) {
        this.client = client;
        this.url = url;
        this.secret = secret;
        this.host = host;
    }

    @Override
    public Reply ask(MoveRequest request) {
        return client.ask(this, request);
    }

    /** Hears of every answer that came, whatever it is. */
    void answered(HttpResponse answer) {}

    BotUrl url() {
        return url;
    }

    BotHost host() {
        return host;
    }

    MoveMessage.Head head(MoveRequest request) {
        if (head == null) {
            head = new MoveMessage.Head(url, host.route().getTargetHost(), request);
        }
        return head;
    }

    /** The header lines that sign a call, or {@code null}. */
    byte[] signature(MoveRequest request, byte[] body) {
        return secret == null
                ? null
                : MoveMessage.signature(secret, request, Instant.now().getEpochSecond(), body);
    }

    /**
     * Takes the bot's URL and its secret out of a text: failures are public, and error pages like to repeat what was
     * asked for, or to print all variables.
     */
    String withoutSecret(String text) {
        if (secrets == null) {
            secrets = secrets(url, secret);
        }
        return secrets.matcher(text).replaceAll("…");
    }

    /** The secret, the URL, its host, and the parts of its path and query that may be keys. */
    private static Pattern secrets(BotUrl url, WebhookSecret secret) {
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
        Stream<String> signing = secret == null ? Stream.of() : Stream.of(secret.text(), secret.base64());
        return Pattern.compile(
                Stream.of(signing, whole, keys)
                        .flatMap(parts -> parts)
                        .flatMap(part -> Stream.of(part, decoded(part)))
                        .distinct()
                        // The longest first: a part that is taken out early must not leave the rest of a longer one.
                        .sorted(Comparator.comparing(String::length).reversed())
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return part;
        }
    }
}
