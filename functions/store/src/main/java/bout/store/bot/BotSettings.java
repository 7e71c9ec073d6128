package bout.store.bot;

import bout.wire.WebhookSecret;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The settings of a bot, which its owner can change.
 *
 * @param secret signs its calls; known to its owner and to Bout
 * @param left the ids of tournaments that its owner has taken it out of, at most {@value #MOST_LEFT}, the newest last:
 *     it plays no more matches there
 */
public record BotSettings(
        String name, Program program, WebhookSecret secret, Visibility visibility, boolean active, List<String> left) {

    /** More than a bot can be in at once for long. */
    public static final int MOST_LEFT = 20;

    public BotSettings(String name, Program program, WebhookSecret secret, Visibility visibility, boolean active) {
        this(name, program, secret, visibility, active, List.of());
    }

    public BotSettings {
        left = List.copyOf(left);
        Objects.requireNonNull(name, "a bot has a name");
        Objects.requireNonNull(program, "a bot has a program");
        Objects.requireNonNull(secret, "a bot has a secret");
        Objects.requireNonNull(visibility, "a bot is public or private");
    }

    public BotSettings withSecret(WebhookSecret other) {
        return new BotSettings(name, program, other, visibility, active, left);
    }

    BotSettings paused() {
        return new BotSettings(name, program, secret, visibility, false, left);
    }

    /** Out of one more tournament. */
    public BotSettings leaving(String tournament) {
        List<String> all = Stream.concat(left.stream().filter(each -> !each.equals(tournament)), Stream.of(tournament))
                .toList();
        return new BotSettings(
                name,
                program,
                secret,
                visibility,
                active,
                all.subList(Math.max(0, all.size() - MOST_LEFT), all.size()));
    }

    /** Without the secret, because records end up in logs. */
    @Override
    public String toString() {
        return "BotSettings[name=" + name + ", program=" + program + "]";
    }
}
