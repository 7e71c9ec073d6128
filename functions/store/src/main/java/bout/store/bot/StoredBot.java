package bout.store.bot;

import bout.store.bot.BotRecord.BotVersion;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.table.Item;
import bout.table.Item.Within;
import java.time.Instant;

/**
 * A registered bot's item in the table: {@code pk} = {@code bot#ID}, {@code sk} = {@code bot}. Besides these attributes
 * it has {@code list} = {@code bots#GAME}, also for private and inactive bots, and {@code change}, the name of the last
 * change by its owner.
 *
 * <p>A second item, {@code pk} = {@code bot#ID}, {@code sk} = {@code owner}, has {@code id}, {@code game} and
 * {@code list} = {@code bots-of#OWNER}. An item is in only one partition of the index, and listing an owner's bots
 * should not read everyone's. Both items are written and deleted in one transaction.
 *
 * @param waitingCheck the id of the last requested check while it waits; the checker removes it
 * @param checkAskedAt when that was requested
 */
record StoredBot(@Within BotRecord bot, String waitingCheck, Instant checkAskedAt) {

    static StoredBot of(Item item) {
        return item.as(StoredBot.class);
    }

    /**
     * The rest of a deleted bot: {@code pk} = {@code former-bots#OWNER}, {@code sk} = the game.
     *
     * @param number of its last version
     */
    record Former(String id, int number, @Within Health health) {

        BotRecord goneOnAs(BotRecord made) {
            Verification verification = made.version().verification();
            return made.as(id, new BotVersion(number, verification, health, null).next(verification));
        }
    }

    /**
     * A program that a bot had until another replaced it, with published code before or after: {@code pk} =
     * {@code replaced#BOT}, {@code sk} = that moment in milliseconds and the number of its version. It is written
     * together with the change.
     *
     * @param number of its version
     * @param code its SHA-256, or {@code null} of one with a URL or a connection
     */
    record Replaced(int number, String code) {}
}
