package bout.games.connectfour;

import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.connectfour.bots.ConnectFourBots;
import java.util.ArrayList;
import java.util.List;

/** Connect Four: two players drop discs into a board of 7 columns and 6 rows; four in a row win. */
public final class ConnectFour extends Game<Integer> {

    private static final GameCard CARD = new GameCard(
            "connect-four",
            "Connect Four",
            "Get four of your discs in a row.",
            List.of(
                    "The board stands upright and has 7 columns and 6 rows. Player 1 moves first. The players take"
                            + " turns and drop one disc each.",
                    "A disc falls to the lowest empty cell of the column that the player names.",
                    "Four discs of one player in a row win: horizontally, vertically or diagonally.",
                    "If the board is full and nobody has four in a row, the match is a draw.",
                    "A player that names a column that is full or does not exist, or that gives no valid answer in"
                            + " time, loses at once."),
            List.of(new IntegerOption(
                    "opening", "The number of random discs of each player before the first move.", 0, 3, 0)),
            TimeLimits.same(1000),
            Ask.Form.JSON,
            "you: your player number, 1 or 2; columns: 7 columns of 6 cells each, from the bottom,"
                    + " columns[column][row]: 0 for an empty cell, otherwise the number of the player whose disc it"
                    + " is.",
            "A JSON object with the integer column, from 0 (left) to 6 (right).",
            ConnectFourWire.answer(3),
            "rows of four");

    public ConnectFour() {
        super(CARD, ConnectFourBots.ALL, 30, List.of("four"));
    }

    /** {@code {opening: [column, ...]}}. Each player has at most three discs in it, so nobody has four in a row yet. */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        List<Integer> opening = new ArrayList<>();
        for (int i = 0; i < 2 * options.integer("opening"); i++) {
            opening.add(random.nextInt(ConnectFourPosition.COLUMNS));
        }
        return ConnectFourWire.setUp(opening);
    }

    @Override
    public ConnectFourPosition start(Plain setUp, Options options) {
        return ConnectFourWire.readSetUp(setUp);
    }

    @Override
    public boolean endedByFailure(Result result) {
        return result.reason().equals(ConnectFourPosition.FORFEIT);
    }

    @Override
    public Object store(Integer column) {
        return column;
    }

    @Override
    public Integer restore(Plain stored) {
        return ConnectFourWire.restore(stored);
    }
}
