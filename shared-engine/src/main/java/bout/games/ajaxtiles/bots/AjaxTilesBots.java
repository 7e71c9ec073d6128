package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesWire;
import bout.games.ajaxtiles.Board;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The house bots of Ajax Tiles. */
public final class AjaxTilesBots {

    public static final List<HouseBot> ALL = List.of(
            bot("random", "Paints any empty tile.", RandomBot::new),
            bot("expand", "Paints an empty tile next to an own one where it does not lose a battle.", ExpandBot::new),
            bot(
                    "fearful",
                    "Grows away from the enemy, and nukes its own border where a lost battle would cost more.",
                    FearfulBot::new),
            bot(
                    "contain",
                    "Grows towards the enemy, and nukes where that shuts the enemy off from empty tiles.",
                    ContainBot::new),
            bot(
                    "warden",
                    "Shuts a larger blob in with a fence of nukes, and else paints where its ground grows most; our strong one.",
                    WardenBot::new));

    private AjaxTilesBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy> maker) {
        return new HouseBot(name, sentence, random -> {
            Strategy strategy = maker.apply(random);
            return fields -> answer(strategy, fields);
        });
    }

    private static Object answer(Strategy strategy, Map<String, Object> fields) {
        Board board = new Board(AjaxTilesWire.readColumns(new Plain(fields.get("board"), "/board")));
        byte colour = AjaxTilesWire.readColour(new Plain(fields.get("color"), "/color"));
        int tile = strategy.choose(board, colour);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("x", tile == Strategy.PASS ? -1 : Board.x(tile));
        answer.put("y", tile == Strategy.PASS ? -1 : Board.y(tile));
        return answer;
    }
}
