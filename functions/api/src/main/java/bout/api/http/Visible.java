package bout.api.http;

import bout.store.bot.BotRecord;
import bout.store.bot.Visibility;
import bout.store.match.MatchRecord;
import bout.store.tournament.TournamentRecord;
import bout.wire.ProblemType;
import java.util.Optional;

/** Who sees a registered bot, a match or a tournament. */
public final class Visible {

    private Visible() {}

    public static boolean to(Caller caller, BotRecord bot) {
        return bot.settings().visibility() == Visibility.PUBLIC || caller.mayHandle(bot.owner());
    }

    public static boolean to(Caller caller, MatchRecord match) {
        return !match.origin().seenByOwnerOnly()
                || caller.mayHandle(match.origin().owner());
    }

    public static boolean to(Caller caller, TournamentRecord tournament) {
        return tournament.isPublic() || caller.mayHandle(tournament.owner());
    }

    /** The bot, unless there is none or the caller may not see it: both are answered alike. */
    public static BotRecord bot(Caller caller, Optional<BotRecord> found) {
        return found.filter(bot -> to(caller, bot))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_BOT, "No bot has this id."));
    }

    public static MatchRecord match(Caller caller, Optional<MatchRecord> found) {
        return found.filter(match -> to(caller, match))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_MATCH, "No match has this id."));
    }

    public static TournamentRecord tournament(Caller caller, Optional<TournamentRecord> found) {
        return found.filter(tournament -> to(caller, tournament))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOURNAMENT, "No tournament has this id."));
    }
}
