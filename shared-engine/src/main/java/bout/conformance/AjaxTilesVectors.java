package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.AjaxTilesWire;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Click;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks the vector files of Ajax Tiles: complete recorded games, and single clicks. */
final class AjaxTilesVectors {

    static final List<VectorKind> KINDS = List.of(
            new VectorKind("ajax-tiles", AjaxTilesVectors::game),
            new VectorKind("ajax-tiles-scenarios", AjaxTilesVectors::scenarios));

    private static final List<String> EVENTS = List.of("paint", "won", "lost", "nuke", "pass");

    private AjaxTilesVectors() {}

    private static List<Outcome> game(Plain file) {
        return List.of(new Outcome(file.get("name").text(), firstDifference(file)));
    }

    private static String firstDifference(Plain file) {
        AjaxTiles game = new AjaxTiles();
        Match<Click> match = Match.of(game, "", options(game, file), file.get("board"));
        AjaxTilesPosition position = (AjaxTilesPosition) match.position();
        List<Plain> clicks = file.get("turns").entries();
        List<String> events = new ArrayList<>();
        for (Plain event : file.get("events").size(clicks.size()).entries()) {
            events.add(event.oneOf(EVENTS, word -> word));
        }
        byte[] after = AjaxTilesWire.readColumns(file.get("after"));
        Result result = result(file.get("result"));

        for (int turn = 0; turn < clicks.size(); turn++) {
            if (match.over()) {
                return "the match is over after " + turn + " turns ("
                        + match.result().reason() + "), but " + clicks.size() + " are recorded";
            }
            Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
            Click click = game.restore(clicks.get(turn));
            match.play(Turn.of(seat, Action.moved(click)));
            String event = position.lastEvent().word();
            if (!event.equals(events.get(turn))) {
                return "turn " + turn + ", click at (" + click.x() + ", " + click.y() + "): " + event + ", recorded: "
                        + events.get(turn);
            }
        }
        String tile = firstDifference(position.board().tiles, after);
        if (tile != null) {
            return "at the end " + tile;
        }
        if (!match.over()) {
            return "the match is not over after all " + clicks.size() + " recorded turns";
        }
        if (!match.result().equals(result)) {
            return "result: " + words(match.result()) + ", recorded: " + words(result);
        }
        return null;
    }

    private static Options options(AjaxTiles game, Plain file) {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("maxTurns", file.get("maxTurns").value());
        return Options.read(game.card().options(), new Plain(given, file.pointer()));
    }

    private static Result result(Plain result) {
        Plain scores = result.get("scores").size(2);
        Plain winner = result.get("winner");
        return new Result(
                winner.isNull() ? null : AjaxTilesWire.readColour(winner) == Board.RED ? Seat.FIRST : Seat.SECOND,
                scores.at(0).integer(0, Board.TILES),
                scores.at(1).integer(0, Board.TILES),
                result.get("reason").text());
    }

    private static String words(Result result) {
        String winner = result.winner() == null ? "a draw" : result.winner() == Seat.FIRST ? "r wins" : "b wins";
        return winner + ", " + (int) result.firstScore() + " to " + (int) result.secondScore() + " (" + result.reason()
                + ")";
    }

    private static List<Outcome> scenarios(Plain file) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Plain scenario : file.get("scenarios").entries()) {
            Board board = new Board(AjaxTilesWire.readColumns(scenario.get("board")));
            byte colour = AjaxTilesWire.readColour(scenario.get("color"));
            Plain move = scenario.get("move");
            byte[] after = AjaxTilesWire.readColumns(scenario.get("after"));
            switch (AjaxTilesWire.readAnswer(move.value())) {
                case Action.Moved<Click>(Click click) -> AjaxTilesPosition.click(board, click.tile(), colour);
                case Action.Failed<Click>(Failure ignored) ->
                    throw new UnexpectedValue(move.pointer(), "an object with two integers x and y", move.value());
            }
            outcomes.add(new Outcome(scenario.get("name").text(), firstDifference(board.tiles, after)));
        }
        return outcomes;
    }

    private static String firstDifference(byte[] tiles, byte[] recorded) {
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] != recorded[tile]) {
                return "tile (" + Board.x(tile) + ", " + Board.y(tile) + "): \"" + AjaxTilesWire.tileText(tiles[tile])
                        + "\", recorded: \"" + AjaxTilesWire.tileText(recorded[tile]) + "\"";
            }
        }
        return null;
    }
}
