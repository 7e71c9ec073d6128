package bout.games.iceandfire.bots;

import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.games.iceandfire.Building;
import bout.games.iceandfire.Grid;
import bout.games.iceandfire.IceAndFirePosition;
import java.util.List;
import java.util.function.Consumer;

public final class IceAndFireBots {

    public static final List<HouseBot> ALL = List.of(
            bot("wait", "Only waits.", view -> {}),
            bot("expander", "Spreads cheap units over all land that it can take.", IceAndFireBots::expand),
            bot("builder", "Builds mines and towers, and expands with the remaining gold.", IceAndFireBots::build),
            bot("rusher", "Sends every unit straight to the enemy's HQ.", IceAndFireBots::rush),
            bot(
                    "warlord",
                    "Expands, takes weakly held cells, and strikes at the HQ when it can pay for the whole way. The"
                            + " strongest house bot.",
                    new Warlord()));

    private static final int TOWERS = 3;

    private IceAndFireBots() {}

    private static HouseBot bot(String name, String sentence, Consumer<View> orders) {
        return HouseBot.of(
                name,
                sentence,
                View::new,
                random -> view -> {
                    orders.accept(view);
                    return view.line();
                },
                line -> Plain.object("commands", line));
    }

    private static void expand(View view) {
        view.spreadOut();
        if (view.income >= 0) {
            view.trainOn(1, cell -> 1);
        }
    }

    private static void build(View view) {
        view.spreadOut();
        view.buildMines();
        buildTowers(view);
        if (view.income > 0) {
            view.trainOn(1, cell -> view.grid.isMineSpot(cell) ? 2 : 1);
        }
    }

    /** Builds a few towers two steps from the HQ. */
    private static void buildTowers(View view) {
        int[] steps = view.grid.stepsTo(view.myHq);
        int towers = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            towers += view.isMine(cell) && view.building[cell] == Building.TOWER ? 1 : 0;
        }
        for (int cell = 0; cell < Grid.CELLS && towers < TOWERS; cell++) {
            if (view.gold >= IceAndFirePosition.BUILDING_COST && steps[cell] == 2 && view.isTowerSite(cell)) {
                view.build(Building.TOWER, cell);
                towers++;
            }
        }
    }

    private static void rush(View view) {
        int[] steps = view.grid.stepsTo(view.enemyHq);
        view.units.forEach(unit -> view.stepTo(unit, cell -> cell == view.enemyHq));
        view.trainOn(2, cell -> Grid.CELLS - steps[cell]);
    }
}
