package bout.competition.tournament;

import static bout.competition.tournament.PlanTest.plan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Encounter;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tables.Table;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Result;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TournamentTest {

    /** Every fixture has a fixed result; those of a broken player are failures. */
    static PlayedMatch match(Fixture fixture, int broken) {
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
    static Tournament play(Plan plan, int atOnce, SeededRandom endings, int broken) {
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

    @Test
    void a_swiss_tournament_pairs_by_the_results_that_count() {
        SwissTournament tournament = (SwissTournament) Tournament.of(plan(Format.SWISS, 4, 1));
        Fixture one = tournament.next().orElseThrow();
        Fixture other = tournament.next().orElseThrow();
        tournament.result(one, won(one, one.first()));
        tournament.takeBack(one, won(one, one.first()));
        assertEquals(0, tournament.points(0, one.first()));
        tournament.result(one.onceMore(), won(one, one.second()));
        tournament.result(other, won(other, other.second()));
        assertEquals(1, tournament.points(0, one.second()));
        assertEquals(
                Set.of(Set.of(one.first(), other.first()), Set.of(one.second(), other.second())),
                Set.of(
                        Set.copyOf(tournament.next().orElseThrow().players()),
                        Set.copyOf(tournament.next().orElseThrow().players())));
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
