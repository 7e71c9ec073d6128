package bout.competition.pairings;

import static bout.competition.pairings.GroupsTest.drawn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SwissTest {

    private static List<Swiss.Round> play(Swiss swiss, int rounds, Function<Fixture, Outcome> results) {
        List<Swiss.Round> played = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Swiss.Round next = swiss.pair(player -> true).orElseThrow();
            next.listed().forEach(fixture -> swiss.result(fixture, results.apply(fixture)));
            played.add(next);
        }
        return played;
    }

    private static Set<Set<Integer>> pairs(Swiss.Round round) {
        Set<Set<Integer>> pairs = new HashSet<>();
        round.listed().forEach(fixture -> pairs.add(Set.of(fixture.first(), fixture.second())));
        return pairs;
    }

    @Property(tries = 300)
    void there_is_always_a_round_without_rematch_or_second_bye(
            @ForAll @IntRange(min = 2, max = 40) int players, @ForAll @IntRange(max = 1_000_000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Swiss swiss = new Swiss(players, GroupSize.TWO, 1, "" + seed);

        List<Swiss.Round> rounds = play(swiss, Swiss.mostRounds(players), each -> drawn(each, random));

        Set<Set<Integer>> met = new HashSet<>();
        Set<Integer> rested = new HashSet<>();
        for (Swiss.Round round : rounds) {
            Set<Integer> playing = new HashSet<>();
            for (Fixture fixture : round.listed()) {
                assertTrue(met.add(Set.of(fixture.first(), fixture.second())), "again " + fixture);
                assertTrue(playing.add(fixture.first()) && playing.add(fixture.second()), "twice " + fixture);
                assertEquals(round.number(), fixture.board());
            }
            round.byes().forEach(player -> assertTrue(playing.add(player) && rested.add(player), "bye " + player));
            assertEquals(players, playing.size());
            assertEquals(players % 2 == 1, !round.byes().isEmpty());
        }
    }

    @Property(tries = 300)
    void who_needs_a_seat_gets_it_and_seats_are_balanced_within_two_in_the_usual_number_of_rounds(
            @ForAll @IntRange(min = 2, max = 80) int players, @ForAll @IntRange(max = 1_000_000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Swiss swiss = new Swiss(players, GroupSize.TWO, 1, "" + seed);

        int[] balance = new int[players];
        int[] last = new int[players];
        play(swiss, Swiss.usualRounds(players, 2), each -> {
            int first = each.first();
            int second = each.second();
            assertTrue(balance[first] <= balance[second], "seat 1 of " + each);
            assertTrue(balance[first] < balance[second] || last[first] <= last[second], "last seats of " + each);
            last[first] = 1;
            last[second] = -1;
            balance[first]++;
            balance[second]--;
            return drawn(each, random);
        });

        for (int player = 0; player < players; player++) {
            assertEquals(balance[player], swiss.balance(player));
            assertTrue(Math.abs(swiss.balance(player)) <= 2, "player " + player + ": " + swiss.balance(player));
        }
    }

    @Test
    void in_the_first_round_the_upper_half_meets_the_lower_half() {
        Swiss.Round round =
                new Swiss(8, GroupSize.TWO, 1, "1").pair(player -> true).orElseThrow();

        assertEquals(Set.of(Set.of(0, 4), Set.of(1, 5), Set.of(2, 6), Set.of(3, 7)), pairs(round));
        // Seats alternate down the pairs.
        boolean topFirst = round.listed().getFirst().first() == 0;
        for (int pair = 0; pair < 4; pair++) {
            assertEquals(topFirst == (pair % 2 == 0), round.listed().get(pair).first() == pair);
        }
    }

    @Test
    void thirty_three_players_end_with_one_winner_after_six_rounds() {
        Swiss swiss = new Swiss(33, GroupSize.TWO, 1, "33");

        List<Swiss.Round> rounds = play(swiss, Swiss.usualRounds(33, 2), GroupsTest::bySeeding);

        assertEquals(6, rounds.size());
        // First the last seed has the bye, and 0 meets 16, 1 meets 17 .. 15 meets 31.
        assertEquals(List.of(32), rounds.getFirst().byes());
        for (int seed = 0; seed < 16; seed++) {
            assertTrue(pairs(rounds.getFirst()).contains(Set.of(seed, seed + 16)), "seed " + seed);
        }
        // Then 17 players have a point (0 to 15, and 32 from its bye), so the last of them meets the first without a
        // point.
        assertEquals(List.of(31), rounds.get(1).byes());
        // Seeds 0 and 8 had the same seat, and 1 and 9 the other one, so neighbours in the lower half change places.
        for (int seed = 0; seed < 8; seed += 2) {
            assertTrue(pairs(rounds.get(1)).contains(Set.of(seed, seed + 9)), "seed " + seed);
            assertTrue(pairs(rounds.get(1)).contains(Set.of(seed + 1, seed + 8)), "seed " + (seed + 1));
        }
        assertTrue(pairs(rounds.get(1)).contains(Set.of(32, 16)));
        assertTrue(pairs(rounds.get(1)).contains(Set.of(17, 24)));
        // Nobody has two byes, and each bye goes to the last player without one.
        Set<Integer> rested = new HashSet<>();
        rounds.forEach(round -> assertTrue(rested.add(round.byes().getFirst())));
        // The first seed is the only one to win all matches.
        assertEquals(12, swiss.halfPoints(0));
        for (int player = 1; player < 33; player++) {
            assertTrue(swiss.halfPoints(player) < 12, "player " + player);
        }
        // Every point of every round was given: 16 matches and a bye each.
        assertEquals(6 * 17 * 2, IntStream.range(0, 33).map(swiss::halfPoints).sum());
    }

    @Test
    void a_pair_plays_all_boards_of_a_round_with_alternating_seats() {
        Swiss swiss = new Swiss(3, GroupSize.TWO, 3, "1");

        Swiss.Round first = swiss.pair(player -> true).orElseThrow();
        first.listed().forEach(fixture -> swiss.result(fixture, Outcome.DRAW));
        Swiss.Round second = swiss.pair(player -> true).orElseThrow();

        assertEquals(
                List.of(0, 1, 2), first.listed().stream().map(Fixture::board).toList());
        assertEquals(
                List.of(3, 4, 5), second.listed().stream().map(Fixture::board).toList());
        assertEquals(first.listed().get(0).first(), first.listed().get(1).second());
        assertEquals(first.listed().get(0).first(), first.listed().get(2).first());
        assertEquals(6, swiss.halfPoints(first.byes().getFirst()));
    }

    @Test
    void a_player_that_had_one_seat_gets_the_other() {
        Swiss swiss = new Swiss(4, GroupSize.TWO, 1, "1");

        List<Swiss.Round> rounds = play(swiss, 2, GroupsTest::bySeeding);

        for (Fixture fixture : rounds.get(1).listed()) {
            int first = fixture.player(Seat.FIRST);
            boolean wasFirst = rounds.getFirst().listed().stream().anyMatch(before -> before.first() == first);
            boolean otherWasFirst =
                    rounds.getFirst().listed().stream().anyMatch(before -> before.first() == fixture.second());
            assertTrue(!wasFirst || otherWasFirst, fixture.toString());
        }
    }

    @Test
    void withdrawn_players_are_not_paired() {
        Swiss swiss = new Swiss(5, GroupSize.TWO, 1, "1");

        Swiss.Round round = swiss.pair(player -> player != 2).orElseThrow();

        assertEquals(List.of(), round.byes());
        assertTrue(round.listed().stream().noneMatch(fixture -> fixture.involves(2)));
        assertEquals(Optional.empty(), swiss.pair(player -> player == 0));
    }

    @Test
    void once_all_have_met_there_are_no_more_rounds() {
        Swiss swiss = new Swiss(4, GroupSize.TWO, 1, "1");

        play(swiss, 3, GroupsTest::bySeeding);

        assertEquals(Optional.empty(), swiss.pair(player -> true));
    }

    @Test
    @Tag("slow")
    @Tag("full")
    void a_thousand_players_are_paired() {
        Swiss swiss = new Swiss(1000, GroupSize.TWO, 1, "1");

        List<Swiss.Round> rounds = play(swiss, Swiss.usualRounds(1000, 2), GroupsTest::bySeeding);

        assertEquals(10, rounds.size());
        assertEquals(20, swiss.halfPoints(0));
    }
}
