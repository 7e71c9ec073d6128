package bout.games.iceandfire;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.iceandfire.bots.IceAndFireBots;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A Code of Ice and Fire: two players train units, build, and take cells until one of them loses its HQ. A move is the
 * line of commands, exactly as the bot answered it.
 */
public final class IceAndFire extends Game<String> {

    private static final GameCard CARD = new GameCard(
            "ice-and-fire",
            "A Code of Ice and Fire",
            "Train units, take cells, and capture the enemy's HQ.",
            GameCard.Seats.TWO,
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
            GameCard.Form.JSON,
            "mineSpots: [[x, y], ...]; gold, income, opponentGold, opponentIncome; rows: 12 strings of 12 cells, with"
                    + " # for void, . for neutral, O and o for your active and inactive cells, X and x for the"
                    + " opponent's; buildings: [{owner, type (HQ, MINE or TOWER), x, y}, ...]; units: [{owner, id,"
                    + " level, x, y}, ...]. Owner 0 is you.",
            "A JSON object with the string commands: one line of commands.",
            Collections.singletonMap("commands", "TRAIN 1 1 0; MSG hello"),
            "military power",
            GameCard.Calls.MOVES);

    /** In characters; it limits the size of a replay, and is long enough to move a unit on every cell. */
    private static final int MAX_LINE = 3000;

    private static final String EXPECTED_ANSWER =
            "an object with the string commands, such as {\"commands\":\"MOVE 1 2 3; TRAIN 1 1 0\"}";

    public IceAndFire() {
        super(
                CARD,
                IceAndFireBots.ALL,
                40,
                List.of("outcomes"),
                List.of(IceAndFirePosition.TIME_OUT, IceAndFirePosition.COMMAND));
    }

    /** Uses the seed unchanged, so that the original's seeds give the original's maps. */
    @Override
    public SeededRandom setUpRandom(String seed) {
        return new SeededRandom(seed);
    }

    /** {@code {rows: 12 strings of # and ., mineSpots: [[x, y], ...]}}, with the mine spots sorted by y, then x. */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        Grid grid = MapGenerator.draw(random);
        return Plain.object("rows", new IceAndFirePosition(grid).rows(0), "mineSpots", grid.mineSpots());
    }

    @Override
    public IceAndFirePosition start(Plain setUp, Options options) {
        return IceAndFirePosition.start(readGrid(setUp.onlyFields("rows", "mineSpots"), "."));
    }

    @Override
    public Object store(String line) {
        return line;
    }

    @Override
    public String restore(Plain stored) {
        return stored.text();
    }

    /** Reads the fields {@code rows} and {@code mineSpots}; land may be any of the letters, void is {@code #}. */
    public static Grid readGrid(Plain map, String landLetters) {
        boolean[] land = new boolean[Grid.CELLS];
        Plain rows = map.get("rows").size(Grid.SIZE);
        for (int y = 0; y < Grid.SIZE; y++) {
            Plain row = rows.at(y);
            if (row.text().length() != Grid.SIZE) {
                throw row.unexpected("a row of " + Grid.SIZE + " cells");
            }
            for (int x = 0; x < Grid.SIZE; x++) {
                char letter = row.text().charAt(x);
                land[Grid.cell(x, y)] = letter != '#';
                if (letter != '#' && landLetters.indexOf(letter) < 0) {
                    throw row.unexpected("only # and " + landLetters);
                }
            }
        }
        if (!land[Grid.hq(0)] || !land[Grid.hq(1)] || !land[Grid.SECOND_OWNED]) {
            throw rows.unexpected("land where the players start");
        }
        boolean[] mineSpot = new boolean[Grid.CELLS];
        for (Plain spot : map.get("mineSpots").entries()) {
            spot.size(2);
            mineSpot[Grid.cell(spot.at(0).integer(0, Grid.SIZE - 1), spot.at(1).integer(0, Grid.SIZE - 1))] = true;
        }
        return new Grid(land, mineSpot);
    }

    /** Reads the first line of {@code commands}. The replay stores it unchanged. */
    static Action<String> readAnswer(Object answer) {
        if (answer instanceof Map<?, ?> fields && fields.get("commands") instanceof String commands) {
            String line = Command.firstLine(commands);
            return line.length() <= MAX_LINE
                    ? Action.moved(line)
                    : Action.failed(Failure.notExpectedBut(
                            "one line of at most " + MAX_LINE + " characters",
                            "commands with " + line.length() + " characters"));
        }
        return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
    }
}
