package bout.guide;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.Resources;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A full request from a real match, and an answer to it. A set-up and moves come from {@code example.json} beside the
 * game's classes; the engine makes the request from them, exactly as for a real bot.
 *
 * @param seat whose bot is called
 * @param answer as a plain value
 */
public record Example<M>(Match<M> match, Seat seat, Object answer) {

    static final String FILE = "example.json";
    private static final String SEAT_ID = "seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58";
    private static final String HOST = "bots.example.org";

    /** @throws IllegalStateException if the game has no example, or the example cannot be played */
    public static <M> Example<M> of(Game<M> game) {
        try {
            return read(game, Plain.of(Json.read(Resources.text(game.getClass(), FILE))));
        } catch (Json.NotJson | UnexpectedValue broken) {
            throw new IllegalStateException("the example of " + game.card().id() + " is broken", broken);
        }
    }

    /**
     * {@code {seed, options, setUp, moves, seat, answer, other, after}}: moves in replay format, the answer to show,
     * and, for a test, the other seat's move in that turn, and fields that the board view has after it.
     */
    private static <M> Example<M> read(Game<M> game, Plain plain) {
        plain.onlyFields("seed", "options", "setUp", "moves", "seat", "answer", "other", "after");
        Match<M> match = Match.of(
                game,
                plain.get("seed").text(),
                Options.read(game.card().options(), plain.get("options")),
                plain.get("setUp"));
        Iterator<Plain> left = plain.get("moves").entries().iterator();
        while (left.hasNext()) {
            match.play(Turn.of(match, seat -> Action.moved(game.restore(left.next()))));
        }
        Seat seat = Seat.of(plain.get("seat").integer(1, match.seats().size()));
        return new Example<>(match, seat, plain.get("answer").value());
    }

    public Map<String, Object> fields() {
        return match.request(seat, SEAT_ID, timeLimit(), List.of());
    }

    public String body() {
        return new String(BotBody.write(match.game().card().form(), fields()), StandardCharsets.UTF_8);
    }

    /** In milliseconds. */
    public int timeLimit() {
        return match.game().card().timeLimits().of(match.firstMoveOf(seat));
    }

    public Map<String, String> headers() {
        GameCard card = match.game().card();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", card.form().contentType());
        headers.put("Bout-Match", SEAT_ID);
        headers.put("Bout-Game", card.id());
        headers.put("Bout-Seat", String.valueOf(seat.number()));
        if (!card.calls().move().isEmpty()) {
            headers.put("Bout-Path", card.calls().move());
        }
        headers.put("Bout-Turn", String.valueOf(match.turn()));
        headers.put("Bout-Time-Limit", String.valueOf(timeLimit()));
        return headers;
    }

    /** Of the bot's URL. */
    public String path() {
        return "/" + match.game().card().id();
    }

    /** The request as sent, but with line feeds as line ends. */
    public String request() {
        String headers = headers().entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue() + "\n")
                .collect(Collectors.joining());
        return """
                POST %s HTTP/1.1
                Host: %s
                User-Agent: bout/0.1
                Accept: application/json
                %sContent-Length: %s

                %s""".formatted(path() + match.game().card().calls().move(), HOST, headers, bytes(body()), body());
    }

    public String response() {
        String body = Json.text(answer);
        return "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: " + bytes(body) + "\n\n" + body;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
