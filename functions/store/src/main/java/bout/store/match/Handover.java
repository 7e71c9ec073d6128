package bout.store.match;

import bout.store.replay.Checkpoints;
import java.time.Instant;

/**
 * What a runner leaves to the next one when it gives a match back.
 *
 * @param checkpoint the key of a new checkpoint in {@link Checkpoints}, or {@code null} if the last one still holds
 * @param turn how many turns the new checkpoint has
 * @param watchedUntil how long the match counts as watched, or {@code null}
 */
public record Handover(String checkpoint, int turn, Instant watchedUntil) {

    /** Nothing has changed since the match was taken. */
    public static final Handover NOTHING_NEW = new Handover(null, 0, null);
}
