package bout.games.robotag;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.DoubleText;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts RoboTag to and from plain values: requests, answers, stored moves, set-ups and pictures. */
public final class RoboTagWire {

    private static final String EXPECTED = "Move error. Expecting { dx: _, dy: _ }";

    /** The most tanks, or mines, that a stored set-up may have. All maps of the original have fewer. */
    private static final int MAX_ITEMS = 1000;

    private static final double MAX_COORDINATE = 1_000_000;

    private RoboTagWire() {}

    static Ask ask(RoboTagPosition position, Seat seat) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("width", Plain.number(position.width));
        map.put("height", Plain.number(position.height));
        map.put("fuelTanks", left(position.fuelTanks));
        map.put("mines", left(position.mines));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("my", robot(position.robot(seat)));
        fields.put("enemy", robot(position.robot(seat.other())));
        fields.put("map", map);
        // The original does not send its rules, so its bots get this extra field only if the rules differ.
        if (!position.numbers.equals(RuleNumbers.ORIGINAL)) {
            fields.put("rules", position.numbers.toPlain());
        }
        return new Ask(Ask.Form.JSON, fields);
    }

    public static Map<String, Object> answer(Step step) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("dx", Plain.number(step.dx()));
        answer.put("dy", Plain.number(step.dy()));
        return answer;
    }

    /** Reads {@code {dx, dy}} and checks the length of the move. The failure texts are those of the original. */
    static Action<Step> readAnswer(Object answer, int maxMove) {
        if (!(answer instanceof Map<?, ?> fields
                && fields.get("dx") instanceof Number dx
                && fields.get("dy") instanceof Number dy
                && isNumber(dx.doubleValue())
                && isNumber(dy.doubleValue()))) {
            return Action.failed(new Failure(Failure.Kind.NOT_EXPECTED, EXPECTED));
        }
        Step step = new Step(dx.doubleValue(), dy.doubleValue());
        if (step.length() > maxMove) {
            return Action.failed(new Failure(
                    Failure.Kind.NOT_LEGAL,
                    "Move error. Exceeded maximum move distance of " + maxMove + " (d = " + DoubleText.of(step.length())
                            + ")"));
        }
        return Action.moved(step);
    }

    /** False only for NaN. Infinity is a number, because parsers read 1e999 as infinity: a move that is too long. */
    private static boolean isNumber(double number) {
        return number == number;
    }

    static Object store(Step step) {
        return List.of(Plain.number(step.dx()), Plain.number(step.dy()));
    }

    static Step restore(Plain stored) {
        stored.size(2);
        return new Step(stored.at(0).number(), stored.at(1).number());
    }

    static Object picture(RoboTagPosition position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn);
        picture.put("width", Plain.number(position.width));
        picture.put("height", Plain.number(position.height));
        picture.put("rules", position.numbers.toPlain());
        picture.put("robots", List.of(robot(position.first), robot(position.second)));
        picture.put("fuelTanks", left(position.fuelTanks));
        picture.put("mines", left(position.mines));
        List<Object> taken = new ArrayList<>();
        for (RoboTagPosition.Taken item : position.taken) {
            Items items = item.fuel() ? position.fuelTanks : position.mines;
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("seat", item.seat().number());
            entry.put("kind", item.fuel() ? "fuel" : "mine");
            entry.putAll(item(items.x(item.index()), items.y(item.index()), items.value(item.index())));
            taken.add(entry);
        }
        picture.put("taken", taken);
        return picture;
    }

    /** Reads {@code {width, height, startPositions: [[x, y], [x, y]], fuelTanks: [{x, y, value}], mines}}. */
    static RoboTagPosition readSetUp(Plain setUp, RuleNumbers numbers, int maxTurns) {
        setUp.onlyFields("width", "height", "startPositions", "fuelTanks", "mines");
        double width = coordinate(setUp.get("width"), MAX_COORDINATE);
        double height = coordinate(setUp.get("height"), MAX_COORDINATE);
        List<Robot> robots = new ArrayList<>();
        for (Plain start : setUp.get("startPositions").size(2).entries()) {
            start.size(2);
            robots.add(new Robot(coordinate(start.at(0), width), coordinate(start.at(1), height), numbers.startFuel()));
        }
        return new RoboTagPosition(
                width,
                height,
                numbers,
                maxTurns,
                robots,
                readItems(setUp.get("fuelTanks")),
                readItems(setUp.get("mines")));
    }

    public static Items readItems(Plain plain) {
        int count = plain.length();
        if (count > MAX_ITEMS) {
            throw new UnexpectedValue(plain.pointer(), "at most " + MAX_ITEMS + " items", plain.value());
        }
        double[] x = new double[count];
        double[] y = new double[count];
        double[] value = new double[count];
        for (int i = 0; i < count; i++) {
            Plain item = plain.at(i).onlyFields("x", "y", "value");
            x[i] = coordinate(item.get("x"), MAX_COORDINATE);
            y[i] = coordinate(item.get("y"), MAX_COORDINATE);
            value[i] = coordinate(item.get("value"), MAX_COORDINATE);
        }
        return new Items(x, y, value);
    }

    private static double coordinate(Plain plain, double max) {
        double number = plain.number();
        if (number >= 0 && number <= max) {
            return number;
        }
        throw new UnexpectedValue(plain.pointer(), "a number from 0 to " + (int) max, plain.value());
    }

    private static Map<String, Object> robot(Robot robot) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("x", Plain.number(robot.x));
        plain.put("y", Plain.number(robot.y));
        plain.put("fuel", Plain.number(robot.fuel));
        return plain;
    }

    private static List<Object> left(Items items) {
        List<Object> plain = new ArrayList<>(items.left());
        for (int n = 0; n < items.left(); n++) {
            int index = items.index(n);
            plain.add(item(items.x(index), items.y(index), items.value(index)));
        }
        return plain;
    }

    static Map<String, Object> item(double x, double y, double value) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("x", Plain.number(x));
        plain.put("y", Plain.number(y));
        plain.put("value", Plain.number(value));
        return plain;
    }
}
