package bout.api.match;

import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.engine.Game;
import bout.engine.Plain;
import bout.store.bot.BotRecord;
import bout.store.bot.Visibility;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A validated request for a match.
 *
 * @param othersBots the ids of the registered bots among the players that are not the caller's
 * @param hidden whether only the caller may see the match, because a private bot plays in it
 * @param seed {@code null} to draw one
 * @param webhook {@code null} for none
 */
public record MatchRequest(
        GameSettings game,
        List<PlayerRecord> players,
        Set<String> othersBots,
        boolean hidden,
        String seed,
        WebhookRequest webhook) {

    private static final List<String> FIELDS =
            List.of("game", "players", "seed", "options", "timeLimit", "webhook", "webhookFormat", "webhookSecret");

    /** The result of {@link #read}. */
    public sealed interface Reading {}

    public record Accepted(MatchRequest request) implements Reading {}

    /** @param violations everything that is wrong, in field order */
    public record Refused(List<Violation> violations) implements Reading {}

    /**
     * @param body any plain value
     * @param bots looks up registered bots by id
     */
    public static Reading read(Object body, UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
        return new Reader(urls, caller, bots).read(body);
    }

    /** Reads one body and records what is wrong. */
    private static final class Reader extends ContestReader {
        private final UrlCheck urls;
        private final Caller caller;
        private final Function<String, Optional<BotRecord>> bots;
        private final Set<String> othersBots = new HashSet<>();
        private boolean hidden;

        private Reader(UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
            this.urls = urls;
            this.caller = caller;
            this.bots = bots;
        }

        private Reading read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game and players", body);
                return new Refused(violations());
            }
            unknownFields("", fields, FIELDS);
            Game<?> game = game(fields);
            List<PlayerRecord> players = players(fields, game);
            String seed = seed(fields);
            Optional<GameSettings> settings = gameSettings(fields, game);
            WebhookRequest webhook = webhook(fields, urls);
            return violations().isEmpty()
                    ? new Accepted(new MatchRequest(settings.orElseThrow(), players, othersBots, hidden, seed, webhook))
                    : new Refused(violations());
        }

        private Optional<BotRecord> find(String id) {
            Optional<BotRecord> found = bots.apply(id);
            found.filter(bot -> !bot.isOf(caller.owner())).ifPresent(bot -> othersBots.add(bot.id()));
            hidden |= found.filter(bot -> bot.settings().visibility() == Visibility.PRIVATE)
                    .isPresent();
            return found;
        }

        private List<PlayerRecord> players(Map<?, ?> fields, Game<?> game) {
            String expected = "a list of two players, each " + PlayerReader.KINDS;
            if (!fields.containsKey("players")) {
                wrong(ProblemType.MISSING_FIELD, "/players", "missing; expected " + expected);
                return List.of();
            }
            if (!(fields.get("players") instanceof List<?> list)) {
                wrongType("/players", expected, fields.get("players"));
                return List.of();
            }
            if (list.size() != 2) {
                wrong(ProblemType.OUT_OF_RANGE, "/players", "expected " + expected + ", got " + Plain.describe(list));
            }
            PlayerReader reader = new PlayerReader(this, caller, game, urls::read, this::find);
            List<PlayerRecord> players = new ArrayList<>();
            for (int i = 0; i < Math.min(list.size(), 2); i++) {
                players.add(reader.player("/players/" + i, list.get(i), "bot " + (i + 1)));
            }
            return players;
        }
    }
}
