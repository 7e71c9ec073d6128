package bout.games.iceandfire;

import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.iceandfire.bots.IceAndFireBots;
import java.util.Collections;
import java.util.List;

/**
 * A Code of Ice and Fire: two players train units, build, and take cells until one of them loses its HQ. A move is the
 * line of commands, exactly as the bot answered it.
 */
public final class IceAndFire extends Game<String> {

    private static final GameCard CARD = new GameCard(
            "ice-and-fire",
            "A Code of Ice and Fire",
            "Train units, take cells, and capture the enemy's HQ.",
            List.of(
                    "The map has 12 by 12 cells, with (0,0) in the upper left corner, and is symmetric. Player 1's HQ"
                            + " is at (0,0), player 2's at (11,11). Both start with 20 gold.",
                    "Your cells that are connected to your HQ through your own cells are active. Each turn, an active"
                            + " cell earns 1 gold and a mine on it 4 more, and a unit on it costs 1, 4 or 20 gold by"
                            + " level. If you cannot pay, you lose all your units. Units on inactive cells die at the"
                            + " start of their owner's turn.",
                    "The commands are TRAIN level x y (10, 20 or 30 gold), BUILD MINE x y and BUILD TOWER x y (15"
                            + " gold), MOVE id x y, WAIT and MSG text. Semicolons separate several commands on one"
                            + " line.",
                    "A unit moves one cell per turn towards its target. It can take cells, and enemies of a lower"
                            + " level; level 3 can take everything. Cells with a tower, and active cells next to one,"
                            + " can only be taken by level 3.",
                    "You can train and build on your active cells, and also train on the cells next to them.",
                    "After an unknown command or a failed call, you are out. The match ends when an HQ is taken, or"
                            + " after 100 turns each. Then the gold plus the cost of all living units decides."),
            List.of(),
            new TimeLimits(2000, 500),
            Ask.Form.JSON,
            "mineSpots: [[x, y], ...]; gold, income, opponentGold, opponentIncome; rows: 12 strings of 12 cells, with"
                    + " # for void, . for neutral, O and o for your active and inactive cells, X and x for the"
                    + " opponent's; buildings: [{owner, type (HQ, MINE or TOWER), x, y}, ...]; units: [{owner, id,"
                    + " level, x, y}, ...]. Owner 0 is you.",
            "A JSON object with the string commands: one line of commands.",
            Collections.singletonMap("commands", "TRAIN 1 1 0; MSG hello"),
            "military power");

    public IceAndFire() {
        super(CARD, IceAndFireBots.ALL, 40, List.of("outcomes"));
    }

    /** Uses the seed unchanged, so that the original's seeds give the original's maps. */
    @Override
    public SeededRandom setUpRandom(String seed) {
        return new SeededRandom(seed);
    }

    @Override
    public Object setUp(SeededRandom random, Options options) {
        return IceAndFireWire.setUp(MapGenerator.draw(random));
    }

    @Override
    public IceAndFirePosition start(Plain setUp, Options options) {
        return IceAndFirePosition.start(IceAndFireWire.readSetUp(setUp));
    }

    @Override
    public boolean endedByFailure(Result result) {
        return result.reason().equals(IceAndFirePosition.TIME_OUT)
                || result.reason().equals(IceAndFirePosition.COMMAND);
    }

    @Override
    public Object store(String line) {
        return line;
    }

    @Override
    public String restore(Plain stored) {
        return stored.text();
    }
}
