package bout.store.bot;

import bout.store.table.Within;
import java.util.Objects;

/**
 * One version of a bot: one program, and what is known about it.
 *
 * @param number from 1; another program starts a new version, and so does its owner when a server answers differently
 * @param proof whether the owner controls the URL; without a meaning for a bot that has none
 * @param check the last one that the owner requested, or {@code null}
 */
public record BotVersion(
        int number, @Within Proof proof, @Within Health health, BotCheck check) {

    public BotVersion {
        Objects.requireNonNull(proof, "a bot has a proof, if an open one");
        Objects.requireNonNull(health, "a bot has a health, if an unknown one");
    }

    /** The next version. What is known of the bot's health stays, or a suspended bot would only need a new version. */
    BotVersion next(Proof of) {
        return new BotVersion(number + 1, of, health, null);
    }

    static BotVersion unchecked(int number, Proof proof) {
        return new BotVersion(number, proof, Health.UNKNOWN, null);
    }
}
