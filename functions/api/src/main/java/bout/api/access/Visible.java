package bout.api.access;

import bout.store.bot.BotRecord;
import bout.store.bot.Visibility;
import bout.store.match.MatchRecord;
import bout.store.tournament.TournamentRecord;

/** Who sees a registered bot, a match or a tournament. */
public final class Visible {

    private Visible() {}

    /** Whether the caller may see this bot. */
    public static boolean to(Caller caller, BotRecord bot) {
        return bot.settings().visibility() == Visibility.PUBLIC || caller.mayHandle(bot.owner());
    }

    /** Whether the caller may see this match. */
    public static boolean to(Caller caller, MatchRecord match) {
        return !match.origin().seenByOwnerOnly()
                || caller.mayHandle(match.origin().owner());
    }

    /** Whether the caller may see this tournament. */
    public static boolean to(Caller caller, TournamentRecord tournament) {
        return tournament.isPublic() || caller.mayHandle(tournament.owner());
    }
}
