package bout.api;

import bout.api.http.Caller;
import bout.api.http.Limits;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.OwnerCounts;
import bout.store.match.MatchLimits;

/** Tells callers who they are, and what is left of their quotas. */
public record MeEndpoint(OwnerCounts counts, MatchLimits matches, int bots) {

    /** Without a limit, nothing is counted, and a quota and what is used of it are null. */
    private record Quotas(Integer bots, Integer openMatches, Integer matchesPerDay) {}

    private record Me(String id, String name, String scope, String invitation, Quotas quotas, Quotas used) {}

    public Response get(Request request) {
        Caller caller = request.caller();
        String owner = caller.owner();
        MatchLimits ofMatches = Limits.ofMatches(matches, caller);
        Integer most = orNull(Limits.ofBots(bots, caller));
        Integer open = orNull(ofMatches.open());
        Integer day = orNull(ofMatches.day());
        return Response.fresh(
                200,
                new Me(
                        owner,
                        caller.token() == null ? owner : caller.token().name(),
                        caller.scope().code(),
                        caller.token() == null ? null : caller.token().invitation(),
                        new Quotas(most, open, day),
                        new Quotas(
                                most == null ? null : counts.bots(owner),
                                open == null ? null : counts.openMatches(owner),
                                day == null ? null : counts.matchesToday(owner))));
    }

    private static Integer orNull(int limit) {
        return limit == 0 ? null : limit;
    }
}
