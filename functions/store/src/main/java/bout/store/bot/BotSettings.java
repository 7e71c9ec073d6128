package bout.store.bot;

import bout.wire.WebhookSecret;
import java.util.Objects;

/**
 * The settings of a bot, which its owner can change.
 *
 * @param name the display name
 * @param program what answers for it
 * @param secret signs its calls; known to its owner and to Bout
 * @param active whether it may play new matches
 */
public record BotSettings(String name, Program program, WebhookSecret secret, Visibility visibility, boolean active) {

    public BotSettings {
        Objects.requireNonNull(name, "a bot has a name");
        Objects.requireNonNull(program, "a bot has a program");
        Objects.requireNonNull(secret, "a bot has a secret");
        Objects.requireNonNull(visibility, "a bot is public or private");
    }

    public BotSettings withSecret(WebhookSecret other) {
        return new BotSettings(name, program, other, visibility, active);
    }

    /** Without the secret, because records end up in logs. */
    @Override
    public String toString() {
        return "BotSettings[name=" + name + ", program=" + program + "]";
    }
}
