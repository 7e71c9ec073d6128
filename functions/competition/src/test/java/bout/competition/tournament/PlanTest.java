package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.GroupSize;
import bout.competition.tables.Table.Ranking;
import bout.competition.tournament.Plan.Format;
import bout.engine.Game.TournamentStyle;
import bout.engine.Options;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {

    static Plan plan(Format format, int players, int boards) {
        return plan(players, Map.of("format", format.code(), "boards", boards, "withdrawAfter", 10));
    }

    static Plan plan(int players, Map<String, Object> settings) {
        return new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, players, "seed", settings);
    }

    static Plan plan(int players, GroupSize game, Map<String, Object> settings) {
        return new Plan(TournamentStyle.WINS_IN_ROUNDS, game, players, "seed", settings);
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

    @Test
    void settings_are_fitted_to_the_players_who_come() {
        GroupSize any = new GroupSize(8, 1);
        assertEquals(
                Map.of("seats", 3, "rounds", 2, "boards", 5),
                Plan.forFewer(3, any, Map.of("seats", 4, "rounds", 9, "boards", 5)));
        assertEquals(Map.of("seats", 2, "rounds", 1), Plan.forFewer(3, any, Map.of("seats", 2, "rounds", 1)));
        assertEquals(Map.of(), Plan.forFewer(3, any, Map.of()));
    }

    @Test
    void each_round_of_a_swiss_tournament_has_boards_of_its_own() {
        Plan swiss = plan(8, Map.of("format", "swiss", "boards", 2, "rounds", 3));
        assertEquals(3 * 2 * 4, swiss.mostMatches());
        assertEquals(3 * 2, swiss.mostBoards());
    }

    @Test
    void a_thousand_players_may_take_part() {
        assertEquals(List.of(), Plan.violations(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 1000, Map.of()));
        assertWrong("players", "from 2 to 1000 players, not 1001", 1001, Map.of());
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
        for (String ofPairs : List.of("gauntlet", "double-elimination")) {
            assertEquals(2, plan(12, any, Map.of("format", ofPairs)).size().seats());
            assertThrows(IllegalArgumentException.class, () -> plan(9, new GroupSize(3, 3), Map.of("format", ofPairs)));
        }
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("seats", 9),
                Map.of("seats", 6),
                Map.of("format", "gauntlet", "seats", 4),
                Map.of("format", "double-elimination", "seats", 4),
                Map.of("format", "swiss", "seats", 1),
                Map.of("format", "knockout", "seats", 2, "boards", 2))) {
            assertThrows(IllegalArgumentException.class, () -> plan(5, any, wrong), wrong::toString);
        }
        assertThrows(IllegalArgumentException.class, () -> plan(5, GroupSize.TWO, Map.of("seats", 3)));
        assertThrows(IllegalArgumentException.class, () -> plan(3, new GroupSize(4, 4), Map.of()));
    }
}
