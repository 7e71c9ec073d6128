package bout.competition.pairings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Round robins, Swiss rounds and knockouts of matches with more than two seats. */
class GroupsTest {

    static List<Fixture> all(Schedule schedule) {
        return LongStream.range(0, schedule.fixtures())
                .mapToObj(schedule::fixture)
                .toList();
    }

    /** How often each two players meet. */
    private static Map<Set<Integer>, Integer> meetings(int players, List<Fixture> fixtures) {
        Map<Set<Integer>, Integer> meetings = new HashMap<>();
        for (int one = 0; one < players; one++) {
            for (int other = 0; other < one; other++) {
                meetings.put(Set.of(one, other), 0);
            }
        }
        for (Fixture fixture : fixtures) {
            for (int one : fixture.players()) {
                for (int other : fixture.players()) {
                    if (one < other) {
                        meetings.merge(Set.of(one, other), 1, Integer::sum);
                    }
                }
            }
        }
        return meetings;
    }

    private static int spread(Iterable<Integer> counts) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int count : counts) {
            least = Math.min(least, count);
            most = Math.max(most, count);
        }
        return most - least;
    }

    /** The player with the better seed has the better place. */
    static Outcome bySeeding(Fixture fixture) {
        return new Outcome(fixture.players().stream()
                .map(player -> 1
                        + (int) fixture.players().stream()
                                .filter(other -> other < player)
                                .count())
                .toList());
    }

    /** Places by lot, with ties. */
    static Outcome drawn(Fixture fixture, SeededRandom random) {
        List<Integer> scores =
                fixture.players().stream().map(player -> random.nextInt(3)).toList();
        return new Outcome(scores.stream()
                .map(score ->
                        1 + (int) scores.stream().filter(other -> other > score).count())
                .toList());
    }

    @Property(tries = 150)
    void in_a_round_robin_each_plays_each_board_from_every_seat_and_meets_each_other_player(
            @ForAll @IntRange(min = 3, max = 8) int seats,
            @ForAll @IntRange(max = 24) int more,
            @ForAll @IntRange(max = 1000) int seed) {
        int players = seats + more;
        int boards = GroupRoundRobin.usualBoards(players, seats);
        GroupRoundRobin schedule = new GroupRoundRobin(players, seats, boards, "" + seed);
        List<Fixture> fixtures = all(schedule);

        assertEquals(fixtures.size(), new HashSet<>(fixtures).size());
        assertEquals(all(new GroupRoundRobin(players, seats, boards, "" + seed)), fixtures);
        for (int board = 0; board < boards; board++) {
            List<Fixture> onBoard = fixtures.subList(board * players, (board + 1) * players);
            for (int seat = 0; seat < seats; seat++) {
                int place = seat;
                assertEquals(
                        players,
                        onBoard.stream()
                                .map(fixture -> fixture.players().get(place))
                                .distinct()
                                .count());
            }
        }
        Map<Set<Integer>, Integer> meetings = meetings(players, fixtures);
        assertTrue(spread(meetings.values()) <= 2, players + " players, " + seats + " seats");
        assertFalse(meetings.containsValue(0));
        for (int index = 0; index < fixtures.size(); index++) {
            assertEquals(index, schedule.index(fixtures.get(index)));
        }
        assertFalse(schedule.has(new Fixture(boards, fixtures.getFirst().players())));
        assertFalse(schedule.has(new Fixture(0, 0, players, 1)));
        assertFalse(schedule.has(new Fixture(0, 0)));
    }

    /** At the limit, these patterns were five apart. */
    @Test
    void all_meet_equally_often_at_most_two_more_or_less_where_no_better_patterns_are_found() {
        List<Fixture> fixtures = all(new GroupRoundRobin(29, 8, GroupRoundRobin.usualBoards(29, 8), "11"));
        assertEquals(2, spread(meetings(29, fixtures).values()));
    }

    @Test
    void all_meet_equally_often_at_most_one_more_or_less_where_patterns_allow_it() {
        List<String> unequal = new ArrayList<>();
        for (int seats = 3; seats <= 8; seats++) {
            for (int players = seats; players <= 40; players++) {
                int boards = GroupRoundRobin.usualBoards(players, seats);
                List<Fixture> fixtures = all(new GroupRoundRobin(players, seats, boards, "cup"));
                if (spread(meetings(players, fixtures).values()) > 1) {
                    unequal.add(players + " in " + seats);
                }
            }
        }
        assertEquals(List.of("14 in 5", "29 in 8", "38 in 8"), unequal);
    }

    @Test
    void a_hundred_players_meet_equally_often_in_groups_of_four() {
        int boards = GroupRoundRobin.usualBoards(100, 4);
        List<Fixture> fixtures = all(new GroupRoundRobin(100, 4, boards, "cup"));

        assertEquals(11 * 100, fixtures.size());
        assertEquals(1, spread(meetings(100, fixtures).values()));
    }

    @Test
    void alone_everybody_plays_each_board() {
        assertEquals(
                Set.of(new Fixture(0, 0), new Fixture(0, 1), new Fixture(1, 0), new Fixture(1, 1)),
                Set.copyOf(all(new GroupRoundRobin(2, 1, 2, "cup"))));
    }

    @Test
    void a_group_of_all_players_plays_once_from_every_seat() {
        List<Fixture> fixtures = all(new GroupRoundRobin(4, 4, 1, "cup"));

        assertEquals(4, fixtures.size());
        assertEquals(Set.of(4), Set.copyOf(meetings(4, fixtures).values()));
    }

    @Test
    void busy_players_hold_up_only_their_own_matches() {
        Set<Integer> busy = new HashSet<>(Set.of(2));
        GroupRoundRobin schedule = new GroupRoundRobin(9, 3, 2, "cup");
        FixtureQueue queue = new FixtureQueue(schedule, player -> !busy.contains(player));
        List<Fixture> played = FixtureQueueTest.all(queue);
        assertEquals(18 - 2 * 3, played.size());
        assertFalse(queue.isEmpty());
        Fixture waiting = all(schedule).stream()
                .filter(fixture -> fixture.involves(2))
                .findFirst()
                .orElseThrow();
        assertTrue(queue.remove(waiting));
        assertFalse(queue.remove(waiting));

        busy.clear();
        queue.freed(2);
        played.addAll(FixtureQueueTest.all(queue));
        played.add(waiting);
        assertEquals(Set.copyOf(all(schedule)), Set.copyOf(played));
        assertTrue(queue.isEmpty());
    }

    @Property(tries = 150)
    void in_a_swiss_tournament_all_play_in_every_round_and_have_every_seat_about_equally_often(
            @ForAll @IntRange(min = 3, max = 8) int seats,
            @ForAll @IntRange(max = 40) int more,
            @ForAll boolean fixed,
            @ForAll @IntRange(max = 1000) int seed) {
        int players = seats + more;
        GroupSize size = new GroupSize(seats, fixed ? seats : 2);
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Swiss swiss = new Swiss(players, size, 1, "" + seed);
        int[][] had = new int[players][seats];
        int[] rested = new int[players];
        for (int round = 0; round < 6; round++) {
            Swiss.Round paired = swiss.pair(player -> true).orElseThrow();
            Set<Integer> playing = new HashSet<>(paired.byes());
            for (Fixture fixture : paired.listed()) {
                assertTrue(fixture.players().size() >= size.fewest());
                for (int seat = 0; seat < fixture.players().size(); seat++) {
                    assertTrue(playing.add(fixture.players().get(seat)));
                    had[fixture.players().get(seat)][seat]++;
                }
                swiss.result(fixture, drawn(fixture, random));
            }
            assertEquals(players, playing.size());
            assertEquals(fixed ? players % seats : 0, paired.byes().size());
            paired.byes().forEach(player -> rested[player]++);
        }
        assertTrue(spread(IntStream.of(rested).boxed().toList()) <= 1);
        for (int player = 0; fixed && player < players; player++) {
            assertTrue(spread(IntStream.of(had[player]).boxed().toList()) <= 2, "player " + player);
        }
    }

    @Test
    void neighbours_in_the_order_meet_and_nobody_meets_again_where_that_can_be_avoided() {
        Swiss swiss = new Swiss(16, new GroupSize(4, 4), 1, "7");
        Swiss.Round first = swiss.pair(player -> true).orElseThrow();
        assertEquals(Set.of(0, 1, 2, 3), Set.copyOf(first.listed().getFirst().players()));
        List<Fixture> played = new ArrayList<>(first.listed());
        first.listed().forEach(fixture -> swiss.result(fixture, bySeeding(fixture)));
        Swiss.Round second = swiss.pair(player -> true).orElseThrow();
        assertEquals(Set.of(0, 4, 8, 12), Set.copyOf(second.listed().getFirst().players()));
        played.addAll(second.listed());

        assertEquals(1, spread(meetings(16, played).values()));
    }

    @Property(tries = 60)
    void no_exchange_between_two_groups_would_avoid_a_rematch(
            @ForAll @IntRange(min = 3, max = 5) int seats,
            @ForAll @IntRange(min = 2, max = 6) int groups,
            @ForAll @IntRange(max = 1000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Swiss swiss = new Swiss(seats * groups, new GroupSize(seats, seats), 1, "" + seed);
        List<Fixture> played = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            Map<Set<Integer>, Integer> met = meetings(seats * groups, played);
            List<Fixture> listed = swiss.pair(player -> true).orElseThrow().listed();
            for (Fixture one : listed) {
                for (Fixture other : listed.subList(0, listed.indexOf(one))) {
                    for (int mine : one.players()) {
                        for (int theirs : other.players()) {
                            int now = rematches(met, one, mine, mine) + rematches(met, other, theirs, theirs);
                            int then = rematches(met, one, mine, theirs) + rematches(met, other, theirs, mine);
                            assertTrue(then >= now, () -> mine + " and " + theirs + " in " + listed);
                        }
                    }
                }
            }
            listed.forEach(fixture -> swiss.result(fixture, drawn(fixture, random)));
            played.addAll(listed);
        }
    }

    /** How often a player has met the others of a group in which it takes the place of one. */
    private static int rematches(Map<Set<Integer>, Integer> met, Fixture group, int out, int in) {
        return group.players().stream()
                .filter(player -> player != out)
                .mapToInt(player -> met.get(Set.of(player, in)))
                .sum();
    }

    @Test
    void a_smaller_group_counts_as_if_its_missing_players_were_beaten() {
        Swiss swiss = new Swiss(7, new GroupSize(4, 2), 2, "7");
        Swiss.Round round = swiss.pair(player -> true).orElseThrow();
        round.listed().forEach(fixture -> swiss.result(fixture, bySeeding(fixture)));

        assertEquals(
                List.of(4, 4, 3, 3),
                round.listed().stream().map(fixture -> fixture.players().size()).toList());
        assertEquals(12, swiss.halfPoints(0));
        assertEquals(0, swiss.halfPoints(3));
        assertEquals(12, swiss.halfPoints(4));
        assertEquals(4, swiss.halfPoints(6));
    }

    @Property(tries = 200)
    void the_better_half_of_each_group_goes_on_until_one_is_left(
            @ForAll @IntRange(min = 3, max = 8) int seats,
            @ForAll @IntRange(max = 60) int more,
            @ForAll boolean fixed,
            @ForAll @IntRange(max = 1000) int seed) {
        int players = seats + more;
        GroupSize size = new GroupSize(seats, fixed ? seats : 1);
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Knockout knockout = new Knockout(players, size, 2, "" + seed, false);
        List<Integer> encounters = new ArrayList<>();
        Set<Fixture> played = new HashSet<>();
        do {
            encounters.add(knockout.encounters().size());
            for (Encounter encounter : knockout.encounters()) {
                assertTrue(encounter.players().size() >= Math.max(2, size.fewest()));
                while (encounter.next().isPresent()) {
                    Fixture fixture = encounter.next().orElseThrow();
                    assertTrue(played.add(fixture), "twice " + fixture);
                    encounter.result(fixture, drawn(fixture, random));
                }
            }
        } while (knockout.advance());

        assertEquals(Knockout.encounters(players, size), encounters);
        assertEquals(1, knockout.place(knockout.champion().orElseThrow()));
        assertEquals(
                1,
                IntStream.range(0, players)
                        .filter(player -> knockout.place(player) == 1)
                        .count());
    }

    @Test
    void twelve_players_of_four_seats_end_with_a_final_of_places() {
        Knockout knockout = new Knockout(12, new GroupSize(4, 2), 1, "7", false);
        do {
            for (Encounter encounter : knockout.encounters()) {
                Fixture fixture = encounter.next().orElseThrow();
                encounter.result(fixture, bySeeding(fixture));
            }
        } while (knockout.advance());

        assertEquals(List.of(3, 2, 1), Knockout.encounters(12, new GroupSize(4, 2)));
        // Six, then two of each three are out; the last four have a place each.
        assertEquals(
                List.of(1, 2, 3, 3, 3, 3, 7, 7, 7, 7, 7, 7),
                IntStream.range(0, 12).mapToObj(knockout::place).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void on_added_boards_everyone_has_each_seat_equally_often(int seats) {
        List<Integer> players = IntStream.range(0, seats).boxed().toList();
        Encounter encounter = new Encounter(players, seats / 2, 1, 0, new SeededRandom("7"));
        Map<List<Integer>, Integer> had = new HashMap<>();
        int added = -1;
        for (Optional<Fixture> next = encounter.next(); next.isPresent(); next = encounter.next()) {
            if (++added > 0) {
                for (int seat = 0; seat < seats; seat++) {
                    had.merge(List.of(next.get().players().get(seat), seat), 1, Integer::sum);
                }
            }
            encounter.result(next.get(), new Outcome(Collections.nCopies(seats, 1)));
        }
        assertEquals(Encounter.By.LOT, encounter.decided().orElseThrow().by());
        assertTrue(added <= Encounter.mostAddedBoards(seats));
        assertEquals(seats * seats, had.size());
        assertEquals(1, Set.copyOf(had.values()).size(), had::toString);
    }

    @Test
    void a_withdrawn_player_is_behind_the_others_of_its_group() {
        Encounter encounter = new Encounter(List.of(1, 4, 6, 9), 2, 2, 0, new SeededRandom("7"));
        encounter.withdraw(1);
        assertTrue(encounter.decided().isEmpty());
        encounter.withdraw(6);

        Encounter.Decided decided = encounter.decided().orElseThrow();
        assertEquals(Encounter.By.WALKOVER, decided.by());
        assertEquals(Set.of(4, 9), Set.copyOf(decided.through()));
    }

    @Test
    void impossible_numbers_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new GroupRoundRobin(3, 4, 1, "7"));
        assertThrows(IllegalArgumentException.class, () -> new GroupSize(2, 3));
        assertThrows(IllegalArgumentException.class, () -> new Knockout(3, new GroupSize(4, 4), 1, "7", false));
        assertThrows(IllegalArgumentException.class, () -> new Swiss(3, new GroupSize(1, 1), 1, "7"));
    }
}
