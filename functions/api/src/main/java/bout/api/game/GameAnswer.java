package bout.api.game;

import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.TimeLimits;
import bout.guide.Example;
import bout.guide.Guide;
import java.util.LinkedHashMap;
import java.util.Map;

/** A game as callers see it: the schema {@code Game} of the OpenAPI document. */
final class GameAnswer {

    private GameAnswer() {}

    /** As an entry of the list of all games. */
    static Map<String, Object> inShort(Game<?> game) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", game.card().id());
        plain.put("name", game.card().name());
        plain.put("summary", game.card().summary());
        plain.put("page", Guide.page(game.card()));
        return plain;
    }

    static Map<String, Object> of(Game<?> game) {
        GameCard card = game.card();
        Map<String, Object> plain = inShort(game);
        plain.put("engine", Engine.VERSION);
        plain.put("rules", card.rules());
        plain.put("scoreUnit", card.scoreUnit());
        plain.put("options", card.options().stream().map(Option::toPlain).toList());
        plain.put("timeLimits", timeLimits(game));
        plain.put("wire", wire(game));
        plain.put(
                "houseBots", game.houseBots().stream().map(bot -> of(card, bot)).toList());
        plain.put(
                "guide",
                Guide.of(game).sections().stream().map(GameAnswer::section).toList());
        return plain;
    }

    private static Map<String, Object> timeLimits(Game<?> game) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("first", game.card().timeLimits().first());
        plain.put("later", game.card().timeLimits().later());
        plain.put("match", TimeLimits.ofMatch(game));
        plain.put("min", TimeLimits.MIN);
        plain.put("max", TimeLimits.MAX);
        return plain;
    }

    private static Map<String, Object> of(GameCard card, HouseBot bot) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", bot.name());
        plain.put("sentence", bot.sentence());
        plain.put("url", Guide.houseUrl(card, bot));
        return plain;
    }

    private static Map<String, Object> wire(Game<?> game) {
        GameCard card = game.card();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("method", "POST");
        plain.put("contentType", card.form().contentType());
        plain.put("request", card.request());
        plain.put("answer", card.answer());
        plain.put("example", example(game));
        return plain;
    }

    private static Map<String, Object> example(Game<?> game) {
        Example<?> example = Example.of(game);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("headers", example.headers());
        plain.put("body", example.body());
        plain.put("fields", example.ask().fields());
        plain.put("answer", example.answer());
        return plain;
    }

    private static Map<String, Object> section(Guide.Section section) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", section.id());
        plain.put("title", section.title());
        plain.put("text", section.text());
        return plain;
    }
}
