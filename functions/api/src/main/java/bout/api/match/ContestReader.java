package bout.api.match;

import bout.address.UrlCheck;
import bout.api.http.FieldReader;
import bout.engine.Game;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.TimeLimits;
import bout.store.match.GameSettings;
import bout.store.webhook.ChatFormat;
import bout.wire.ProblemType;
import bout.wire.WebhookSecret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the fields that requests for matches and for tournaments share. */
public abstract class ContestReader extends FieldReader {

    /** In characters (code points), as all lengths here. */
    public static final int MAX_SEED = 64;

    protected final String seed(Map<?, ?> fields) {
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
            wrong(ProblemType.OUT_OF_RANGE, "/seed", "must not contain control characters or unpaired surrogates");
        }
        return seed;
    }

    /** The game and its settings; empty if something is wrong with them. */
    protected final Optional<GameSettings> gameSettings(Map<?, ?> fields, Game<?> game) {
        Options options = options(fields, game);
        Integer timeLimit = timeLimit(fields);
        return options == null
                ? Optional.empty()
                : Optional.of(GameSettings.of(game.card().id())
                        .withOptions(options.toPlain())
                        .withTimeLimit(timeLimit));
    }

    private Options options(Map<?, ?> fields, Game<?> game) {
        Object value = fields.containsKey("options") ? fields.get("options") : Map.of();
        if (!(value instanceof Map<?, ?> given)) {
            wrongType("/options", "an object with option values", value);
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
                    wrong(type(declared, wrong, given), pointer("/options", wrong.name()), wrong.text());
                }
                yield null;
            }
        };
    }

    private static ProblemType type(List<Option> declared, Options.Violation wrong, Map<?, ?> given) {
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

    /** The webhook that is sent at the end, or {@code null}. */
    protected final WebhookRequest webhook(Map<?, ?> fields, UrlCheck urls) {
        String url = fields.containsKey("webhook") ? url("/webhook", fields.get("webhook"), urls::read) : null;
        ChatFormat chat = webhookFormat(fields);
        String secret = webhookSecret(fields, chat);
        return url == null ? null : new WebhookRequest(url, secret, chat);
    }

    private ChatFormat webhookFormat(Map<?, ?> fields) {
        if (!fields.containsKey("webhookFormat")) {
            return null;
        }
        if (!fields.containsKey("webhook")) {
            wrong(ProblemType.UNKNOWN_FIELD, "/webhookFormat", "only allowed together with webhook");
        }
        String code = text("/webhookFormat", fields.get("webhookFormat"));
        if (code != null && !ChatFormat.CODES.contains(code)) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    "/webhookFormat",
                    "expected one of " + String.join(", ", ChatFormat.CODES) + ", got " + Plain.describe(code));
        }
        return code == null ? null : ChatFormat.of(code).orElse(null);
    }

    private String webhookSecret(Map<?, ?> fields, ChatFormat chat) {
        if (!fields.containsKey("webhookSecret")) {
            return null;
        }
        if (!fields.containsKey("webhook")) {
            wrong(ProblemType.UNKNOWN_FIELD, "/webhookSecret", "only allowed together with webhook");
        } else if (chat != null) {
            wrong(ProblemType.UNKNOWN_FIELD, "/webhookSecret", "not allowed here: messages to a chat are not signed");
        }
        String secret = text("/webhookSecret", fields.get("webhookSecret"));
        if (secret != null && WebhookSecret.read(secret) instanceof WebhookSecret.Refused(String wrong)) {
            wrong(ProblemType.OUT_OF_RANGE, "/webhookSecret", wrong);
        }
        return secret;
    }

    private Integer timeLimit(Map<?, ?> fields) {
        if (!fields.containsKey("timeLimit")) {
            return null;
        }
        return wholeNumber(
                "/timeLimit",
                fields.get("timeLimit"),
                "a whole number of milliseconds from " + TimeLimits.MIN + " to " + TimeLimits.MAX,
                TimeLimits.MIN,
                TimeLimits.MAX);
    }
}
