package bout.games.robotag.bots;

import bout.engine.Plain;
import bout.games.robotag.Item;
import bout.games.robotag.RoboTag;
import bout.games.robotag.Robot;
import bout.games.robotag.RuleNumbers;
import bout.games.robotag.Step;
import java.util.List;

record View(
        Robot my, Robot enemy, double width, double height, List<Item> fuelTanks, List<Item> mines, RuleNumbers rules) {

    static View of(Plain ask) {
        Plain map = ask.get("map");
        return new View(
                robot(ask.get("my")),
                robot(ask.get("enemy")),
                map.get("width").number(),
                map.get("height").number(),
                RoboTag.readItems(map.get("fuelTanks")),
                RoboTag.readItems(map.get("mines")),
                ask.has("rules") ? RuleNumbers.read(ask.get("rules")) : RuleNumbers.ORIGINAL);
    }

    private static Robot robot(Plain plain) {
        return new Robot(
                plain.get("x").number(),
                plain.get("y").number(),
                plain.get("fuel").number());
    }

    /** Slightly less than the maximum length of a move, so that rounding cannot make a step too long. */
    double sprint() {
        return rules.maxMove() - 0.001;
    }

    /** The length of a step that uses little fuel for its distance. */
    double cruise() {
        return Math.min(2, sprint());
    }

    double distanceToEnemy() {
        return Step.distance(my.x, my.y, enemy.x, enemy.y);
    }

    Item nearestFuelTank() {
        Item nearest = null;
        for (Item tank : fuelTanks) {
            if (nearest == null || tank.distance(my.x, my.y) < nearest.distance(my.x, my.y)) {
                nearest = tank;
            }
        }
        return nearest;
    }

    /** A step straight towards a point, of at most this length and not beyond the point. */
    Step towards(double x, double y, double length) {
        double distance = Step.distance(my.x, my.y, x, y);
        double share = distance <= length ? 1 : length / distance;
        return new Step((x - my.x) * share, (y - my.y) * share);
    }
}
