package bout.api.match;

import bout.address.BotUrl;
import bout.api.access.Caller;
import bout.api.access.Visible;
import bout.api.http.FieldReader;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.store.match.PlayerRecord;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the players of a match or a tournament, and checks whether this caller may let them play the game.
 *
 * @param notes records what is wrong
 * @param game {@code null} if the request names no known game; then what depends on it is not checked
 * @param urls judges a URL
 * @param bots looks up a registered bot by its id
 */
public record PlayerReader(
        FieldReader notes,
        Caller caller,
        Game<?> game,
        Function<String, BotUrl.Reading> urls,
        Function<String, Optional<BotRecord>> bots) {

    /** What a player can be, in words. */
    public static final String KINDS = "{\"url\": ...}, {\"house\": ...} or {\"bot\": ...}";

    private static final List<String> PLAYER_KINDS = List.of("url", "house", "bot");
    private static final List<String> PLAYER_FIELDS = List.of("url", "house", "bot", "name");
    private static final String KINDS_OF_PLAYERS = "url, house or bot";

    /** The player, or {@code null} if something is wrong. */
    public PlayerRecord player(String pointer, Object value, String usualName) {
        int before = notes.violations().size();
        if (!(value instanceof Map<?, ?> fields)) {
            notes.wrongType(pointer, "an object with " + KINDS_OF_PLAYERS, value);
            return null;
        }
        notes.unknownFields(pointer, fields, PLAYER_FIELDS);
        List<String> kinds = PLAYER_KINDS.stream().filter(fields::containsKey).toList();
        for (String more : kinds.subList(Math.min(1, kinds.size()), kinds.size())) {
            notes.wrong(
                    ProblemType.UNKNOWN_FIELD, pointer + "/" + more, "not allowed together with " + kinds.getFirst());
        }
        if (kinds.isEmpty()) {
            notes.wrong(
                    ProblemType.MISSING_FIELD,
                    pointer,
                    "expected " + KINDS_OF_PLAYERS + ", got " + Plain.describe(fields));
        }
        if (fields.containsKey("bot")) {
            return registered(pointer, fields);
        }
        String url = fields.containsKey("url") ? notes.url(pointer + "/url", fields.get("url"), urls) : null;
        String house = fields.containsKey("house") ? house(pointer + "/house", fields.get("house")) : null;
        String name = fields.containsKey("name")
                ? notes.name(pointer + "/name", fields.get("name"))
                : house == null ? usualName : house;
        if (notes.violations().size() > before) {
            return null;
        }
        return url == null ? PlayerRecord.house(name, house) : PlayerRecord.url(name, url);
    }

    /** A registered bot, if it exists and this caller may let it play this game. */
    private PlayerRecord registered(String pointer, Map<?, ?> fields) {
        if (fields.containsKey("name")) {
            notes.wrong(
                    ProblemType.UNKNOWN_FIELD,
                    pointer + "/name",
                    "not allowed for a registered bot, which has its own name");
        }
        String id = notes.text(pointer + "/bot", fields.get("bot"));
        if (id == null) {
            return null;
        }
        Optional<BotRecord> found = bots.apply(id).filter(bot -> Visible.to(caller, bot));
        if (found.isEmpty()) {
            notes.wrong(ProblemType.UNKNOWN_BOT, pointer + "/bot", "no such bot");
            return null;
        }
        BotRecord bot = found.get();
        Optional<String> obstacle = obstacle(bot);
        obstacle.ifPresent(text -> notes.wrong(ProblemType.BOT_NOT_PLAYABLE, pointer + "/bot", text));
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

    private String house(String pointer, Object value) {
        String name = notes.text(pointer, value);
        if (name == null || game == null) {
            return name;
        }
        List<String> known = game.houseBots().stream().map(HouseBot::name).toList();
        if (!known.contains(name)) {
            notes.wrong(
                    ProblemType.UNKNOWN_HOUSE_BOT,
                    pointer,
                    "unknown house bot; expected one of " + String.join(", ", known));
        }
        return name;
    }
}
