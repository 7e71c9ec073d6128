package bout.bots;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.wire.BotBody;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers HTTP requests for a house bot's move. An invalid request gets a sentence, for people who try a bot by hand or
 * call it from their own platform.
 *
 * <p>The bot's random choices depend only on the headers {@code Bout-Match} and {@code Bout-Seat}. It may remember
 * earlier turns, so the last {@value #REMEMBERED} matches and seats are kept in memory. Without {@code Bout-Match},
 * every request is independent. Thread-safe.
 */
final class HouseBotEndpoint {

    /** A bot takes some hundred bytes. */
    static final int REMEMBERED = 4096;

    private static final String METHOD = "POST";

    private final Game<?> game;
    private final HouseBot bot;

    /** Ordered by last use, oldest first. */
    private final Map<Place, AtMatch> memory = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, AtMatch> eldest) {
            return size() > REMEMBERED;
        }
    };

    HouseBotEndpoint(Game<?> game, HouseBot bot) {
        this.game = game;
        this.bot = bot;
    }

    private record Place(String match, Seat seat) {}

    /** The bot at one seat of one match, with its memory. */
    private final class AtMatch {
        private final Place place;
        private HouseBot.Bot seated;
        private int lastTurn;

        private AtMatch(Place place) {
            this.place = place;
            this.seated = bot.at(place.seat(), place.match());
        }

        /**
         * Handles one request at a time: a caller that timed out may ask again while the first request is still
         * running.
         *
         * @param turn from 0, or {@code null} if unknown
         */
        private synchronized Object answer(Map<String, Object> fields, Integer turn) {
            if (turn != null) {
                // The turn went back: the match restarted, so forget the earlier one.
                if (turn < lastTurn) {
                    seated = bot.at(place.seat(), place.match());
                }
                lastTurn = turn;
            }
            return seated.answer(fields);
        }
    }

    /**
     * @param headers by name, case-insensitive
     * @param body in the game's wire format
     */
    HttpAnswer answer(String method, Map<String, String> headers, byte[] body) {
        if (!method.equals(METHOD)) {
            return refused(405, "Use the method POST to ask a bot for a move.").with("Allow", METHOD);
        }
        Optional<String> wrong = wrongHeader(headers);
        if (wrong.isPresent()) {
            return refused(400, wrong.get());
        }
        GameCard.Form form = game.card().form();
        Map<String, Object> fields;
        try {
            fields = BotBody.read(form, body);
        } catch (Json.NotJson | IllegalArgumentException unreadable) {
            return refused(400, "The body cannot be read as " + form.contentType() + ": " + unreadable.getMessage());
        }
        String turn = headers.get("Bout-Turn");
        try {
            return HttpAnswer.json(atMatch(headers, body).answer(fields, turn == null ? null : Integer.valueOf(turn)));
        } catch (UnexpectedValue unexpected) {
            return refused(400, unexpected.getMessage());
        }
    }

    private AtMatch atMatch(Map<String, String> headers, byte[] body) {
        Seat seat = Seat.of(Integer.parseInt(headers.getOrDefault("Bout-Seat", "1")));
        String match = headers.get("Bout-Match");
        if (match == null) {
            return new AtMatch(new Place(new String(body, StandardCharsets.UTF_8), seat));
        }
        synchronized (memory) {
            return memory.computeIfAbsent(new Place(match, seat), AtMatch::new);
        }
    }

    /** What is wrong with a header. All are optional, so that a bot can be tried by hand. */
    private Optional<String> wrongHeader(Map<String, String> headers) {
        String id = game.card().id();
        int most = game.card().seats().most();
        return Stream.of(
                        wrong(headers, "Bout-Game", Pattern.quote(id), id + ", the game of this bot"),
                        wrong(headers, "Bout-Seat", "[1-" + most + "]", most == 2 ? "1 or 2" : "from 1 to " + most),
                        wrong(headers, "Bout-Turn", "[0-9]{1,9}", "a whole number from 0 of at most 9 digits"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> wrong(Map<String, String> headers, String name, String right, String expected) {
        return Optional.ofNullable(headers.get(name))
                .filter(value -> !value.matches(right))
                .map(value -> name + ": expected " + expected + ", got " + Plain.describe(value) + ".");
    }

    private static HttpAnswer refused(int status, String why) {
        return HttpAnswer.text(status, why + "\n");
    }
}
