package bout.api.ladder;

import bout.api.access.Caller;
import bout.api.http.FieldReader;
import bout.api.http.Paging;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.engine.Game;
import bout.engine.Plain;
import bout.games.Games;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows the ladders, and the matches from which anyone can recompute them. */
public final class LadderEndpoints {

    /** The most entries on a page of a journal. */
    static final int MAX_LIMIT = 500;

    private static final List<String> MATCHES_PARAMETERS = List.of("after", "limit");

    private static final Duration KEPT = Duration.ofSeconds(StandingsFiles.KEPT_SECONDS);

    private final StandingsFiles files;
    private final Journals journals;

    public LadderEndpoints(StandingsFiles files, Journals journals) {
        this.files = files;
        this.journals = journals;
    }

    /** The same document as the published file. */
    public Response get(Caller caller, Request request, Map<String, String> place) {
        Optional<Game<?>> game = Games.byId(place.get("game"));
        return game.isEmpty()
                ? unknown()
                : Response.cached(
                        KEPT,
                        files.get(StandingsFiles.ladder(place.get("game")))
                                .map(Plain::value)
                                .orElseGet(() -> empty(place.get("game"))));
    }

    /** Before the ladder is first published. */
    private static Object empty(String game) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("updatedAt", null);
        plain.put("game", game);
        plain.put("sequence", 0);
        plain.put("matches", 0);
        plain.put("players", List.of());
        return plain;
    }

    /** A page of the ladder's journal: its matches in the order in which they are rated. */
    public Response matches(Caller caller, Request request, Map<String, String> place) {
        String id = place.get("game");
        Query query = Query.read(request.query(), MATCHES_PARAMETERS);
        List<Violation> violations = new ArrayList<>(query.violations());
        int limit = Paging.limit(query, MAX_LIMIT, violations);
        String after = query.values().getOrDefault("after", "0");
        if (!after.matches("0|[1-9][0-9]{0,11}")) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER,
                    "after",
                    "expected a whole number of at most 12 digits, got " + Plain.describe(after)));
        }
        if (!violations.isEmpty()) {
            return Response.problem(Problem.of(violations));
        }
        if (Games.byId(id).isEmpty()) {
            return unknown();
        }
        List<JournalEntry> entries = journals.read(new Subject.Ladder(id), Long.parseLong(after), limit);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("matches", entries);
        plain.put("next", entries.size() < limit ? null : entries.getLast().sequence());
        return Response.fresh(200, plain);
    }

    private static Response unknown() {
        return Response.problem(Problem.of(ProblemType.UNKNOWN_GAME, "No such game; " + FieldReader.KNOWN_GAMES + "."));
    }
}
