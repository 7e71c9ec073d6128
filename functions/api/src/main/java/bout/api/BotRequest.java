package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.engine.Game;
import bout.games.Games;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Program;
import bout.wire.DisplayText;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    public static final int MAX_BYTES = Field.MAX_BYTES + 6 * Program.Published.MOST_BYTES;

    private static final List<String> PROGRAMS = List.of("url", "code", "connected");
    private static final List<String> FIELDS =
            List.of("game", "name", "url", "code", "connected", "openSource", "visibility", "active");
    private static final List<String> CHANGEABLE =
            List.of("name", "url", "code", "connected", "openSource", "visibility", "active", "leaves");

    /** How the house bots of all games look at a glance. */
    private static final Set<String> HOUSE_BOTS = Games.ALL.stream()
            .flatMap(game -> game.houseBots().stream())
            .map(house -> DisplayText.glance(house.name()))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * Reads a registration: a game, a name, and a URL, code or {@code "connected": true}; public and active by default.
     *
     * @throws Refusal if anything is wrong
     */
    public static BotRequest registration(Field body, UrlCheck urls) {
        body.object("an object with the fields game, name and one of " + String.join(", ", PROGRAMS), FIELDS);
        Game<?> game = body.game();
        body.required("name", "the name to display");
        if (PROGRAMS.stream().noneMatch(body::has)) {
            body.required("url", "the URL of the bot, or its code, or \"connected\": true");
        }
        if (body.has("openSource") && !body.has("code")) {
            body.wrong(ProblemType.UNKNOWN_FIELD, "openSource", "only with code");
        }
        BotRequest read = read(body, urls);
        return new BotRequest(
                game.card().id(),
                read.name,
                read.program,
                read.code,
                read.open,
                read.visibility == null ? Visibility.PUBLIC : read.visibility,
                read.active == null || read.active,
                null);
    }

    public static BotRequest change(Field body, UrlCheck urls) {
        body.object("an object with one or more of the fields " + String.join(", ", CHANGEABLE), CHANGEABLE);
        return read(body, urls);
    }

    private static BotRequest read(Field body, UrlCheck urls) {
        String name = body.get("name").name();
        if (name != null && HOUSE_BOTS.contains(DisplayText.glance(name))) {
            body.wrong(ProblemType.OUT_OF_RANGE, "name", "looks like the name of a house bot; choose another one");
        }
        body.only(PROGRAMS);
        String url = body.get("url").url(urls::read);
        String code = code(body.get("code"));
        Boolean connected = body.get("connected").flag();
        if (connected != null && !connected) {
            body.wrong(ProblemType.OUT_OF_RANGE, "connected", "expected true; leave it out for another kind of bot");
        }
        Boolean open = body.get("openSource").flag();
        Visibility visibility = body.get("visibility").oneOf(Visibility.class);
        Boolean active = body.get("active").flag();
        String leaves = body.get("leaves").text();
        if (leaves != null && !IdKind.TOURNAMENT.is(leaves)) {
            body.wrong(ProblemType.OUT_OF_RANGE, "leaves", "expected the id of a tournament, such as trn_01991f3a-...");
        }
        body.check();
        Program program = url != null
                ? new Program.AtUrl(url)
                : code != null
                        ? Program.Published.of(code, open != null && open)
                        : connected != null ? new Program.Connected() : null;
        return new BotRequest(null, name, program, code, open, visibility, active, leaves);
    }

    private static String code(Field field) {
        String code = field.text();
        if (code == null) {
            return null;
        }
        int bytes = code.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > Program.Published.MOST_BYTES) {
            field.wrong(
                    ProblemType.OUT_OF_RANGE,
                    "expected 1 to " + Program.Published.MOST_BYTES + " bytes of UTF-8, got " + bytes);
        } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(code)) {
            field.wrong(ProblemType.OUT_OF_RANGE, "must not contain unpaired surrogates");
        }
        return code;
    }

    /** Whether the request is about the bot's program or who may read it, which only its owner may change. */
    boolean changesProgram() {
        return program != null || open != null;
    }

    /** Code stays as open as it was unless the request says otherwise. */
    Program program(Program before) {
        Boolean wasOpen = before instanceof Program.Published published ? (Boolean) published.open() : null;
        return switch (program == null ? before : program) {
            case Program.Published published -> published.opened(open != null ? open : wasOpen != null && wasOpen);
            case Program.AtUrl atUrl -> atUrl;
            case Program.Connected connected -> connected;
        };
    }
}
