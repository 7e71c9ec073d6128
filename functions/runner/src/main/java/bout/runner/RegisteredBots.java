package bout.runner;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.Player;
import bout.botclient.player.UnprovenHosts;
import bout.competition.journal.Competition;
import bout.engine.Failure;
import bout.lines.BotLines;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.match.MatchOrigin;
import java.util.Optional;

/**
 * Turns registered bots and URLs into players: reads the bots' current URLs and secrets.
 *
 * @param unproven limits the calls to URLs that nobody has proved to be a bot's
 * @param lines asks connected bots; empty = there are none
 */
public record RegisteredBots(
        Bots bots, BotClient client, UnprovenHosts unproven, PublishedBots published, Optional<BotLines> lines) {

    /** Without a limit for each host, and without connected bots. */
    public RegisteredBots(Bots bots, BotClient client, PublishedBots published) {
        this(bots, client, new UnprovenHosts(0), published, Optional.empty());
    }

    /**
     * Returns the bot as a player of one match. If it may not be called, all calls of the player fail with the reason.
     *
     * @param origin who created the match, and what it counts for
     * @param seat what a published bot needs to know
     */
    Player player(String id, MatchOrigin origin, PublishedSeat seat) {
        String matchOwner = origin.owner();
        boolean rated = origin.competition() != null;
        Optional<BotRecord> found = bots.find(id);
        if (found.isEmpty()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was deleted by its owner.");
        }
        BotRecord bot = found.get();
        // A ladder's match has no owner: the bot was active when it was paired.
        if (matchOwner != null && !bot.isOf(matchOwner) && !bot.settings().active()) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was paused by its owner.");
        }
        if (origin.competition() instanceof Competition.OfTournament of
                && bot.settings().left().contains(of.tournament())) {
            return Player.failing(Failure.Kind.WITHDRAWN, "The bot was taken out of the tournament by its owner.");
        }
        // It keeps the code that it had when the match was created. If it had none then, it has what it has now.
        String code = seat.code() == null ? bot.code() : seat.code();
        if (code != null) {
            return this.published.player(bot, code, seat);
        }
        if (!bot.isOf(matchOwner) && !bot.proven()) {
            // It was proven when the match was created; since then its owner has changed its URL to another host.
            return Player.failing(
                    Failure.Kind.WITHDRAWN,
                    "The bot was moved to another URL by its owner, who has not yet proved to control that one.");
        }
        return switch (bot.settings().program()) {
            case Program.AtUrl(String url) -> atUrl(bot, url, rated);
            case Program.Published published -> throw new IllegalStateException(id + " is published, without code");
            case Program.Connected connected ->
                lines.map(each ->
                                each.player(bot.id(), bot.game(), bot.settings().secret(), rated))
                        .orElseGet(() ->
                                Player.failing(Failure.Kind.UNREACHABLE, "This deployment has no connected bots."));
        };
    }

    private Player atUrl(BotRecord bot, String url, boolean rated) {
        return switch (BotUrl.read(url, client.policy())) {
            case BotUrl.Allowed allowed ->
                player(new Callee(bot.id(), allowed.url(), bot.settings().secret(), rated), bot.proven());
            case BotUrl.Refused refused -> Player.notAllowed(refused);
        };
    }

    /**
     * Returns a URL as a player of one match.
     *
     * @param whose who named it; see {@link Callee}
     */
    Player playerAt(String url, String whose, boolean rated) {
        return switch (BotUrl.read(url, client.policy())) {
            case BotUrl.Allowed allowed -> player(new Callee(whose, allowed.url(), null, rated), false);
            case BotUrl.Refused refused -> Player.notAllowed(refused);
        };
    }

    private Player player(Callee callee, boolean proven) {
        Player player = client.player(callee);
        return proven ? player : new UnprovenPlayer(player, callee.url().host(), unproven);
    }
}
