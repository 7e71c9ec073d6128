package bout.games.iceandfire;

import java.util.ArrayList;
import java.util.List;

/**
 * A player's line of commands, read completely before the first order is carried out.
 *
 * @param outcomes for each piece of the line what became of it in reading, or {@code null} for an order that is to be
 *     carried out
 * @param orders for each piece the order, or {@code null}
 * @param recognised whether every piece is a command; else the player is out and nothing is carried out
 */
record Line(List<String> outcomes, List<Order> orders, boolean recognised) {

    static final String WAIT = "wait";
    static final String MESSAGE = "msg";
    static final String BOUNDS = "bounds";
    static final String LEVEL = "level";
    static final String NO_UNIT = "no-unit";
    static final String NOT_YOURS = "not-yours";
    static final String UNRECOGNISED = "unrecognised";
    static final String DROPPED = "dropped";

    private static final int MAX_LEVEL = 3;

    static Line read(String text, IceAndFireState state, int player) {
        List<String> pieces = pieces(text);
        List<String> outcomes = new ArrayList<>(pieces.size());
        List<Order> orders = new ArrayList<>(pieces.size());
        boolean recognised = true;
        for (String piece : pieces) {
            String outcome = DROPPED;
            Order order = null;
            if (recognised) {
                order = order(piece);
                outcome = order == null ? word(piece) : refusal(order, state, player);
                recognised = !UNRECOGNISED.equals(outcome);
            }
            outcomes.add(outcome);
            orders.add(outcome == null ? order : null);
        }
        if (!recognised) {
            outcomes.replaceAll(outcome -> outcome == null ? DROPPED : outcome);
        }
        return new Line(outcomes, orders, recognised);
    }

    /** A text up to its first line break; what comes behind is no command. */
    static String first(String text) {
        int newline = text.indexOf('\n');
        return newline < 0 ? text : text.substring(0, newline);
    }

    /** Only the first line, split at semicolons; empty pieces at the end are dropped, but an empty line is one piece. */
    private static List<String> pieces(String text) {
        String line = first(text);
        List<String> pieces = new ArrayList<>();
        if (line.isEmpty()) {
            pieces.add("");
            return pieces;
        }
        int from = 0;
        for (int semicolon = line.indexOf(';'); semicolon >= 0; semicolon = line.indexOf(';', from)) {
            pieces.add(line.substring(from, semicolon));
            from = semicolon + 1;
        }
        pieces.add(line.substring(from));
        while (!pieces.isEmpty() && pieces.getLast().isEmpty()) {
            pieces.removeLast();
        }
        pieces.replaceAll(Line::trimmed);
        return pieces;
    }

    /** Without characters up to the blank at both ends, as {@code String.trim} has it. */
    private static String trimmed(String piece) {
        int from = 0;
        int to = piece.length();
        while (from < to && piece.charAt(from) <= ' ') {
            from++;
        }
        while (to > from && piece.charAt(to - 1) <= ' ') {
            to--;
        }
        return piece.substring(from, to);
    }

    private static String word(String piece) {
        return piece.equals("WAIT") ? WAIT : piece.startsWith("MSG ") ? MESSAGE : UNRECOGNISED;
    }

    /** The order that a piece is, its numbers not yet looked at; {@code null} if it is none. */
    private static Order order(String piece) {
        if (piece.startsWith("MOVE ")) {
            int[] numbers = numbers(piece, "MOVE ".length(), 3);
            return numbers == null ? null : new Order.Move(numbers[0], cell(numbers[1], numbers[2]));
        }
        if (piece.startsWith("TRAIN ")) {
            int[] numbers = numbers(piece, "TRAIN ".length(), 3);
            return numbers == null ? null : new Order.Train(numbers[0], cell(numbers[1], numbers[2]));
        }
        if (piece.startsWith("BUILD MINE ")) {
            int[] numbers = numbers(piece, "BUILD MINE ".length(), 2);
            return numbers == null ? null : new Order.Build(Building.MINE, cell(numbers[0], numbers[1]));
        }
        if (piece.startsWith("BUILD TOWER ")) {
            int[] numbers = numbers(piece, "BUILD TOWER ".length(), 2);
            return numbers == null ? null : new Order.Build(Building.TOWER, cell(numbers[0], numbers[1]));
        }
        return null;
    }

    /** A cell of the grid, or -1 outside. */
    private static int cell(int x, int y) {
        return x < Grid.SIZE && y < Grid.SIZE ? Grid.cell(x, y) : -1;
    }

    /** Exactly so many numbers with one blank between them, or {@code null}. Leading zeros are fine. */
    private static int[] numbers(String piece, int start, int count) {
        int[] numbers = new int[count];
        int at = start;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                if (at >= piece.length() || piece.charAt(at) != ' ') {
                    return null;
                }
                at++;
            }
            int from = at;
            int number = 0;
            for (; at < piece.length() && piece.charAt(at) >= '0' && piece.charAt(at) <= '9'; at++) {
                int digit = piece.charAt(at) - '0';
                if (number > (Integer.MAX_VALUE - digit) / 10) {
                    return null;
                }
                number = number * 10 + digit;
            }
            if (at == from) {
                return null;
            }
            numbers[i] = number;
        }
        return at == piece.length() ? numbers : null;
    }

    /** Why an order is refused now, without harm; {@code null} if it is to be carried out. The place is tested first. */
    private static String refusal(Order order, IceAndFireState state, int player) {
        int cell =
                switch (order) {
                    case Order.Move move -> move.cell();
                    case Order.Train train -> train.cell();
                    case Order.Build build -> build.cell();
                };
        if (cell < 0 || !state.grid.isLand(cell)) {
            return BOUNDS;
        }
        return switch (order) {
            case Order.Move move -> {
                int at = state.cellOfUnit(move.id());
                yield at < 0 ? NO_UNIT : state.owner(at) != player ? NOT_YOURS : null;
            }
            case Order.Train train -> train.level() < 1 || train.level() > MAX_LEVEL ? LEVEL : null;
            case Order.Build ignored -> null;
        };
    }
}
