package bout.runner;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Player;
import bout.engine.Failure;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import java.util.Optional;

/** Turns registered bots into players: reads their current URLs and secrets. */
record RegisteredBots(Bots bots, BotClient client) {

    /**
     * Returns the bot as a player of one match. If it may not be called, all calls of the player fail with the reason.
     *
     * @param matchOwner who created the match, or {@code null} if unknown
     */
    Player player(String id, String matchOwner) {
        Optional<BotRecord> found = bots.find(id);
        if (found.isEmpty()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was deleted by its owner.");
        }
        BotRecord bot = found.get();
        if (!bot.isOf(matchOwner) && !bot.version().proof().proven()) {
            // It was proven when the match was created; since then its owner has changed its URL to another host.
            return Player.failing(
                    Failure.Kind.WITHDRAWN,
                    "The bot was moved to another URL by its owner, who has not yet proved to control that one.");
        }
        return switch (BotUrl.read(bot.settings().url(), client.policy())) {
            case BotUrl.Allowed allowed ->
                client.player(allowed.url(), bot.settings().secret());
            case BotUrl.Refused refused -> Player.notAllowed(refused);
        };
    }
}
