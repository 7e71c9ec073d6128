package bout.api.match;

import bout.store.match.WebhookTarget;
import java.util.function.Supplier;

/**
 * The webhook that a caller asks for.
 *
 * @param secret what it is to be signed with, or {@code null} if the caller leaves it to us
 */
public record WebhookRequest(String url, String secret) {

    /** @param secrets draws one if the caller gave none */
    public WebhookTarget target(Supplier<String> secrets) {
        return new WebhookTarget(url, secret == null ? secrets.get() : secret);
    }

    /** Without URL and secret, because requests end up in logs. */
    @Override
    public String toString() {
        return "WebhookRequest[(secret)]";
    }
}
