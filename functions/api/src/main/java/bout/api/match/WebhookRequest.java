package bout.api.match;

import bout.store.webhook.ChatFormat;
import bout.store.webhook.WebhookTarget;
import java.util.function.Supplier;

/**
 * The webhook that a caller requested.
 *
 * @param secret signs the webhook; {@code null} to draw one
 * @param chat {@code null} for a signed webhook
 */
public record WebhookRequest(String url, String secret, ChatFormat chat) {

    /** @param secrets draws a secret if the caller gave none */
    public WebhookTarget target(Supplier<String> secrets) {
        return chat != null
                ? new WebhookTarget(url, null, chat)
                : new WebhookTarget(url, secret == null ? secrets.get() : secret);
    }

    /** Without URL and secret, because requests end up in logs. */
    @Override
    public String toString() {
        return "WebhookRequest[(secret)]";
    }
}
