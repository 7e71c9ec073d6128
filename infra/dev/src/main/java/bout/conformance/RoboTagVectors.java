package bout.conformance;

import bout.engine.Action;
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

    private static final RoboTag GAME = new RoboTag();
    private static final List<String> COORDINATES = List.of("x1", "y1", "f1", "x2", "y2", "f2");

    private RoboTagVectors() {}

    static void match(Plain file) {
        Options options = Options.read(GAME.card().options(), file.get("rules"));
        Match<Step> match = Match.of(GAME, "", options, file.get("map"));
        RoboTagPosition position = (RoboTagPosition) match.position();
        List<Plain> turns = file.get("turns").entries();
        List<Plain> states = file.get("states").size(turns.size() + 1).entries();
        List<Plain> items = file.get("items").entries();
        sameState("at the start: ", position, states.getFirst());
        int taken = 0;
        for (int turn = 0; turn < turns.size(); turn++) {
            Vectors.goesOn(match, turn, turns.size(), "turns");
            Plain steps = turns.get(turn).size(4);
            match.play(Turn.of(
                    match.read(Seat.FIRST, Plain.object("dx", number(steps.at(0)), "dy", number(steps.at(1)))),
                    match.read(Seat.SECOND, Plain.object("dx", number(steps.at(2)), "dy", number(steps.at(3))))));
            for (RoboTagPosition.Taken item : position.taken()) {
                Vectors.same(
                        "item " + taken,
                        "turn " + match.turn() + ": " + words(item),
                        taken < items.size() ? words(items.get(taken)) : "no further item");
                taken++;
            }
            sameState("after turn " + match.turn() + ": ", position, states.get(turn + 1));
        }
        if (taken < items.size()) {
            Vectors.differs("not taken, but recorded: " + words(items.get(taken)));
        }
        String description = file.has("errorMove") ? errorMove(match, file.get("errorMove")) : null;
        Vectors.ended(match);
        Seat winner = match.result().winner();
        Vectors.sameFields(
                "result: ",
                Plain.object(
                        "id",
                        match.result().reason(),
                        "winner",
                        winner == null ? null : "p" + winner.number(),
                        "description",
                        description),
                file.get("result"));
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

    /**
     * Plays the turn that ended the match with an error, and returns its text. Robot 2 stands still if it was not
     * asked.
     */
    private static String errorMove(Match<Step> match, Plain error) {
        Action<Step> first = recorded(match, Seat.FIRST, error.get("p1"));
        Action<Step> second =
                error.has("p2") ? recorded(match, Seat.SECOND, error.get("p2")) : Action.moved(new Step(0, 0));
        match.play(Turn.of(first, second));
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

    private static void sameState(String where, RoboTagPosition position, Plain recorded) {
        Robot first = position.robot(Seat.FIRST);
        Robot second = position.robot(Seat.SECOND);
        double[] now = {first.x, first.y, first.fuel, second.x, second.y, second.fuel};
        recorded.size(now.length);
        for (int i = 0; i < now.length; i++) {
            Vectors.same(where + COORDINATES.get(i), Plain.number(now[i]), Plain.number(number(recorded.at(i))));
        }
    }

    private static String words(RoboTagPosition.Taken taken) {
        return (taken.fuel() ? "fuel " : "mine ") + taken.item().index() + " by player "
                + taken.seat().number();
    }

    private static String words(Plain item) {
        return "turn " + item.get("turn").integer(1, Integer.MAX_VALUE) + ": "
                + item.get("kind").text() + " " + item.get("index").integer(0, Integer.MAX_VALUE) + " by player "
                + item.get("player").integer(1, 2);
    }
}
