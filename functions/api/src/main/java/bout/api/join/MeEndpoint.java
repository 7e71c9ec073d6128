package bout.api.join;

import bout.api.access.Caller;
import bout.api.access.Limits;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.OwnerCounts;
import bout.store.match.MatchLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Tells callers who they are, and what is left of their quotas. */
public final class MeEndpoint {

    private final OwnerCounts counts;
    private final MatchLimits matches;
    private final int bots;

    /** @param bots the maximum of bots for an owner who is not an admin; 0 = no limit */
    public MeEndpoint(OwnerCounts counts, MatchLimits matches, int bots) {
        this.counts = counts;
        this.matches = matches;
        this.bots = bots;
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        MatchLimits ofMatches = Limits.ofMatches(matches, caller);
        Quotas quotas = new Quotas(caller.owner());
        quotas.add("bots", Limits.ofBots(bots, caller), counts::bots);
        quotas.add("openMatches", ofMatches.open(), counts::openMatches);
        quotas.add("matchesPerDay", ofMatches.day(), counts::matchesToday);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", caller.owner());
        plain.put(
                "name", caller.token() == null ? caller.owner() : caller.token().name());
        plain.put("scope", caller.scope().code());
        plain.put("invitation", caller.token() == null ? null : caller.token().invitation());
        plain.put("quotas", quotas.most);
        plain.put("used", quotas.used);
        return Response.fresh(200, plain);
    }

    /** The quotas of an owner: without a limit, nothing is counted, and both values are null. */
    private static final class Quotas {

        private final String owner;
        private final Map<String, Object> most = new LinkedHashMap<>();
        private final Map<String, Object> used = new LinkedHashMap<>();

        private Quotas(String owner) {
            this.owner = owner;
        }

        private void add(String name, int limit, ToIntFunction<String> count) {
            most.put(name, limit == 0 ? null : limit);
            used.put(name, limit == 0 ? null : count.applyAsInt(owner));
        }
    }
}
