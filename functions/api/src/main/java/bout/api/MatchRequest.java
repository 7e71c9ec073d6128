package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Field;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.webhook.WebhookTarget;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        WebhookTarget webhook) {

    private static final List<String> FIELDS =
            List.of("game", "players", "seed", "options", "timeLimit", "webhook", "webhookFormat", "webhookSecret");

    /** The longest seed, in characters (code points). */
    public static final int MAX_SEED = 64;

    public static MatchRequest read(
            Field body, UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
        body.object("an object with the fields game and players", FIELDS);
        Game<?> game = body.game();
        Map<String, BotRecord> registered = new HashMap<>();
        List<PlayerRecord> players = players(body, game, new ContestReader(caller, game, urls::read, id -> {
            Optional<BotRecord> found = bots.apply(id);
            found.ifPresent(bot -> registered.put(id, bot));
            return found;
        }));
        String seed = body.get("seed").line(MAX_SEED);
        GameSettings settings = ContestReader.gameSettings(body, game);
        WebhookTarget webhook = ContestReader.webhook(body, urls);
        body.check();
        Set<String> othersBots = registered.values().stream()
                .filter(bot -> !bot.isOf(caller.owner()))
                .map(BotRecord::id)
                .collect(Collectors.toSet());
        boolean hidden =
                registered.values().stream().anyMatch(bot -> bot.settings().visibility() == Visibility.PRIVATE);
        return new MatchRequest(settings, players, othersBots, hidden, seed, webhook);
    }

    private static List<PlayerRecord> players(Field body, Game<?> game, ContestReader reader) {
        GameCard.Seats seats = game == null ? GameCard.Seats.ANY : game.card().seats();
        String expected = "a list of " + seats.players() + ", each " + ContestReader.KINDS;
        Field field = body.required("players", expected);
        List<Field> list = field.list(expected);
        if (list == null) {
            return List.of();
        }
        if (!seats.allow(list.size())) {
            field.unlike(ProblemType.OUT_OF_RANGE, expected);
        }
        List<PlayerRecord> players = new ArrayList<>();
        for (int i = 0; i < Math.min(list.size(), seats.most()); i++) {
            players.add(reader.player(list.get(i), "bot " + (i + 1)));
        }
        return players;
    }
}
