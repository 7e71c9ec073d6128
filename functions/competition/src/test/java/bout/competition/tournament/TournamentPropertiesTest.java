package bout.competition.tournament;

import static bout.competition.tournament.PlanTest.plan;
import static bout.competition.tournament.TournamentTest.match;
import static bout.competition.tournament.TournamentTest.play;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Fixture;
import bout.competition.tables.Table;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TournamentPropertiesTest {

    @Property(tries = 300)
    void neither_parallelism_nor_order_changes_the_table(
            @ForAll Format format,
            @ForAll @IntRange(min = 2, max = 20) int players,
            @ForAll @IntRange(min = 1, max = 9) int atOnce,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Plan plan = plan(format, players, 3);

        Tournament alone = play(plan, 1, new SeededRandom("1"), -1);
        Tournament together = play(plan, atOnce, new SeededRandom("" + seed), -1);

        assertEquals(alone.table(), together.table());
        assertEquals(alone.played(), together.played());
        assertTrue(alone.played() <= alone.plan().mostMatches());
    }

    /** A match, and whether its result is added or taken back. */
    private record Step(Fixture fixture, boolean takesBack) {}

    private static void add(Tournament tournament, Step entry, int broken) {
        if (entry.takesBack) {
            tournament.takeBack(entry.fixture, match(entry.fixture, broken));
        } else {
            tournament.result(entry.fixture, match(entry.fixture, broken));
        }
        begin(tournament);
    }

    @Property(tries = 400)
    void matches_can_be_played_again_at_any_time_and_all_follows_from_the_order_of_the_steps(
            @ForAll Format format,
            @ForAll @IntRange(min = 3, max = 14) int players,
            @ForAll boolean oneIsBroken,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Plan plan = plan(format, players, 3);
        int broken = oneIsBroken ? 1 : -1;
        SeededRandom random = new SeededRandom("" + seed);
        Tournament tournament = Tournament.of(plan);
        List<Step> steps = new ArrayList<>();
        List<Fixture> counting = new ArrayList<>();
        begin(tournament);
        int left = 10;
        while (!tournament.over() || left > 0) {
            List<Fixture> back =
                    counting.stream().filter(tournament::mayTakeBack).toList();
            boolean again = left > 0 && !back.isEmpty() && (tournament.over() || random.nextInt(4) == 0);
            if (tournament.over() && !again) {
                break;
            }
            List<Fixture> from = again ? back : List.copyOf(tournament.open());
            Fixture fixture = from.get(random.nextInt(from.size()));
            steps.add(new Step(fixture, again));
            add(tournament, steps.getLast(), broken);
            if (again) {
                left--;
                counting.remove(fixture);
                assertTrue(tournament.open().contains(fixture.onceMore()));
                assertFalse(tournament.over());
            } else {
                counting.add(fixture);
            }
        }
        assertEquals(counting.size(), tournament.played());
        assertTrue(tournament.open().isEmpty());
        assertTrue(tournament.played() <= tournament.plan().mostMatches());
        Tournament same = Tournament.of(plan);
        begin(same);
        steps.forEach(entry -> add(same, entry, broken));
        assertEquals(tournament.table(), same.table());
        if (format == Format.ROUND_ROBIN && !oneIsBroken) {
            Tournament plain = Tournament.of(plan);
            counting.forEach(
                    fixture -> plain.result(new Fixture(fixture.board(), fixture.players()), match(fixture, broken)));
            assertEquals(plain.table(), tournament.table());
        }
    }

    @Property(tries = 200)
    void a_broken_player_does_not_change_that(
            @ForAll Format format,
            @ForAll @IntRange(min = 3, max = 16) int players,
            @ForAll @IntRange(min = 1, max = 9) int atOnce,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Plan plan = plan(format, players, 1);
        int broken = 1 + seed % (players - 1);

        Table alone = play(plan, 1, new SeededRandom("1"), broken).table();
        Table together = play(plan, atOnce, new SeededRandom("" + seed), broken).table();

        // The matches that a withdrawn player has played appear only in its own row.
        assertEquals(
                alone.rows().stream().filter(row -> row.rank() > 0).toList(),
                together.rows().stream().filter(row -> row.rank() > 0).toList());
    }

    /** A journal entry. */
    private record Entry(Fixture fixture, PlayedMatch match) {}

    /** Opens all matches that may start. */
    private static void begin(Tournament tournament) {
        Optional<Fixture> next = tournament.next();
        while (next.isPresent()) {
            next = tournament.next();
        }
    }

    private static void take(Tournament tournament, List<Entry> journal) {
        for (Entry entry : journal) {
            tournament.result(entry.fixture(), entry.match());
            begin(tournament);
        }
    }

    /** The results of a tournament in a possible order. */
    private static List<Entry> journal(Plan plan, OpenLimits limits, SeededRandom endings, int broken) {
        List<Entry> journal = new ArrayList<>();
        Tournament tournament = Tournament.of(plan, limits);
        begin(tournament);
        while (!tournament.over()) {
            List<Fixture> open = List.copyOf(tournament.open());
            Fixture ended = open.get(endings.nextInt(open.size()));
            journal.add(new Entry(ended, match(ended, broken)));
            take(tournament, journal.subList(journal.size() - 1, journal.size()));
            assertTrue(tournament.open().size() <= limits.inAll() + 1);
            for (int player = 0; player < plan.players(); player++) {
                int one = player;
                assertTrue(tournament.open().stream()
                                .filter(fixture -> fixture.involves(one))
                                .count()
                        <= limits.ofPlayer() + 1);
            }
        }
        return journal;
    }

    @Property(tries = 300)
    void restoring_gives_the_same_open_matches_and_the_same_table(
            @ForAll Format format,
            @ForAll @IntRange(min = 2, max = 20) int players,
            @ForAll @IntRange(min = 1, max = 40) int inAll,
            @ForAll @IntRange(min = 1, max = 5) int ofPlayer,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Plan plan = plan(format, players, 3);
        OpenLimits limits = new OpenLimits(inAll, ofPlayer, 0);
        SeededRandom endings = new SeededRandom("" + seed);
        int broken = seed % 2 == 0 ? seed / 2 % players : -1;
        List<Entry> journal = journal(plan, limits, endings, broken);
        int interrupted = endings.nextInt(journal.size());
        Tournament whole = Tournament.of(plan, limits);
        begin(whole);
        take(whole, journal.subList(0, interrupted));

        Tournament anew = Tournament.of(plan, limits);
        begin(anew);
        take(anew, journal.subList(0, interrupted));

        assertEquals(List.copyOf(whole.open()), List.copyOf(anew.open()));
        take(whole, journal.subList(interrupted, journal.size()));
        take(anew, journal.subList(interrupted, journal.size()));
        assertTrue(whole.over());
        assertEquals(whole.table(), anew.table());
        for (int player = 0; player < players; player++) {
            assertEquals(whole.withdrawn(player), anew.withdrawn(player));
            assertEquals(whole.calls(player), anew.calls(player));
        }
    }

    @Property(tries = 300)
    void results_count_whatever_the_limits_were(
            @ForAll Format format,
            @ForAll @IntRange(min = 2, max = 20) int players,
            @ForAll @IntRange(min = 1, max = 5) int ofPlayer,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Plan plan = plan(format, players, 3);
        int broken = seed % 2 == 0 ? seed / 2 % players : -1;
        List<Entry> journal = journal(plan, new OpenLimits(40, 8, 0), new SeededRandom("" + seed), broken);
        OpenLimits narrow = new OpenLimits(4, ofPlayer, 0);

        Tournament tournament = Tournament.of(plan, narrow);
        begin(tournament);
        take(tournament, journal);

        Tournament wide = Tournament.of(plan);
        take(wide, journal);
        assertEquals(wide.table(), tournament.table());
        assertEquals(journal.size(), tournament.played());
        // With other limits, different matches of a broken player start, none of which is needed.
        assertTrue(tournament.over() || tournament.open().stream().allMatch(fixture -> fixture.involves(broken)));
    }

    /** Otherwise one of them could end before the other begins, and tell how the board goes. */
    @Property(tries = 100)
    void both_matches_of_a_pair_on_a_board_are_started_at_once(
            @ForAll Format format,
            @ForAll @IntRange(min = 2, max = 12) int players,
            @ForAll @IntRange(min = 1, max = 9) int inAll,
            @ForAll @IntRange(min = 1, max = 5) int ofPlayer,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        Tournament tournament = Tournament.of(plan(format, players, 3), new OpenLimits(inAll, ofPlayer, 0));
        SeededRandom endings = new SeededRandom("" + seed);
        Set<Fixture> started = new HashSet<>();
        Set<Fixture> ended = new HashSet<>();
        while (!tournament.over()) {
            begin(tournament);
            started.addAll(tournament.open());
            ended.forEach(fixture ->
                    assertTrue(started.contains(fixture.swapped()) || format == Format.SWISS || format.isKnockout()));
            List<Fixture> open = List.copyOf(tournament.open());
            Fixture fixture = open.get(endings.nextInt(open.size()));
            tournament.result(fixture, match(fixture, -1));
            ended.add(fixture);
        }
        if (format == Format.SWISS || format.isKnockout()) {
            ended.forEach(fixture -> assertFalse(ended.contains(fixture.swapped()), "each match has its own board"));
        }
    }
}
