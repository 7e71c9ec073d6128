package bout.competition.pairings;

import static bout.competition.pairings.GroupsTest.all;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Schedule.Gauntlet;
import bout.engine.Game.TournamentStyle;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RoundRobinTest {

    @Property(tries = 200)
    void each_ordered_pair_meets_once_on_each_board(
            @ForAll @IntRange(min = 2, max = 40) int players,
            @ForAll @IntRange(min = 1, max = 3) int boards,
            @ForAll TournamentStyle order) {
        List<Fixture> fixtures = all(new RoundRobin(players, boards, order));

        assertEquals(boards * players * (players - 1), fixtures.size());
        assertEquals(fixtures.size(), new HashSet<>(fixtures).size());
        assertTrue(fixtures.stream()
                .allMatch(fixture ->
                        fixture.board() < boards && fixture.first() < players && fixture.second() < players));
    }

    @Property(tries = 100)
    void on_the_circle_nobody_meets_two_others_in_a_round(@ForAll @IntRange(min = 2, max = 41) int players) {
        List<Fixture> fixtures = all(new RoundRobin(players, 1, TournamentStyle.WINS_IN_ROUNDS));
        int inRound = players / 2 * 2;

        for (int from = 0; from < fixtures.size(); from += inRound) {
            Set<Integer> playing = new HashSet<>();
            for (int pair = from; pair < from + inRound; pair += 2) {
                Fixture fixture = fixtures.get(pair);
                assertTrue(playing.add(fixture.first()), fixture + " in round " + from / inRound);
                assertTrue(playing.add(fixture.second()), fixture + " in round " + from / inRound);
            }
        }
    }

    @Property(tries = 100)
    void the_two_matches_of_a_pair_on_a_board_are_adjacent(@ForAll @IntRange(min = 2, max = 41) int players) {
        for (Schedule schedule :
                List.of(new RoundRobin(players, 2, TournamentStyle.WINS_IN_ROUNDS), new Gauntlet(players, 2))) {
            for (long index = 0; index < schedule.fixtures(); index += 2) {
                Fixture fixture = schedule.fixture(index);
                assertEquals(fixture.swapped(), schedule.fixture(index + 1));
            }
        }
    }

    @Property(tries = 100)
    void on_the_circle_seats_are_balanced_after_every_round(@ForAll @IntRange(min = 2, max = 41) int players) {
        List<Fixture> fixtures = all(new RoundRobin(players, 1, TournamentStyle.WINS_IN_ROUNDS));
        int[] balance = new int[players];

        for (int i = 0; i < fixtures.size(); i++) {
            balance[fixtures.get(i).first()]++;
            balance[fixtures.get(i).second()]--;
            if ((i + 1) % (players / 2) == 0) {
                for (int player = 0; player < players; player++) {
                    assertTrue(Math.abs(balance[player]) <= 2, "player " + player + " of " + players);
                }
            }
        }
        for (int player = 0; player < players; player++) {
            assertEquals(0, balance[player]);
        }
    }

    @Test
    void four_players_meet_in_three_rounds() {
        List<Fixture> fixtures = all(new RoundRobin(4, 1, TournamentStyle.WINS_IN_ROUNDS));

        assertEquals(
                List.of(
                        new Fixture(0, 0, 3),
                        new Fixture(0, 1, 2),
                        new Fixture(0, 3, 1),
                        new Fixture(0, 2, 0),
                        new Fixture(0, 2, 3),
                        new Fixture(0, 0, 1)),
                IntStream.range(0, 6).mapToObj(pair -> fixtures.get(2 * pair)).toList());
    }

    @Test
    void a_schedule_of_a_hundred_million_matches_takes_no_memory() {
        RoundRobin schedule = new RoundRobin(1000, 101, TournamentStyle.WINS_IN_ROUNDS);

        assertEquals(100_899_000L, schedule.fixtures());
        assertEquals(100, schedule.fixture(100_898_999L).board());
        assertThrows(IndexOutOfBoundsException.class, () -> schedule.fixture(100_899_000L));
    }

    @Test
    void in_a_gauntlet_one_player_meets_all_others_in_turn_from_both_seats() {
        Gauntlet gauntlet = new Gauntlet(3, 2);

        assertEquals(
                List.of(
                        new Fixture(0, 0, 1),
                        new Fixture(0, 1, 0),
                        new Fixture(0, 0, 2),
                        new Fixture(0, 2, 0),
                        new Fixture(1, 0, 1),
                        new Fixture(1, 1, 0),
                        new Fixture(1, 0, 2),
                        new Fixture(1, 2, 0)),
                all(gauntlet));
    }

    @Test
    void a_single_player_gets_no_match() {
        assertThrows(IllegalArgumentException.class, () -> new RoundRobin(1, 1, TournamentStyle.WINS_IN_ROUNDS));
        assertThrows(IllegalArgumentException.class, () -> new Gauntlet(2, 0));
        assertThrows(IllegalArgumentException.class, () -> new Fixture(0, 1, 1));
    }
}
