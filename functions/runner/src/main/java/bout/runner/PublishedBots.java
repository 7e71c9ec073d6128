package bout.runner;

import bout.sandbox.PublishedPlayer;
import bout.sandbox.Sandbox;
import bout.store.bot.BotRecord;
import bout.store.bot.PublishedCode;

/**
 * Turns published bots into players, which compute in this process.
 *
 * @param sandbox the only one of this process
 */
public record PublishedBots(PublishedCode code, Sandbox sandbox) {

    /**
     * The bot as a player of one match.
     *
     * @param code the SHA-256 of the code with which it plays
     */
    PublishedPlayer player(BotRecord bot, String code, PublishedSeat seat) {
        String text = this.code
                .get(code)
                .orElseThrow(() -> new IllegalStateException("the code of " + bot.id() + " is missing: " + code));
        return new PublishedPlayer(sandbox.open(bot.game(), text, bot.owner(), seat.randomSeed(), seat.seat()));
    }
}
