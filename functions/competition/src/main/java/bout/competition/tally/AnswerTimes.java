package bout.competition.tally;

import bout.engine.Plain;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram of answer times: the number of calls in each step that is not empty. It is small for any number of calls,
 * and those of several matches can be added.
 *
 * <p>Times are in whole milliseconds. Below 16 ms each has its own step; above, there are eight steps for each
 * doubling, so times are exact to 1/16.
 */
public record AnswerTimes(SortedMap<Integer, Integer> steps) {

    public static final AnswerTimes NONE = new AnswerTimes(new TreeMap<>());

    private static final int BITS = 3;
    private static final int LAST_STEP = step(Integer.MAX_VALUE);

    public AnswerTimes {
        steps = Collections.unmodifiableSortedMap(new TreeMap<>(steps));
        steps.forEach((step, count) -> {
            if (step < 0 || step > LAST_STEP || count < 1) {
                throw new IllegalArgumentException("no times: " + count + " in step " + step);
            }
        });
    }

    /** @param milliseconds one for each call, none negative */
    public static AnswerTimes of(List<Integer> milliseconds) {
        SortedMap<Integer, Integer> steps = new TreeMap<>();
        milliseconds.forEach(time -> steps.merge(step(time), 1, Math::addExact));
        return new AnswerTimes(steps);
    }

    public AnswerTimes plus(AnswerTimes others) {
        SortedMap<Integer, Integer> sum = new TreeMap<>(steps);
        others.steps.forEach((step, count) -> sum.merge(step, count, Math::addExact));
        return new AnswerTimes(sum);
    }

    public int count() {
        return steps.values().stream().reduce(0, Math::addExact);
    }

    /** The time in ms within which this percentage of calls was answered, 50 for the median; empty without calls. */
    public OptionalInt percentile(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("no percentile: " + percent);
        }
        long left = Math.ceilDiv((long) count() * percent, 100L);
        for (Map.Entry<Integer, Integer> step : steps.entrySet()) {
            left -= step.getValue();
            if (left <= 0) {
                return OptionalInt.of(middle(step.getKey()));
            }
        }
        return OptionalInt.empty();
    }

    private static int step(int milliseconds) {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("must not be negative: " + milliseconds);
        }
        // The leading bit selects a row of eight steps; the next three bits select the step within the row.
        int row = Math.max(0, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(milliseconds) - BITS);
        return (row << BITS) + (milliseconds >>> row);
    }

    private static int middle(int step) {
        int row = Math.max(0, (step >> BITS) - 1);
        return ((step - (row << BITS)) << row) + ((1 << row) - 1) / 2;
    }

    /** The number and the count of each step, one after the other. */
    @JsonValue
    List<Integer> toPlain() {
        List<Integer> plain = new ArrayList<>();
        steps.forEach((step, count) -> {
            plain.add(step);
            plain.add(count);
        });
        return plain;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static AnswerTimes read(Plain plain) {
        List<Plain> numbers = plain.entries();
        SortedMap<Integer, Integer> steps = new TreeMap<>();
        for (int i = 0; i + 1 < numbers.size(); i += 2) {
            steps.put(numbers.get(i).integer(0, LAST_STEP), numbers.get(i + 1).integer(1, Integer.MAX_VALUE));
        }
        return new AnswerTimes(steps);
    }
}
