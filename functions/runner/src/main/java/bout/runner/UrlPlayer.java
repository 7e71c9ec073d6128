package bout.runner;

import bout.address.BotUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bot behind a URL at a seat of one match. */
final class UrlPlayer implements Player {

    /** Shorter parts of a URL tell nothing, and taking them out would only garble the text. */
    private static final int SHORTEST_SECRET = 4;

    private final BotClient client;
    private final BotUrl url;
    private final BotHost host;
    private MoveMessage.Head head;

    UrlPlayer(BotClient client, BotUrl url, BotHost host) {
        this.client = client;
        this.url = url;
        this.host = host;
    }

    @Override
    public Reply ask(MoveRequest request) {
        return client.ask(this, request);
    }

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

    /** Takes the bot's URL out of a text: failures are public, and error pages like to repeat what was asked for. */
    String withoutSecret(String text) {
        String safe = without(text, url.text());
        safe = without(safe, url.target());
        int query = url.target().indexOf('?');
        if (query >= 0) {
            safe = without(safe, url.target().substring(query + 1));
            safe = without(safe, url.target().substring(0, query));
        }
        return without(safe, url.host());
    }

    private static String without(String text, String secret) {
        if (secret.length() < SHORTEST_SECRET) {
            return text;
        }
        return Pattern.compile(Pattern.quote(secret), Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement("…"));
    }
}
