package bout.competition.contest;

import bout.competition.contest.Contest.Entry;
import bout.competition.contest.Contest.Played;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A bot's achievements in a contest: a pure function of plan, journal and the published tables of the tournaments.
 *
 * @param place in the contest, from 1; {@code null} as long as it has none
 * @param stages one for each of the plan; {@code null} for a stage that it has not played, that has not ended, or that
 *     is masked
 */
public record Grade(Entry entry, Integer place, List<OfStage> stages) {

    /**
     * In the table of a stage.
     *
     * @param place {@code null} if it has none, because its matches were annulled
     * @param matches with each opponent of a match counted
     */
    public record OfStage(
            Integer place, double points, int matches, int wins, int draws, int losses, Criterion criterion) {}

    /**
     * Whether it has won enough of its matches against a house bot.
     *
     * @param matches that the stage has planned: those that it did not play, it has not won
     */
    public record Criterion(String house, int percent, int matches, int wins, boolean met) {

        private static Criterion of(Stage stage, int matches, int wins) {
            return new Criterion(
                    stage.house(), stage.percent(), matches, wins, 100L * wins >= (long) stage.percent() * matches);
        }
    }

    /** @param table reads the published table of a stage that has ended */
    public static List<Grade> of(ContestPlan plan, Contest contest, Function<Played, Plain> table) {
        List<Played> begun = contest.stages();
        List<Table> tables = new ArrayList<>();
        for (int i = 0; i < begun.size(); i++) {
            tables.add(contest.hasEnded(i) && !begun.get(i).masked() ? Table.of(table.apply(begun.get(i))) : null);
        }
        List<String> ranking = contest.ranking();
        return contest.entries().stream()
                .map(entry -> {
                    int rank = ranking.indexOf(entry.bot());
                    List<OfStage> stages = new ArrayList<>();
                    for (int i = 0; i < plan.stages().size(); i++) {
                        Table published = i < tables.size() ? tables.get(i) : null;
                        stages.add(published == null ? null : of(plan.stages().get(i), published, begun.get(i), entry));
                    }
                    return new Grade(entry, rank < 0 ? null : rank + 1, stages);
                })
                .toList();
    }

    /** @param rows by the key of the player: of a thousand bots, each is compared with all others */
    private record Table(Map<String, Plain> rows, int boards) {

        private static Table of(Plain published) {
            return new Table(
                    TournamentStandings.rows(published), published.get("boards").integer(1, Integer.MAX_VALUE));
        }
    }

    private static OfStage of(Stage stage, Table published, Played played, Entry entry) {
        Plain row = published.rows.get(entry.bot());
        if (row == null) {
            return null;
        }
        int wins = count(row, "wins");
        int draws = count(row, "draws");
        int losses = count(row, "losses");
        // A house bot takes no place from the others.
        Integer place = rank(row) == null
                ? null
                : 1
                        + (int) played.ranking().stream()
                                .map(bot -> rank(published.rows.get(bot)))
                                .filter(rank -> rank < rank(row))
                                .count();
        return new OfStage(
                place,
                ((Number) row.get("points").value()).doubleValue(),
                wins + draws + losses,
                wins,
                draws,
                losses,
                stage.percent() == null ? null : Criterion.of(stage, 2 * published.boards, wins));
    }

    private static Integer rank(Plain row) {
        return row.get("rank").isNull() ? null : (Integer) count(row, "rank");
    }

    private static int count(Plain row, String name) {
        return row.get(name).integer(0, Integer.MAX_VALUE);
    }

    public int matches() {
        return sum(OfStage::matches);
    }

    public int wins() {
        return sum(OfStage::wins);
    }

    public int draws() {
        return sum(OfStage::draws);
    }

    public int losses() {
        return sum(OfStage::losses);
    }

    private int sum(ToIntFunction<OfStage> count) {
        return stages.stream().filter(Objects::nonNull).mapToInt(count).sum();
    }
}
