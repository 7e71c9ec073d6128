package bout.api.game;

import bout.api.access.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.games.Games;
import bout.wire.ProblemType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Describes the games: their rules, and how their bots are called. */
public final class GameEndpoints {

    /** The games change only with a new deployment. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    /** By game; the guide and the example in a response never change while the application runs. */
    private final Map<String, Response> answers = new ConcurrentHashMap<>();

    public Response list(Caller caller, Request request, Map<String, String> place) {
        return Response.cached(
                KEPT,
                Map.of("games", Games.ALL.stream().map(GameAnswer.Entry::of).toList()));
    }

    public Response get(Caller caller, Request request, Map<String, String> place) {
        return Games.byId(place.get("game"))
                .map(game ->
                        answers.computeIfAbsent(game.card().id(), id -> Response.cached(KEPT, GameAnswer.of(game))))
                .orElseThrow(GameEndpoints::unknown);
    }

    /** The refusal of a path with a game that does not exist. */
    public static Refusal unknown() {
        return new Refusal(ProblemType.UNKNOWN_GAME, "No such game; " + Field.KNOWN_GAMES + ".");
    }
}
