package bout.games.robotag;

import bout.engine.Action;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A match of RoboTag and its rules, in the order of the guide. */
public final class RoboTagPosition extends Position<Step> {

    static final String FIRST_ERROR = "p1 error";
    static final String SECOND_ERROR = "p2 error";

    final double width;
    final double height;
    final RuleNumbers numbers;
    final int maxTurns;
    final Robot first;
    final Robot second;
    /** Those that are left, in the order of the map's list. */
    final List<Item> fuelTanks;

    final List<Item> mines;

    int turn;

    /** The items that were taken in the last turn, in order. */
    final List<Taken> taken = new ArrayList<>();

    /** An item that a robot took: a fuel tank, or else a mine. */
    public record Taken(Seat seat, boolean fuel, Item item) {}

    RoboTagPosition(
            double width,
            double height,
            RuleNumbers numbers,
            int maxTurns,
            List<Robot> robots,
            List<Item> fuelTanks,
            List<Item> mines) {
        this.width = width;
        this.height = height;
        this.numbers = numbers;
        this.maxTurns = maxTurns;
        this.first = robots.get(0);
        this.second = robots.get(1);
        this.fuelTanks = fuelTanks;
        this.mines = mines;
    }

    /** Both robots move at the same time. */
    @Override
    public boolean isToMove(Seat seat) {
        return true;
    }

    public Robot robot(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    public List<Taken> taken() {
        return taken;
    }

    @Override
    public void hash(StateHash hash) {
        hash.add(turn)
                .add(first.x)
                .add(first.y)
                .add(first.fuel)
                .add(second.x)
                .add(second.y)
                .add(second.fuel)
                .add(fuelTanks.size())
                .add(mines.size());
        for (Taken item : taken) {
            hash.add(item.item().index() << 2 | item.seat().number() << 1 | (item.fuel() ? 1 : 0));
        }
    }

    /** A tag is checked before the robots take items. */
    @Override
    public void play(Turn<Step> actions) {
        Step first = actions.by(Seat.FIRST).move();
        Step second = actions.by(Seat.SECOND).move();
        taken.clear();
        turn++;
        if (first == null || second == null) {
            // A robot that gives no valid move ends the match without a winner. If both fail, it is player 1's error.
            end(null, first == null ? FIRST_ERROR : SECOND_ERROR);
            return;
        }
        move(this.first, first);
        move(this.second, second);
        tag();
        if (result == null) {
            takeItems(Seat.FIRST);
            takeItems(Seat.SECOND);
            end();
        }
    }

    /**
     * A move costs dx² + dy² + 2 fuel, even if a wall stops the robot. A robot that does not have enough fuel loses its
     * fuel and stays where it is.
     */
    private void move(Robot robot, Step step) {
        robot.fuel -= step.dx() * step.dx() + step.dy() * step.dy() + numbers.ante();
        if (robot.fuel < 0) {
            robot.fuel = 0;
            return;
        }
        robot.x = clamped(robot.x + step.dx(), width);
        robot.y = clamped(robot.y + step.dy(), height);
    }

    private static double clamped(double coordinate, double max) {
        return coordinate < 0 ? 0 : coordinate > max ? max : coordinate;
    }

    /** Robots within 5 units of each other tag. The one with more fuel wins; equal fuel is a draw. */
    private void tag() {
        if (Step.distance(first.x, first.y, second.x, second.y) <= numbers.tagThreshold()) {
            end(first.fuel > second.fuel ? Seat.FIRST : second.fuel > first.fuel ? Seat.SECOND : null, "tag");
        }
    }

    /**
     * Each robot, player 1 first, takes the first fuel tank in the list that is within 2 units (up to 1500 fuel in
     * all), and hits the first mine in the list that is within 2 units. A robot without fuel takes items too.
     */
    private void takeItems(Seat seat) {
        Robot robot = robot(seat);
        Item tank = takeFirstWithin(numbers.fuelThreshold(), robot, fuelTanks);
        if (tank != null) {
            robot.fuel = Math.min(robot.fuel + tank.value(), numbers.maxFuel());
            taken.add(new Taken(seat, true, tank));
        }
        Item mine = takeFirstWithin(numbers.mineThreshold(), robot, mines);
        if (mine != null) {
            robot.fuel = Math.max(robot.fuel - mine.value(), 0);
            taken.add(new Taken(seat, false, mine));
        }
    }

    /** Removes and returns the first item of the list, not the nearest one, or {@code null} if none is near enough. */
    static Item takeFirstWithin(double distance, Robot robot, List<Item> items) {
        for (Item item : items) {
            if (item.distance(robot.x, robot.y) <= distance) {
                items.remove(item);
                return item;
            }
        }
        return null;
    }

    /** The match is a draw if both robots have no fuel, or after maxTurns turns. */
    private void end() {
        if (first.fuel <= 0 && second.fuel <= 0) {
            end(null, "out of fuel");
        } else if (turn >= maxTurns) {
            end(null, "time expired");
        }
    }

    private void end(Seat winner, String reason) {
        result = Result.of(winner, first.fuel, second.fuel, reason);
    }

    @Override
    public Map<String, Object> request(Seat seat) {
        Map<String, Object> map = Plain.object(
                "width", Plain.number(width),
                "height", Plain.number(height),
                "fuelTanks", RoboTag.items(fuelTanks),
                "mines", RoboTag.items(mines));
        // The original does not send its rules, so its bots get this extra field only if the rules differ.
        Object rules = numbers.equals(RuleNumbers.ORIGINAL) ? null : numbers.toPlain();
        return Plain.present("my", plain(robot(seat)), "enemy", plain(robot(seat.other())), "map", map, "rules", rules);
    }

    @Override
    public Action<Step> read(Seat seat, Object answer) {
        return RoboTag.readAnswer(answer, numbers.maxMove());
    }

    @Override
    public Object picture() {
        List<Object> thisTurn = new ArrayList<>();
        for (Taken each : taken) {
            Map<String, Object> plain =
                    Plain.object("seat", each.seat().number(), "kind", each.fuel() ? "fuel" : "mine");
            plain.putAll(each.item().toPlain());
            thisTurn.add(plain);
        }
        return Plain.object(
                "turn", turn,
                "width", Plain.number(width),
                "height", Plain.number(height),
                "rules", numbers.toPlain(),
                "robots", List.of(plain(first), plain(second)),
                "fuelTanks", RoboTag.items(fuelTanks),
                "mines", RoboTag.items(mines),
                "taken", thisTurn);
    }

    private static Map<String, Object> plain(Robot robot) {
        return Plain.object("x", Plain.number(robot.x), "y", Plain.number(robot.y), "fuel", Plain.number(robot.fuel));
    }
}
