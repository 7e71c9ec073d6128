package bout.games.battlesnake.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.battlesnake.Board;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snakes;
import bout.games.battlesnake.SnakesPosition;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnakesBotsTest {

    private static final Snakes GAME = new Snakes();
    private static final Options USUAL = Options.defaults(GAME.card().options());

    @ParameterizedTest
    @CsvSource({"hungry, random, 40, 32", "careful, hungry, 200, 110", "duellist, careful, 10, 9"})
    void a_stronger_bot_wins_most_duels_over_both_seats(String stronger, String weaker, int duels, int least) {
        int wins = Play.wins(GAME, USUAL, IntStream.range(0, duels / 2), stronger, weaker);
        assertTrue(wins >= least, stronger + " won " + wins);
    }

    /** Ends as soon as it is decided. */
    @Test
    @Tag("full")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void the_duellist_wins_at_least_140_of_200_duels_against_the_careful_one() {
        int wins = 0;
        for (int seed = 0; wins < 140; seed++) {
            wins += Play.wins(GAME, USUAL, IntStream.of(seed), "duellist", "careful");
            assertTrue(wins + 2 * (100 - seed - 1) >= 140, "won " + wins + " of " + 2 * (seed + 1));
        }
    }

    /** Among the others of a full board the stronger ones stay longer. */
    @Test
    void with_eight_seats_the_places_follow_strength() {
        double[] places = new double[4];
        HouseBot[] bots = IntStream.range(0, 8)
                .mapToObj(seat -> GAME.houseBots().get(seat % 4))
                .toArray(HouseBot[]::new);
        for (int seed = 0; seed < 5; seed++) {
            Match<Direction> match = HouseMatch.play(GAME, "" + seed, USUAL, bots);
            for (Seat seat : match.seats()) {
                places[seat.index() % 4] += match.result().place(seat);
            }
        }
        assertTrue(
                places[3] < places[2] && places[2] < places[0] && places[1] < places[0],
                List.of(places[0], places[1], places[2], places[3]).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "royale", "wrapped", "constrictor", "solo"})
    void the_duellist_looks_at_a_fixed_number_of_boards_and_leaves_the_one_that_it_is_given(String ruleset) {
        Options options = Options.read(GAME.card().options(), Plain.of(Plain.object("ruleset", ruleset)));
        Match<Direction> match = Match.draw(GAME, "1", options, ruleset.equals("solo") ? 1 : 4);
        Board board = ((SnakesPosition) match.position()).board();
        Duellist duellist = new Duellist();
        String hash = match.hash();
        Direction choice = duellist.choose(board, 0);
        assertTrue(duellist.boards() <= Duellist.BOARDS, "" + duellist.boards());
        assertEquals(choice, duellist.choose(board, 0), "the same move again");
        assertEquals(hash, match.hash());
        assertEquals(0, board.turn());
    }
}
