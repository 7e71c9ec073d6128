package bout.api.http;

import bout.store.access.Owners.Held;
import bout.store.access.Owners.Quotas;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.MatchRecord;
import bout.store.tournament.TournamentRecord;
import bout.wire.ProblemType;
import java.util.Objects;
import java.util.Optional;

/**
 * Who sends a request.
 *
 * @param owner marks what they create as theirs: the id of an owner, {@link #ADMIN} or {@link #LOCAL}; {@code null} for
 *     a caller without a token, who owns nothing
 * @param scope what they may do
 * @param address the address that the request came from, as text
 * @param held the key whose token they showed; {@code null} for callers without one and for those who own a deployment
 */
public record Caller(String owner, Scope scope, String address, Held held) {

    /** Owns what was created with the deployment's admin token. */
    static final String ADMIN = "admin";

    /** Owns everything on a stack with open access. */
    static final String LOCAL = "local";

    public Caller {
        Objects.requireNonNull(address, "a request comes from somewhere");
        if ((owner == null) != (scope == Scope.ANONYMOUS)) {
            throw new IllegalArgumentException("scope " + scope + " does not fit owner " + owner);
        }
    }

    public Caller(String owner, Scope scope, String address) {
        this(owner, scope, address, null);
    }

    public static Caller anonymous(String address) {
        return new Caller(null, Scope.ANONYMOUS, address);
    }

    public boolean may(Scope needed) {
        return scope.includes(needed);
    }

    /** The caller's own quotas, below those of the deployment. */
    public Quotas quotas() {
        return held == null ? Quotas.NONE : held.owner().quotas();
    }

    /** Whether the caller may see and change this owner's private things: its own, or everything for an admin. */
    public boolean mayHandle(String itsOwner) {
        return scope == Scope.ADMIN || owner != null && owner.equals(itsOwner);
    }

    /** The id of the key whose token they showed; {@code null} for others. */
    public String key() {
        return held == null ? null : held.key().id();
    }

    public boolean sees(BotRecord bot) {
        return bot.settings().visibility() == Visibility.PUBLIC || mayHandle(bot.owner());
    }

    public boolean sees(MatchRecord match) {
        return !match.origin().seenByOwnerOnly() || mayHandle(match.origin().owner());
    }

    /** The bot, unless there is none or the caller may not see it: both are answered alike. */
    public BotRecord seenBot(Optional<BotRecord> found) {
        return found.filter(this::sees).orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_BOT, "No bot has this id."));
    }

    public MatchRecord seenMatch(Optional<MatchRecord> found) {
        return found.filter(this::sees)
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_MATCH, "No match has this id."));
    }

    public TournamentRecord seenTournament(Optional<TournamentRecord> found) {
        return found.filter(tournament -> tournament.isPublic() || mayHandle(tournament.owner()))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOURNAMENT, "No tournament has this id."));
    }

    public BotRecord ownBot(Optional<BotRecord> found) {
        return found.filter(bot -> bot.isOf(owner))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_BOT, "You have no bot with this id."));
    }
}
