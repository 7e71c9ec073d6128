package bout.games.iceandfire;

import java.util.ArrayList;
import java.util.List;

/** A parsed command of a bot's line. The rules decide whether it can be executed. */
sealed interface Command {

    Other UNRECOGNISED = new Other("unrecognised");

    /** A command that orders nothing, with its outcome. */
    record Other(String outcome) implements Command {}

    sealed interface Order extends Command {

        /** The target cell, or {@link Grid#NONE} if it is off the map. */
        int cell();
    }

    /** Moves a unit towards a cell, which can be any distance away. */
    record Move(int id, int cell) implements Order {}

    record Train(int level, int cell) implements Order {}

    record Build(Building building, int cell) implements Order {}

    /** Everything after the first line break is ignored. */
    static String firstLine(String text) {
        int lineBreak = text.indexOf('\n');
        return lineBreak < 0 ? text : text.substring(0, lineBreak);
    }

    /**
     * Commands are separated by semicolons. Spaces around a command and semicolons at the end of the line are ignored.
     * An empty line, or nothing between two semicolons, is an unrecognised command.
     */
    static List<Command> readLine(String text) {
        String line = firstLine(text);
        List<String> pieces = split(line, ';');
        while (!line.isEmpty() && !pieces.isEmpty() && pieces.getLast().isEmpty()) {
            pieces.removeLast();
        }
        List<Command> commands = new ArrayList<>(pieces.size());
        for (String piece : pieces) {
            commands.add(readCommand(piece.trim()));
        }
        return commands;
    }

    /** Commands are in upper case. Exactly one space separates their parts. */
    private static Command readCommand(String text) {
        if (text.equals("WAIT")) {
            return new Other("wait");
        }
        if (text.startsWith("MSG ")) {
            return new Other("msg");
        }
        List<String> parts = split(text, ' ');
        Order order = parts.size() == 4 ? readOrder(parts) : null;
        return order == null ? UNRECOGNISED : order;
    }

    private static Order readOrder(List<String> parts) {
        int number = number(parts.get(1));
        int x = number(parts.get(2));
        int y = number(parts.get(3));
        if (x < 0 || y < 0) {
            return null;
        }
        int cell = Grid.cell(x, y);
        return switch (parts.get(0)) {
            case "MOVE" -> number < 0 ? null : new Move(number, cell);
            case "TRAIN" -> number < 0 ? null : new Train(number, cell);
            case "BUILD" ->
                switch (parts.get(1)) {
                    case "MINE" -> new Build(Building.MINE, cell);
                    case "TOWER" -> new Build(Building.TOWER, cell);
                    default -> null;
                };
            default -> null;
        };
    }

    /** A number of digits only, at most 2147483647; leading zeros are allowed. -1 for any other text. */
    private static int number(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number > (Integer.MAX_VALUE - digit) / 10) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return digits.isEmpty() ? -1 : number;
    }

    private static List<String> split(String text, char separator) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            pieces.add(text.substring(from, at));
            from = at + 1;
        }
        pieces.add(text.substring(from));
        return pieces;
    }
}
