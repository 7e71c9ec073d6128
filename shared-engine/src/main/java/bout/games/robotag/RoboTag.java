package bout.games.robotag;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.DoubleText;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Option.BooleanOption;
import bout.engine.Option.ChoiceOption;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.TimeLimits;
import bout.engine.ToMove;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.robotag.bots.RoboTagBots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** RoboTag: two robots move at the same time; when they meet, the one with more fuel has tagged the other. */
public final class RoboTag implements Game<RoboTagState, Step> {

    static final String EXPECTED = "Move error. Expecting { dx: _, dy: _ }";

    /** The arena that maps are drawn for, in units of distance. */
    private static final int WIDTH = 100;

    private static final int HEIGHT = 100;

    /** Items of a kind keep this far from each other and from the robots' starts, as long as the draws last. */
    private static final double TANK_SPREAD = 10;

    private static final double MINE_SPREAD = 5;
    private static final int DRAWS = 200;

    /** An item is worth 1 to {@link #VALUES} times this much fuel. */
    private static final int VALUE_STEP = 50;

    private static final int VALUES = 6;

    /** More than any map of the original has; a stored set-up may not be larger. */
    private static final int MAX_ITEMS = 1000;

    private static final double MAX_COORDINATE = 1_000_000;

    private static final GameCard CARD = new GameCard(
            "robotag",
            "RoboTag",
            "Tag your opponent while you have more fuel.",
            List.of(
                    "Two robots start in opposite corners of an arena of 100 by 100 with 1000 fuel each; (0,0) is the"
                            + " lower left corner. Both move at the same time.",
                    "A move is (dx, dy), at most 3 units long. It costs dx² + dy² + 2 fuel, also into a wall; a robot"
                            + " that cannot pay loses its fuel and stays.",
                    "After both moved: robots within 5 units of each other tag. The one with more fuel wins; equal fuel"
                            + " is a tie.",
                    "Then each robot, player 1 first, picks up the first fuel tank of the list within 2 units (1500 fuel"
                            + " at most) and hits the first mine of the list within 2 units; one of each a turn.",
                    "Both robots without fuel, or the last turn played: a tie.",
                    "A robot that gives no move, or one that is too long, ends the match without a winner."),
            List.of(
                    new IntegerOption("fuelTanks", "How many fuel tanks lie in the arena.", 0, 50, 20),
                    new IntegerOption("mines", "How many mines lie in the arena.", 0, 100, 60),
                    new ChoiceOption(
                            "start",
                            "Where the robots start: in opposite corners, or at (25,25) and (75,75).",
                            List.of("corners", "inner"),
                            "corners"),
                    new BooleanOption("swap", "Whether the robots' starts are exchanged.", false),
                    new IntegerOption("maxTurns", "After how many turns the match is a tie.", 1, 10_000, 1000)),
            TimeLimits.same(1000),
            Ask.Form.JSON,
            "my and enemy: each robot's x, y and fuel; map: width, height, fuelTanks and mines, the latter two lists of"
                    + " the items that are left, each with x, y and value.",
            "A JSON object with the numbers dx and dy, sqrt(dx² + dy²) at most 3.",
            exampleAnswer(),
            "fuel");

