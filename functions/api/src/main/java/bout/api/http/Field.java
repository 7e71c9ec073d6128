package bout.api.http;

import bout.address.BotUrl;
import bout.competition.Coded;
import bout.engine.Game;
import bout.engine.Plain;
import bout.games.Games;
import bout.wire.DisplayText;
import bout.wire.Json;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import bout.wire.Sha256;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A value in the JSON body of a request, with its place. All values of a body record their violations together, with
 * the expected form, so that a caller learns all of them at once.
 *
 * <p>The methods that read the value give {@code null} for a missing field, without calling that wrong. Do not use what
 * they give for a wrong value; {@link #check} refuses the request.
 */
public final class Field {

    /** The largest body in bytes, where a route does not allow more. */
    public static final int MAX_BYTES = 64 << 10;

    public static final String KNOWN_GAMES = "expected one of "
            + String.join(", ", Games.ALL.stream().map(game -> game.card().id()).toList());

    /** The longest name that a caller gives to something, in characters (code points). */
    public static final int MAX_NAME = 40;

    /** Control characters and line separators: they would break lines where the text is shown. */
    public static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\x{2028}\\x{2029}\\p{Cs}]");

    /** As far as RFC 3339 goes. Of much later times, the milliseconds do not fit into a long. */
    private static final Instant LATEST = Instant.parse("+10000-01-01T00:00:00Z");

    private static final Pattern VISIBLE = Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S}]");
    private static final String JSON = "application/json";

    private final Object value;
    private final String pointer;
    private final boolean there;
    private final List<Violation> violations;

    private Field(Object value, String pointer, boolean there, List<Violation> violations) {
        this.value = value;
        this.pointer = pointer;
        this.there = there;
        this.violations = violations;
    }

    public static Field of(Object body) {
        return new Field(body, "", true, new ArrayList<>());
    }

    /** The body of a request, which is refused if it has the wrong media type, is too large or is not JSON. */
    public static Field body(Request request) {
        return body(request, MAX_BYTES);
    }

    public static Field body(Request request, int most) {
        String contentType = request.header("Content-Type");
        if (contentType == null || !contentType.split(";", 2)[0].strip().equalsIgnoreCase(JSON)) {
            throw new Refusal(
                    ProblemType.WRONG_MEDIA_TYPE,
                    "Expected Content-Type: " + JSON + ", got " + Plain.describe(contentType) + ".");
        }
        int bytes = request.body().length;
        if (bytes > most) {
            throw new Refusal(
                    ProblemType.TOO_LARGE, "The body has %,d bytes; the maximum is %,d.".formatted(bytes, most));
        }
        if (bytes == 0) {
            throw new Refusal(ProblemType.NOT_JSON, "The body is empty; expected a JSON object.");
        }
        try {
            return of(Json.read(request.body()));
        } catch (Json.NotJson notJson) {
            throw new Refusal(ProblemType.NOT_JSON, "The body is not JSON: " + notJson.getMessage() + ".");
        }
    }

    public Object value() {
        return value;
    }

    public boolean there() {
        return there;
    }

    /** Whether this is an object with the field, even if that is {@code null}. */
    public boolean has(String name) {
        return value instanceof Map<?, ?> fields && fields.containsKey(name);
    }

    public Field get(String name) {
        boolean has = has(name);
        return new Field(has ? ((Map<?, ?>) value).get(name) : null, pointer(name), has, violations);
    }

    public Field required(String name, String expected) {
        if (!has(name)) {
            wrong(ProblemType.MISSING_FIELD, name, "missing; expected " + expected);
        }
        return get(name);
    }

    /** The first of these fields that the object has, or {@code null}; any more are wrong. */
    public String only(List<String> names) {
        List<String> there = names.stream().filter(this::has).toList();
        there.stream()
                .skip(1)
                .forEach(more ->
                        wrong(ProblemType.UNKNOWN_FIELD, more, "not allowed together with " + there.getFirst()));
        return there.isEmpty() ? null : there.getFirst();
    }

    private String pointer(String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    public List<Violation> violations() {
        return violations;
    }

    public void wrong(ProblemType type, String detail) {
        violations.add(Violation.inBody(type, pointer, detail));
    }

    public void wrong(ProblemType type, String name, String detail) {
        violations.add(Violation.inBody(type, pointer(name), detail));
    }

    public void unlike(ProblemType type, String expected) {
        wrong(type, "expected " + expected + ", got " + (value == null ? "null" : Plain.describe(value)));
    }

    public void check() {
        if (!violations.isEmpty()) {
            throw new Refusal(violations);
        }
    }

    /** Refuses at once a body that is no object. */
    public Field object(String expected, List<String> known) {
        if (!isObject(expected, known)) {
            check();
        }
        return this;
    }

    /** Whether the value is an object. Fields that are not known are wrong. */
    public boolean isObject(String expected, List<String> known) {
        if (!(value instanceof Map<?, ?> fields)) {
            unlike(ProblemType.WRONG_TYPE, expected);
            return false;
        }
        for (Object name : fields.keySet()) {
            if (!known.contains(name)) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        (String) name,
                        "unknown field; expected one of " + String.join(", ", known));
            }
        }
        return true;
    }

    public List<Field> list(String expected) {
        if (value instanceof List<?> list) {
            return IntStream.range(0, list.size())
                    .mapToObj(i -> new Field(list.get(i), pointer + "/" + i, true, violations))
                    .toList();
        }
        if (there) {
            unlike(ProblemType.WRONG_TYPE, expected);
        }
        return null;
    }

    public String text() {
        return of(String.class, "a string");
    }

    public Boolean flag() {
        return of(Boolean.class, "true or false");
    }

    private <T> T of(Class<T> type, String expected) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        if (there) {
            unlike(ProblemType.WRONG_TYPE, expected);
        }
        return null;
    }

    public Integer whole(int least, int most) {
        return whole("a whole number from " + least + " to " + most, least, most);
    }

    public Integer whole(String expected, int least, int most) {
        Number number = of(Number.class, expected);
        if (number == null) {
            return null;
        }
        if (!Plain.isInteger(number) || number.doubleValue() < least || number.doubleValue() > most) {
            unlike(ProblemType.OUT_OF_RANGE, expected);
            return null;
        }
        return number.intValue();
    }

    public Instant time() {
        String text = text();
        try {
            Instant time = text == null ? null : Instant.parse(text);
            if (time == null || time.isBefore(LATEST)) {
                return time;
            }
        } catch (DateTimeParseException notATime) {
            // Refused like one that is too late.
        }
        unlike(ProblemType.OUT_OF_RANGE, "a time such as 2026-03-01T12:00:00Z");
        return null;
    }

    public <C extends Coded> C oneOf(Class<C> type) {
        return oneOf(Coded.codes(type), code -> Coded.of(type, code));
    }

    public <T> T oneOf(List<String> codes, Function<String, Optional<T>> meaning) {
        String code = text();
        if (code != null && !codes.contains(code)) {
            unlike(ProblemType.OUT_OF_RANGE, "one of " + String.join(", ", codes));
            return null;
        }
        return Optional.ofNullable(code).flatMap(meaning).orElse(null);
    }

    /** A text of bounded length without control characters. */
    public String line(int mostCharacters) {
        String text = text();
        if (text == null) {
            return null;
        }
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > mostCharacters) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    "expected 1 to " + mostCharacters + " characters, got " + (length == 0 ? "none" : length));
        } else if (CONTROL.matcher(text).find()) {
            wrong(ProblemType.OUT_OF_RANGE, "must not contain control characters or unpaired surrogates");
        }
        return text;
    }

    /** A display name, in the form of {@link DisplayText#name}. */
    public String name() {
        String text = text();
        if (text == null) {
            return null;
        }
        String name = DisplayText.name(text);
        int length = name.codePointCount(0, name.length());
        if (length > MAX_NAME || !VISIBLE.matcher(name).find()) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    "expected 1 to " + MAX_NAME + " characters, got "
                            + (length > MAX_NAME ? String.valueOf(length) : "no visible character"));
        } else if (DisplayText.isOdd(name)) {
            wrong(
                    ProblemType.OUT_OF_RANGE,
                    "must not contain control characters, unpaired surrogates, characters that change the direction of"
                            + " text, or invisible characters");
        }
        return name;
    }

    public Game<?> game() {
        Field field = required(
                "game",
                "the id of a game, such as " + Games.ALL.getFirst().card().id());
        Optional<Game<?>> game = Optional.ofNullable(field.text()).flatMap(Games::byId);
        if (game.isEmpty() && field.value instanceof String) {
            field.wrong(ProblemType.UNKNOWN_GAME, "unknown game; " + KNOWN_GAMES);
        }
        return game.orElse(null);
    }

    public String url(Function<String, BotUrl.Reading> urls) {
        String url = text();
        if (url != null && urls.apply(url) instanceof BotUrl.Refused refused) {
            wrong(
                    switch (refused.reason()) {
                        case FORM -> ProblemType.BAD_URL;
                        case ADDRESS -> ProblemType.ADDRESS_NOT_ALLOWED;
                    },
                    refused.text());
        }
        return url;
    }

    /**
     * A SHA-256 in hexadecimal digits that is equal for equal JSON values, whatever their white space, order of fields
     * and spelling of numbers. A client may therefore serialize a body again before it retries.
     */
    public String hash() {
        return Sha256.hex(Json.bytes(canonical(value)));
    }

    private static Object canonical(Object plain) {
        return switch (plain) {
            case Map<?, ?> object -> {
                Map<String, Object> sorted = new TreeMap<>();
                object.forEach((name, each) -> sorted.put((String) name, canonical(each)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(Field::canonical).toList();
            case Number number when Plain.isInteger(number) -> number.intValue();
            case null, default -> plain;
        };
    }
}
