package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Action;
import bout.engine.DoubleText;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.robotag.RoboTag;
import bout.games.robotag.RoboTagPosition;
import bout.games.robotag.Robot;
import bout.games.robotag.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks the vector files of RoboTag: recorded matches with all states, items and errors. */
final class RoboTagVectors {

    static final List<VectorKind> KINDS = List.of(new VectorKind("robotag", RoboTagVectors::match));

    private static final RoboTag GAME = new RoboTag();
    private static final List<String> COORDINATES = List.of("x1", "y1", "f1", "x2", "y2", "f2");

    private RoboTagVectors() {}

    private static List<Outcome> match(Plain file) {
        return List.of(new Outcome(file.get("name").text(), firstDifference(file)));
    }

    private static String firstDifference(Plain file) {
        Match<Step> match = start(file);
        RoboTagPosition position = (RoboTagPosition) match.position();
        List<Plain> turns = file.get("turns").entries();
        List<Plain> states = file.get("states").size(turns.size() + 1).entries();
        List<Plain> items = file.get("items").entries();
        String difference = stateDifference(position, states.getFirst());
        if (difference != null) {
            return "at the start: " + difference;
        }
        int nextItem = 0;
        for (int turn = 0; turn < turns.size(); turn++) {
            if (match.over()) {
                return "the match is over after " + turn + " turns ("
                        + match.result().reason() + "), but " + turns.size() + " are recorded";
            }
            Plain steps = turns.get(turn).size(4);
            match.play(new Turn<>(
                    read(match, Seat.FIRST, answer(number(steps.at(0)), number(steps.at(1)))),
                    read(match, Seat.SECOND, answer(number(steps.at(2)), number(steps.at(3))))));
            for (RoboTagPosition.Taken taken : position.taken()) {
                if (nextItem == items.size()) {
                    return "turn " + match.turn() + ": " + words(taken) + ", recorded: no further item";
                }
                String recorded = words(items.get(nextItem));
                String now = "turn " + match.turn() + ": " + words(taken);
                if (!now.equals(recorded)) {
                    return now + "; recorded: " + recorded;
                }
                nextItem++;
            }
            difference = stateDifference(position, states.get(turn + 1));
            if (difference != null) {
                return "after turn " + match.turn() + ": " + difference;
            }
        }
        if (nextItem < items.size()) {
            return "not taken, but recorded: " + words(items.get(nextItem));
        }
        String description = file.has("errorMove") ? errorMove(match, file.get("errorMove")) : null;
        return resultDifference(match, description, file.get("result"));
    }

    private static Match<Step> start(Plain file) {
        Options options = Options.read(GAME.card().options(), file.get("rules"));
        return Match.of(GAME, "", options, file.get("map"));
    }

    private static double number(Plain number) {
        return number.value() instanceof String text
                ? switch (text) {
                    case "NaN" -> Double.NaN;
                    case "Infinity" -> Double.POSITIVE_INFINITY;
                    case "-Infinity" -> Double.NEGATIVE_INFINITY;
                    default -> throw new UnexpectedValue(number.pointer(), "a number", text);
                }
                : number.number();
    }

    private static Map<String, Object> answer(double dx, double dy) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("dx", dx);
        answer.put("dy", dy);
        return answer;
    }

    private static Action<Step> read(Match<Step> match, Seat seat, Object answer) {
        return match.read(seat, answer);
    }

    /**
     * Plays the turn that ended the match with an error. If robot 2 was not asked in that turn, it stands still.
     *
     * @return the text of the error
     */
    private static String errorMove(Match<Step> match, Plain error) {
        Action<Step> first = recorded(match, Seat.FIRST, error.get("p1"));
        Action<Step> second =
                error.has("p2") ? recorded(match, Seat.SECOND, error.get("p2")) : Action.moved(new Step(0, 0));
        match.play(new Turn<>(first, second));
        Failure failure = first.failure() != null ? first.failure() : second.failure();
        return failure == null ? null : failure.text();
    }

    private static Action<Step> recorded(Match<Step> match, Seat seat, Plain robot) {
        if (robot.has("throws")) {
            return Action.failed(
                    new Failure(Failure.Kind.NOT_EXPECTED, robot.get("throws").text()));
        }
        return match.read(seat, plain(robot.get("returns")));
    }

    /** The value that a bot returned. {@code {"$": ...}} stands for values that JSON does not have, such as NaN. */
    private static Object plain(Plain returned) {
        if (!(returned.value() instanceof Map<?, ?> fields)) {
            return returned.value();
        }
        if (fields.get("$") instanceof String text) {
            return text.equals("undefined") ? null : number(new Plain(text, returned.pointer()));
        }
        Map<String, Object> plain = new LinkedHashMap<>();
        fields.forEach((name, value) -> plain.put((String) name, plain(returned.get((String) name))));
        return plain;
    }

    private static String stateDifference(RoboTagPosition state, Plain recorded) {
        Robot first = state.robot(Seat.FIRST);
        Robot second = state.robot(Seat.SECOND);
        double[] now = {first.x, first.y, first.fuel, second.x, second.y, second.fuel};
        recorded.size(now.length);
        for (int i = 0; i < now.length; i++) {
            double expected = number(recorded.at(i));
            if (now[i] != expected) {
                return COORDINATES.get(i) + ": " + DoubleText.of(now[i]) + ", recorded: " + DoubleText.of(expected);
            }
        }
        return null;
    }

    private static String resultDifference(Match<Step> match, String description, Plain recorded) {
        if (!match.over()) {
            return "the match is not over after all " + match.turn() + " recorded turns";
        }
        Seat winner = match.result().winner();
        String now = match.result().reason() + ", winner " + (winner == null ? "none" : "p" + winner.number())
                + (description == null ? "" : ", " + description);
        Plain recordedWinner = recorded.get("winner");
        String expected = recorded.get("id").text() + ", winner "
                + (recordedWinner.isNull() ? "none" : recordedWinner.text())
                + (recorded.has("description")
                        ? ", " + recorded.get("description").text()
                        : "");
        return now.equals(expected) ? null : "result: " + now + "; recorded: " + expected;
    }

    private static String words(RoboTagPosition.Taken taken) {
        return (taken.fuel() ? "fuel " : "mine ") + taken.index() + " by player "
                + taken.seat().number();
    }

    private static String words(Plain item) {
        return "turn " + item.get("turn").integer(1, Integer.MAX_VALUE) + ": "
                + item.get("kind").text() + " " + item.get("index").integer(0, MAX_INDEX) + " by player "
                + item.get("player").integer(1, 2);
    }

    private static final int MAX_INDEX = 1_000_000;
}
