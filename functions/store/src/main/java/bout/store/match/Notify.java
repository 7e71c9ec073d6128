package bout.store.match;

import java.util.Objects;

/**
 * Who is told when a match or a tournament ends.
 *
 * @param url where the notice goes; like a bot's URL it is shown to nobody
 * @param secret what the notice is signed with, as {@code bout.wire.WebhookSecret} writes it
 */
public record Notify(String url, String secret) {

    public Notify {
        Objects.requireNonNull(url, "a notice goes somewhere");
        Objects.requireNonNull(secret, "a notice is signed");
    }

    /** Says nothing, because records end up in logs. */
    @Override
    public String toString() {
        return "Notify[(secret)]";
    }
}
