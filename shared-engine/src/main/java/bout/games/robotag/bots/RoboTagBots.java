package bout.games.robotag.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.robotag.Item;
import bout.games.robotag.RoboTag;
import bout.games.robotag.Step;
import java.util.List;
import java.util.function.Function;

public final class RoboTagBots {

    public static final List<HouseBot> ALL = List.of(
            bot("lazy", "Stays where it is.", random -> view -> new Step(0, 0)),
            bot(
                    "random",
                    "Moves in a random direction every turn.",
                    random -> view -> anywhere(random, view.rules().maxMove())),
            bot("bouncy", "Moves straight ahead and bounces off the walls.", Bouncy::new),
            bot(
                    "hungry",
                    "Goes to the nearest fuel tank; when none are left, chases an opponent with less fuel.",
                    random -> RoboTagBots::hungry),
            bot(
                    "hunter",
                    "Refuels where it pays, avoids mines and stronger robots, and hunts weaker ones. The strongest"
                            + " house bot.",
                    random -> new Hunter()));

    private RoboTagBots() {}

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Step>> maker) {
        return HouseBot.of(name, sentence, View::of, maker, RoboTag::answer);
    }

    /** A step to a uniformly distributed point of the disc with this radius. */
    private static Step anywhere(SeededRandom random, double radius) {
        Step step;
        do {
            step = new Step(radius * (2 * random.nextDouble() - 1), radius * (2 * random.nextDouble() - 1));
        } while (step.length() > radius || step.length() == 0);
        return step;
    }

    private static Step hungry(View view) {
        Item tank = view.nearestFuelTank();
        if (tank != null) {
            return view.towards(tank.x(), tank.y(), view.cruise());
        }
        return view.my().fuel > view.enemy().fuel
                ? view.towards(view.enemy().x, view.enemy().y, view.cruise())
                : new Step(0, 0);
    }

    private static final class Bouncy implements Strategy<View, Step> {
        private double dx;
        private double dy;

        Bouncy(SeededRandom random) {
            Step drawn = anywhere(random, 1);
            dx = drawn.dx() / drawn.length();
            dy = drawn.dy() / drawn.length();
        }

        @Override
        public Step choose(View view) {
            double x = view.my().x + dx * view.cruise();
            double y = view.my().y + dy * view.cruise();
            if (x < 0 || x > view.width()) {
                dx = -dx;
            }
            if (y < 0 || y > view.height()) {
                dy = -dy;
            }
            return new Step(dx * view.cruise(), dy * view.cruise());
        }
    }
}
