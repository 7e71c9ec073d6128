package bout.games.robotag;

/**
 * A move: how far a robot goes to the right and up, in units of distance.
 *
 * @param dx finite
 * @param dy finite
 */
public record Step(double dx, double dy) {

    public double length() {
        return Math.sqrt(dx * dx + dy * dy);
    }
}
