package bout.api.match;

import bout.store.webhook.ChatFormat;
import bout.store.webhook.WebhookTarget;

/**
 * The webhook that a caller requested.
 *
 * @param secret signs the webhook; {@code null} to draw one
 * @param chat {@code null} for a signed webhook
 */
public record WebhookRequest(String url, String secret, ChatFormat chat) {

    /** @param wanted {@code null} for none. The secret is drawn if the caller gave none */
    public static WebhookTarget target(WebhookRequest wanted, Draws draws) {
        if (wanted == null) {
            return null;
        }
        return wanted.chat != null
                ? new WebhookTarget(wanted.url, null, wanted.chat)
                : new WebhookTarget(
                        wanted.url, wanted.secret == null ? draws.secret().text() : wanted.secret);
    }

    /** Without URL and secret, because requests end up in logs. */
    @Override
    public String toString() {
        return "WebhookRequest[(secret)]";
    }
}
