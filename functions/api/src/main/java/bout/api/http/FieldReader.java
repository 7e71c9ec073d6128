package bout.api.http;

import bout.address.BotUrl;
import bout.engine.Game;
import bout.engine.Plain;
import bout.games.Games;
import bout.wire.DisplayText;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads the fields of one body and records everything that is wrong, with its place and what was expected. Do not use
 * what a method returns for a wrong field.
 */
public abstract class FieldReader {

    /** The ids of all games, for messages about an unknown one. */
    public static final String KNOWN_GAMES = "expected one of "
            + String.join(", ", Games.ALL.stream().map(game -> game.card().id()).toList());

    /** The longest name that a caller gives to something, in characters (code points). */
    public static final int MAX_NAME = 40;

    /** Control characters and line separators: they would break lines where the text is shown. */
    public static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\x{2028}\\x{2029}\\p{Cs}]");

    private static final Pattern VISIBLE = Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S}]");

    private final List<Violation> violations = new ArrayList<>();

    /** What is wrong so far, in the order in which it was found. */
    public final List<Violation> violations() {
        return violations;
    }

    /**
     * The field {@code name}, as {@link #name} reads it.
     *
     * @param expected what to say if there is none
     */
    public final String requiredName(Map<?, ?> fields, String expected) {
        if (!fields.containsKey("name")) {
            wrong(ProblemType.MISSING_FIELD, "/name", "missing; expected " + expected);
            return null;
        }
        return name("/name", fields.get("name"));
    }

    /** A display name, in the form of {@link DisplayText#name}. */
    public final String name(String pointer, Object value) {
        String text = text(pointer, value);
        if (text == null) {
            return null;
        }
        String name = DisplayText.name(text);
        int length = name.codePointCount(0, name.length());
        if (length > MAX_NAME || !VISIBLE.matcher(name).find()) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    pointer,
                    "expected 1 to " + MAX_NAME + " characters, got "
                            + (length > MAX_NAME ? String.valueOf(length) : "no visible character"));
        } else if (DisplayText.isOdd(name)) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    pointer,
                    "must not contain control characters, unpaired surrogates, or characters that change the direction of"
                            + " text or that nobody can see");
        }
        return name;
    }

    /** The game that the field {@code game} names, or {@code null} if it names none. */
    protected final Game<?> game(Map<?, ?> fields) {
        if (!fields.containsKey("game")) {
            wrong(
                    ProblemType.MISSING_FIELD,
                    "/game",
                    "missing; expected the id of a game, such as "
                            + Games.ALL.getFirst().card().id());
            return null;
        }
        String id = text("/game", fields.get("game"));
        if (id == null) {
            return null;
        }
        Optional<Game<?>> game = Games.byId(id);
        if (game.isEmpty()) {
            wrong(ProblemType.UNKNOWN_GAME, "/game", "unknown game; " + KNOWN_GAMES);
        }
        return game.orElse(null);
    }

    /** A URL that may be called; the text unchanged if it may not. */
    public final String url(String pointer, Object value, Function<String, BotUrl.Reading> urls) {
        String url = text(pointer, value);
        if (url != null && urls.apply(url) instanceof BotUrl.Refused refused) {
            wrong(
                    switch (refused.reason()) {
                        case FORM -> ProblemType.BAD_URL;
                        case ADDRESS -> ProblemType.ADDRESS_NOT_ALLOWED;
                    },
                    pointer,
                    refused.text());
        }
        return url;
    }

    public final void unknownFields(String pointer, Map<?, ?> fields, List<String> known) {
        for (Object field : fields.keySet()) {
            if (!known.contains(field)) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        pointer(pointer, (String) field),
                        "unknown field; expected one of " + String.join(", ", known));
            }
        }
    }

    /** The text, or {@code null} if the value is not a string. */
    public final String text(String pointer, Object value) {
        if (value instanceof String text) {
            return text;
        }
        wrongType(pointer, "a string", value);
        return null;
    }

    /** The whole number, or {@code null} if the value is none within the bounds. */
    public final Integer wholeNumber(String pointer, Object value, int least, int most) {
        return wholeNumber(pointer, value, "a whole number from " + least + " to " + most, least, most);
    }

    /** @param expected what to say about any other value */
    protected final Integer wholeNumber(String pointer, Object value, String expected, int least, int most) {
        if (!(value instanceof Number number)) {
            wrongType(pointer, expected, value);
            return null;
        }
        if (!Plain.isInteger(number) || number.doubleValue() < least || number.doubleValue() > most) {
            wrong(ProblemType.OUT_OF_RANGE, pointer, expected(expected, value));
            return null;
        }
        return number.intValue();
    }

    public final void wrongType(String pointer, String expected, Object value) {
        wrong(ProblemType.WRONG_TYPE, pointer, expected(expected, value));
    }

    protected static String expected(String expected, Object value) {
        return "expected " + expected + ", got " + (value == null ? "null" : Plain.describe(value));
    }

    public final void wrong(ProblemType type, String pointer, String detail) {
        violations.add(Violation.inBody(type, pointer, detail));
    }

    protected static String pointer(String parent, String field) {
        return parent + "/" + field.replace("~", "~0").replace("/", "~1");
    }
}
