package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.iceandfire.IceAndFire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the vector files of A Code of Ice and Fire: recorded matches with all inputs and outcomes, and maps by seed.
 */
final class IceAndFireVectors {

    static final List<VectorKind> KINDS = List.of(
            new VectorKind("ice-and-fire", IceAndFireVectors::match),
            new VectorKind("ice-and-fire-maps", IceAndFireVectors::maps));

    private static final IceAndFire GAME = new IceAndFire();

    private static final int ROUNDS = 100;

    /** The building types in the order of their numbers in the vector files. */
    private static final List<String> BUILDINGS = List.of("HQ", "MINE", "TOWER");

    private IceAndFireVectors() {}

    private static List<Outcome> match(Plain file) {
        return List.of(new Outcome(file.get("name").text(), firstDifference(file)));
    }

    private static List<Outcome> maps(Plain file) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Plain recorded : file.get("maps").entries()) {
            String seed = recorded.get("seed").text();
            Map<?, ?> drawn = (Map<?, ?>) GAME.setUp(GAME.setUpRandom(seed), defaults());
            String difference = difference("rows", drawn.get("rows"), recorded.get("rows"));
            if (difference == null) {
                difference = difference("mine spots", drawn.get("mineSpots"), recorded.get("mineSpots"));
            }
            outcomes.add(new Outcome("seed " + seed, difference));
        }
        return outcomes;
    }

    private static Options defaults() {
        return Options.defaults(GAME.card().options());
    }

    private static String firstDifference(Plain file) {
        Plain map = file.get("map");
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("rows", map.get("rows").value());
        setUp.put("mineSpots", map.get("mineSpots").value());
        Match<String> match = Match.of(GAME, "", defaults(), new Plain(setUp, map.pointer()));
        for (Plain turn : file.get("turns").entries()) {
            String difference = match.over() ? "the match is over" : turnDifference(match, turn);
            if (difference != null) {
                return "turn " + turn.get("turn").integer(1, ROUNDS) + " of player "
                        + turn.get("player").integer(0, 1) + ": " + difference;
            }
        }
        if (!match.over()) {
            return "the match is not over after all " + match.turn() + " recorded turns";
        }
        String difference = finalDifference(Plain.of(match.picture()), file.get("final"));
        return difference != null ? "at the end: " + difference : resultDifference(match, file.get("result"));
    }

    /** Compares the request, plays the recorded line, and compares the outcome of each command. */
    private static String turnDifference(Match<String> match, Plain turn) {
        Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
        String[] before = {
            difference("round", Plain.of(match.picture()).get("round").value(), turn.get("turn")),
            difference("player", seat.index(), turn.get("player")),
            inputDifference(match.ask(seat).fields(), turn.get("input"))
        };
        for (String difference : before) {
            if (difference != null) {
                return difference;
            }
        }
        boolean timeOut = turn.has("timeout") && turn.get("timeout").bool();
        match.play(Turn.of(
                seat,
                timeOut
                        ? Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer."))
                        : Action.moved(turn.get("commands").text())));
        return difference("outcomes", Plain.of(match.picture()).get("outcomes").value(), turn.get("outcomes"));
    }

    private static String inputDifference(Map<String, Object> asked, Plain input) {
        for (String name : List.of("gold", "income", "opponentGold", "opponentIncome", "rows")) {
            String difference = difference(name, asked.get(name), input.get(name));
            if (difference != null) {
                return difference;
            }
        }
        String difference = difference("buildings", buildings(asked.get("buildings")), input.get("buildings"));
        return difference != null ? difference : difference("units", units(asked.get("units")), input.get("units"));
    }

    private static String finalDifference(Plain picture, Plain recorded) {
        String[] differences = {
            difference("rows", picture.get("rows").value(), recorded.get("rows")),
            difference("gold", picture.get("gold").value(), recorded.get("gold")),
            difference("income", picture.get("income").value(), recorded.get("income")),
            difference("buildings", buildings(picture.get("buildings").value()), recorded.get("buildings")),
            difference("units", units(picture.get("units").value()), recorded.get("units"))
        };
        for (String difference : differences) {
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String resultDifference(Match<String> match, Plain recorded) {
        Seat winner = match.result().winner();
        String now = (int) match.result().firstScore() + " to "
                + (int) match.result().secondScore() + ", winner " + (winner == null ? "none" : winner.index()) + ", "
                + match.result().reason();
        Plain recordedWinner = recorded.get("winner");
        Plain scores = recorded.get("scores").size(2);
        String expected = scores.at(0).integer(-1, Integer.MAX_VALUE) + " to "
                + scores.at(1).integer(-1, Integer.MAX_VALUE) + ", winner "
                + (recordedWinner.isNull() ? "none" : recordedWinner.integer(0, 1)) + ", "
                + recorded.get("reason").text();
        return now.equals(expected) ? null : "result: " + now + "; recorded: " + expected;
    }

    /** The buildings in the form of the vector files: {@code [owner, type, x, y]}. */
    private static List<Object> buildings(Object buildings) {
        List<Object> rows = new ArrayList<>();
        for (Plain building : Plain.of(buildings).entries()) {
            int type = building.get("type").oneOf(BUILDINGS, BUILDINGS::indexOf);
            rows.add(List.of(
                    building.get("owner").value(),
                    type,
                    building.get("x").value(),
                    building.get("y").value()));
        }
        return rows;
    }

    /** The units in the form of the vector files: {@code [owner, id, level, x, y]}. */
    private static List<Object> units(Object units) {
        List<Object> rows = new ArrayList<>();
        for (Plain unit : Plain.of(units).entries()) {
            rows.add(List.copyOf(unit.fields().values()));
        }
        return rows;
    }

    private static String difference(String what, Object now, Plain recorded) {
        return now.equals(recorded.value()) ? null : what + ": " + now + ", recorded: " + recorded.value();
    }
}
