package bout.botclient;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.util.Objects;

/**
 * The bot that is called, and the purpose.
 *
 * @param whose the id of a registered bot, or else who named the URL; empty if that does not matter. Other owners
 *     cannot use up a bot's slots by naming its URL, because calls on behalf of others have slots and connections of
 *     their own
 * @param secret signs the calls, or {@code null}
 * @param rated whether the calls count for a ladder or tournament; they go before other calls to the same bot
 */
public record Callee(String whose, BotUrl url, WebhookSecret secret, boolean rated) {

    public Callee {
        Objects.requireNonNull(whose, "whose bot it is, or an empty text");
        Objects.requireNonNull(url, "a bot is called at a URL");
    }

    /** A URL without an owner, for calls that are not rated. */
    public static Callee of(BotUrl url, WebhookSecret secret) {
        return new Callee("", url, secret, false);
    }

    /** Without the URL, because records end up in logs. */
    @Override
    public String toString() {
        return "Callee[whose=" + whose + ", rated=" + rated + ", url=(secret)]";
    }
}
