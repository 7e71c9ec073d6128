package bout.games.connectfour;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.connectfour.bots.ConnectFourBots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Connect Four: two players drop discs into a board of 7 columns and 6 rows; four in a row win. */
public final class ConnectFour extends Game<Integer> {

    private static final GameCard CARD = new GameCard(
            "connect-four",
            "Connect Four",
            "Get four of your discs in a row.",
            GameCard.Seats.TWO,
            List.of(
                    "The board stands upright and has 7 columns and 6 rows. Player 1 moves first. The players take"
                            + " turns and drop one disc each.",
                    "A disc falls to the lowest empty cell of the column that the player names.",
                    "Four discs of one player in a row win: horizontally, vertically or diagonally.",
                    "If the board is full without four in a row, the match is a draw.",
                    "A player that names a column that is full or does not exist, or that gives no valid answer in"
                            + " time, loses at once."),
            List.of(new IntegerOption(
                    "opening", "The number of random discs of each player before the first move.", 0, 3, 0)),
            TimeLimits.same(1000),
            GameCard.Form.JSON,
            "you: your player number, 1 or 2; columns: 7 columns of 6 cells each, from the bottom,"
                    + " columns[column][row]: 0 for an empty cell, otherwise the number of the player whose disc it"
                    + " is.",
            "A JSON object with the integer column, from 0 (left) to 6 (right).",
            answer(3),
            "rows of four",
            GameCard.Calls.MOVES);

    private static final String EXPECTED_ANSWER = "an object with the integer column, such as {\"column\":3}";

    /** Three discs of each player. With more, a player could already have four in a row. */
    private static final int LONGEST_OPENING = 6;

    public ConnectFour() {
        super(CARD, ConnectFourBots.ALL, 30, List.of("four"), List.of(ConnectFourPosition.FORFEIT));
    }

    /** {@code {opening: [column, ...]}}. Each player has at most three discs in it, so nobody has four in a row yet. */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        List<Integer> opening = new ArrayList<>();
        for (int i = 0; i < 2 * options.integer("opening"); i++) {
            opening.add(random.nextInt(ConnectFourPosition.COLUMNS));
        }
        return Plain.object("opening", opening);
    }

    @Override
    public ConnectFourPosition start(Plain setUp, Options options) {
        ConnectFourPosition position = new ConnectFourPosition(new byte[ConnectFourPosition.CELLS]);
        Plain opening = setUp.onlyFields("opening").get("opening");
        if (opening.length() > LONGEST_OPENING || opening.length() % 2 != 0) {
            throw opening.unexpected("an equal number of discs of both players, at most 3 each");
        }
        for (Plain column : opening.entries()) {
            position.drop(column.integer(0, ConnectFourPosition.COLUMNS - 1), position.mover());
        }
        return position;
    }

    @Override
    public Object store(Integer column) {
        return column;
    }

    @Override
    public Integer restore(Plain stored) {
        return stored.integer(0, ConnectFourPosition.COLUMNS - 1);
    }

    public static ConnectFourPosition readColumns(Plain columns) {
        byte[] discs = new byte[ConnectFourPosition.CELLS];
        columns.readColumns(
                ConnectFourPosition.COLUMNS,
                ConnectFourPosition.ROWS,
                (disc, cell) -> discs[cell] = (byte) disc.integer(0, 2));
        return new ConnectFourPosition(discs);
    }

    public static Map<String, Object> answer(int column) {
        return Plain.object("column", column);
    }

    static Action<Integer> readAnswer(ConnectFourPosition position, Object answer) {
        if (!(answer instanceof Map<?, ?> fields && Plain.isWhole(fields.get("column")))) {
            return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
        }
        double column = ((Number) fields.get("column")).doubleValue();
        if (!(column >= 0 && column < ConnectFourPosition.COLUMNS)) {
            return notLegal("There is no such column: columns are 0 to 6 from the left.");
        }
        if (position.isFull((int) column)) {
            return notLegal("Column " + (int) column + " is full.");
        }
        return Action.moved((int) column);
    }

    private static Action<Integer> notLegal(String text) {
        return Action.failed(new Failure(Failure.Kind.NOT_LEGAL, text));
    }
}
