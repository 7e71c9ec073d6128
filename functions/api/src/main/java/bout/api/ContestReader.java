package bout.api;

import bout.address.BotUrl;
import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Field;
import bout.competition.Coded;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game;
import bout.engine.Game.TournamentStyle;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.webhook.WebhookTarget;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what requests for matches and for tournaments share. Of the players it checks whether this caller may let them
 * play the game. Without a game, because the request names no known one, what depends on it is not checked.
 */
public record ContestReader(
        Caller caller,
        Game<?> game,
        Function<String, BotUrl.Reading> urls,
        Function<String, Optional<BotRecord>> bots) {

    private static final SecureRandom RANDOM = new SecureRandom();

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
        if (player.only(PLAYER_KINDS) == null) {
            player.unlike(ProblemType.MISSING_FIELD, KINDS_OF_PLAYERS);
        }
        if (player.has("bot")) {
            return registered(player);
        }
        String url = player.get("url").url(urls);
        String house = house(player.get("house"), game);
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
        Optional<BotRecord> found = bots.apply(id).filter(bot -> caller.sees(bot));
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

    static String house(Field field, Game<?> game) {
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

    public static GameSettings gameSettings(Field body, Game<?> game) {
        Options options = options(body, game);
        Integer timeLimit = body.get("timeLimit")
                .whole(
                        "a whole number of milliseconds from " + TimeLimits.MIN + " to " + TimeLimits.MAX,
                        TimeLimits.MIN,
                        TimeLimits.MAX);
        return options == null ? null : new GameSettings(game.card().id(), options.toPlain(), timeLimit);
    }

    private static Options options(Field body, Game<?> game) {
        Field field = body.get("options");
        Object value = field.there() ? field.value() : Map.of();
        if (!(value instanceof Map<?, ?> given)) {
            field.unlike(ProblemType.WRONG_TYPE, "an object with option values");
            return null;
        }
        if (game == null) {
            return null;
        }
        List<Option> declared = game.card().options();
        return switch (Options.read(declared, given)) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid -> {
                for (Options.Violation wrong : invalid.violations()) {
                    field.wrong(type(declared, wrong, given), wrong.name(), wrong.text());
                }
                yield null;
            }
        };
    }

    /** The settings of a tournament in the fields of an object, as they came. */
    static Map<String, Object> planSettings(Field object) {
        Map<String, Object> given = new LinkedHashMap<>();
        Plan.SETTINGS.stream()
                .map(Option::name)
                .filter(object::has)
                .forEach(name -> given.put(name, object.get(name).value()));
        return given;
    }

    /** Whether so many players could play a tournament with these settings of the object. */
    static boolean allowsPlan(
            Field object, TournamentStyle style, GroupSize size, int players, Map<String, Object> given) {
        List<Options.Violation> wrong = Plan.violations(style, size, players, given);
        wrong.forEach(each -> object.wrong(
                each.unknown() ? ProblemType.UNKNOWN_FIELD : type(Plan.SETTINGS, each, given),
                each.name(),
                each.text()));
        return wrong.isEmpty();
    }

    /** The type of the problem with a value, which may be right for its own option and wrong beside others. */
    private static ProblemType type(List<Option> declared, Options.Violation wrong, Map<?, ?> given) {
        if (wrong.unknown()) {
            return ProblemType.UNKNOWN_OPTION;
        }
        Option option = declared.stream()
                .filter(candidate -> candidate.name().equals(wrong.name()))
                .findFirst()
                .orElse(null);
        Object value = given.get(wrong.name());
        boolean rightType =
                switch (option) {
                    case null -> true;
                    case Option.IntegerOption integerOption -> value instanceof Number;
                    case Option.BooleanOption booleanOption -> value instanceof Boolean;
                    case Option.ChoiceOption choiceOption -> value instanceof String;
                };
        return rightType ? ProblemType.OUT_OF_RANGE : ProblemType.WRONG_TYPE;
    }

    /** The webhook that is sent at the end, or {@code null}. Its secret is drawn if the caller gave none. */
    public static WebhookTarget webhook(Field body, UrlCheck urls) {
        String url = body.get("webhook").url(urls::read);
        onlyWithWebhook(body, "webhookFormat");
        ChatFormat chat = body.get("webhookFormat").oneOf(ChatFormat.CODES, code -> Coded.of(ChatFormat.class, code));
        String given = webhookSecret(body, chat);
        if (url == null) {
            return null;
        }
        String secret = given == null ? WebhookSecret.draw(RANDOM).text() : given;
        return new WebhookTarget(url, chat == null ? secret : null, chat);
    }

    /** Adds the secret to an answer: only to that to the request that created something, and to its repetitions. */
    static Map<String, Object> withSecret(Map<String, Object> answer, WebhookTarget webhook) {
        if (webhook != null && webhook.secret() != null) {
            answer.put("webhookSecret", webhook.secret());
        }
        return answer;
    }

    private static boolean onlyWithWebhook(Field body, String name) {
        boolean alone = body.has(name) && !body.has("webhook");
        if (alone) {
            body.wrong(ProblemType.UNKNOWN_FIELD, name, "only allowed together with webhook");
        }
        return alone;
    }

    private static String webhookSecret(Field body, ChatFormat chat) {
        Field field = body.get("webhookSecret");
        if (!onlyWithWebhook(body, "webhookSecret") && field.there() && chat != null) {
            field.wrong(ProblemType.UNKNOWN_FIELD, "not allowed here: messages to a chat are not signed");
        }
        String secret = field.text();
        if (secret != null && WebhookSecret.read(secret) instanceof WebhookSecret.Refused(String wrong)) {
            field.wrong(ProblemType.OUT_OF_RANGE, wrong);
        }
        return secret;
    }
}
