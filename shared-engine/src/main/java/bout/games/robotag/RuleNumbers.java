package bout.games.robotag;

/**
 * The numbers of the rules that a match may set; the names are those of the original.
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

    public static final RuleNumbers ORIGINAL = new RuleNumbers(3, 5, 2, 2, 1000, 1500, 2);
}
