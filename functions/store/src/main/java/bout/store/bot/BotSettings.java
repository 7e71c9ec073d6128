package bout.store.bot;

import bout.wire.WebhookSecret;
import java.util.Objects;

/**
 * What a bot's owner decides.
 *
 * @param name as people see it
 * @param url where it is called; its owner's secret
 * @param secret what its calls are signed with; known to its owner and to us
 * @param active whether it may play new matches
 */
public record BotSettings(String name, String url, WebhookSecret secret, Visibility visibility, boolean active) {

    public BotSettings {
        Objects.requireNonNull(name, "a bot has a name");
        Objects.requireNonNull(url, "a bot has a URL");
        Objects.requireNonNull(secret, "a bot has a secret");
        Objects.requireNonNull(visibility, "a bot is public or private");
    }

    public BotSettings withSecret(WebhookSecret other) {
        return new BotSettings(name, url, other, visibility, active);
    }

    /** Without the URL, because records end up in logs. */
    @Override
    public String toString() {
        return "BotSettings[name=" + name + ", url=(secret)]";
    }
}
