package bout.games.robotag;

import bout.engine.Plain;
import java.util.Map;

/** A fuel tank or a mine: its place in the map's list, where it is, and the fuel that it adds or removes. */
public record Item(int index, double x, double y, double value) {

    Map<String, Object> toPlain() {
        return Plain.object("x", Plain.number(x), "y", Plain.number(y), "value", Plain.number(value));
    }

    public double distance(double fromX, double fromY) {
        return Step.distance(fromX, fromY, x, y);
    }
}
