package bout.games.robotag;

import bout.engine.Action;
import bout.engine.DoubleText;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option;
import bout.engine.Option.BooleanOption;
import bout.engine.Option.ChoiceOption;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.robotag.bots.RoboTagBots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** RoboTag: two robots move at the same time. When they meet, the one with more fuel tags the other and wins. */
public final class RoboTag extends Game<Step> {

    /** The width of drawn arenas, in units of distance. */
    private static final int WIDTH = 100;

    private static final int HEIGHT = 100;

    /** The minimum distance between fuel tanks, and from a tank to a robot's start, while draws are left. */
    private static final double TANK_SPREAD = 10;

    private static final double MINE_SPREAD = 5;

    /** The number of draws for all tanks of a map, and again for all mines. */
    private static final int DRAWS = 200;

    /** The value of an item is 1 to {@link #VALUES} times this amount of fuel. */
    private static final int VALUE_STEP = 50;

    private static final int VALUES = 6;

    private static final GameCard CARD = new GameCard(
            "robotag",
            "RoboTag",
            "Tag your opponent while you have more fuel.",
            GameCard.Seats.TWO,
            List.of(
                    "Two robots start in opposite corners of an arena of 100 by 100 units, with 1000 fuel each. (0,0)"
                            + " is the lower left corner. Both robots move at the same time.",
                    "A move is (dx, dy), at most 3 units long. It costs dx² + dy² + 2 fuel, even if a wall stops the"
                            + " robot. A robot that does not have enough fuel loses its fuel and stays where it is.",
                    "If the robots are within 5 units of each other after the moves, there is a tag: the robot with"
                            + " more fuel wins, and equal fuel is a draw.",
                    "Then each robot, player 1 first, takes the first fuel tank in the list that is within 2 units (up"
                            + " to 1500 fuel in all), and hits the first mine in the list that is within 2 units.",
                    "The match is a draw if both robots have no fuel, or after maxTurns turns.",
                    "A robot that gives no valid move ends the match without a winner."),
            options(
                    new IntegerOption("fuelTanks", "The number of fuel tanks in the arena.", 0, 50, 20),
                    new IntegerOption("mines", "The number of mines in the arena.", 0, 100, 60),
                    new ChoiceOption(
                            "start",
                            "Where the robots start: in opposite corners, or at (25,25) and (75,75).",
                            List.of("corners", "inner"),
                            "corners"),
                    new BooleanOption("swap", "Whether the robots exchange their starts.", false),
                    new IntegerOption("maxTurns", "The match is a draw after this many turns.", 1, 10_000, 1000)),
            TimeLimits.same(1000),
            GameCard.Form.JSON,
            "my and enemy: the x, y and fuel of your robot and of the other one; map: width, height, and the lists"
                    + " fuelTanks and mines of the remaining items, each with x, y and value; rules: the numbers of"
                    + " the rules, only sent if they are not the standard ones.",
            "A JSON object with the numbers dx and dy; sqrt(dx² + dy²) must not exceed 3.",
            answer(new Step(2, 1)),
            "fuel",
            GameCard.Calls.MOVES);

    private static List<Option> options(Option... ofTheMap) {
        List<Option> options = new ArrayList<>(List.of(ofTheMap));
        options.addAll(RuleNumbers.OPTIONS);
        return List.copyOf(options);
    }

    private static final String EXPECTED = "Move error. Expecting { dx: _, dy: _ }";

    /** The most tanks, or mines, that a stored set-up may have. All maps of the original have fewer. */
    private static final int MAX_ITEMS = 1000;

    private static final double MAX_COORDINATE = 1_000_000;

    public RoboTag() {
        super(
                CARD,
                RoboTagBots.ALL,
                120,
                List.of("taken"),
                List.of(RoboTagPosition.FIRST_ERROR, RoboTagPosition.SECOND_ERROR));
    }

