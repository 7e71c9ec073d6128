package bout.games.robotag;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.robotag.RoboTagState.Taken;

/** The rules of RoboTag, in the order of the guide. */
final class RoboTagRules {

    private static final String FIRST_ERROR = "p1 error";
    private static final String SECOND_ERROR = "p2 error";

    private RoboTagRules() {}

    /** Both robots move at the same time. A tag is checked before the robots take items. */
    static void play(RoboTagState state, Turn<Step> turn) {
        Step first = turn.first().move();
        Step second = turn.second().move();
        state.taken.clear();
        state.turn++;
        if (first == null || second == null) {
            error(state, first == null ? Seat.FIRST : Seat.SECOND);
            return;
        }
        move(state, state.first, first);
        move(state, state.second, second);
        if (tag(state)) {
            return;
        }
        takeItems(state, Seat.FIRST);
        takeItems(state, Seat.SECOND);
        end(state);
    }

    /** A robot that gives no valid move ends the match without a winner. If both fail, it is player 1's error. */
    private static void error(RoboTagState state, Seat seat) {
        end(state, null, seat == Seat.FIRST ? FIRST_ERROR : SECOND_ERROR);
    }

    static boolean isError(Result result) {
        return result.reason().equals(FIRST_ERROR) || result.reason().equals(SECOND_ERROR);
    }

    /**
     * A move costs dx² + dy² + 2 fuel, even if a wall stops the robot. A robot that does not have enough fuel loses its
     * fuel and stays where it is.
     */
    private static void move(RoboTagState state, Robot robot, Step step) {
        robot.fuel -= step.dx() * step.dx() + step.dy() * step.dy() + state.numbers.ante();
        if (robot.fuel < 0) {
            robot.fuel = 0;
            return;
        }
        robot.x = clamped(robot.x + step.dx(), state.width);
        robot.y = clamped(robot.y + step.dy(), state.height);
    }

    private static double clamped(double coordinate, double max) {
        return coordinate < 0 ? 0 : coordinate > max ? max : coordinate;
    }

    /** Robots within 5 units of each other tag. The one with more fuel wins; equal fuel is a draw. */
    private static boolean tag(RoboTagState state) {
        Robot first = state.first;
        Robot second = state.second;
        if (Step.distance(first.x, first.y, second.x, second.y) > state.numbers.tagThreshold()) {
            return false;
        }
        end(state, first.fuel > second.fuel ? Seat.FIRST : second.fuel > first.fuel ? Seat.SECOND : null, "tag");
        return true;
    }

    /**
     * Each robot, player 1 first, takes the first fuel tank in the list that is within 2 units (up to 1500 fuel in
     * all), and hits the first mine in the list that is within 2 units. A robot without fuel takes items too.
     */
    private static void takeItems(RoboTagState state, Seat seat) {
        Robot robot = state.robot(seat);
        int tank = state.fuelTanks.takeFirstWithin(state.numbers.fuelThreshold(), robot);
        if (tank >= 0) {
            robot.fuel = Math.min(robot.fuel + state.fuelTanks.value(tank), state.numbers.maxFuel());
            state.taken.add(new Taken(seat, true, tank));
        }
        int mine = state.mines.takeFirstWithin(state.numbers.mineThreshold(), robot);
        if (mine >= 0) {
            robot.fuel = Math.max(robot.fuel - state.mines.value(mine), 0);
            state.taken.add(new Taken(seat, false, mine));
        }
    }

    /** The match is a draw if both robots have no fuel, or after maxTurns turns. */
    private static void end(RoboTagState state) {
        if (state.first.fuel <= 0 && state.second.fuel <= 0) {
            end(state, null, "out of fuel");
        } else if (state.turn >= state.maxTurns) {
            end(state, null, "time expired");
        }
    }

    private static void end(RoboTagState state, Seat winner, String reason) {
        state.result = new Result(winner, state.first.fuel, state.second.fuel, reason);
    }
}
