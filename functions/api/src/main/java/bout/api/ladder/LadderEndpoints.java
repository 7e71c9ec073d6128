package bout.api.ladder;

import bout.api.access.Caller;
import bout.api.game.GameEndpoints;
import bout.api.http.Query;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.engine.Plain;
import bout.games.Games;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the ladders, and the matches from which anyone can recompute them. */
public record LadderEndpoints(StandingsFiles files, Journals journals) {

    /** The most entries on a page of a journal. */
    static final int MAX_LIMIT = 500;

    private static final List<String> MATCHES_PARAMETERS = List.of("after", "limit");

    private static final Duration KEPT = Duration.ofSeconds(StandingsFiles.KEPT_SECONDS);

    /** The same document as the published file. */
    public Response get(Caller caller, Request request, Map<String, String> place) {
        String game = game(place);
        return Response.cached(
                KEPT, files.get(StandingsFiles.ladder(game)).map(Plain::value).orElseGet(() -> empty(game)));
    }

    private static String game(Map<String, String> place) {
        return Games.byId(place.get("game"))
                .orElseThrow(GameEndpoints::unknown)
                .card()
                .id();
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
        Query query = Query.read(request.query(), MATCHES_PARAMETERS);
        int limit = query.limit(MAX_LIMIT);
        String after = query.values().getOrDefault("after", "0");
        if (!after.matches("0|[1-9][0-9]{0,11}")) {
            query.unlike("after", "a whole number of at most 12 digits");
        }
        query.check();
        List<JournalEntry> entries = journals.read(new Subject.Ladder(game(place)), Long.parseLong(after), limit);
        return Response.list(
                "matches",
                entries,
                entries.size() < limit ? null : entries.getLast().sequence());
    }
}
