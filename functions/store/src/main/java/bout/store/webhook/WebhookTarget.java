package bout.store.webhook;

import bout.competition.Coded;
import java.util.List;
import java.util.Objects;

/**
 * The target of the webhook sent when a match or a tournament ends.
 *
 * @param url where it is posted; never shown, like a bot's URL
 * @param secret signs the webhook, as {@code bout.wire.WebhookSecret} writes it; {@code null} for a chat, which checks
 *     no signature: anyone who knows the URL can write there
 * @param chat {@code null} for a signed webhook
 */
public record WebhookTarget(String url, String secret, ChatFormat chat) {

    public WebhookTarget {
        Objects.requireNonNull(url, "a webhook has a URL");
        if ((secret == null) == (chat == null)) {
            throw new IllegalArgumentException("a webhook is either signed or in the format of a chat");
        }
    }

    public WebhookTarget(String url, String secret) {
        this(url, secret, null);
    }

    /** Without URL and secret, because records end up in logs. */
    @Override
    public String toString() {
        return "WebhookTarget[(secret)]";
    }

    /** A chat whose incoming webhooks have a format of their own. */
    public enum ChatFormat implements Coded {
        DISCORD,
        SLACK;

        /** The headers of a webhook's request according to Standard Webhooks. */
        public static final String STANDARD = "standard";

        /** The codes of all formats that a request can name. */
        public static final List<String> CODES = List.of(STANDARD, DISCORD.code(), SLACK.code());
    }
}
