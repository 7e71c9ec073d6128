package bout.store.bot;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The proof that a bot's owner controls its URL. Without it, nobody else may play the bot.
 *
 * <p>A host can change hands, so a proof does not last: health sweeps look for the proof again after
 * {@link #RENEWED_AFTER}, and a bot whose host has not shown it for {@link #LASTS} is unproven again.
 *
 * @param provenAt when it was last seen there, or {@code null}
 * @param refusal what was expected and what was found at the last check that did not find it, or {@code null}
 */
public record Proof(Instant provenAt, String refusal) {

    /** The proof of a URL that has not been checked yet. */
    public static final Proof OPEN = new Proof(null, null);

    /** After this long, health sweeps look for the proof again. */
    public static final Duration RENEWED_AFTER = Duration.ofDays(30);

    /** For this long a proof holds although it is no longer found: a week to put it back. */
    public static final Duration LASTS = RENEWED_AFTER.plusDays(7);

    public Proof {
        provenAt = provenAt == null ? null : provenAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public boolean proven() {
        return provenAt != null;
    }

    public static Proof seen(Instant at) {
        return new Proof(at, null);
    }

    public boolean renewalDue(Instant now) {
        return proven() && !now.isBefore(provenAt.plus(RENEWED_AFTER));
    }

    /** When the URL counts as unproven unless it is found before, or {@code null} if it is unproven. */
    public Instant lapsesAt() {
        return proven() ? provenAt.plus(LASTS) : null;
    }

    /** The proof after it was not found. A proven URL stays proven until the proof lapses. */
    public Proof missed(String text, Instant now) {
        boolean lapsed = proven() && !now.isBefore(lapsesAt());
        return new Proof(lapsed ? null : provenAt, text);
    }
}
