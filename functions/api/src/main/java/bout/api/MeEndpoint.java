package bout.api;

import bout.api.http.Caller;
import bout.api.http.Limits;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.Owners.OwnerRecord;
import bout.store.match.MatchLimits;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import java.time.Clock;

/** Tells callers who they are, and the rest of their quotas. */
public record MeEndpoint(Table table, Clock clock, MatchLimits matches, int bots) {

    /** Without a limit, nothing is counted, and a quota and its use are null. */
    private record Quotas(Integer bots, Integer openMatches, Integer matchesPerDay) {}

    /** @param key the id of the key whose token the caller showed; {@code null} for those who own a deployment */
    private record Me(
            String id, String name, String scope, String key, String invitation, Quotas quotas, Quotas used) {}

    public Response get(Request request) {
        Caller caller = request.caller();
        String owner = caller.owner();
        MatchLimits ofMatches = Limits.ofMatches(matches, caller);
        Quota matchesOf = new Quota(table, TableLayout.MATCH, owner);
        Quotas quotas =
                new Quotas(orNull(Limits.ofBots(bots, caller)), orNull(ofMatches.open()), orNull(ofMatches.day()));
        Quotas used = new Quotas(
                quotas.bots == null
                        ? null
                        : new Quota(table, TableLayout.BOT, owner).open().size(),
                quotas.openMatches == null ? null : matchesOf.open().size(),
                quotas.matchesPerDay == null ? null : matchesOf.today(clock.instant()));
        OwnerRecord record = caller.held() == null ? null : caller.held().owner();
        return Response.ok(new Me(
                owner,
                record == null ? owner : record.name(),
                caller.scope().code(),
                caller.key(),
                record == null ? null : record.invitation(),
                quotas,
                used));
    }

    private static Integer orNull(int limit) {
        return limit == 0 ? null : limit;
    }
}
