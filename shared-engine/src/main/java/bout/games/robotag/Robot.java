package bout.games.robotag;

public final class Robot {
    public double x;
    public double y;
    public double fuel;

    public Robot(double x, double y, double fuel) {
        this.x = x;
        this.y = y;
        this.fuel = fuel;
    }
}
