package bout.games.connectfour.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.connectfour.ConnectFour;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectFourBotsTest {

    private static final ConnectFour GAME = new ConnectFour();

    @ParameterizedTest
    @CsvSource({"planner, greedy, 36", "planner, random, 39", "greedy, random, 32"})
    void a_stronger_bot_wins_most_of_40_games_over_both_seats(String stronger, String weaker, int least) {
        Options opening = Options.read(GAME.card().options(), Plain.of(Map.of("opening", 2)));
        int wins = Play.wins(GAME, opening, IntStream.range(0, 20), stronger, weaker);
        assertTrue(wins >= least, stronger + " won " + wins);
    }

    /** Columns from the left, cells from the bottom; all other cells are empty. */
    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
            greedy  | 1,2/1,2/1,2     | 3 | completes its row
            greedy  | 2,1/2,1/2,1     | 3 | blocks its opponent's row
            planner | 1,2/1,2/1,2     | 3 | completes its row
            planner | 2,1/2,1/2,1     | 3 | blocks its opponent's row
            planner | -/-/1,2/1,2     | 4 | makes three with both ends open
            """)
    void a_bot_completes_or_blocks_three_in_a_row(String bot, String columns, int column, String what) {
        Map<?, ?> answer =
                (Map<?, ?>) GAME.houseBot(bot).orElseThrow().at(Seat.FIRST, "1").answer(fields(columns));
        assertEquals(column, answer.get("column"));
    }

    @Test
    void the_planner_restores_the_board_and_stays_within_its_limit_of_boards() {
        ConnectFourBots.Planner planner = new ConnectFourBots.Planner();
        Plain sent = Plain.of(fields("1,2,1/2/-/1,2,1,2/2,1")).get("columns");
        var board = ConnectFour.readColumns(sent);
        int column = planner.choose(board);
        assertEquals(column, planner.choose(board), "the same move again");
        for (int cell = 0; cell < 42; cell++) {
            assertEquals(sent.at(cell / 6).at(cell % 6).integer(0, 2), board.disc(cell));
        }
        assertTrue(planner.boards() <= ConnectFourBots.Planner.BOARDS + 1, "" + planner.boards());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> fields(String columns) {
        String[] drawn = columns.split("/");
        StringBuilder board = new StringBuilder();
        for (int column = 0; column < 7; column++) {
            String[] discs =
                    column < drawn.length && !drawn[column].equals("-") ? drawn[column].split(",") : new String[0];
            for (int row = 0; row < 6; row++) {
                board.append(row == 0 ? column == 0 ? "[" : ",[" : ",").append(row < discs.length ? discs[row] : "0");
            }
            board.append("]");
        }
        return (Map<String, Object>) TestJson.read("{'you':1,'columns':[" + board + "]}");
    }
}
