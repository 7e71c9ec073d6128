package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Encounter;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tables.Table;
import bout.competition.tables.Table.Ranking;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Game.TournamentStyle;
import bout.engine.Options;
import bout.engine.Result;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TournamentTest {

    private static Plan plan(Format format, int players, int boards) {
        return plan(players, Map.of("format", format.code(), "boards", boards, "withdrawAfter", 10));
    }

    private static Plan plan(int players, Map<String, Object> settings) {
        return new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, players, "seed", settings);
    }

    /** Every fixture has a fixed result; those of a broken player are failures. */
    private static PlayedMatch match(Fixture fixture, int broken) {
        SeededRandom random = SeededRandom.of(fixture.toString(), "scores");
        double first = fixture.first() == broken ? 0 : random.nextInt(4);
        double second = fixture.second() == broken ? 0 : random.nextInt(4);
        return new PlayedMatch(
                Result.byScore(first, second, "test"),
                null,
                List.of(4, 4),
                List.of(fixture.first() == broken ? 4 : 0, fixture.second() == broken ? 4 : 1));
    }

    /** Plays some matches in parallel, which end in a random order. */
    private static Tournament play(Plan plan, int atOnce, SeededRandom endings, int broken) {
        Tournament tournament = Tournament.of(plan);
        List<Fixture> playing = new ArrayList<>();
        while (!tournament.over()) {
            while (playing.size() < atOnce) {
                Optional<Fixture> next = tournament.next();
                if (next.isEmpty()) {
                    break;
                }
                playing.add(next.get());
            }
            assertFalse(playing.isEmpty(), "it is not over, and there is nothing to play");
            Fixture ended = playing.remove(endings.nextInt(playing.size()));
            tournament.result(ended, match(ended, broken));
        }
        assertEquals(Optional.empty(), tournament.next());
        assertTrue(playing.isEmpty());
        return tournament;
    }

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

    @Test
    void after_the_final_was_played_again_another_one_is_the_champion() {
        Tournament tournament = Tournament.of(plan(Format.KNOCKOUT, 4, 1));
        List<Fixture> played = playedBySeed(tournament);
        assertFalse(tournament.mayTakeBack(played.getFirst()), "the final has begun");
        Fixture last = played.getLast();
        tournament.takeBack(last, won(last, 0));
        assertFalse(tournament.over());
        assertEquals(
                List.of(1, 1),
                tournament.table().rows().stream().map(Table.Row::rank).limit(2).toList());
        tournament.result(last.onceMore(), won(last, 1));
        assertTrue(tournament.over());
        assertEquals(1, tournament.table().rows().getFirst().player());
    }

    @Test
    void after_the_final_of_a_double_elimination_was_played_again_both_have_lost_once_and_there_is_another() {
        Tournament tournament = Tournament.of(plan(Format.DOUBLE_ELIMINATION, 3, 1));
        List<Fixture> played = playedBySeed(tournament);
        assertEquals(4, played.size());
        assertEquals(
                (3 * 2 - 1) * (1 + Encounter.mostAddedBoards(2)),
                tournament.plan().mostMatches());
        assertEquals(5 * (1 + Encounter.mostAddedBoards(2)), tournament.plan().mostBoards());
        Fixture last = played.getLast();
        tournament.takeBack(last, won(last, 0));
        tournament.result(last.onceMore(), won(last, 1));
        assertFalse(tournament.over());
        assertFalse(tournament.mayTakeBack(last), "the second final has begun");
        Fixture second = tournament.next().orElseThrow();
        assertEquals(Set.copyOf(last.players()), Set.copyOf(second.players()));
        tournament.result(second, won(second, 1));
        assertTrue(tournament.over());
        assertEquals(
                List.of(1, 0, 2),
                tournament.table().rows().stream().map(Table.Row::player).toList());
        assertEquals(Optional.empty(), tournament.elo(0));
    }

    /** Plays it to its end; the better seed wins each match. */
    private static List<Fixture> playedBySeed(Tournament tournament) {
        List<Fixture> played = new ArrayList<>();
        while (!tournament.over()) {
            Fixture fixture = tournament.next().orElseThrow();
            tournament.result(fixture, won(fixture, Math.min(fixture.first(), fixture.second())));
            played.add(fixture);
        }
        return played;
    }

    private static PlayedMatch won(Fixture fixture, int player) {
        return new PlayedMatch(
                Result.byScore(fixture.first() == player ? 1 : 0, fixture.second() == player ? 1 : 0, "test"),
                null,
                List.of(1, 1),
                List.of(0, 0));
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

    @Test
    void a_round_robin_is_over_after_all_matches() {
        Tournament tournament = play(plan(Format.ROUND_ROBIN, 5, 2), 3, new SeededRandom("1"), -1);

        assertEquals(40, tournament.played());
        assertEquals(40, tournament.plan().mostMatches());
        assertEquals(5, tournament.table().rows().size());
        assertEquals(4 * 16, tournament.calls(2));
    }

    @Test
    void a_player_failing_all_calls_is_withdrawn_and_annulled_in_a_round_robin() {
        Tournament tournament = play(plan(Format.ROUND_ROBIN, 5, 2), 1, new SeededRandom("1"), 3);

        assertTrue(tournament.withdrawn(3));
        assertFalse(tournament.withdrawn(2));
        // After 3 matches with 4 failed calls each, when the fourth had begun; without withdrawal there would be 24.
        assertEquals(24 + 4, tournament.played());
        assertEquals(16, tournament.failures(3));
        assertEquals(0, tournament.table().rows().getLast().rank());
        assertEquals(3, tournament.table().rows().getLast().player());
        for (Table.Row row : tournament.table().rows().subList(0, 4)) {
            assertEquals(12, row.wins() + row.draws() + row.losses());
        }
    }

    @Test
    void a_player_failing_all_calls_in_a_swiss_tournament_is_not_paired_again_but_its_matches_count() {
        Tournament tournament = play(plan(Format.SWISS, 6, 3), 2, new SeededRandom("1"), 2);

        assertTrue(tournament.withdrawn(2));
        assertEquals(12, tournament.failures(2));
        Table.Row row = tournament.table().rows().stream()
                .filter(each -> each.player() == 2)
                .findFirst()
                .orElseThrow();
        assertTrue(row.rank() > 0);
        assertEquals(3, row.wins() + row.draws() + row.losses());
    }

    @Test
    void a_player_failing_all_calls_in_a_knockout_gives_a_walkover() {
        Tournament tournament = Tournament.of(plan(Format.KNOCKOUT, 2, 9));
        while (!tournament.over()) {
            Fixture fixture = tournament.next().orElseThrow();
            // Always level.
            tournament.result(
                    fixture,
                    new PlayedMatch(
                            Result.byScore(1, 1, "test"),
                            null,
                            List.of(4, 4),
                            List.of(fixture.first() == 0 ? 4 : 0, fixture.second() == 0 ? 4 : 0)));
        }

        assertEquals(3, tournament.played());
        assertEquals(1, tournament.table().rows().getFirst().player());
    }

    @Test
    void a_player_that_answered_once_is_not_withdrawn() {
        Tournament tournament = Tournament.of(plan(Format.GAUNTLET, 2, 2));
        tournament.result(
                tournament.next().orElseThrow(),
                new PlayedMatch(Result.byScore(1, 0, "test"), null, List.of(100, 100), List.of(99, 0)));

        assertFalse(tournament.withdrawn(0));
        assertTrue(tournament.next().isPresent());
    }

    @Test
    void a_swiss_tournament_waits_for_a_round_and_a_knockout_for_a_pair() {
        Tournament swiss = Tournament.of(plan(Format.SWISS, 4, 1));
        Fixture one = swiss.next().orElseThrow();
        Fixture other = swiss.next().orElseThrow();
        assertEquals(Optional.empty(), swiss.next());
        assertFalse(swiss.over());
        swiss.result(one, match(one, -1));
        assertEquals(Optional.empty(), swiss.next());
        swiss.result(other, match(other, -1));
        assertTrue(swiss.next().isPresent());

        Tournament knockout = Tournament.of(plan(Format.KNOCKOUT, 2, 3));
        assertTrue(knockout.next().isPresent());
        assertEquals(Optional.empty(), knockout.next());
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

    /** The largest tournament, planned match by match, with slow and broken players. */
    @Test
    @Timeout(600)
    @Tag("slow")
    @Tag("full")
    void a_thousand_players_are_planned_step_by_step() {
        int players = 1000;
        Plan plan = plan(Format.ROUND_ROBIN, players, 1);
        OpenLimits limits = new OpenLimits(400, 8, 0);
        Tournament tournament = Tournament.of(plan, limits);
        SeededRandom endings = new SeededRandom("1000");
        List<Fixture> open = new ArrayList<>();
        tournament.next().ifPresent(open::add);
        Result result = Result.byScore(1, 0, "test");
        while (!tournament.over()) {
            for (Optional<Fixture> next = tournament.next(); next.isPresent(); next = tournament.next()) {
                open.add(next.get());
            }
            int at = endings.nextInt(open.size());
            Fixture ended = open.get(at);
            if (ended.involves(17) && endings.nextInt(20) > 0) {
                continue;
            }
            open.set(at, open.getLast());
            open.removeLast();
            boolean broken = ended.involves(500);
            tournament.result(
                    ended, new PlayedMatch(result, null, List.of(4, 4), List.of(broken ? 4 : 0, broken ? 4 : 0)));
        }

        assertTrue(open.isEmpty());
        assertTrue(tournament.withdrawn(500));
        int withBroken = tournament.results().matches(500);
        assertEquals(999L * 998 + withBroken, tournament.played());
        assertTrue(withBroken >= 3 && withBroken <= 3 + limits.ofPlayer(), () -> "" + withBroken);
        assertEquals(1000, tournament.table().rows().size());
    }

    @Test
    void only_open_matches_accept_a_result() {
        Tournament tournament = Tournament.of(plan(Format.ROUND_ROBIN, 2, 1));
        Fixture fixture = tournament.next().orElseThrow();
        tournament.result(fixture, match(fixture, -1));

        assertThrows(IllegalArgumentException.class, () -> tournament.result(fixture, match(fixture, -1)));
    }

    @Test
    void a_plan_is_complete_and_an_invalid_one_says_why() {
        assertEquals(
                Map.of("format", "swiss", "seats", 2, "boards", 1, "rounds", 3, "ranking", "wins", "withdrawAfter", 20),
                plan(8, Map.of("format", "swiss")).settings());
        assertEquals(
                Map.of("format", "round-robin", "seats", 2, "boards", 3, "ranking", "wins", "withdrawAfter", 20),
                plan(8, Map.of("boards", 3)).settings());
        Plan original = new Plan(TournamentStyle.SCORES_OF_ORDERED_PAIRS, GroupSize.TWO, 2, "seed", Map.of());
        assertEquals(Ranking.SCORE, original.ranking());
        assertEquals(
                Ranking.WINS,
                new Plan(original.style(), GroupSize.TWO, 2, "seed", Map.of("format", "swiss")).ranking(),
                "not all meet the same opponents");
        assertWrong("boards", "odd", 8, Map.of("format", "knockout", "boards", 2));
        assertWrong("boards", "from 1 to 100000, got the number 0", 8, Map.of("format", "gauntlet", "boards", 0));
        assertWrong("rounds", "from 1 to 4 rounds", 8, Map.of("format", "swiss", "rounds", 5));
        assertWrong("rounds", "only for swiss", 8, Map.of("rounds", 2));
        assertWrong("ranking", "ranked by wins", 8, Map.of("format", "swiss", "ranking", "score"));
        assertWrong("players", "from 2 to 1000", 1, Map.of());
        assertWrong("withdrawAfter", "from 1 to 1000000, got the number 0", 2, Map.of("withdrawAfter", 0));
        assertWrong("format", "one of round-robin, swiss", 2, Map.of("format", "ladder"));
        assertThrows(IllegalArgumentException.class, () -> plan(Format.KNOCKOUT, 8, 2));
        assertThrows(IllegalArgumentException.class, () -> plan(Format.DOUBLE_ELIMINATION, 8, 2));
    }

    private static void assertWrong(String setting, String text, int players, Map<String, Object> given) {
        Options.Violation wrong = Plan.violations(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, players, given)
                .getFirst();
        assertEquals(setting, wrong.name());
        assertTrue(wrong.text().contains(text), wrong.text());
    }

    private static Plan plan(int players, GroupSize game, Map<String, Object> settings) {
        return new Plan(TournamentStyle.WINS_IN_ROUNDS, game, players, "seed", settings);
    }

    @Test
    void the_games_card_decides_how_many_play_in_a_match() {
        GroupSize any = new GroupSize(8, 1);
        assertEquals(new GroupSize(4, 1), plan(12, any, Map.of()).size());
        assertEquals(2, plan(12, any, Map.of()).boards());
        assertEquals(24, plan(12, any, Map.of()).mostMatches());
        assertEquals(new GroupSize(3, 1), plan(3, any, Map.of()).size());
        assertEquals(new GroupSize(3, 3), plan(9, new GroupSize(3, 3), Map.of()).size());
        assertEquals(Ranking.SCORE, plan(5, any, Map.of("seats", 1)).ranking());
        assertEquals(2, plan(12, any, Map.of("format", "swiss")).rounds());
        assertEquals(2, plan(12, any, Map.of("format", "knockout", "boards", 2)).boards());
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("seats", 9),
                Map.of("seats", 6),
                Map.of("format", "gauntlet"),
                Map.of("format", "double-elimination"),
                Map.of("format", "swiss", "seats", 1),
                Map.of("format", "knockout", "seats", 2, "boards", 2))) {
            assertThrows(IllegalArgumentException.class, () -> plan(5, any, wrong), wrong::toString);
        }
        assertThrows(IllegalArgumentException.class, () -> plan(5, GroupSize.TWO, Map.of("seats", 3)));
        assertThrows(IllegalArgumentException.class, () -> plan(3, new GroupSize(4, 4), Map.of()));
    }

    @Test
    void twelve_players_of_four_seats_play_every_format_to_its_end_and_again_to_the_bit() {
        for (Format format : List.of(Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)) {
            Plan plan = plan(12, new GroupSize(4, 2), Map.of("format", format.code(), "withdrawAfter", 4));
            Tournament tournament = Tournament.of(plan, new OpenLimits(5, 2, 0));
            Tournament again = Tournament.of(plan);
            SeededRandom random = SeededRandom.of("7", "endings");
            List<Fixture> open = new ArrayList<>();
            while (!tournament.over()) {
                tournament.next().ifPresent(open::add);
                if (open.size() < 2 && tournament.open().size() > open.size()) {
                    continue;
                }
                Fixture ended = open.remove(random.nextInt(open.size()));
                PlayedMatch match = group(ended, random);
                tournament.result(ended, match);
                again.result(ended, match);
            }
            assertTrue(again.over());
            assertEquals(tournament.table(), again.table());
            assertEquals(12, tournament.table().rows().size());
            assertTrue(tournament.withdrawn(11), format.code());
            assertEquals(0, tournament.table().rows().getFirst().player(), format.code());
            assertTrue(tournament.played() <= tournament.plan().mostMatches());
        }
    }

    /** The first player always wins, and all calls of the last one fail. */
    private static PlayedMatch group(Fixture fixture, SeededRandom random) {
        List<Integer> players = fixture.players();
        int first = players.contains(0) ? players.indexOf(0) : random.nextInt(players.size());
        Result result = Result.byScore(
                players.stream()
                        .map(player ->
                                player == 11 ? 0.0 : players.indexOf(player) == first ? 9.0 : 1.0 + random.nextInt(4))
                        .toList(),
                "test");
        return new PlayedMatch(
                result,
                null,
                players.stream().map(player -> 4).toList(),
                players.stream().map(player -> player == 11 ? 4 : 0).toList());
    }
}
