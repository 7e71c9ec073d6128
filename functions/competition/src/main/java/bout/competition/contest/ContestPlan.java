package bout.competition.contest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What was decided about a contest when it was created. Everything later is in its journal.
 *
 * @param deadline until when bots can be entered, unless it is postponed; cut to whole milliseconds
 * @param perOwner how many bots of an owner may take part, from 1 to {@value #MOST_PER_OWNER}
 * @param stages one to {@value #MOST_STAGES}, in the order in which they are played
 */
public record ContestPlan(Instant deadline, int perOwner, List<Stage> stages) {

    public static final int MOST_STAGES = 4;
    public static final int MOST_PER_OWNER = 20;

    public ContestPlan {
        deadline = deadline.truncatedTo(ChronoUnit.MILLIS);
        stages = List.copyOf(stages);
        if (perOwner < 1 || perOwner > MOST_PER_OWNER || stages.isEmpty() || stages.size() > MOST_STAGES) {
            throw new IllegalArgumentException(
                    "not a plan: " + perOwner + " bots per owner in " + stages.size() + " stages");
        }
    }

    /**
     * A tournament in a contest.
     *
     * @param settings those of its {@link bout.competition.tournament.Plan} that differ from their defaults
     * @param best how many come in, at least 2: the best of the stage before, and at first those with the best ratings;
     *     {@code null} for all
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Stage(Map<String, Object> settings, Integer best) {

        public Stage {
            settings = Map.copyOf(settings);
            if (best != null && best < 2) {
                throw new IllegalArgumentException("a stage of " + best);
            }
            Objects.requireNonNull(settings, "a stage has settings, if only none");
        }
    }
}
