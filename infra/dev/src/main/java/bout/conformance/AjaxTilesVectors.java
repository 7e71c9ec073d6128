package bout.conformance;

import bout.conformance.Vectors.Outcome;
import bout.engine.Action;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Click;
import bout.games.ajaxtiles.Event;
import java.util.ArrayList;
import java.util.List;

/** Checks the vector files of Ajax Tiles: complete recorded games, and single clicks. */
final class AjaxTilesVectors {

    private static final AjaxTiles GAME = new AjaxTiles();

    private AjaxTilesVectors() {}

    static void game(Plain file) {
        Plain options = new Plain(Plain.object("maxTurns", file.get("maxTurns").value()), file.pointer());
        Match<Click> match = Match.of(GAME, "", Options.read(GAME.card().options(), options), file.get("board"));
        AjaxTilesPosition position = (AjaxTilesPosition) match.position();
        List<Plain> clicks = file.get("turns").entries();
        List<String> events = new ArrayList<>();
        for (Plain event : file.get("events").size(clicks.size()).entries()) {
            events.add(event.oneOf(Event.WORDS, word -> word));
        }
        byte[] after = AjaxTiles.readColumns(file.get("after"));
        Result result = result(file.get("result"));
        for (int turn = 0; turn < clicks.size(); turn++) {
            Vectors.goesOn(match, turn, clicks.size(), "turns");
            Click click = GAME.restore(clicks.get(turn));
            match.play(Turn.of(match.mover(), Action.moved(click)));
            Vectors.same(
                    "turn " + turn + ", click at (" + click.x() + ", " + click.y() + ")",
                    position.lastEvent().word(),
                    events.get(turn));
        }
        sameTiles("at the end tile (", position.board().tiles, after);
        Vectors.ended(match);
        Vectors.same("result", match.result().toPlain(), result.toPlain());
    }

    private static Result result(Plain result) {
        Plain scores = result.get("scores").size(2);
        Plain winner = result.get("winner");
        return Result.of(
                winner.isNull() ? null : AjaxTiles.readColour(winner) == Board.RED ? Seat.FIRST : Seat.SECOND,
                scores.at(0).integer(0, Board.TILES),
                scores.at(1).integer(0, Board.TILES),
                result.get("reason").text());
    }

    static List<Outcome> scenarios(Plain file) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Plain scenario : file.get("scenarios").entries()) {
            Board board = new Board(AjaxTiles.readColumns(scenario.get("board")));
            byte colour = AjaxTiles.readColour(scenario.get("color"));
            Plain move = scenario.get("move");
            byte[] after = AjaxTiles.readColumns(scenario.get("after"));
            Click click = AjaxTiles.readAnswer(move.value()).move();
            if (click == null) {
                throw new UnexpectedValue(move.pointer(), "an object with two integers x and y", move.value());
            }
            AjaxTilesPosition.click(board, click.tile(), colour);
            outcomes.add(Vectors.outcome(scenario.get("name").text(), () -> sameTiles("tile (", board.tiles, after)));
        }
        return outcomes;
    }

    private static void sameTiles(String where, byte[] tiles, byte[] recorded) {
        for (int tile = 0; tile < Board.TILES; tile++) {
            Vectors.same(
                    where + Board.x(tile) + ", " + Board.y(tile) + ")",
                    "\"" + AjaxTiles.tileText(tiles[tile]) + "\"",
                    "\"" + AjaxTiles.tileText(recorded[tile]) + "\"");
        }
    }
}
