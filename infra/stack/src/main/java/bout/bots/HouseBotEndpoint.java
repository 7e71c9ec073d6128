package bout.bots;

import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.Problem;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Answers HTTP requests for a house bot's move. An invalid request gets a problem document (RFC 9457), for people who
 * try a bot by hand or call it from their own platform.
 *
 * <p>A bot's random choices depend only on the headers {@code Bout-Match} and {@code Bout-Seat}. Bots may remember
 * earlier turns, so the last {@value #REMEMBERED} matches and seats are kept in memory. Without {@code Bout-Match},
 * every request is independent. Thread-safe.
 */
public final class HouseBotEndpoint {

    /** More than one process serves at a time; a bot takes some hundred bytes. */
    static final int REMEMBERED = 4096;

    private static final int MAX_BODY_BYTES = 64 << 10;
    private static final String METHOD = "POST";

    private record Place(String game, String bot, String match, Seat seat) {}

    /** Ordered by last use, oldest first. */
    private static final class Memory extends LinkedHashMap<Place, BotAtMatch> {
        private Memory() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, BotAtMatch> eldest) {
            return size() > REMEMBERED;
        }
    }

    private final Memory memory = new Memory();

    /**
     * @param method in upper case
     * @param game the game's id
     * @param bot the house bot's name
     * @param headers by name, case-insensitive
     * @param body in the game's wire format
     */
    public BotAnswer answer(String method, String game, String bot, Map<String, String> headers, byte[] body) {
        if (!method.equals(METHOD)) {
            return problem(ProblemType.METHOD_NOT_ALLOWED, "Use the method POST to ask a bot for a move.")
                    .with("Allow", METHOD);
        }
        Optional<Game<?>> known = Games.byId(game);
        if (known.isEmpty()) {
            return problem(
                    ProblemType.UNKNOWN_GAME,
                    "Unknown game; the games are "
                            + names(Games.ALL.stream()
                                    .map(each -> each.card().id())
                                    .toList()));
        }
        List<HouseBot> bots = known.get().houseBots();
        return bots.stream()
                .filter(each -> each.name().equals(bot))
                .findFirst()
                .map(found -> answer(known.get(), found, headers, body))
                .orElseGet(() -> problem(
                        ProblemType.UNKNOWN_HOUSE_BOT,
                        "The game has no house bot with this name; its house bots are "
                                + names(bots.stream().map(HouseBot::name).toList())));
    }

    private BotAnswer answer(Game<?> game, HouseBot bot, Map<String, String> anyCase, byte[] body) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(anyCase);
        Ask.Form form = game.card().form();
        String contentType = headers.get("Content-Type");
        if (contentType != null && !isOf(form, contentType)) {
            return problem(
                    ProblemType.WRONG_MEDIA_TYPE,
                    "Expected the header Content-Type: " + form.contentType() + ", got " + Plain.describe(contentType)
                            + ".");
        }
        if (body.length > MAX_BODY_BYTES) {
            return problem(
                    ProblemType.TOO_LARGE,
                    "The body has " + body.length + " bytes; the limit is " + MAX_BODY_BYTES + ".");
        }
        List<Violation> violations = new ArrayList<>();
        BotHeaders requestHeaders = BotHeaders.read(game.card().id(), headers, violations);
        if (!violations.isEmpty()) {
            return problem(Problem.of(violations));
        }
        Map<String, Object> fields;
        try {
            fields = BotBody.read(form, body);
        } catch (Json.NotJson notJson) {
            return problem(ProblemType.NOT_JSON, notJson.getMessage());
        } catch (IllegalArgumentException unreadable) {
            String expected = form == Ask.Form.JSON ? "an object with fields" : "a form with valid percent-encoding";
            return problem(Problem.of(List.of(Violation.inBody(ProblemType.WRONG_TYPE, "", "expected " + expected))));
        }
        try {
            return withHeaders(
                    BotAnswer.json(at(game, bot, requestHeaders, body).answer(fields, requestHeaders.turn())));
        } catch (UnexpectedValue unexpected) {
            return problem(Problem.of(
                    List.of(Violation.inBody(ProblemType.WRONG_TYPE, unexpected.pointer(), unexpected.problem()))));
        }
    }

    private BotAtMatch at(Game<?> game, HouseBot bot, BotHeaders requestHeaders, byte[] body) {
        if (requestHeaders.match() == null) {
            return new BotAtMatch(bot, new String(body, StandardCharsets.UTF_8), requestHeaders.seat());
        }
        Place place = new Place(game.card().id(), bot.name(), requestHeaders.match(), requestHeaders.seat());
        synchronized (memory) {
            return memory.computeIfAbsent(
                    place, unseen -> new BotAtMatch(bot, requestHeaders.match(), requestHeaders.seat()));
        }
    }

    private static boolean isOf(Ask.Form form, String contentType) {
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().equalsIgnoreCase(form.contentType());
    }

    private static BotAnswer problem(ProblemType type, String detail) {
        return problem(Problem.of(type, detail));
    }

    private static BotAnswer problem(Problem problem) {
        return withHeaders(BotAnswer.of(problem.status(), Problem.CONTENT_TYPE, Json.bytes(problem)));
    }

    /** Adds the headers that every answer of a house bot has. */
    private static BotAnswer withHeaders(BotAnswer answer) {
        return answer.with("Cache-Control", "no-store").with("X-Content-Type-Options", "nosniff");
    }

    private static String names(List<String> names) {
        return String.join(", ", names) + ".";
    }
}
