package bout.store.bot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * How far a bot's owner has proved to control the bot's URL, without which nobody else may have it called.
 *
 * @param challenge the text that the URL's host has to show; another one for each URL
 * @param provenAt when it was last seen there, or {@code null}
 * @param refusal what was expected and what came when it was last looked for in vain, or {@code null}
 */
public record Proof(String challenge, Instant provenAt, String refusal) {

    public Proof {
        Objects.requireNonNull(challenge, "a proof has a challenge");
        provenAt = provenAt == null ? null : provenAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The proof of a URL that nobody has looked at yet. */
    public static Proof open(String challenge) {
        return new Proof(challenge, null, null);
    }

    public boolean proven() {
        return provenAt != null;
    }

    /** The proof after the challenge was seen. */
    public Proof seen(Instant at) {
        return new Proof(challenge, at, null);
    }

    /** The proof after the challenge was looked for in vain. What was proven stays so: the URL is still the same. */
    public Proof missed(String text) {
        return new Proof(challenge, provenAt, text);
    }
}
