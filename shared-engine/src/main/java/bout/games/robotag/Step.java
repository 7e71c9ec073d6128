package bout.games.robotag;

/** A move to the right and up, in units of distance. Both numbers are finite. */
public record Step(double dx, double dy) {

    public static double distance(double x1, double y1, double x2, double y2) {
        return new Step(x1 - x2, y1 - y2).length();
    }

    public double length() {
        return Math.sqrt(dx * dx + dy * dy);
    }
}
