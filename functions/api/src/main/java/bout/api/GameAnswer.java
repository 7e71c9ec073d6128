package bout.api;

import bout.engine.Ask;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.wire.BotBody;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A game as callers see it: the schema {@code Game} of the OpenAPI document, made of what the game says of itself. */
final class GameAnswer {

    private static final String EXAMPLE_SEED = "1";
    private static final String EXAMPLE_MATCH = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private GameAnswer() {}

    /** As an entry of the list of all games. */
    static Map<String, Object> inShort(Game<?, ?> game) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", game.card().id());
        plain.put("name", game.card().name());
        plain.put("summary", game.card().summary());
        return plain;
    }

    static Map<String, Object> of(Game<?, ?> game) {
        GameCard card = game.card();
        Map<String, Object> plain = inShort(game);
        plain.put("engine", Engine.VERSION);
        plain.put("rules", card.rules());
        plain.put("scoreUnit", card.scoreUnit());
        plain.put("options", card.options().stream().map(Option::toPlain).toList());
        plain.put("timeLimits", timeLimits(card.timeLimits()));
        plain.put("wire", wire(game));
        plain.put(
                "houseBots", game.houseBots().stream().map(bot -> of(card, bot)).toList());
        return plain;
    }

    private static Map<String, Object> timeLimits(TimeLimits limits) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("first", limits.first());
        plain.put("later", limits.later());
        plain.put("min", TimeLimits.MIN);
        plain.put("max", TimeLimits.MAX);
        return plain;
    }

    private static Map<String, Object> of(GameCard card, HouseBot bot) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", bot.name());
        plain.put("sentence", bot.sentence());
        plain.put("url", "/api/house/" + card.id() + "/" + bot.name());
        return plain;
    }

    private static Map<String, Object> wire(Game<?, ?> game) {
        GameCard card = game.card();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("method", "POST");
        plain.put("contentType", card.form().contentType());
        plain.put("request", card.request());
        plain.put("answer", card.answer());
        plain.put("example", example(game));
        return plain;
    }

    /** The first request of a real match, so that it cannot differ from what bots are sent. */
    private static <S, M> Map<String, Object> example(Game<S, M> game) {
        GameCard card = game.card();
        Match<S, M> match = Match.draw(game, EXAMPLE_SEED, Options.defaults(card.options()));
        Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
        Ask ask = match.ask(seat);
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("Content-Type", ask.form().contentType());
        headers.put("Bout-Match", EXAMPLE_MATCH);
        headers.put("Bout-Game", card.id());
        headers.put("Bout-Seat", String.valueOf(seat.number()));
        headers.put("Bout-Turn", String.valueOf(match.turn()));
        headers.put("Bout-Time-Limit", String.valueOf(card.timeLimits().first()));
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("headers", headers);
        plain.put("body", new String(BotBody.write(ask), StandardCharsets.UTF_8));
        plain.put("fields", ask.fields());
        plain.put("answer", card.exampleAnswer());
        return plain;
    }
}
