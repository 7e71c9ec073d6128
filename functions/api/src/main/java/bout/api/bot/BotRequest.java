package bout.api.bot;

import bout.address.UrlCheck;
import bout.api.http.FieldReader;
import bout.api.http.JsonBody;
import bout.engine.Game;
import bout.engine.Plain;
import bout.games.Games;
import bout.store.bot.Program;
import bout.store.bot.Visibility;
import bout.store.id.TournamentIds;
import bout.wire.DisplayText;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A validated request to register or change a bot; {@code null} for what stays unchanged.
 *
 * @param game {@code null} for a change only
 * @param program what is to answer for the bot; published code is open only if the request says so
 * @param code the text of a published program, otherwise {@code null}
 * @param open whether everyone may read the code; {@code null} for a registration without code
 * @param leaves the tournament that the bot leaves
 */
public record BotRequest(
        String game,
        String name,
        Program program,
        String code,
        Boolean open,
        Visibility visibility,
        Boolean active,
        String leaves) {

    /** The largest body in bytes: in JSON, one byte of code may take six. */
    public static final int MAX_BYTES = JsonBody.MAX_BYTES + 6 * Program.Published.MOST_BYTES;

    private static final List<String> PROGRAMS = List.of("url", "code", "connected");
    private static final List<String> FIELDS =
            List.of("game", "name", "url", "code", "connected", "openSource", "visibility", "active");
    private static final List<String> CHANGEABLE =
            List.of("name", "url", "code", "connected", "openSource", "visibility", "active", "leaves");

    /** The result of reading a body. */
    public sealed interface Reading {}

    public record Accepted(BotRequest request) implements Reading {}

    /** @param violations everything that is wrong, in field order */
    public record Refused(List<Violation> violations) implements Reading {}

    /**
     * Reads a registration: a game, a name, and a URL, code or {@code "connected": true}; public and active by default.
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

    /** Whether the request is about the bot's program or who may read it, which only its owner may change. */
    boolean changesProgram() {
        return program != null || open != null;
    }

    /**
     * The program after this change: code stays as open as it was unless the request says otherwise.
     *
     * @param before the program of the bot now
     */
    Program program(Program before) {
        Boolean wasOpen = before instanceof Program.Published published ? (Boolean) published.open() : null;
        return switch (program == null ? before : program) {
            case Program.Published published -> published.opened(open != null ? open : wasOpen != null && wasOpen);
            case Program.AtUrl atUrl -> atUrl;
            case Program.Connected connected -> connected;
        };
    }

    /** How the house bots of all games look at a glance. */
    private static final Set<String> HOUSE_BOTS = Games.ALL.stream()
            .flatMap(game -> game.houseBots().stream())
            .map(house -> DisplayText.glance(house.name()))
            .collect(Collectors.toUnmodifiableSet());

    private static final class Reader extends FieldReader {
        private final UrlCheck urls;

        private Reader(UrlCheck urls) {
            this.urls = urls;
        }

        private Reading registration(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game, name and one of " + String.join(", ", PROGRAMS), body);
                return new Refused(violations());
            }
            unknownFields("", fields, FIELDS);
            Game<?> game = game(fields);
            if (!fields.containsKey("name")) {
                wrong(ProblemType.MISSING_FIELD, "/name", "missing; expected the name to display");
            }
            if (PROGRAMS.stream().noneMatch(fields::containsKey)) {
                wrong(
                        ProblemType.MISSING_FIELD,
                        "/url",
                        "missing; expected the URL of the bot, or its code, or \"connected\": true");
            }
            if (fields.containsKey("openSource") && !fields.containsKey("code")) {
                wrong(ProblemType.UNKNOWN_FIELD, "/openSource", "only with code");
            }
            BotRequest read = read(fields);
            if (!violations().isEmpty()) {
                return new Refused(violations());
            }
            return new Accepted(new BotRequest(
                    game.card().id(),
                    read.name,
                    read.program,
                    read.code,
                    read.open,
                    read.visibility == null ? Visibility.PUBLIC : read.visibility,
                    read.active == null || read.active,
                    null));
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
            String name = fields.containsKey("name") ? name("/name", fields.get("name")) : null;
            if (name != null && HOUSE_BOTS.contains(DisplayText.glance(name))) {
                wrong(ProblemType.OUT_OF_RANGE, "/name", "looks like the name of a house bot; choose another one");
            }
            List<String> programs =
                    PROGRAMS.stream().filter(fields::containsKey).toList();
            for (String more : programs.subList(Math.min(1, programs.size()), programs.size())) {
                wrong(ProblemType.UNKNOWN_FIELD, "/" + more, "not allowed together with " + programs.getFirst());
            }
            String url = fields.containsKey("url") ? url("/url", fields.get("url"), urls::read) : null;
            String code = fields.containsKey("code") ? code(fields.get("code")) : null;
            boolean connected = fields.containsKey("connected") && connected(fields.get("connected"));
            Boolean open = fields.containsKey("openSource") ? flag("/openSource", fields.get("openSource")) : null;
            Visibility visibility = fields.containsKey("visibility") ? visibility(fields.get("visibility")) : null;
            Boolean active = fields.containsKey("active") ? flag("/active", fields.get("active")) : null;
            String leaves = fields.containsKey("leaves") ? tournament(fields.get("leaves")) : null;
            if (!violations().isEmpty()) {
                return new BotRequest(null, name, null, null, open, visibility, active, leaves);
            }
            Program program = url != null
                    ? new Program.AtUrl(url)
                    : code != null
                            ? Program.Published.of(code, open != null && open)
                            : connected ? new Program.Connected() : null;
            return new BotRequest(null, name, program, code, open, visibility, active, leaves);
        }

        private String tournament(Object value) {
            String id = text("/leaves", value);
            if (id != null && !TournamentIds.isId(id)) {
                wrong(ProblemType.OUT_OF_RANGE, "/leaves", "expected the id of a tournament, such as trn_01991f3a-...");
                return null;
            }
            return id;
        }

        private String code(Object value) {
            String code = text("/code", value);
            if (code == null) {
                return null;
            }
            int bytes = code.getBytes(StandardCharsets.UTF_8).length;
            if (bytes < 1 || bytes > Program.Published.MOST_BYTES) {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/code",
                        "expected 1 to " + Program.Published.MOST_BYTES + " bytes of UTF-8, got " + bytes);
            } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(code)) {
                wrong(ProblemType.OUT_OF_RANGE, "/code", "must not contain unpaired surrogates");
            }
            return code;
        }

        private boolean connected(Object value) {
            Boolean connected = flag("/connected", value);
            if (connected != null && !connected) {
                wrong(ProblemType.OUT_OF_RANGE, "/connected", "expected true; leave it out for another kind of bot");
            }
            return connected != null && connected;
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

        private Boolean flag(String pointer, Object value) {
            if (value instanceof Boolean flag) {
                return flag;
            }
            wrongType(pointer, "true or false", value);
            return null;
        }
    }
}
