package bout.games.robotag.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.robotag.Item;
import bout.games.robotag.RoboTag;
import bout.games.robotag.Robot;
import bout.games.robotag.RuleNumbers;
import bout.games.robotag.Step;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

public final class RoboTagBots {

    public static final List<HouseBot> ALL = List.of(
            bot("lazy", "Stays where it is.", random -> view -> new Step(0, 0)),
            bot(
                    "random",
                    "Moves in a random direction every turn.",
                    random -> view -> anywhere(random, view.rules().maxMove())),
            bot("bouncy", "Moves straight ahead and bounces off the walls.", Bouncy::new),
            bot(
                    "hungry",
                    "Goes to the nearest fuel tank; when none are left, chases an opponent with less fuel.",
                    random -> RoboTagBots::hungry),
            bot(
                    "hunter",
                    "Refuels where it pays, avoids mines and stronger robots, and hunts weaker ones. The strongest"
                            + " house bot.",
                    random -> new Hunter()));

    record View(
            Robot my,
            Robot enemy,
            double width,
            double height,
            List<Item> fuelTanks,
            List<Item> mines,
            RuleNumbers rules) {

        static View of(Plain ask) {
            Plain map = ask.get("map");
            return new View(
                    robot(ask.get("my")),
                    robot(ask.get("enemy")),
                    map.get("width").number(),
                    map.get("height").number(),
                    RoboTag.readItems(map.get("fuelTanks")),
                    RoboTag.readItems(map.get("mines")),
                    ask.has("rules") ? RuleNumbers.read(ask.get("rules")) : RuleNumbers.ORIGINAL);
        }

        private static Robot robot(Plain plain) {
            return new Robot(
                    plain.get("x").number(),
                    plain.get("y").number(),
                    plain.get("fuel").number());
        }

        /** Slightly less than the maximum length of a move, so that rounding cannot make a step too long. */
        double sprint() {
            return rules.maxMove() - 0.001;
        }

        /** The length of a step that uses little fuel for its distance. */
        double cruise() {
            return Math.min(2, sprint());
        }

        Item nearestFuelTank() {
            return fuelTanks.stream()
                    .min(Comparator.comparingDouble(tank -> tank.distance(my.x, my.y)))
                    .orElse(null);
        }

        /** A step straight towards a point, of at most this length and not beyond the point. */
        Step towards(double x, double y, double length) {
            double distance = Step.distance(my.x, my.y, x, y);
            double share = distance <= length ? 1 : length / distance;
            return new Step((x - my.x) * share, (y - my.y) * share);
        }
    }

