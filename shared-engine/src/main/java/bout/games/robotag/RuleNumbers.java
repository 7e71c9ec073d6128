package bout.games.robotag;

import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The numbers of the rules that a match may set, under the original's names.
 *
 * @param maxMove the longest move, in units of distance
 * @param tagThreshold within this distance, the distance itself included, robots tag
 * @param fuelThreshold within this distance a fuel tank is picked up
 * @param mineThreshold within this distance a mine hits
 * @param startFuel what a robot starts with, in units of fuel
 * @param maxFuel the most that a fuel tank fills a robot up to
 * @param ante what every move costs beside the square of its length
 */
public record RuleNumbers(
        int maxMove, int tagThreshold, int fuelThreshold, int mineThreshold, int startFuel, int maxFuel, int ante) {

    static final List<IntegerOption> OPTIONS = List.of(
            new IntegerOption("maxMove", "How long a move may be, in units of distance.", 1, 100, 3),
            new IntegerOption("tagThreshold", "Within how many units robots tag.", 0, 100, 5),
            new IntegerOption("fuelThreshold", "Within how many units a fuel tank is picked up.", 0, 100, 2),
            new IntegerOption("mineThreshold", "Within how many units a mine hits.", 0, 100, 2),
            new IntegerOption("startFuel", "How much fuel each robot starts with.", 0, 100_000, 1000),
            new IntegerOption("maxFuel", "The most fuel that a tank fills a robot up to.", 0, 100_000, 1500),
            new IntegerOption("ante", "What each move costs beside the square of its length.", 0, 1000, 2));

    public static final RuleNumbers ORIGINAL = of(name -> (Integer) option(name).defaultValue());

    static RuleNumbers of(Options options) {
        return of(options::integer);
    }

    /** What {@link #toPlain} wrote. */
    public static RuleNumbers read(Plain rules) {
        return of(
                name -> rules.get(name).integer(option(name).min(), option(name).max()));
    }

    Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("maxMove", maxMove);
        plain.put("tagThreshold", tagThreshold);
        plain.put("fuelThreshold", fuelThreshold);
        plain.put("mineThreshold", mineThreshold);
        plain.put("startFuel", startFuel);
        plain.put("maxFuel", maxFuel);
        plain.put("ante", ante);
        return plain;
    }

    private static RuleNumbers of(ToIntFunction<String> number) {
        return new RuleNumbers(
                number.applyAsInt("maxMove"),
                number.applyAsInt("tagThreshold"),
                number.applyAsInt("fuelThreshold"),
                number.applyAsInt("mineThreshold"),
                number.applyAsInt("startFuel"),
                number.applyAsInt("maxFuel"),
                number.applyAsInt("ante"));
    }

    private static IntegerOption option(String name) {
        for (IntegerOption option : OPTIONS) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        throw new IllegalArgumentException("no number of the rules: " + name);
    }
}
