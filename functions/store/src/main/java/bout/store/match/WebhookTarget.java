package bout.store.match;

import java.util.Objects;

/**
 * The target of the webhook sent when a match or a tournament ends.
 *
 * @param url where it is posted; never shown, like a bot's URL
 * @param secret signs the webhook, as {@code bout.wire.WebhookSecret} writes it
 */
public record WebhookTarget(String url, String secret) {

    public WebhookTarget {
        Objects.requireNonNull(url, "a webhook has a URL");
        Objects.requireNonNull(secret, "a webhook is signed");
    }

    /** Without URL and secret, because records end up in logs. */
    @Override
    public String toString() {
        return "WebhookTarget[(secret)]";
    }
}
