package bout.api;

import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.contest.Grade;
import bout.competition.contest.Grade.Criterion;
import bout.competition.contest.Grade.OfStage;
import bout.wire.Csv;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The grades of a contest as its organiser gets them.
 *
 * @param ownerNames the names of owners, by id
 */
record ContestGrades(ContestPlan plan, List<Grade> grades, Map<String, String> ownerNames) {

    Map<String, Object> toPlain() {
        return Map.of("grades", grades.stream().map(this::toPlain).toList());
    }

    private Map<String, Object> toPlain(Grade grade) {
        Map<String, Object> plain = withoutStages(grade);
        plain.put(
                "stages",
                grade.stages().stream()
                        .map(stage -> stage == null ? null : Json.fields(stage))
                        .toList());
        return plain;
    }

    private Map<String, Object> withoutStages(Grade grade) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("owner", grade.entry().owner());
        plain.put(
                "ownerName",
                ownerNames.getOrDefault(grade.entry().owner(), grade.entry().owner()));
        plain.put("bot", grade.entry().bot());
        plain.put("name", grade.entry().name());
        plain.put("place", grade.place());
        plain.put("matches", grade.matches());
        plain.put("wins", grade.wins());
        plain.put("draws", grade.draws());
        plain.put("losses", grade.losses());
        plain.put("out", grade.entry().out());
        return plain;
    }

    String csv() {
        List<List<Object>> rows = new ArrayList<>();
        rows.add(titles());
        grades.forEach(grade -> rows.add(row(grade)));
        return Csv.text(rows);
    }

    private List<Object> titles() {
        List<Object> titles = new ArrayList<>(List.of(
                "owner", "owner name", "bot", "bot name", "place", "matches", "wins", "draws", "losses", "out"));
        for (int i = 0; i < plan.stages().size(); i++) {
            String stage = "stage " + (i + 1) + " ";
            titles.addAll(List.of(stage + "place", stage + "points"));
            if (plan.stages().get(i).percent() != null) {
                titles.addAll(List.of(stage + "criterion", stage + "wins", stage + "matches", stage + "met"));
            }
        }
        return titles;
    }

    private List<Object> row(Grade grade) {
        List<Object> row = new ArrayList<>(withoutStages(grade).values());
        for (int i = 0; i < plan.stages().size(); i++) {
            Stage stage = plan.stages().get(i);
            OfStage played = grade.stages().get(i);
            row.add(played == null ? null : played.place());
            row.add(played == null ? null : played.points());
            if (stage.percent() != null) {
                Criterion criterion = played == null ? null : played.criterion();
                row.add(stage.percent() + " % against " + stage.house());
                row.add(criterion == null ? null : criterion.wins());
                row.add(criterion == null ? null : criterion.matches());
                row.add(criterion == null ? null : criterion.met() ? "yes" : "no");
            }
        }
        return row;
    }
}
