package bout.games.robotag;

/** A robot in the arena. */
final class Robot {
    double x;
    double y;
    double fuel;

    Robot(double x, double y, double fuel) {
        this.x = x;
        this.y = y;
        this.fuel = fuel;
    }
}
