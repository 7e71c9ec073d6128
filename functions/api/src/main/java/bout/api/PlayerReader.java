package bout.api;

import bout.address.BotUrl;
import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Visible;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.store.match.PlayerRecord;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the players of a match or a tournament, and checks whether this caller may let them play the game. Without a
 * game, because the request names no known one, what depends on it is not checked.
 */
public record PlayerReader(
        Caller caller,
        Game<?> game,
        Function<String, BotUrl.Reading> urls,
        Function<String, Optional<BotRecord>> bots) {

    public static final String KINDS = "{\"url\": ...}, {\"house\": ...} or {\"bot\": ...}";

    private static final List<String> PLAYER_KINDS = List.of("url", "house", "bot");
    private static final List<String> PLAYER_FIELDS = List.of("url", "house", "bot", "name");
    private static final String KINDS_OF_PLAYERS = "url, house or bot";

    /** The player, or {@code null} if something is wrong. */
    public PlayerRecord player(Field player, String usualName) {
        int before = player.violations().size();
        if (!player.isObject("an object with " + KINDS_OF_PLAYERS, PLAYER_FIELDS)) {
            return null;
        }
        List<String> kinds = PLAYER_KINDS.stream().filter(player::has).toList();
        for (String more : kinds.subList(Math.min(1, kinds.size()), kinds.size())) {
            player.wrong(ProblemType.UNKNOWN_FIELD, more, "not allowed together with " + kinds.getFirst());
        }
        if (kinds.isEmpty()) {
            player.unlike(ProblemType.MISSING_FIELD, KINDS_OF_PLAYERS);
        }
        if (player.has("bot")) {
            return registered(player);
        }
        String url = player.get("url").url(urls);
        String house = house(player.get("house"));
        String name = player.has("name") ? player.get("name").name() : house == null ? usualName : house;
        if (player.violations().size() > before) {
            return null;
        }
        return url == null ? PlayerRecord.house(name, house) : PlayerRecord.url(name, url);
    }

    /** A registered bot, if it exists and this caller may let it play this game. */
    private PlayerRecord registered(Field player) {
        if (player.has("name")) {
            player.wrong(ProblemType.UNKNOWN_FIELD, "name", "not allowed for a registered bot, which has its own name");
        }
        String id = player.get("bot").text();
        if (id == null) {
            return null;
        }
        Optional<BotRecord> found = bots.apply(id).filter(bot -> Visible.to(caller, bot));
        if (found.isEmpty()) {
            player.wrong(ProblemType.UNKNOWN_BOT, "bot", "no such bot");
            return null;
        }
        BotRecord bot = found.get();
        Optional<String> obstacle = obstacle(bot);
        obstacle.ifPresent(text -> player.wrong(ProblemType.BOT_NOT_PLAYABLE, "bot", text));
        return obstacle.isPresent()
                ? null
                : PlayerRecord.registered(bot.settings().name(), bot.id(), bot.code());
    }

    /** Why the bot cannot play, without giving away any of its owner's secrets. */
    private Optional<String> obstacle(BotRecord bot) {
        if (game != null && !bot.game().equals(game.card().id())) {
            return Optional.of(
                    "the bot plays " + bot.game() + ", not " + game.card().id());
        }
        if (!bot.settings().active()) {
            return Optional.of("the bot is inactive: its owner has switched it off");
        }
        if (bot.settings().program() instanceof Program.AtUrl(String url)
                && urls.apply(url) instanceof BotUrl.Refused) {
            return Optional.of("this deployment does not call the bot's URL");
        }
        if (bot.isOf(caller.owner())) {
            return Optional.empty();
        }
        if (!bot.proven()) {
            return Optional.of("the bot's owner has not yet proved control of its URL");
        }
        if (bot.version().health().suspended()) {
            return Optional.of(
                    "the bot is suspended, because it failed in matches or checks; it returns when a check passes");
        }
        return Optional.empty();
    }

    private String house(Field field) {
        String name = field.text();
        if (name == null || game == null) {
            return name;
        }
        List<String> known = game.houseBots().stream().map(HouseBot::name).toList();
        if (!known.contains(name)) {
            field.wrong(
                    ProblemType.UNKNOWN_HOUSE_BOT, "unknown house bot; expected one of " + String.join(", ", known));
        }
        return name;
    }
}
