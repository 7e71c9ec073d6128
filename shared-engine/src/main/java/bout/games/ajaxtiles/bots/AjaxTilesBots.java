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
            bot("random", "Paints a random empty tile.", RandomBot::new),
            bot(
                    "expand",
                    "Paints an empty tile next to its own tiles, if it does not lose a battle there.",
                    ExpandBot::new),
            bot(
                    "fearful",
                    "Grows away from the enemy, and nukes its own border where losing a battle would cost more.",
                    FearfulBot::new),
            bot(
                    "contain",
                    "Grows towards the enemy, and nukes its own tiles to cut the enemy off from empty tiles.",
                    ContainBot::new),
            bot(
                    "warden",
                    "Shuts in a larger enemy blob with a fence of nukes; otherwise paints where it gains the most"
                            + " territory. The strongest house bot.",
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
