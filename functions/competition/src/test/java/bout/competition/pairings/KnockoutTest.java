package bout.competition.pairings;

import static bout.competition.pairings.GroupsTest.bySeeding;
import static bout.competition.pairings.GroupsTest.drawn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import bout.competition.pairings.Encounter.By;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KnockoutTest {

    private static List<Fixture> play(Encounter encounter, Function<Fixture, Outcome> results) {
        List<Fixture> played = new ArrayList<>();
        while (encounter.next().isPresent()) {
            Fixture fixture = encounter.next().orElseThrow();
            played.add(fixture);
            encounter.result(fixture, results.apply(fixture));
        }
        return played;
    }

    private static void playRound(Knockout knockout, Function<Fixture, Outcome> results) {
        knockout.encounters().forEach(encounter -> play(encounter, results));
    }

    /** The better seeds win the current round; returns whether there is another one. */
    private static boolean nextRound(Knockout knockout) {
        playRound(knockout, GroupsTest::bySeeding);
        return knockout.advance();
    }

    private static List<Set<Integer>> pairs(Knockout knockout) {
        return knockout.encounters().stream()
                .map(encounter -> Set.copyOf(encounter.players()))
                .toList();
    }

    private static List<Integer> places(Knockout knockout, int players) {
        return IntStream.range(0, players).mapToObj(knockout::place).toList();
    }

    private static List<Integer> byes(Knockout knockout) {
        return knockout.bracket().getLast().stream()
                .filter(Knockout.Slot.Bye.class::isInstance)
                .map(slot -> ((Knockout.Slot.Bye) slot).player())
                .toList();
    }

    private static Knockout knockout(int players, int boards) {
        return new Knockout(players, GroupSize.TWO, boards, "7", false);
    }

    private static Encounter encounter(int boards, String seed) {
        return new Encounter(List.of(4, 9), 1, boards, 0, new SeededRandom(seed));
    }

    @Test
    void eight_players_meet_as_in_a_standard_bracket() {
        Knockout knockout = knockout(8, 1);

        assertEquals(List.of(Set.of(0, 7), Set.of(3, 4), Set.of(1, 6), Set.of(2, 5)), pairs(knockout));
        assertTrue(nextRound(knockout));
        assertEquals(List.of(Set.of(0, 3), Set.of(1, 2)), pairs(knockout));
        assertTrue(nextRound(knockout));
        assertEquals(List.of(Set.of(0, 1)), pairs(knockout));
        assertFalse(nextRound(knockout));
        assertEquals(OptionalInt.of(0), knockout.champion());
        assertEquals(List.of(1, 2, 3, 3, 5, 5, 5, 5), places(knockout, 8));
    }

    @Test
    void with_thirty_three_players_only_the_last_two_play_in_the_first_round() {
        Knockout knockout = knockout(33, 3);

        assertEquals(6, Knockout.encounters(33, GroupSize.TWO).size());
        assertEquals(List.of(Set.of(31, 32)), pairs(knockout));
        assertEquals(31, byes(knockout).size());
        assertFalse(byes(knockout).contains(31));
        playRound(knockout, fixture -> fixture.first() == 32 ? Outcome.FIRST_WINS : Outcome.SECOND_WINS);
        assertTrue(knockout.advance());
        // 32 has won, and meets the first seed in place of 31.
        assertEquals(16, knockout.encounters().size());
        assertEquals(List.of(), byes(knockout));
        assertTrue(pairs(knockout).contains(Set.of(0, 32)));
        for (int seed = 1; seed < 16; seed++) {
            assertTrue(pairs(knockout).contains(Set.of(seed, 31 - seed)), "seed " + seed);
        }
        for (int round = 1; round < 6; round++) {
            assertEquals(round < 5, nextRound(knockout));
        }
        assertEquals(OptionalInt.of(0), knockout.champion());
        assertEquals(33, knockout.place(31));
        assertEquals(17, knockout.place(32));
        assertEquals(2, knockout.place(1));
        assertEquals(9, knockout.place(15));
    }

    @Property(tries = 200)
    void everyone_except_the_champion_loses_once(
            @ForAll @IntRange(min = 2, max = 70) int players, @ForAll @IntRange(max = 1_000_000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Knockout knockout = new Knockout(players, GroupSize.TWO, 1, "" + seed, false);
        Set<Integer> out = new HashSet<>();
        Set<Fixture> played = new HashSet<>();

        do {
            for (Encounter encounter : knockout.encounters()) {
                for (Fixture fixture : play(encounter, each -> drawn(each, random))) {
                    assertTrue(played.add(fixture), "twice " + fixture);
                }
                assertTrue(out.add(encounter.decided().orElseThrow().out().getFirst()));
            }
        } while (knockout.advance());

        assertEquals(players - 1, out.size());
        assertFalse(out.contains(knockout.champion().orElseThrow()));
    }

    private static Knockout doubled(int players) {
        return new Knockout(players, GroupSize.TWO, 1, "7", true);
    }

    private static List<List<Integer>> sizes(List<List<Knockout.Slot>> bracket) {
        List<List<Integer>> sizes = new ArrayList<>();
        for (List<Knockout.Slot> round : bracket) {
            long meetings = round.stream()
                    .filter(Knockout.Slot.Meeting.class::isInstance)
                    .count();
            sizes.add(List.of(round.size(), (int) meetings));
        }
        return sizes;
    }

    @Test
    void in_a_double_elimination_of_eight_who_has_lost_once_plays_on() {
        Knockout knockout = doubled(8);

        assertTrue(nextRound(knockout));
        // The second round of the unbeaten, and the first of the others.
        assertEquals(List.of(Set.of(0, 3), Set.of(1, 2), Set.of(7, 4), Set.of(6, 5)), pairs(knockout));
        assertTrue(nextRound(knockout));
        // Whoever has just lost comes to the other half, where nobody has met it.
        assertEquals(List.of(Set.of(4, 2), Set.of(5, 3)), pairs(knockout));
        assertEquals(List.of(7, 7), List.of(knockout.place(6), knockout.place(7)));
        assertTrue(nextRound(knockout));
        assertEquals(List.of(Set.of(0, 1), Set.of(2, 3)), pairs(knockout));
        assertTrue(nextRound(knockout));
        assertEquals(List.of(Set.of(2, 1)), pairs(knockout));
        assertTrue(nextRound(knockout));
        assertEquals(List.of(Set.of(0, 1)), pairs(knockout));
        assertEquals(OptionalInt.empty(), knockout.champion());
        assertFalse(nextRound(knockout));

        assertEquals(OptionalInt.of(0), knockout.champion());
        assertEquals(List.of(1, 2, 3, 4, 5, 5, 7, 7), places(knockout, 8));
        assertEquals(List.of(List.of(4, 4), List.of(2, 2), List.of(1, 1), List.of(1, 1)), sizes(knockout.bracket()));
        assertEquals(
                List.of(List.of(2, 2), List.of(2, 2), List.of(1, 1), List.of(1, 1)), sizes(knockout.losersBracket()));
    }

    @Test
    void a_second_final_decides_when_both_have_lost_once() {
        Knockout knockout = doubled(2);
        assertTrue(nextRound(knockout));
        playRound(knockout, fixture -> fixture.first() == 1 ? Outcome.FIRST_WINS : Outcome.SECOND_WINS);
        assertTrue(knockout.advance());
        Fixture second = knockout.encounters().getFirst().next().orElseThrow();
        assertEquals(Knockout.firstBoard(2, 1, 2), second.board());
        assertFalse(nextRound(knockout));
        assertEquals(OptionalInt.of(0), knockout.champion());
        assertEquals(2, knockout.place(1));
        assertEquals(List.of(), knockout.losersBracket());

        knockout.reopen();

        assertEquals(OptionalInt.empty(), knockout.champion());
        assertTrue(knockout.encounters().getFirst().has(second));
        knockout.encounters().getFirst().takeBack(second, bySeeding(second), 0);
        knockout.encounters().getFirst().result(second.onceMore(), bySeeding(second.swapped()));
        assertFalse(knockout.advance());
        assertEquals(OptionalInt.of(1), knockout.champion());
        assertEquals(List.of(2, 1), List.of(knockout.place(0), knockout.place(1)));
    }

    @Property(tries = 300)
    void everyone_except_the_champion_loses_twice(
            @ForAll @IntRange(min = 2, max = 70) int players, @ForAll @IntRange(max = 1_000_000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "results");
        Knockout knockout = new Knockout(players, GroupSize.TWO, 1, "" + seed, true);
        int[] lost = new int[players];
        int encounters = 0;
        int rounds = 0;
        Set<Fixture> played = new HashSet<>();

        do {
            Set<Integer> busy = new HashSet<>();
            rounds++;
            for (Encounter encounter : knockout.encounters()) {
                encounters++;
                encounter.players().forEach(player -> {
                    assertTrue(busy.add(player));
                    assertTrue(lost[player] < 2);
                });
                play(encounter, each -> drawn(each, random))
                        .forEach(fixture -> assertTrue(played.add(fixture), "twice"));
                lost[encounter.decided().orElseThrow().out().getFirst()]++;
            }
        } while (knockout.advance());

        int champion = knockout.champion().orElseThrow();
        assertEquals(1, knockout.place(champion));
        for (int player = 0; player < players; player++) {
            assertTrue(player == champion ? lost[player] <= 1 : lost[player] == 2);
        }
        assertEquals(2 * players - 2 + lost[champion], encounters);
        assertTrue(encounters <= Knockout.mostEncounters(players, GroupSize.TWO, true));
        assertTrue(rounds <= Knockout.mostRounds(players, GroupSize.TWO, true));
        assertEquals(
                Knockout.encounters(players, GroupSize.TWO).size() + 1 + lost[champion],
                knockout.bracket().size());
        List<Integer> places = places(knockout, players).stream().sorted().toList();
        for (int at = 0; at < players; at++) {
            // Shared places are those of the best of them.
            assertEquals(places.indexOf(places.get(at)) + 1, places.get(at));
        }
    }

    @Test
    void seats_alternate_and_the_encounter_ends_when_nobody_can_catch_up() {
        Encounter encounter = encounter(5, "1");

        List<Fixture> played = play(encounter, GroupsTest::bySeeding);

        assertEquals(3, played.size());
        assertEquals(played.get(0).first(), played.get(1).second());
        assertEquals(played.get(0).first(), played.get(2).first());
        assertEquals(List.of(0, 1, 2), played.stream().map(Fixture::board).toList());
        assertEquals(
                new Encounter.Decided(List.of(4), List.of(9), By.MATCHES),
                encounter.decided().orElseThrow());
    }

    @Test
    void a_level_pair_plays_added_matches_from_both_seats_each_on_a_board_of_its_own() {
        Encounter encounter = encounter(1, "1");

        encounter.result(encounter.next().orElseThrow(), Outcome.DRAW);
        Fixture one = encounter.next().orElseThrow();
        encounter.result(one, Outcome.FIRST_WINS);
        Fixture other = encounter.next().orElseThrow();
        assertEquals(new Fixture(2, one.second(), one.first()), other);
        encounter.result(other, Outcome.FIRST_WINS);
        // Each won from seat 1, so it is still level and the next board follows.
        assertEquals(3, encounter.next().orElseThrow().board());
        List<Fixture> rest = play(encounter, fixture -> fixture.first() == 9 ? Outcome.FIRST_WINS : Outcome.DRAW);

        assertEquals(2, rest.size());
        assertEquals(
                new Encounter.Decided(List.of(9), List.of(4), By.ADDED_BOARDS),
                encounter.decided().orElseThrow());
    }

    @Test
    void finally_a_reproducible_lot_decides() {
        Set<Integer> winners = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Encounter encounter = encounter(1, "" + seed);
            Encounter again = encounter(1, "" + seed);
            assertEquals(
                    1 + Encounter.mostAddedBoards(2),
                    play(encounter, fixture -> Outcome.DRAW).size());
            play(again, fixture -> Outcome.DRAW);

            assertEquals(By.LOT, encounter.decided().orElseThrow().by());
            assertEquals(encounter.decided(), again.decided());
            winners.add(encounter.decided().orElseThrow().through().getFirst());
        }
        assertEquals(Set.of(4, 9), winners);
    }

    @Test
    void a_withdrawal_gives_the_other_a_walkover_and_keeps_decided_encounters() {
        Encounter open = encounter(3, "1");
        open.withdraw(4);
        assertEquals(
                new Encounter.Decided(List.of(9), List.of(4), By.WALKOVER),
                open.decided().orElseThrow());

        Encounter decided = encounter(1, "1");
        play(decided, GroupsTest::bySeeding);
        decided.withdraw(4);
        assertEquals(
                new Encounter.Decided(List.of(4), List.of(9), By.MATCHES),
                decided.decided().orElseThrow());
    }

    @Test
    void an_even_number_of_boards_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> knockout(8, 2));
        assertThrows(IllegalArgumentException.class, () -> knockout(1, 1));
    }
}