    private static Map<String, Object> exampleAnswer() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("dx", 2);
        answer.put("dy", 1);
        return answer;
    }

    @Override
    public GameCard card() {
        return CARD;
    }

    @Override
    public List<HouseBot> houseBots() {
        return RoboTagBots.ALL;
    }

    /** {@code {width, height, startPositions: [[x, y], [x, y]], fuelTanks: [{x, y, value}], mines: [{x, y, value}]}}. */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        boolean corners = options.choice("start").equals("corners");
        List<Integer> lower = corners ? List.of(0, 0) : List.of(25, 25);
        List<Integer> upper = corners ? List.of(WIDTH, HEIGHT) : List.of(75, 75);
        boolean swap = options.bool("swap");
        List<List<Integer>> starts = swap ? List.of(upper, lower) : List.of(lower, upper);
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("width", WIDTH);
        setUp.put("height", HEIGHT);
        setUp.put("startPositions", starts);
        setUp.put("fuelTanks", draw(random, options.integer("fuelTanks"), TANK_SPREAD, starts));
        setUp.put("mines", draw(random, options.integer("mines"), MINE_SPREAD, starts));
        return setUp;
    }

    /**
     * Draws the items of a kind. An item that is too near to another or to a start is drawn again; all items of the kind
     * share one budget of draws, and once it is used up, an item stays wherever it falls.
     */
    private static List<Object> draw(SeededRandom random, int count, double spread, List<List<Integer>> starts) {
        double[] x = new double[count];
        double[] y = new double[count];
        List<Object> items = new ArrayList<>(count);
        int draws = 0;
        while (items.size() < count) {
            int n = items.size();
            x[n] = random.nextDouble() * WIDTH;
            y[n] = random.nextDouble() * HEIGHT;
            int value = VALUE_STEP * (1 + (int) (random.nextDouble() * VALUES));
            draws++;
            if (draws >= DRAWS || !tooNear(x, y, n, spread, starts)) {
                items.add(item(x[n], y[n], value));
            }
        }
        return items;
    }

    private static boolean tooNear(double[] x, double[] y, int n, double spread, List<List<Integer>> starts) {
        for (List<Integer> start : starts) {
            if (RoboTagState.distance(x[n], y[n], start.get(0), start.get(1)) <= spread) {
                return true;
            }
        }
        for (int other = 0; other < n; other++) {
            if (RoboTagState.distance(x[n], y[n], x[other], y[other]) <= spread) {
                return true;
            }
        }
        return false;
    }

    @Override
    public RoboTagState start(Plain setUp, Options options) {
        setUp.onlyFields("width", "height", "startPositions", "fuelTanks", "mines");
        double width = coordinate(setUp.get("width"), MAX_COORDINATE);
        double height = coordinate(setUp.get("height"), MAX_COORDINATE);
        Plain starts = setUp.get("startPositions").size(2);
        return new RoboTagState(
                width,
                height,
                options.integer("maxTurns"),
                robot(starts.at(0), width, height),
                robot(starts.at(1), width, height),
                items(setUp.get("fuelTanks")),
                items(setUp.get("mines")));
    }

    private static Robot robot(Plain start, double width, double height) {
        start.size(2);
        return new Robot(coordinate(start.at(0), width), coordinate(start.at(1), height), RoboTagState.START_FUEL);
    }

    public static Items items(Plain plain) {
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

    @Override
    public ToMove toMove(RoboTagState arena) {
        return arena.result() == null ? ToMove.BOTH : ToMove.NOBODY;
    }

    @Override
    public Ask ask(RoboTagState arena, Seat seat) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("width", Plain.number(arena.width));
        map.put("height", Plain.number(arena.height));
        map.put("fuelTanks", left(arena.fuelTanks));
        map.put("mines", left(arena.mines));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("my", robot(arena.robot(seat)));
        fields.put("enemy", robot(arena.robot(seat.other())));
        fields.put("map", map);
        return new Ask(Ask.Form.JSON, fields);
    }

    @Override
    public Action<Step> read(RoboTagState arena, Seat seat, Object answer) {
        if (!(answer instanceof Map<?, ?> fields
                && fields.get("dx") instanceof Number dx
                && fields.get("dy") instanceof Number dy
                && isFinite(dx.doubleValue())
                && isFinite(dy.doubleValue()))) {
            return Action.failed(new Failure(Failure.Kind.NOT_EXPECTED, EXPECTED));
        }
        Step step = new Step(dx.doubleValue(), dy.doubleValue());
        double length = step.length();
        if (length > RoboTagState.MAX_MOVE) {
            return Action.failed(new Failure(
                    Failure.Kind.NOT_LEGAL,
                    "Move error. Exceeded maximum move distance of 3 (d = " + DoubleText.of(length) + ")"));
        }
        return Action.moved(step);
    }

    private static boolean isFinite(double number) {
        return number - number == 0;
    }

    @Override
    public void play(RoboTagState arena, Turn<Step> turn) {
        Step first = turn.first().move();
        Step second = turn.second().move();
        if (first == null) {
            arena.error(Seat.FIRST);
        } else if (second == null) {
            arena.error(Seat.SECOND);
        } else {
            arena.play(first, second);
        }
    }

    @Override
    public Result result(RoboTagState arena) {
        return arena.result();
    }

    @Override
    public Object picture(RoboTagState arena) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", arena.turn());
        picture.put("width", Plain.number(arena.width));
        picture.put("height", Plain.number(arena.height));
        picture.put("robots", List.of(robot(arena.first), robot(arena.second)));
        picture.put("fuelTanks", left(arena.fuelTanks));
        picture.put("mines", left(arena.mines));
        List<Object> taken = new ArrayList<>();
        for (RoboTagState.Taken item : arena.taken()) {
            Items items = item.fuel() ? arena.fuelTanks : arena.mines;
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("seat", item.seat().number());
            entry.put("kind", item.fuel() ? "fuel" : "mine");
            entry.putAll(item(items.x(item.index()), items.y(item.index()), items.value(item.index())));
            taken.add(entry);
        }
        picture.put("taken", taken);
        return picture;
    }

    @Override
    public List<String> effects() {
        return List.of("taken");
    }

    @Override
    public void hash(RoboTagState arena, StateHash hash) {
        arena.hash(hash);
    }

    @Override
    public Object store(Step step) {
        return List.of(Plain.number(step.dx()), Plain.number(step.dy()));
    }

    @Override
    public Step restore(Plain stored) {
        stored.size(2);
        return new Step(stored.at(0).number(), stored.at(1).number());
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

    private static Map<String, Object> item(double x, double y, double value) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("x", Plain.number(x));
        plain.put("y", Plain.number(y));
        plain.put("value", Plain.number(value));
        return plain;
    }
}
