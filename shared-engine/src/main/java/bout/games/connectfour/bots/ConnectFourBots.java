package bout.games.connectfour.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.connectfour.ConnectFour;
import bout.games.connectfour.ConnectFourPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

public final class ConnectFourBots {

    public static final List<HouseBot> ALL = List.of(
            bot("random", "Drops a disc into a random column that is not full.", random -> board -> any(board, random)),
            bot(
                    "greedy",
                    "Completes four in a row or stops its opponent from doing so; otherwise drops at random.",
                    random -> board -> greedy(board, random)),
            bot("planner", "Looks several moves ahead. The strongest house bot.", random -> new Planner()));

    private ConnectFourBots() {}

    private static HouseBot bot(
            String name, String sentence, Function<SeededRandom, Strategy<ConnectFourPosition, Integer>> maker) {
        return HouseBot.of(
                name, sentence, ask -> ConnectFour.readColumns(ask.get("columns")), maker, ConnectFour::answer);
    }

    private static int any(ConnectFourPosition board, SeededRandom random) {
        List<Integer> open = new ArrayList<>();
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            if (!board.isFull(column)) {
                open.add(column);
            }
        }
        return open.get(random.nextInt(open.size()));
    }

    private static int greedy(ConnectFourPosition board, SeededRandom random) {
        int winning = columnForFour(board, board.mover());
        int threatened = columnForFour(board, board.mover().other());
        return winning >= 0 ? winning : threatened >= 0 ? threatened : any(board, random);
    }

    /** The column in which a disc of this player makes four in a row, or -1 if there is none. */
    private static int columnForFour(ConnectFourPosition board, Seat seat) {
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            if (!board.isFull(column)) {
                int cell = board.drop(column, seat);
                boolean four = !board.rowThrough(cell).isEmpty();
                board.lift(column);
                if (four) {
                    return column;
                }
            }
        }
        return -1;
    }
}
