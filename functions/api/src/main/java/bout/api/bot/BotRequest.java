package bout.api.bot;

import bout.address.UrlCheck;
import bout.api.http.FieldReader;
import bout.engine.Game;
import bout.engine.Plain;
import bout.store.bot.Visibility;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Map;

/**
 * A validated request to register or change a bot; {@code null} for what stays unchanged.
 *
 * @param game {@code null} for a change only
 */
public record BotRequest(String game, String name, String url, Visibility visibility, Boolean active) {

    private static final List<String> FIELDS = List.of("game", "name", "url", "visibility", "active");
    private static final List<String> CHANGEABLE = List.of("name", "url", "visibility", "active");

    /** The result of reading a body. */
    public sealed interface Reading {}

    public record Accepted(BotRequest request) implements Reading {}

    /** @param violations everything that is wrong, in field order */
    public record Refused(List<Violation> violations) implements Reading {}

    /**
     * Reads a registration: a game, a name and a URL; public and active by default.
     *
     * @param body any plain value
     */
    public static Reading registration(Object body, UrlCheck urls) {
        return new Reader(urls).registration(body);
    }

    /** @param body any plain value */
    public static Reading change(Object body, UrlCheck urls) {
        return new Reader(urls).change(body);
    }

    private static final class Reader extends FieldReader {
        private final UrlCheck urls;

        private Reader(UrlCheck urls) {
            this.urls = urls;
        }

        private Reading registration(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game, name and url", body);
                return new Refused(violations());
            }
            unknownFields("", fields, FIELDS);
            Game<?, ?> game = game(fields);
            for (String needed : List.of("name", "url")) {
                if (!fields.containsKey(needed)) {
                    wrong(
                            ProblemType.MISSING_FIELD,
                            "/" + needed,
                            needed.equals("name")
                                    ? "missing; expected the name to display"
                                    : "missing; expected the URL of the bot");
                }
            }
            BotRequest read = read(fields);
            if (!violations().isEmpty()) {
                return new Refused(violations());
            }
            return new Accepted(new BotRequest(
                    game.card().id(),
                    read.name,
                    read.url,
                    read.visibility == null ? Visibility.PUBLIC : read.visibility,
                    read.active == null || read.active));
        }

        private Reading change(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with one or more of the fields " + String.join(", ", CHANGEABLE), body);
                return new Refused(violations());
            }
            unknownFields("", fields, CHANGEABLE);
            BotRequest read = read(fields);
            return violations().isEmpty() ? new Accepted(read) : new Refused(violations());
        }

        private BotRequest read(Map<?, ?> fields) {
            return new BotRequest(
                    null,
                    fields.containsKey("name") ? name("/name", fields.get("name")) : null,
                    fields.containsKey("url") ? url("/url", fields.get("url"), urls::read) : null,
                    fields.containsKey("visibility") ? visibility(fields.get("visibility")) : null,
                    fields.containsKey("active") ? active(fields.get("active")) : null);
        }

        private Visibility visibility(Object value) {
            String code = text("/visibility", value);
            if (code == null) {
                return null;
            }
            return Visibility.of(code).orElseGet(() -> {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/visibility",
                        "expected one of " + String.join(", ", Visibility.CODES) + ", got " + Plain.describe(code));
                return null;
            });
        }

        private Boolean active(Object value) {
            if (value instanceof Boolean active) {
                return active;
            }
            wrongType("/active", "true or false", value);
            return null;
        }
    }
}
