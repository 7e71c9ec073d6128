package bout.api;

import bout.ledger.BotRecord;
import bout.ledger.TournamentRecord;
import bout.ledger.Visibility;

/** Who sees a registered bot or a tournament. */
final class Seen {

    private Seen() {}

    /** Whether for this caller there is such a bot. */
    static boolean by(Caller caller, BotRecord bot) {
        return bot.visibility() == Visibility.PUBLIC || caller.mayHandle(bot.owner());
    }

    /** Whether for this caller there is such a tournament. */
    static boolean by(Caller caller, TournamentRecord tournament) {
        return tournament.isPublic() || caller.mayHandle(tournament.owner());
    }
}
