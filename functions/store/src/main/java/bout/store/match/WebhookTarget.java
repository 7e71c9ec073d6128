package bout.store.match;

import java.util.Objects;

/**
 * Where the webhook goes when a match or a tournament ends.
 *
 * @param url where it is posted; like a bot's URL it is shown to nobody
 * @param secret what it is signed with, as {@code bout.wire.WebhookSecret} writes it
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
