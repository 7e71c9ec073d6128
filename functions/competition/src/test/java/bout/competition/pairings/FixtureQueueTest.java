package bout.competition.pairings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Schedule.Gauntlet;
import bout.engine.Game.TournamentStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FixtureQueueTest {

    private final Set<Integer> busy = new TreeSet<>();

    private FixtureQueue queue(Schedule schedule) {
        return new FixtureQueue(schedule, player -> !busy.contains(player));
    }

    private void free(FixtureQueue queue, int player) {
        busy.remove(player);
        queue.freed(player);
    }

    static List<Fixture> all(FixtureQueue queue) {
        List<Fixture> all = new ArrayList<>();
        for (Optional<Fixture> next = queue.poll(); next.isPresent(); next = queue.poll()) {
            all.add(next.get());
        }
        return all;
    }

    @Property(tries = 60)
    void a_schedule_has_its_fixtures_and_no_others(
            @ForAll @IntRange(min = 2, max = 14) int players,
            @ForAll @IntRange(min = 1, max = 3) int boards,
            @ForAll TournamentStyle order) {
        for (Schedule schedule : List.of(new RoundRobin(players, boards, order), new Gauntlet(players, boards))) {
            LongStream.range(0, schedule.fixtures())
                    .forEach(index -> assertEquals(index, schedule.index(schedule.fixture(index))));
            assertFalse(schedule.has(new Fixture(boards, 0, 1)));
            assertFalse(schedule.has(new Fixture(0, 0, players)));
        }
    }

    @Test
    void a_gauntlet_has_no_match_without_the_first_player() {
        assertFalse(new Gauntlet(4, 1).has(new Fixture(0, 1, 2)));
    }

    @Test
    void if_all_are_free_the_schedule_decides() {
        RoundRobin schedule = new RoundRobin(5, 2, TournamentStyle.WINS_IN_ROUNDS);

        assertEquals(GroupsTest.all(schedule), all(queue(schedule)));
    }

    @Test
    void a_busy_player_is_skipped_and_plays_when_free() {
        FixtureQueue queue = queue(new RoundRobin(5, 2, TournamentStyle.WINS_IN_ROUNDS));
        busy.add(2);

        List<Fixture> others = all(queue);
        assertEquals(24, others.size());
        assertTrue(others.stream().noneMatch(fixture -> fixture.involves(2)));
        assertFalse(queue.isEmpty());

        free(queue, 2);
        assertEquals(16, all(queue).size());
        assertTrue(queue.isEmpty());
    }

    @Test
    void a_fixture_of_two_busy_players_waits_for_both() {
        FixtureQueue queue = queue(new RoundRobin(2, 1, TournamentStyle.SCORES_OF_ORDERED_PAIRS));
        busy.addAll(List.of(0, 1));
        assertEquals(List.of(), all(queue));

        free(queue, 0);
        assertEquals(List.of(), all(queue));
        free(queue, 1);
        assertEquals(List.of(new Fixture(0, 0, 1), new Fixture(0, 1, 0)), all(queue));
    }

    @Test
    void a_fixture_far_back_can_be_removed_while_its_player_is_busy() {
        FixtureQueue queue = queue(new Gauntlet(3, 100_000));
        busy.add(0);
        assertEquals(List.of(), all(queue));

        assertTrue(queue.remove(new Fixture(99_999, 2, 0)));
        free(queue, 0);
        assertEquals(399_999, all(queue).size());
        assertTrue(queue.isEmpty());
    }

    @Test
    void removing_a_player_removes_its_skipped_fixtures_too() {
        FixtureQueue queue = queue(new RoundRobin(4, 1, TournamentStyle.WINS_IN_ROUNDS));
        busy.add(3);
        assertEquals(6, all(queue).size());

        queue.remove(3);

        assertTrue(queue.isEmpty());
        free(queue, 3);
        assertEquals(List.of(), all(queue));
        assertFalse(queue.contains(new Fixture(0, 3, 0)));
    }

    @Test
    void a_fixture_can_be_removed_anywhere() {
        RoundRobin schedule = new RoundRobin(4, 1, TournamentStyle.SCORES_OF_ORDERED_PAIRS);
        FixtureQueue queue = queue(schedule);
        busy.add(0);
        assertTrue(queue.remove(new Fixture(0, 0, 1)));
        assertEquals(new Fixture(0, 1, 2), queue.poll().orElseThrow());
        assertTrue(queue.remove(new Fixture(0, 0, 3)));
        assertTrue(queue.remove(new Fixture(0, 3, 2)));
        assertFalse(queue.remove(new Fixture(0, 1, 2)));
        assertFalse(queue.remove(new Fixture(0, 3, 2)));
        free(queue, 0);

        List<Fixture> left = all(queue);

        assertEquals(12 - 4, left.size());
        assertTrue(queue.isEmpty());
    }

    @Test
    void removing_the_last_fixtures_empties_the_queue() {
        FixtureQueue queue = queue(new RoundRobin(2, 1, TournamentStyle.SCORES_OF_ORDERED_PAIRS));
        assertTrue(queue.remove(new Fixture(0, 1, 0)));
        assertTrue(queue.remove(new Fixture(0, 0, 1)));

        assertTrue(queue.isEmpty());
        assertEquals(List.of(), all(queue));
    }
}
