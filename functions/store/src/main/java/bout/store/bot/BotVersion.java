package bout.store.bot;

import java.util.Objects;

/**
 * The program behind a bot, and what is known of it.
 *
 * @param number from 1; a new URL starts a new version, and so does the owner by saying that the program was replaced
 * @param proof whether the owner controls the URL
 * @param check the last one that the owner asked for, or {@code null}
 */
public record BotVersion(int number, Proof proof, Health health, BotCheck check) {

    public BotVersion {
        Objects.requireNonNull(proof, "a bot has a proof, if an open one");
        Objects.requireNonNull(health, "a bot has a health, if an unknown one");
    }

    /** A program of which nothing is known. */
    static BotVersion unchecked(int number, Proof proof) {
        return new BotVersion(number, proof, Health.UNKNOWN, null);
    }
}
