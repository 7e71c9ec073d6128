package bout.games.robotag;

import bout.engine.Option;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import java.util.List;
import java.util.Map;

/**
 * The numbers in the rules that a match can change; {@link #OPTIONS} says what each is. The names are those of the
 * original. Distances include their limit.
 */
public record RuleNumbers(
        int maxMove, int tagThreshold, int fuelThreshold, int mineThreshold, int startFuel, int maxFuel, int ante) {

    static final List<Option> OPTIONS = List.of(
            new IntegerOption("maxMove", "The maximum length of a move, in units of distance.", 1, 100, 3),
            new IntegerOption("tagThreshold", "Robots within this distance of each other tag, in units.", 0, 100, 5),
            new IntegerOption("fuelThreshold", "A robot takes a fuel tank within this distance, in units.", 0, 100, 2),
            new IntegerOption("mineThreshold", "A robot hits a mine within this distance, in units.", 0, 100, 2),
            new IntegerOption("startFuel", "The fuel of each robot at the start.", 0, 100_000, 1000),
            new IntegerOption("maxFuel", "The most fuel that a robot can have after taking a tank.", 0, 100_000, 1500),
            new IntegerOption(
                    "ante", "The fuel that each move costs in addition to the square of its length.", 0, 1000, 2));

    public static final RuleNumbers ORIGINAL = of(Options.defaults(OPTIONS));

    static RuleNumbers of(Options options) {
        return new RuleNumbers(
                options.integer("maxMove"),
                options.integer("tagThreshold"),
                options.integer("fuelThreshold"),
                options.integer("mineThreshold"),
                options.integer("startFuel"),
                options.integer("maxFuel"),
                options.integer("ante"));
    }

    public static RuleNumbers read(Plain rules) {
        return of(Options.read(OPTIONS, rules));
    }

    Map<String, Object> toPlain() {
        return Plain.object(
                "maxMove", maxMove,
                "tagThreshold", tagThreshold,
                "fuelThreshold", fuelThreshold,
                "mineThreshold", mineThreshold,
                "startFuel", startFuel,
                "maxFuel", maxFuel,
                "ante", ante);
    }
}
