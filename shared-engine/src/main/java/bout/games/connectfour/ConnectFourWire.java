package bout.games.connectfour;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts Connect Four to and from plain values: requests, answers, stored moves, set-ups and pictures. */
public final class ConnectFourWire {

    private static final String EXPECTED_ANSWER = "an object with the integer column, such as {\"column\":3}";

    /** Three discs of each player. With more, a player could already have four in a row. */
    private static final int LONGEST_OPENING = 6;

    private ConnectFourWire() {}

    static Ask ask(ConnectFourPosition position, Seat seat) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("you", seat.number());
        fields.put("columns", columns(position));
        return new Ask(Ask.Form.JSON, fields);
    }

    /** Reads the field {@code columns} of a request. */
    public static ConnectFourPosition readColumns(Plain columns) {
        byte[] discs = new byte[ConnectFourPosition.CELLS];
        columns.size(ConnectFourPosition.COLUMNS);
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            Plain cells = columns.at(column).size(ConnectFourPosition.ROWS);
            for (int row = 0; row < ConnectFourPosition.ROWS; row++) {
                discs[ConnectFourPosition.cell(column, row)] =
                        (byte) cells.at(row).integer(0, 2);
            }
        }
        return new ConnectFourPosition(discs);
    }

    public static Map<String, Object> answer(int column) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("column", column);
        return answer;
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

    static Integer restore(Plain stored) {
        return stored.integer(0, ConnectFourPosition.COLUMNS - 1);
    }

    static Object picture(ConnectFourPosition position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn);
        picture.put("columns", columns(position));
        picture.put("column", position.lastColumn < 0 ? null : position.lastColumn);
        List<Object> four = new ArrayList<>();
        for (int cell : position.four) {
            four.add(List.of(ConnectFourPosition.column(cell), ConnectFourPosition.row(cell)));
        }
        picture.put("four", four);
        return picture;
    }

    static Object setUp(List<Integer> opening) {
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("opening", opening);
        return setUp;
    }

    static ConnectFourPosition readSetUp(Plain setUp) {
        ConnectFourPosition position = new ConnectFourPosition(new byte[ConnectFourPosition.CELLS]);
        Plain opening = setUp.onlyFields("opening").get("opening");
        if (opening.length() > LONGEST_OPENING || opening.length() % 2 != 0) {
            throw new UnexpectedValue(
                    opening.pointer(), "an equal number of discs of both players, at most 3 each", opening.value());
        }
        for (Plain column : opening.entries()) {
            position.drop(column.integer(0, ConnectFourPosition.COLUMNS - 1), position.mover());
        }
        return position;
    }

    private static List<Object> columns(ConnectFourPosition position) {
        List<Object> columns = new ArrayList<>(ConnectFourPosition.COLUMNS);
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            List<Object> cells = new ArrayList<>(ConnectFourPosition.ROWS);
            for (int row = 0; row < ConnectFourPosition.ROWS; row++) {
                cells.add(position.disc(ConnectFourPosition.cell(column, row)));
            }
            columns.add(cells);
        }
        return columns;
    }
}
