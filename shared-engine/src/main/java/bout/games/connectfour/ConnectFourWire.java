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

    static Ask ask(ConnectFourState state, Seat seat) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("you", seat.number());
        fields.put("columns", columns(state));
        return new Ask(Ask.Form.JSON, fields);
    }

    /** Reads the field {@code columns} of a request. */
    public static ConnectFourState readColumns(Plain columns) {
        byte[] discs = new byte[ConnectFourState.CELLS];
        columns.size(ConnectFourState.COLUMNS);
        for (int column = 0; column < ConnectFourState.COLUMNS; column++) {
            Plain cells = columns.at(column).size(ConnectFourState.ROWS);
            for (int row = 0; row < ConnectFourState.ROWS; row++) {
                discs[ConnectFourState.cell(column, row)] = (byte) cells.at(row).integer(0, 2);
            }
        }
        return new ConnectFourState(discs);
    }

    public static Map<String, Object> answer(int column) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("column", column);
        return answer;
    }

    static Action<Integer> readAnswer(ConnectFourState state, Object answer) {
        if (!(answer instanceof Map<?, ?> fields && Plain.isWhole(fields.get("column")))) {
            return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
        }
        double column = ((Number) fields.get("column")).doubleValue();
        if (!(column >= 0 && column < ConnectFourState.COLUMNS)) {
            return notLegal("There is no such column: columns are 0 to 6 from the left.");
        }
        if (state.isFull((int) column)) {
            return notLegal("Column " + (int) column + " is full.");
        }
        return Action.moved((int) column);
    }

    private static Action<Integer> notLegal(String text) {
        return Action.failed(new Failure(Failure.Kind.NOT_LEGAL, text));
    }

    static Integer restore(Plain stored) {
        return stored.integer(0, ConnectFourState.COLUMNS - 1);
    }

    static Object picture(ConnectFourState state) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", state.turn);
        picture.put("columns", columns(state));
        picture.put("column", state.lastColumn < 0 ? null : state.lastColumn);
        List<Object> four = new ArrayList<>();
        for (int cell : state.four) {
            four.add(List.of(ConnectFourState.column(cell), ConnectFourState.row(cell)));
        }
        picture.put("four", four);
        return picture;
    }

    static Object setUp(List<Integer> opening) {
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("opening", opening);
        return setUp;
    }

    static ConnectFourState readSetUp(Plain setUp) {
        ConnectFourState state = new ConnectFourState(new byte[ConnectFourState.CELLS]);
        Plain opening = setUp.onlyFields("opening").get("opening");
        if (opening.length() > LONGEST_OPENING || opening.length() % 2 != 0) {
            throw new UnexpectedValue(
                    opening.pointer(), "an equal number of discs of both players, at most 3 each", opening.value());
        }
        for (Plain column : opening.entries()) {
            state.drop(column.integer(0, ConnectFourState.COLUMNS - 1), state.toMove());
        }
        return state;
    }

    private static List<Object> columns(ConnectFourState state) {
        List<Object> columns = new ArrayList<>(ConnectFourState.COLUMNS);
        for (int column = 0; column < ConnectFourState.COLUMNS; column++) {
            List<Object> cells = new ArrayList<>(ConnectFourState.ROWS);
            for (int row = 0; row < ConnectFourState.ROWS; row++) {
                cells.add(state.disc(ConnectFourState.cell(column, row)));
            }
            columns.add(cells);
        }
        return columns;
    }
}
