package bout.runner;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Player;
import bout.engine.Failure;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import java.util.Optional;

/** Seats registered bots: reads where they are called when they are to play. */
record RegisteredBots(Bots bots, BotClient client) {

    /**
     * The bot at a seat of one match. One that may not be called is a player all of whose calls fail and say why.
     *
     * @param matchOwner who asked for the match, or {@code null} where nobody knows
     */
    Player player(String id, String matchOwner) {
        Optional<BotRecord> found = bots.find(id);
        if (found.isEmpty()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was deleted by its owner.");
        }
        BotRecord bot = found.get();
        if (!bot.isOf(matchOwner) && !bot.version().proof().proven()) {
            // It was when the match was asked for; since then its owner has pointed it at another host.
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
