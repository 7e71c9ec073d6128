package bout.games.robotag;

/**
 * A fuel tank or a mine.
 *
 * @param index its place in the map's list
 * @param value the amount of fuel that it adds or removes
 */
public record Item(int index, double x, double y, double value) {

    public double distance(double fromX, double fromY) {
        return Step.distance(fromX, fromY, x, y);
    }
}
