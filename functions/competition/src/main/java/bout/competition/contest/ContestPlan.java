package bout.competition.contest;

import bout.competition.Coded;
import bout.competition.tournament.Plan.Format;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * The settings of a contest, fixed when it is created. Everything later is in its journal.
 *
 * @param deadline until when bots can be entered, unless it is postponed; cut to whole milliseconds
 * @param perOwner how many bots of an owner may take part, from 1 to {@value #MOST_PER_OWNER}
 * @param stages one to {@value #MOST_STAGES}, in the order in which they are played
 * @param reveal when everybody learns the results
 * @param ladder whether its bots play on a ladder of its own until the deadline, from which the seeds come
 */
public record ContestPlan(Instant deadline, int perOwner, List<Stage> stages, Reveal reveal, Boolean ladder) {

    public static final int MOST_STAGES = 4;
    public static final int MOST_PER_OWNER = 20;

    public ContestPlan {
        deadline = deadline.truncatedTo(ChronoUnit.MILLIS);
        stages = List.copyOf(stages);
        // Plans that were stored before results could be hidden lack it.
        reveal = reveal == null ? Reveal.AT_ONCE : reveal;
        // Those from before there were such ladders lack it.
        ladder = Boolean.TRUE.equals(ladder);
        if (perOwner < 1 || perOwner > MOST_PER_OWNER || stages.isEmpty() || stages.size() > MOST_STAGES) {
            throw new IllegalArgumentException(
                    "not a plan: " + perOwner + " bots per owner in " + stages.size() + " stages");
        }
    }

    public ContestPlan(Instant deadline, int perOwner, List<Stage> stages) {
        this(deadline, perOwner, stages, Reveal.AT_ONCE, false);
    }

    public enum Reveal implements Coded {
        /** While a stage is played. */
        AT_ONCE,
        /** When the organiser says so, after the stage. */
        BY_ORGANISER
    }

    /**
     * A tournament in a contest.
     *
     * @param settings those of its {@link bout.competition.tournament.Plan} that differ from their defaults
     * @param best how many come in, at least 2: the best of the stage before, and at first those with the best ratings;
     *     {@code null} for all
     * @param house the house bot that all play against, in a gauntlet; {@code null} for none
     * @param percent the criterion: how many of its matches against the house bot a bot should win, from 1 to 100;
     *     {@code null} for none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Stage(Map<String, Object> settings, Integer best, String house, Integer percent) {

        public Stage {
            settings = Map.copyOf(settings);
            if (best != null && best < 2) {
                throw new IllegalArgumentException("a stage of " + best);
            }
            if (house != null && !isGauntlet(settings)) {
                throw new IllegalArgumentException("a house bot plays in a gauntlet only, not in " + settings);
            }
            if (percent != null && (house == null || percent < 1 || percent > 100)) {
                throw new IllegalArgumentException(percent + " % of the matches against " + house);
            }
        }

        public Stage(Map<String, Object> settings, Integer best) {
            this(settings, best, null, null);
        }

        public static boolean isGauntlet(Map<String, Object> settings) {
            return Format.GAUNTLET.code().equals(settings.get("format"));
        }

        /** How many play in its tournament, of so many bots. */
        public int players(int bots) {
            return house == null ? bots : bots + 1;
        }
    }
}