    /**
     * {@code {width, height, startPositions: [[x, y], [x, y]], fuelTanks: [{x, y, value}], mines: [{x, y, value}]}}.
     */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        boolean corners = options.choice("start").equals("corners");
        List<Integer> lower = corners ? List.of(0, 0) : List.of(25, 25);
        List<Integer> upper = corners ? List.of(WIDTH, HEIGHT) : List.of(75, 75);
        boolean swap = options.bool("swap");
        List<List<Integer>> starts = swap ? List.of(upper, lower) : List.of(lower, upper);
        return Plain.object(
                "width", WIDTH,
                "height", HEIGHT,
                "startPositions", starts,
                "fuelTanks", draw(random, options.integer("fuelTanks"), TANK_SPREAD, starts),
                "mines", draw(random, options.integer("mines"), MINE_SPREAD, starts));
    }

    /**
     * Draws all tanks or all mines. An item that is too close to another one or to a start is drawn again. After
     * {@link #DRAWS} draws in all, the remaining items stay where they land.
     */
    private static List<Object> draw(SeededRandom random, int count, double spread, List<List<Integer>> starts) {
        List<Item> items = new ArrayList<>();
        int draws = 0;
        while (items.size() < count) {
            double x = random.nextDouble() * WIDTH;
            double y = random.nextDouble() * HEIGHT;
            int value = VALUE_STEP * (1 + (int) (random.nextDouble() * VALUES));
            draws++;
            if (draws >= DRAWS || !tooNear(x, y, items, spread, starts)) {
                items.add(new Item(items.size(), x, y, value));
            }
        }
        return items(items);
    }

    private static boolean tooNear(double x, double y, List<Item> items, double spread, List<List<Integer>> starts) {
        return starts.stream().anyMatch(start -> Step.distance(x, y, start.get(0), start.get(1)) <= spread)
                || items.stream().anyMatch(item -> Step.distance(x, y, item.x(), item.y()) <= spread);
    }

    @Override
    public RoboTagPosition start(Plain setUp, Options options) {
        setUp.onlyFields("width", "height", "startPositions", "fuelTanks", "mines");
        RuleNumbers numbers = RuleNumbers.of(options);
        double width = coordinate(setUp.get("width"), MAX_COORDINATE);
        double height = coordinate(setUp.get("height"), MAX_COORDINATE);
        List<Robot> robots = new ArrayList<>();
        for (Plain start : setUp.get("startPositions").size(2).entries()) {
            start.size(2);
            robots.add(new Robot(coordinate(start.at(0), width), coordinate(start.at(1), height), numbers.startFuel()));
        }
        List<Item> fuelTanks = readItems(setUp.get("fuelTanks"));
        List<Item> mines = readItems(setUp.get("mines"));
        return new RoboTagPosition(width, height, numbers, options.integer("maxTurns"), robots, fuelTanks, mines);
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

    public static Map<String, Object> answer(Step step) {
        return Plain.object("dx", Plain.number(step.dx()), "dy", Plain.number(step.dy()));
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

    public static List<Item> readItems(Plain plain) {
        if (plain.length() > MAX_ITEMS) {
            throw plain.unexpected("at most " + MAX_ITEMS + " items");
        }
        List<Item> items = new ArrayList<>();
        for (Plain item : plain.entries()) {
            item.onlyFields("x", "y", "value");
            items.add(new Item(
                    items.size(),
                    coordinate(item.get("x"), MAX_COORDINATE),
                    coordinate(item.get("y"), MAX_COORDINATE),
                    coordinate(item.get("value"), MAX_COORDINATE)));
        }
        return items;
    }

    private static double coordinate(Plain plain, double max) {
        double number = plain.number();
        if (number >= 0 && number <= max) {
            return number;
        }
        throw plain.unexpected("a number from 0 to " + (int) max);
    }

    static List<Object> items(List<Item> items) {
        return items.stream().<Object>map(Item::toPlain).toList();
    }
}
