package bout.competition.tally;

import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the bot at a seat answered, as numbers that can be added over matches. A house bot is never called, and has
 * {@link #NONE}.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonPropertyOrder({"calls", "times"})
public record SeatTally(
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
        int calls,

        Map<Failure.Kind, Integer> failures,
        AnswerTimes times) {

    public static final SeatTally NONE = new SeatTally(0, Map.of(), AnswerTimes.NONE);

    public static final List<SeatTally> NO_CALLS = List.of(NONE, NONE);

    public SeatTally {
        Map<Failure.Kind, Integer> inOrder = new EnumMap<>(Failure.Kind.class);
        // As JSON, a tally has only what is not empty, because each match stores two.
        inOrder.putAll(failures == null ? Map.of() : failures);
        failures = Collections.unmodifiableMap(inOrder);
        times = times == null ? AnswerTimes.NONE : times;
    }

    public int failed() {
        return failures.values().stream().reduce(0, Math::addExact);
    }

    /** The most frequent kind of failure, if at least half of the calls failed. */
    public Optional<Failure.Kind> mostlyFailed() {
        return failures.entrySet().stream()
                .filter(failure -> 2 * failed() >= calls)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    public SeatTally plus(SeatTally other) {
        Map<Failure.Kind, Integer> sum = new EnumMap<>(Failure.Kind.class);
        sum.putAll(failures);
        other.failures.forEach((kind, count) -> sum.merge(kind, count, Math::addExact));
        return new SeatTally(Math.addExact(calls, other.calls), sum, times.plus(other.times));
    }

    public static SeatTally of(Match<?> match, Seat seat) {
        List<Integer> times = new ArrayList<>();
        Map<Failure.Kind, Integer> failures = new EnumMap<>(Failure.Kind.class);
        for (Call call : match.calls()) {
            if (call.seat() == seat) {
                times.add(call.milliseconds());
                if (call.failure() != null) {
                    failures.merge(call.failure().kind(), 1, Integer::sum);
                }
            }
        }
        return new SeatTally(times.size(), failures, AnswerTimes.of(times));
    }
}
