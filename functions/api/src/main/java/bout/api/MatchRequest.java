package bout.api;

import bout.address.BotUrl;
import bout.address.UrlCheck;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.ledger.BotRecord;
import bout.ledger.Health;
import bout.ledger.PlayerRecord;
import bout.wire.Problem.Wrong;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
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
record MatchRequest(
        String game,
        List<PlayerRecord> players,
        String seed,
        Options options,
        Integer timeLimit,
        String notifyUrl,
        String notifySecret) {

    /** In characters (code points), as all lengths here. */
    static final int MAX_SEED = 64;

    private static final List<String> FIELDS =
            List.of("game", "players", "seed", "options", "timeLimit", "notify", "notifySecret");
    private static final List<String> PLAYER_KINDS = List.of("url", "house", "bot");
    private static final List<String> PLAYER_FIELDS = List.of("url", "house", "bot", "name");
    private static final String KINDS_OF_PLAYERS = "url, house or bot";

    /** What {@link #read} made of a body. */
    sealed interface Reading {}

    record Accepted(MatchRequest request) implements Reading {}

    /** @param wrongs everything that is wrong, in the order of the fields */
    record Refused(List<Wrong> wrongs) implements Reading {}

    /**
     * @param body any plain value
     * @param bots looks registered bots up by their ids
     */
    static Reading read(Object body, UrlCheck urls, Caller caller, Function<String, Optional<BotRecord>> bots) {
        return new Reader(urls, caller, bots).read(body);
    }

    /** Goes through one body and notes what is wrong. */
    private static final class Reader extends FieldReader {
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
            String notifyUrl = fields.containsKey("notify") ? url("/notify", fields.get("notify"), urls) : null;
            String notifySecret = notifySecret(fields);
            return wrongs().isEmpty()
                    ? new Accepted(new MatchRequest(
                            game.card().id(), players, seed, options, timeLimit, notifyUrl, notifySecret))
                    : new Refused(wrongs());
        }

        private List<PlayerRecord> players(Map<?, ?> fields, Game<?, ?> game) {
            String expected = "a list of two players, each {\"url\": ...}, {\"house\": ...} or {\"bot\": ...}";
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
            List<PlayerRecord> players = new ArrayList<>();
            for (int i = 0; i < Math.min(list.size(), 2); i++) {
                players.add(player("/players/" + i, list.get(i), Seat.of(i + 1), game));
            }
            return players;
        }

        /** The player, or {@code null} where something is wrong. */
        private PlayerRecord player(String pointer, Object value, Seat seat, Game<?, ?> game) {
            if (!(value instanceof Map<?, ?> fields)) {
                wrongType(pointer, "an object with " + KINDS_OF_PLAYERS, value);
                return null;
            }
            unknownFields(pointer, fields, PLAYER_FIELDS);
            List<String> kinds =
                    PLAYER_KINDS.stream().filter(fields::containsKey).toList();
            for (String more : kinds.subList(Math.min(1, kinds.size()), kinds.size())) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        pointer + "/" + more,
                        "a player with a " + kinds.getFirst() + " has no " + more + "; leave out one of the two");
            }
            if (kinds.isEmpty()) {
                wrong(
                        ProblemType.MISSING_FIELD,
                        pointer,
                        "expected " + KINDS_OF_PLAYERS + ", got " + Plain.describe(fields));
            }
            if (fields.containsKey("bot")) {
                return registered(pointer, fields, game);
            }
            String url = fields.containsKey("url") ? url(pointer + "/url", fields.get("url"), urls) : null;
            String house = fields.containsKey("house") ? house(pointer + "/house", fields.get("house"), game) : null;
            String name = fields.containsKey("name")
                    ? name(pointer + "/name", fields.get("name"))
                    : house == null ? "bot " + seat.number() : house;
            if (!wrongs().isEmpty()) {
                return null;
            }
            return url == null ? PlayerRecord.house(name, house) : PlayerRecord.url(name, url);
        }

        /** A registered bot, as it is now: it exists, and this caller may have it play this game. */
        private PlayerRecord registered(String pointer, Map<?, ?> fields, Game<?, ?> game) {
            if (fields.containsKey("name")) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        pointer + "/name",
                        "a registered bot has a name of its own; leave this out");
            }
            String id = text(pointer + "/bot", fields.get("bot"));
            if (id == null) {
                return null;
            }
            Optional<BotRecord> found = bots.apply(id).filter(bot -> Seen.by(caller, bot));
            if (found.isEmpty()) {
                wrong(ProblemType.UNKNOWN_BOT, pointer + "/bot", "no bot that you may play has this id");
                return null;
            }
            BotRecord bot = found.get();
            Optional<String> obstacle = obstacle(bot, game);
            obstacle.ifPresent(text -> wrong(ProblemType.BOT_NOT_PLAYABLE, pointer + "/bot", text));
            return obstacle.isPresent() ? null : PlayerRecord.registered(bot.name(), bot.id());
        }

        /** Why the bot cannot play, in words that give nothing of its owner's away. */
        private Optional<String> obstacle(BotRecord bot, Game<?, ?> game) {
            if (game != null && !bot.game().equals(game.card().id())) {
                return Optional.of("the bot plays " + bot.game() + " and no other game");
            }
            if (!bot.active()) {
                return Optional.of("the bot is not active: its owner takes no matches with it at the moment");
            }
            if (urls.read(bot.url()) instanceof BotUrl.Refused) {
                return Optional.of("the bot has a URL that is not called from here");
            }
            if (bot.isOf(caller.owner())) {
                return Optional.empty();
            }
            if (!bot.proof().proven()) {
                return Optional.of("the bot's owner has not proved yet to control its URL");
            }
            if (bot.health().out()) {
                return Optional.of("the bot is taken out, because it failed " + Health.FAILURES_TO_LEAVE
                        + " checks in a row; it comes back when it has passed " + Health.PASSES_TO_RETURN);
            }
            return Optional.empty();
        }

        private String house(String pointer, Object value, Game<?, ?> game) {
            String name = text(pointer, value);
            if (name == null || game == null) {
                return name;
            }
            List<String> known = game.houseBots().stream().map(HouseBot::name).toList();
            if (!known.contains(name)) {
                wrong(
                        ProblemType.UNKNOWN_HOUSE_BOT,
                        pointer,
                        "the game has no house bot of this name; known are " + String.join(", ", known));
            }
            return name;
        }

        private String seed(Map<?, ?> fields) {
            if (!fields.containsKey("seed")) {
                return null;
            }
            String seed = text("/seed", fields.get("seed"));
            if (seed == null) {
                return null;
            }
            int length = seed.codePointCount(0, seed.length());
            if (length < 1 || length > MAX_SEED) {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/seed",
                        "expected 1 to " + MAX_SEED + " characters, got " + (length == 0 ? "none" : length));
            } else if (CONTROL.matcher(seed).find()) {
                wrong(ProblemType.OUT_OF_RANGE, "/seed", "it has a control character or half of a surrogate pair");
            }
            return seed;
        }

        private Options options(Map<?, ?> fields, Game<?, ?> game) {
            Object value = fields.containsKey("options") ? fields.get("options") : Map.of();
            if (!(value instanceof Map<?, ?> given)) {
                wrongType("/options", "an object with a value for each option that is not to have its default", value);
                return null;
            }
            if (game == null) {
                return null;
            }
            List<Option> declared = game.card().options();
            return switch (Options.read(declared, given)) {
                case Options.Accepted accepted -> accepted.options();
                case Options.Refused refused -> {
                    for (Options.Wrong wrong : refused.wrongs()) {
                        wrong(type(declared, wrong, given), pointer("/options", wrong.name()), wrong.text());
                    }
                    yield null;
                }
            };
        }

        private static ProblemType type(List<Option> declared, Options.Wrong wrong, Map<?, ?> given) {
            if (wrong.unknown()) {
                return ProblemType.UNKNOWN_OPTION;
            }
            Option option = declared.stream()
                    .filter(candidate -> candidate.name().equals(wrong.name()))
                    .findFirst()
                    .orElseThrow();
            Object value = given.get(wrong.name());
            boolean rightType =
                    switch (option) {
                        case Option.IntegerOption integerOption -> value instanceof Number;
                        case Option.BooleanOption booleanOption -> value instanceof Boolean;
                        case Option.ChoiceOption choiceOption -> value instanceof String;
                    };
            return rightType ? ProblemType.OUT_OF_RANGE : ProblemType.WRONG_TYPE;
        }

        private String notifySecret(Map<?, ?> fields) {
            if (!fields.containsKey("notifySecret")) {
                return null;
            }
            if (!fields.containsKey("notify")) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        "/notifySecret",
                        "it signs the notice, but there is no notify to say where that goes");
            }
            String secret = text("/notifySecret", fields.get("notifySecret"));
            if (secret != null && WebhookSecret.read(secret) instanceof WebhookSecret.Refused(String wrong)) {
                wrong(ProblemType.OUT_OF_RANGE, "/notifySecret", wrong);
            }
            return secret;
        }

        private Integer timeLimit(Map<?, ?> fields) {
            if (!fields.containsKey("timeLimit")) {
                return null;
            }
            Object value = fields.get("timeLimit");
            String expected = "a whole number of milliseconds from " + TimeLimits.MIN + " to " + TimeLimits.MAX;
            if (!(value instanceof Number number)) {
                wrongType("/timeLimit", expected, value);
                return null;
            }
            if (!Plain.isInteger(number) || number.intValue() < TimeLimits.MIN || number.intValue() > TimeLimits.MAX) {
                wrong(ProblemType.OUT_OF_RANGE, "/timeLimit", expected(expected, value));
            }
            return number.intValue();
        }
    }
}
