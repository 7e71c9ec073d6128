package bout.api.match;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.Plain;
import bout.store.bot.BotRecord;
import bout.store.match.PlayerRecord;
import bout.wire.Problem.Wrong;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A match that a caller asks for, every part of it checked.
 *
 * @param seed {@code null} where the caller leaves it to us
 * @param timeLimit in ms, or {@code null} for the game's own limits
 * @param notifyUrl where a notice of the end is to go, or {@code null}
 * @param notifySecret what the notice is to be signed with, or {@code null} where the caller leaves it to us
 */
public record MatchRequest(
        String game,
        List<PlayerRecord> players,
        String seed,
        Options options,
        Integer timeLimit,
        String notifyUrl,
        String notifySecret) {

    private static final List<String> FIELDS =
            List.of("game", "players", "seed", "options", "timeLimit", "notify", "notifySecret");

    /** What {@link #read} made of a body. */
    public sealed interface Reading {}

    public record Accepted(MatchRequest request) implements Reading {}

    /** @param wrongs everything that is wrong, in the order of the fields */
    public record Refused(List<Wrong> wrongs) implements Reading {}

    /**
     * @param body any plain value
     * @param bots looks registered bots up by their ids
     */
    public static Reading read(Object body, UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
        return new Reader(urls, caller, bots).read(body);
    }

    /** Goes through one body and notes what is wrong. */
    private static final class Reader extends ContestReader {
        private final UrlCheck urls;
        private final Caller caller;
        private final Function<String, Optional<BotRecord>> bots;

        private Reader(UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
            this.urls = urls;
            this.caller = caller;
            this.bots = bots;
        }

        private Reading read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game and players", body);
                return new Refused(wrongs());
            }
            unknownFields("", fields, FIELDS);
            Game<?, ?> game = game(fields);
            List<PlayerRecord> players = players(fields, game);
            String seed = seed(fields);
            Options options = options(fields, game);
            Integer timeLimit = timeLimit(fields);
            String notifyUrl = notifyUrl(fields, urls);
            String notifySecret = notifySecret(fields);
            return wrongs().isEmpty()
                    ? new Accepted(new MatchRequest(
                            game.card().id(), players, seed, options, timeLimit, notifyUrl, notifySecret))
                    : new Refused(wrongs());
        }

        private List<PlayerRecord> players(Map<?, ?> fields, Game<?, ?> game) {
            String expected = "a list of two players, each " + PlayerReader.KINDS;
            if (!fields.containsKey("players")) {
                wrong(ProblemType.MISSING_FIELD, "/players", "it is missing; expected " + expected);
                return List.of();
            }
            if (!(fields.get("players") instanceof List<?> list)) {
                wrongType("/players", expected, fields.get("players"));
                return List.of();
            }
            if (list.size() != 2) {
                wrong(ProblemType.OUT_OF_RANGE, "/players", "expected " + expected + ", got " + Plain.describe(list));
            }
            PlayerReader reader = new PlayerReader(this, caller, game, urls::read, bots);
            List<PlayerRecord> players = new ArrayList<>();
            for (int i = 0; i < Math.min(list.size(), 2); i++) {
                players.add(reader.player("/players/" + i, list.get(i), "bot " + (i + 1)));
            }
            return players;
        }
    }
}