    private RoboTagBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Step>> maker) {
        return HouseBot.of(name, sentence, View::of, maker, RoboTag::answer);
    }

    /** A step to a uniformly distributed point of the disc with this radius. */
    private static Step anywhere(SeededRandom random, double radius) {
        Step step;
        do {
            step = new Step(radius * (2 * random.nextDouble() - 1), radius * (2 * random.nextDouble() - 1));
        } while (step.length() > radius || step.length() == 0);
        return step;
    }

    private static Step hungry(View view) {
        Item tank = view.nearestFuelTank();
        if (tank != null) {
            return view.towards(tank.x(), tank.y(), view.cruise());
        }
        return view.my().fuel > view.enemy().fuel
                ? view.towards(view.enemy().x, view.enemy().y, view.cruise())
                : new Step(0, 0);
    }

    private static final class Bouncy implements Strategy<View, Step> {
        private double dx;
        private double dy;

        Bouncy(SeededRandom random) {
            Step drawn = anywhere(random, 1);
            dx = drawn.dx() / drawn.length();
            dy = drawn.dy() / drawn.length();
        }

        @Override
        public Step choose(View view) {
            double x = view.my().x + dx * view.cruise();
            double y = view.my().y + dy * view.cruise();
            if (x < 0 || x > view.width()) {
                dx = -dx;
            }
            if (y < 0 || y > view.height()) {
                dy = -dy;
            }
            return new Step(dx * view.cruise(), dy * view.cruise());
        }
    }

    /**
     * Hunts the opponent while it has clearly more fuel; otherwise goes to the fuel tank with the best ratio of fuel to
     * distance. Avoids mines and a stronger opponent. Each turn, it chooses one goal and then the step that comes
     * closest to the goal with the least harm.
     */
    private static final class Hunter implements Strategy<View, Step> {

        private static final int DIRECTIONS = 32;

        /** The fuel for one unit of distance at cruising speed. */
        private static final double FUEL_PER_UNIT = 3;

        /** The lead in fuel that makes a hunt worthwhile. */
        private static final double MARGIN = 60;

        /** Within this distance of the opponent, the hunt is at full speed. */
        private static final double SPRINT_DISTANCE = 20;

        /** The cost of each unit of distance that is missing to safety when fleeing. */
        private static final double FLIGHT = 4;

        private static final double[] UNIT_X = new double[DIRECTIONS];
        private static final double[] UNIT_Y = new double[DIRECTIONS];

        static {
            // Rational parametrization of the unit circle, one quarter at a time; sin and cos differ between hosts.
            int quarter = DIRECTIONS / 4;
            for (int i = 0; i < quarter; i++) {
                double t = (double) i / quarter;
                double x = (1 - t * t) / (1 + t * t);
                double y = 2 * t / (1 + t * t);
                for (int turn = 0; turn < 4; turn++) {
                    UNIT_X[turn * quarter + i] = x;
                    UNIT_Y[turn * quarter + i] = y;
                    double turnedX = -y;
                    y = x;
                    x = turnedX;
                }
            }
        }

        private double enemyX;
        private double enemyY;
        private boolean seen;

        @Override
        public Step choose(View view) {
            Robot enemy = view.enemy();
            double aheadX = seen ? 2 * enemy.x - enemyX : enemy.x;
            double aheadY = seen ? 2 * enemy.y - enemyY : enemy.y;
            enemyX = enemy.x;
            enemyY = enemy.y;
            seen = true;
            double lead = view.my().fuel - enemy.fuel;
            double distance = Step.distance(view.my().x, view.my().y, enemy.x, enemy.y);
            Item tank = bestFuelTank(view);
            if (lead > 0
                    && distance <= view.rules().tagThreshold() + view.rules().maxMove()) {
                return step(view, aheadX, aheadY, view.sprint(), false);
            }
            boolean reachable = view.my().fuel > distance * FUEL_PER_UNIT;
            if (reachable && lead > MARGIN + (tank == null ? 0 : distance)) {
                return step(view, aheadX, aheadY, distance < SPRINT_DISTANCE ? view.sprint() : view.cruise(), false);
            }
            boolean danger = lead <= 0 && distance < danger(view);
            if (tank != null) {
                return step(view, tank.x(), tank.y(), danger ? view.sprint() : view.cruise(), danger);
            }
            if (danger) {
                return step(view, 2 * view.my().x - enemy.x, 2 * view.my().y - enemy.y, view.sprint(), true);
            }
            return lead > 0 && reachable ? step(view, aheadX, aheadY, view.cruise(), false) : new Step(0, 0);
        }

        /** The distance within which to flee from a stronger opponent: the tag distance plus two moves. */
        private static double danger(View view) {
            return view.rules().tagThreshold() + 2 * view.rules().maxMove();
        }

        /**
         * The tank with the best ratio of fuel to distance, or null. Tanks that are closer to the opponent count half.
         */
        private static Item bestFuelTank(View view) {
            Item best = null;
            double highest = 0;
            for (Item tank : view.fuelTanks()) {
                double way = tank.distance(view.my().x, view.my().y);
                double enemyWay = tank.distance(view.enemy().x, view.enemy().y);
                double room = view.rules().maxFuel() - view.my().fuel + way * FUEL_PER_UNIT;
                double gain = Math.min(tank.value(), room) - way * FUEL_PER_UNIT / 2;
                double worth = gain / (way + 4) * (enemyWay < way ? 0.5 : 1);
                if (worth > highest) {
                    best = tank;
                    highest = worth;
                }
            }
            return best;
        }

        /** The step with the lowest cost. It has the given length, or less to stop at the goal. */
        private static Step step(View view, double goalX, double goalY, double length, boolean flee) {
            Step best = view.towards(goalX, goalY, length);
            double lowest = cost(view, best, goalX, goalY, flee);
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                Step step = new Step(UNIT_X[direction] * length, UNIT_Y[direction] * length);
                double cost = cost(view, step, goalX, goalY, flee);
                if (cost < lowest) {
                    best = step;
                    lowest = cost;
                }
            }
            return best;
        }

        private static double cost(View view, Step step, double goalX, double goalY, boolean flee) {
            double x = Math.min(Math.max(view.my().x + step.dx(), 0), view.width());
            double y = Math.min(Math.max(view.my().y + step.dy(), 0), view.height());
            double cost = Step.distance(x, y, goalX, goalY);
            for (Item mine : view.mines()) {
                if (mine.distance(x, y) <= view.rules().mineThreshold()) {
                    cost += mine.value() / FUEL_PER_UNIT;
                }
            }
            if (flee) {
                cost += FLIGHT * Math.max(0, danger(view) - Step.distance(x, y, view.enemy().x, view.enemy().y));
            }
            return cost;
        }
    }
}
