package bout.api.game;

import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option;
import bout.engine.TimeLimits;
import bout.guide.Example;
import bout.guide.Guide;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;

/** A game as callers see it: the schema {@code Game} of the OpenAPI document. */
record GameAnswer(
        @JsonUnwrapped Entry entry,
        int engine,
        @JsonUnwrapped Card card,
        Limits timeLimits,
        Wire wire,
        List<House> houseBots,
        List<Guide.Section> guide) {

    /** An entry of the list of all games. */
    record Entry(String id, String name, String summary, String page) {
        static Entry of(Game<?> game) {
            GameCard card = game.card();
            return new Entry(card.id(), card.name(), card.summary(), Guide.page(card));
        }
    }

    private record Card(List<String> rules, String scoreUnit, List<Map<String, Object>> options) {}

    private record Limits(int first, int later, int match, int min, int max) {}

    private record Wire(String method, String contentType, String request, String answer, Shown example) {}

    private record Shown(Object headers, Object body, Object fields, Object answer) {}

    private record House(String name, String sentence) {}

    static GameAnswer of(Game<?> game) {
        GameCard card = game.card();
        Example<?> example = Example.of(game);
        return new GameAnswer(
                Entry.of(game),
                Engine.VERSION,
                new Card(
                        card.rules(),
                        card.scoreUnit(),
                        card.options().stream().map(Option::toPlain).toList()),
                new Limits(
                        card.timeLimits().first(),
                        card.timeLimits().later(),
                        TimeLimits.ofMatch(game),
                        TimeLimits.MIN,
                        TimeLimits.MAX),
                new Wire(
                        "POST",
                        card.form().contentType(),
                        card.request(),
                        card.answer(),
                        new Shown(
                                example.headers(), example.body(), example.ask().fields(), example.answer())),
                game.houseBots().stream()
                        .map(bot -> new House(bot.name(), bot.sentence()))
                        .toList(),
                Guide.of(game).sections());
    }
}
