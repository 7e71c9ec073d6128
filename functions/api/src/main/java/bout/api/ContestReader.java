package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Field;
import bout.engine.Game;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.store.match.GameSettings;
import bout.store.webhook.ChatFormat;
import bout.store.webhook.WebhookTarget;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;

/** Reads the fields that requests for matches and for tournaments share. */
public final class ContestReader {

    private static final SecureRandom RANDOM = new SecureRandom();

    private ContestReader() {}

    public static GameSettings gameSettings(Field body, Game<?> game) {
        Options options = options(body, game);
        Integer timeLimit = body.get("timeLimit")
                .whole(
                        "a whole number of milliseconds from " + TimeLimits.MIN + " to " + TimeLimits.MAX,
                        TimeLimits.MIN,
                        TimeLimits.MAX);
        return options == null
                ? null
                : GameSettings.of(game.card().id())
                        .withOptions(options.toPlain())
                        .withTimeLimit(timeLimit);
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

    /** The type of the problem with a value, which may be right for its own option and wrong beside others. */
    public static ProblemType type(List<Option> declared, Options.Violation wrong, Map<?, ?> given) {
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
        ChatFormat chat = body.get("webhookFormat").oneOf(ChatFormat.CODES, ChatFormat::of);
        String given = webhookSecret(body, chat);
        if (url == null) {
            return null;
        }
        String secret = given == null ? WebhookSecret.draw(RANDOM).text() : given;
        return new WebhookTarget(url, chat == null ? secret : null, chat);
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
