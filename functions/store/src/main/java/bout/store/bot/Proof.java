package bout.store.bot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The proof that a bot's owner controls its URL. Without it, nobody else may play the bot.
 *
 * @param challenge the text that the URL's host must show; a new one for each URL
 * @param provenAt when it was last seen there, or {@code null}
 * @param refusal what was expected and what was found at the last check that did not find it, or {@code null}
 */
public record Proof(String challenge, Instant provenAt, String refusal) {

    public Proof {
        Objects.requireNonNull(challenge, "a proof has a challenge");
        provenAt = provenAt == null ? null : provenAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The proof of a URL that has not been checked yet. */
    public static Proof open(String challenge) {
        return new Proof(challenge, null, null);
    }

    public boolean proven() {
        return provenAt != null;
    }

    /** The proof after the challenge was found. */
    public Proof seen(Instant at) {
        return new Proof(challenge, at, null);
    }

    /** The proof after the challenge was not found. A proven URL stays proven, because it is still the same URL. */
    public Proof missed(String text) {
        return new Proof(challenge, provenAt, text);
    }
}
