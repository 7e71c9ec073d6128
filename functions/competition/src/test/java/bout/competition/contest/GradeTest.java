package bout.competition.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Withdrawn;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.contest.Grade.Criterion;
import bout.competition.contest.Grade.OfStage;
import bout.competition.tournament.Plan;
import bout.engine.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GradeTest {

    private static final Instant DEADLINE = Instant.parse("2026-03-08T12:00:00Z");
    private static final Instant BEFORE = DEADLINE.minusSeconds(60);

    private static final ContestPlan PLAN = new ContestPlan(
            DEADLINE,
            1,
            List.of(
                    new Stage(Map.of("format", "gauntlet", "boards", 5), null, "greedy", 60),
                    new Stage(Map.of("format", "knockout"), 2)));

    /** Of the first stage: the house bot is its first player and second in its table; two bots are equal behind it. */
    private static final Plain TABLE = Plain.of(Map.of(
            "boards",
            5,
            "players",
            List.of(key("house:greedy"), key("a"), key("b"), key("c")),
            "table",
            List.of(row(1, 1, 6, 1, 3), row(2, 0, 7, 3, 20), row(3, 2, 5, 1, 4), row(3, 3, 5, 1, 4))));

    private static Map<String, Object> key(String key) {
        return Map.of("key", key);
    }

    private static Map<String, Object> row(int rank, int player, int wins, int draws, int losses) {
        return Map.of(
                "rank",
                rank,
                "player",
                player,
                "points",
                wins + draws / 2.0,
                "wins",
                wins,
                "draws",
                draws,
                "losses",
                losses);
    }

    private static Contest contest(List<ContestEvent> more) {
        List<ContestEvent> journal = new ArrayList<>();
        for (String bot : List.of("a", "b", "c", "gone")) {
            journal.add(new Entered(BEFORE, "owner of " + bot, bot, bot));
        }
        journal.add(new Withdrawn(BEFORE, "gone"));
        journal.add(new Closed(
                DEADLINE,
                List.of("a", "b", "c").stream()
                        .map(bot -> new Entrant(bot, "owner of " + bot, bot, 1, null))
                        .toList()));
        journal.add(new Begun(DEADLINE, 0, "trn_1", List.of("a", "b", "c")));
        journal.addAll(more);
        return Contest.of(PLAN, journal);
    }

    private static List<Grade> grades(Contest contest) {
        return Grade.of(PLAN, contest, played -> {
            assertEquals("trn_1", played.tournament(), "only of stages that have ended");
            return TABLE;
        });
    }

    @Test
    void places_are_those_among_the_bots_and_a_criterion_is_met_or_not() {
        List<Grade> grades = grades(contest(List.of(new Ended(DEADLINE, 0, List.of("a", "b", "c")))));
        assertEquals(
                new OfStage(1, 6.5, 10, 6, 1, 3, new Criterion("greedy", 60, 10, 6, true)),
                grades.get(0).stages().getFirst());
        for (Grade equal : grades.subList(1, 3)) {
            assertEquals(
                    new OfStage(2, 5.5, 10, 5, 1, 4, new Criterion("greedy", 60, 10, 5, false)),
                    equal.stages().getFirst());
        }
        assertEquals(10, grades.get(0).matches());
        assertNull(grades.get(0).stages().get(1));
        assertEquals("withdrawn by its owner", grades.get(3).entry().out());
        assertNull(grades.get(3).stages().getFirst());
        assertNull(grades.get(3).place());
    }

    @Test
    void who_is_disqualified_has_figures_but_no_place() {
        Contest contest = contest(List.of(
                new Disqualified(DEADLINE, "a", "a copy"),
                new Ended(DEADLINE, 0, List.of("a", "b", "c")),
                new Begun(DEADLINE, 1, "trn_2", List.of("b", "c"))));
        List<Grade> grades = grades(contest);
        assertNull(grades.getFirst().place());
        assertEquals(6, grades.getFirst().wins());
        assertEquals("disqualified: a copy", grades.getFirst().entry().out());
        assertEquals(1, grades.get(1).place());
    }

    @Test
    void the_grades_of_as_many_bots_as_a_stage_takes_are_there_at_once() {
        List<String> bots = IntStream.range(0, Plan.MOST_PLAYERS)
                .mapToObj(bot -> "bot " + bot)
                .toList();
        ContestPlan plan = new ContestPlan(DEADLINE, 1, List.of(new Stage(Map.of("format", "swiss"), null)));
        List<ContestEvent> journal = new ArrayList<>();
        bots.forEach(bot -> journal.add(new Entered(BEFORE, "owner of " + bot, bot, bot)));
        journal.add(new Closed(
                DEADLINE,
                bots.stream()
                        .map(bot -> new Entrant(bot, "owner of " + bot, bot, 1, null))
                        .toList()));
        journal.add(new Begun(DEADLINE, 0, "trn_1", bots));
        journal.add(new Ended(DEADLINE, 0, bots));
        Contest contest = Contest.of(plan, journal);
        Plain table = Plain.of(Map.of(
                "boards",
                1,
                "players",
                bots.stream().map(GradeTest::key).toList(),
                "table",
                IntStream.range(0, bots.size())
                        .mapToObj(bot -> row(bot + 1, bot, 1, 0, 0))
                        .toList()));
        // The API has twenty seconds for all of its answer.
        List<Grade> grades = assertTimeout(Duration.ofSeconds(5), () -> Grade.of(plan, contest, played -> table));
        assertEquals(bots.size(), grades.getLast().stages().getFirst().place());
    }

    @Test
    void a_house_bot_plays_in_a_gauntlet_only_and_a_criterion_needs_it() {
        Map<String, Object> gauntlet = Map.of("format", "gauntlet");
        assertThrows(IllegalArgumentException.class, () -> new Stage(Map.of("format", "swiss"), null, "greedy", null));
        assertThrows(IllegalArgumentException.class, () -> new Stage(gauntlet, null, null, 50));
        assertThrows(IllegalArgumentException.class, () -> new Stage(gauntlet, null, "greedy", 101));
    }
}
