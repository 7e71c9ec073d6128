package bout.store.bot;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The proof that a bot's owner controls its URL. Without it, nobody else may play the bot.
 *
 * <p>A host can change hands, so a proof does not last: health sweeps look for the challenge again after
 * {@link #RENEWED_AFTER}, and a bot whose host has not shown it for {@link #LASTS} is unproven again.
 *
 * @param challenge the text that the URL's host must show; a new one for each URL
 * @param provenAt when it was last seen there, or {@code null}
 * @param refusal what was expected and what was found at the last check that did not find it, or {@code null}
 */
public record Proof(String challenge, Instant provenAt, String refusal) {

    /** After this long, health sweeps look for the challenge again. */
    public static final Duration RENEWED_AFTER = Duration.ofDays(30);

    /** For this long a proof holds although the challenge is no longer found: a week to put it back. */
    public static final Duration LASTS = RENEWED_AFTER.plusDays(7);

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

    /** Whether it is time to look for the challenge again. */
    public boolean renewalDue(Instant now) {
        return proven() && !now.isBefore(provenAt.plus(RENEWED_AFTER));
    }

    /** When the URL counts as unproven unless the challenge is found before, or {@code null} if it is unproven. */
    public Instant lapsesAt() {
        return proven() ? provenAt.plus(LASTS) : null;
    }

    /** The proof after the challenge was not found. A proven URL stays proven until the proof lapses. */
    public Proof missed(String text, Instant now) {
        boolean lapsed = proven() && !now.isBefore(lapsesAt());
        return new Proof(challenge, lapsed ? null : provenAt, text);
    }
}
