package bout.games.robotag;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.ArrayList;
import java.util.List;

/** The state of a match of RoboTag. */
public final class RoboTagState {

    final double width;
    final double height;
    final RuleNumbers numbers;
    final int maxTurns;
    final Robot first;
    final Robot second;
    final Items fuelTanks;
    final Items mines;
    int turn;
    Result result;

    /** The items that were taken in the last turn, in order. */
    final List<Taken> taken = new ArrayList<>();

    /**
     * An item that a robot took.
     *
     * @param seat the robot's seat
     * @param fuel {@code true} for a fuel tank, {@code false} for a mine
     * @param index the item's index in the map's list
     */
    public record Taken(Seat seat, boolean fuel, int index) {}

    RoboTagState(
            double width,
            double height,
            RuleNumbers numbers,
            int maxTurns,
            List<Robot> robots,
            Items fuelTanks,
            Items mines) {
        this.width = width;
        this.height = height;
        this.numbers = numbers;
        this.maxTurns = maxTurns;
        this.first = robots.get(0);
        this.second = robots.get(1);
        this.fuelTanks = fuelTanks;
        this.mines = mines;
    }

    public Robot robot(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    public List<Taken> taken() {
        return taken;
    }

    void hash(StateHash hash) {
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
