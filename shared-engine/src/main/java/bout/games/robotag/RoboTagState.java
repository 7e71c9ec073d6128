package bout.games.robotag;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.ArrayList;
import java.util.List;

/** The state of a match of RoboTag, and the rules of a turn in their order. */
public final class RoboTagState {

    /** The longest move, in units of distance. */
    public static final double MAX_MOVE = 3;

    /** What every move costs beside the square of its length, in units of fuel. */
    public static final double ANTE = 2;

    public static final double START_FUEL = 1000;
    public static final double MAX_FUEL = 1500;

    /** Within these distances, the distance itself included, robots tag, fuel tanks are picked up and mines hit. */
    public static final double TAG_DISTANCE = 5;

    public static final double FUEL_DISTANCE = 2;
    public static final double MINE_DISTANCE = 2;

    public final double width;
    public final double height;
    public final int maxTurns;
    public final Robot first;
    public final Robot second;
    public final Items fuelTanks;
    public final Items mines;

    private int turn;
    private Result result;

    /** What was taken in the last turn, in order. */
    private final List<Taken> taken = new ArrayList<>();

    /**
     * An item that a robot ran into.
     *
     * @param fuel a fuel tank, else a mine
     * @param index in the map's list
     */
    public record Taken(Seat seat, boolean fuel, int index) {}

    public RoboTagState(
            double width, double height, int maxTurns, Robot first, Robot second, Items fuelTanks, Items mines) {
        this.width = width;
        this.height = height;
        this.maxTurns = maxTurns;
        this.first = first;
        this.second = second;
        this.fuelTanks = fuelTanks;
        this.mines = mines;
    }

    public static double distance(double x1, double y1, double x2, double y2) {
        double dx = x1 - x2;
        double dy = y1 - y2;
        return Math.sqrt(dx * dx + dy * dy);
    }

    public Robot robot(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    public int turn() {
        return turn;
    }

    public Result result() {
        return result;
    }

    public List<Taken> taken() {
        return taken;
    }

    /** Both robots move, then comes the tag, before anything is picked up; then the items, then the other ends. */
    public void play(Step firstStep, Step secondStep) {
        taken.clear();
        move(first, firstStep);
        move(second, secondStep);
        turn++;
        if (distance(first.x, first.y, second.x, second.y) <= TAG_DISTANCE) {
            tag();
            return;
        }
        pickUp(Seat.FIRST);
        pickUp(Seat.SECOND);
        if (first.fuel <= 0 && second.fuel <= 0) {
            end(null, "out of fuel");
        } else if (turn >= maxTurns) {
            end(null, "time expired");
        }
    }

    /** A robot whose fuel does not cover the move loses what it has and stays. The walls stop a robot, but not the cost. */
    private void move(Robot robot, Step step) {
        robot.fuel -= step.dx() * step.dx() + step.dy() * step.dy() + ANTE;
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

    /** The robot with more fuel wins. */
    private void tag() {
        Seat winner = first.fuel > second.fuel ? Seat.FIRST : second.fuel > first.fuel ? Seat.SECOND : null;
        end(winner, "tag");
    }

    /** At most one fuel tank, then at most one mine; also a robot without fuel. */
    private void pickUp(Seat seat) {
        Robot robot = robot(seat);
        int tank = fuelTanks.takeFirstWithin(FUEL_DISTANCE, robot);
        if (tank >= 0) {
            robot.fuel = Math.min(robot.fuel + fuelTanks.value(tank), MAX_FUEL);
            taken.add(new Taken(seat, true, tank));
        }
        int mine = mines.takeFirstWithin(MINE_DISTANCE, robot);
        if (mine >= 0) {
            robot.fuel = Math.max(robot.fuel - mines.value(mine), 0);
            taken.add(new Taken(seat, false, mine));
        }
    }

    /** A robot that gave no move ends the match without a winner; if both did, it is player 1's error. */
    public void error(Seat seat) {
        taken.clear();
        turn++;
        end(null, seat == Seat.FIRST ? "p1 error" : "p2 error");
    }

    private void end(Seat winner, String reason) {
        result = new Result(winner, first.fuel, second.fuel, reason);
    }

    public void hash(StateHash hash) {
        hash.add(turn)
                .add(first.x)
                .add(first.y)
                .add(first.fuel)
                .add(second.x)
                .add(second.y)
                .add(second.fuel)
                .add(fuelTanks.left())
                .add(mines.left());
        for (Taken item : taken) {
            hash.add(item.index() << 2 | item.seat().number() << 1 | (item.fuel() ? 1 : 0));
        }
    }
}
