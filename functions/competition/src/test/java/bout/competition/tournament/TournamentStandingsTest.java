package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.StandingsSchema;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.pairings.Swiss;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.competition.tournament.TournamentStandings.Heading;
import bout.engine.Game.TournamentStyle;
import bout.engine.Plain;
import bout.engine.Result;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TournamentStandingsTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static Tournament tournament(Format format, int players) {
        return Tournament.of(new Plan(
                TournamentStyle.WINS_IN_ROUNDS,
                GroupSize.TWO,
                players,
                "seed",
                Map.of("format", format.code(), "withdrawAfter", 10)));
    }

    /** Plays some matches, each won by the higher seed; all calls of a broken player fail. */
    private static Tournament played(Tournament tournament, int matches, int broken) {
        for (int i = 0; i < matches && !tournament.over(); i++) {
            Fixture fixture = tournament.next().orElseThrow();
            boolean first = fixture.first() < fixture.second();
            tournament.result(
                    fixture,
                    new PlayedMatch(
                            Result.byScore(first ? 3 : 1.5, first ? 1.5 : 3, "test"),
                            null,
                            List.of(10, 10),
                            List.of(fixture.first() == broken ? 10 : 0, fixture.second() == broken ? 10 : 1)));
        }
        return tournament;
    }

    private static Plain published(Tournament tournament) {
        List<Entrant> players = IntStream.range(0, tournament.plan().players())
                .mapToObj(player -> new Entrant("player " + player, player == 0 ? "house:lazy" : null))
                .toList();
        Heading heading = new Heading(
                "trn_1",
                "Spring Cup",
                "tokens",
                Map.of("width", 5),
                tournament.over() ? "finished" : "running",
                NOON,
                NOON.plusSeconds(1),
                tournament.over() ? NOON.plusSeconds(60) : null,
                players);
        Map<String, Object> plain = new TournamentStandings(
                        heading, tournament, tournament.open().size(), 0, NOON.plusSeconds(30))
                .toPlain();
        try {
            String json = new JsonMapper().writeValueAsString(plain);
            StandingsSchema.check("/bout/competition/tournament/tournament.schema.json", json);
            return Plain.of(new JsonMapper().readValue(json, Object.class));
        } catch (JsonProcessingException notJson) {
            throw new AssertionError(notJson);
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_format_matches_its_schema_at_every_stage(Format format) {
        for (int matches : new int[] {0, 3, 10_000}) {
            Plain plain = published(played(tournament(format, 9), matches, 4));
            assertEquals(9, plain.get("table").length());
            assertEquals(format == Format.SWISS, plain.has("pairings"));
            assertEquals(format.isKnockout(), plain.has("bracket"));
            assertEquals(format == Format.DOUBLE_ELIMINATION, plain.has("losers"));
        }
    }

    /** The file is public, and the boards of all matches follow from the seed. */
    @Test
    void the_seed_is_published_when_the_tournament_is_over() {
        assertNull(published(tournament(Format.ROUND_ROBIN, 3)).get("seed").value());
        assertNull(published(played(tournament(Format.ROUND_ROBIN, 3), 5, -1))
                .get("seed")
                .value());
        assertEquals(
                "seed",
                published(played(tournament(Format.ROUND_ROBIN, 3), 6, -1))
                        .get("seed")
                        .text());
    }

    @Test
    void a_row_has_all_values_of_the_table_and_their_uncertainty() {
        Plain plain = published(played(tournament(Format.ROUND_ROBIN, 3), 6, -1));

        Plain first = plain.get("table").at(0);
        assertEquals(1, first.get("rank").value());
        assertEquals(0, first.get("player").value());
        assertEquals(4.0, first.get("value").value());
        assertEquals(4, first.get("wins").value());
        assertEquals(12.0, first.get("score").value());
        assertEquals(6.0, first.get("scoreAgainst").value());
        assertEquals(40, first.get("calls").value());
        assertEquals(
                List.of("head to head", "Sonneborn-Berger", "wins"),
                plain.get("columns").list());
        assertEquals(3, first.get("tieBreaks").length());
        assertEquals(1, plain.get("anchor").value());
        assertEquals(1000.0, plain.get("table").at(1).get("elo").value());
        assertTrue((double) first.get("elo").value() > 1000);
        assertTrue((double) first.get("superior").value() > 0.5);
        assertNull(plain.get("table").at(2).get("superior").value());
        assertEquals("2026-11-21T12:01:00Z", plain.get("finishedAt").text());
    }

    @Test
    void ratings_are_relative_to_a_player_whose_matches_count() {
        Tournament tournament = tournament(Format.ROUND_ROBIN, 4);
        while (!tournament.over()) {
            Fixture fixture = tournament.next().orElseThrow();
            List<Integer> failures = fixture.players().stream()
                    .map(player -> player < 2 ? 0 : 10)
                    .toList();
            tournament.result(fixture, new PlayedMatch(Result.byScore(2, 1, "test"), null, List.of(10, 10), failures));
        }
        Plain plain = published(tournament);
        assertTrue(tournament.withdrawn(2) && tournament.withdrawn(3));
        assertEquals(1, plain.get("anchor").value());
        assertEquals(1000.0, plain.get("table").at(1).get("elo").value());
    }

    @Test
    void the_cross_table_has_a_cell_for_each_pair_that_has_met() {
        Plain cross =
                published(played(tournament(Format.ROUND_ROBIN, 3), 6, -1)).get("cross");

        assertNull(cross.at(1).at(1).value());
        assertEquals(2, cross.at(0).at(2).get("wins").value());
        assertEquals(2, cross.at(2).at(0).get("losses").value());
        assertEquals(6.0, cross.at(0).at(2).get("score").value());
        Plain knockout =
                published(played(tournament(Format.KNOCKOUT, 4), 100, -1)).get("cross");
        assertNull(knockout.at(3).at(2).value());
    }

    @Test
    void pairs_that_have_not_met_have_no_cell_and_no_points() {
        Plain first = published(played(tournament(Format.SWISS, 8), 1, -1));
        assertEquals(2, cells(first.get("cross"), 8));
        Plain pairs = first.get("pairings").at(0).get("pairs");
        assertEquals(
                List.of(1.0, 0.0, 0.0, 0.0),
                IntStream.range(0, pairs.length())
                        .mapToObj(pair -> (double)
                                        pairs.at(pair).get("points").at(0).value()
                                + (double) pairs.at(pair).get("points").at(1).value())
                        .toList());

        Plain over = published(played(tournament(Format.SWISS, 8), 1_000, -1));
        assertEquals(2 * 4 * Swiss.usualRounds(8, 2), cells(over.get("cross"), 8));
    }

    private static long cells(Plain cross, int players) {
        return IntStream.range(0, players * players)
                .filter(cell -> cross.at(cell / players).at(cell % players).value() != null)
                .count();
    }

    @Test
    void a_withdrawn_player_has_no_rank_and_no_rating() {
        Plain plain = published(played(tournament(Format.ROUND_ROBIN, 4), 100, 1));

        Plain last = plain.get("table").at(3);
        assertEquals(1, last.get("player").value());
        assertEquals(true, last.get("withdrawn").value());
        assertEquals(true, last.get("annulled").value());
        assertNull(last.get("rank").value());
        assertNull(last.get("elo").value());
        assertNull(plain.get("table").at(2).get("superior").value());
    }

    @Test
    void the_rounds_of_a_swiss_tournament_name_pairs_points_and_byes() {
        Plain rounds = published(played(tournament(Format.SWISS, 5), 100, -1)).get("pairings");

        assertEquals(3, rounds.length());
        for (Plain round : rounds.entries()) {
            assertEquals(2, round.get("pairs").length());
            assertNotNull(round.get("bye").value());
            for (Plain pair : round.get("pairs").entries()) {
                boolean first =
                        pair.get("first").integer(0, 4) < pair.get("second").integer(0, 4);
                assertEquals(
                        List.of(first ? 1.0 : 0.0, first ? 0.0 : 1.0),
                        pair.get("points").list());
            }
        }
    }

    @Test
    void the_bracket_of_a_knockout_lists_each_round_from_the_top() {
        Plain rounds =
                published(played(tournament(Format.KNOCKOUT, 5), 100, -1)).get("bracket");

        assertEquals(
                List.of(4, 2, 1), rounds.entries().stream().map(Plain::length).toList());
        Plain bye = rounds.at(0).at(0);
        assertEquals(0, bye.get("winner").value());
        assertEquals("bye", bye.get("by").value());
        assertNull(bye.get("lower").value());
        Plain meeting = rounds.at(0).at(1);
        assertEquals(3, meeting.get("upper").value());
        assertEquals(List.of(1, 0), meeting.get("wins").list());
        assertEquals("matches", meeting.get("by").value());
        assertEquals(0, rounds.at(2).at(0).get("winner").value());
        Plain begun = published(played(tournament(Format.KNOCKOUT, 5), 0, -1)).get("bracket");
        assertEquals(1, begun.length());
        assertNull(begun.at(0).at(1).get("winner").value());
    }

    @Test
    void the_brackets_of_a_double_elimination_list_those_who_have_lost_once_apart() {
        Plain plain = published(played(tournament(Format.DOUBLE_ELIMINATION, 5), 100, -1));

        assertEquals(
                List.of(4, 2, 1, 1),
                plain.get("bracket").entries().stream().map(Plain::length).toList());
        Plain losers = plain.get("losers");
        assertEquals(
                List.of(2, 2, 1, 1),
                losers.entries().stream().map(Plain::length).toList());
        // Of five, only the last two meet at first: whoever loses has nobody to play against, and two places are empty.
        Plain alone = losers.at(0).at(0);
        assertEquals(
                List.of(4, "bye"),
                List.of(alone.get("upper").value(), alone.get("by").value()));
        Plain nobody = losers.at(0).at(1);
        assertNull(nobody.get("upper").value());
        assertNull(nobody.get("winner").value());
        assertEquals("bye", nobody.get("by").value());
        assertEquals(0, plain.get("bracket").at(3).at(0).get("winner").value());
    }

    @Test
    void the_rounds_of_groups_name_players_points_and_who_goes_on() {
        for (Format format : List.of(Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)) {
            Tournament tournament = Tournament.of(new Plan(
                    TournamentStyle.WINS_IN_ROUNDS,
                    new GroupSize(8, 1),
                    10,
                    "seed",
                    Map.of("format", format.code(), "seats", 4)));
            while (!tournament.over()) {
                Fixture fixture = tournament.next().orElseThrow();
                List<Double> scores =
                        fixture.players().stream().map(player -> 9.0 - player).toList();
                List<Integer> calls =
                        fixture.players().stream().map(player -> 1).toList();
                tournament.result(
                        fixture, new PlayedMatch(Result.byScore(scores, "test"), null, calls, List.of(0, 0, 0, 0)));
                published(tournament);
            }
            Plain plain = published(tournament);
            assertEquals(0, plain.get("table").at(0).get("player").value());
            assertEquals(format != Format.ROUND_ROBIN, plain.has("groups"));
            if (format == Format.ROUND_ROBIN) {
                continue;
            }
            List<Plain> rounds = plain.get("groups").entries();
            assertEquals(2, rounds.size());
            assertEquals(
                    List.of(4, 3, 3),
                    rounds.getFirst().get("groups").entries().stream()
                            .map(group -> group.get("players").length())
                            .toList());
            Plain first = rounds.getFirst().get("groups").at(0);
            assertEquals(
                    3.0,
                    first.get("points")
                            .at(first.get("players").list().indexOf(0))
                            .value());
            assertEquals(format == Format.KNOCKOUT, first.get("through").value() != null);
            assertTrue(!plain.has("pairings") && !plain.has("bracket"));
        }
    }

    @Test
    void with_many_players_ratings_come_at_the_end_and_pairs_are_left_out() {
        Plain running = published(played(tournament(Format.SWISS, 129), 70, -1));
        Plain over = published(played(tournament(Format.SWISS, 129), 100_000, -1));

        assertNull(running.get("cross").value());
        assertNull(running.get("table").at(0).get("elo").value());
        assertNotNull(over.get("table").at(0).get("elo").value());
        assertNull(over.get("cross").value());
    }
}
