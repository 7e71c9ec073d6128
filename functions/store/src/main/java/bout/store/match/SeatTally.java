package bout.store.match;

import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Plain;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the bot at a seat answered, as numbers that can be added over matches. A house bot runs within the runner, is
 * never called, and has {@link #NONE}.
 *
 * @param calls the number of calls
 * @param failures the number of failed calls by kind, without zeros
 * @param times how long the calls took, including failed ones
 */
public record SeatTally(int calls, Map<Failure.Kind, Integer> failures, AnswerTimes times) {

    public static final SeatTally NONE = new SeatTally(0, Map.of(), AnswerTimes.NONE);

    /** The tallies of a match between house bots. */
    public static final List<SeatTally> NO_CALLS = List.of(NONE, NONE);

    public SeatTally {
        Map<Failure.Kind, Integer> inOrder = new EnumMap<>(Failure.Kind.class);
        inOrder.putAll(failures);
        failures = Collections.unmodifiableMap(inOrder);
    }

    /** The number of failed calls. */
    public int failed() {
        return failures.values().stream().reduce(0, Math::addExact);
    }

    /** The sum of both. */
    public SeatTally plus(SeatTally other) {
        Map<Failure.Kind, Integer> sum = new EnumMap<>(Failure.Kind.class);
        sum.putAll(failures);
        other.failures.forEach((kind, count) -> sum.merge(kind, count, Math::addExact));
        return new SeatTally(Math.addExact(calls, other.calls), sum, times.plus(other.times));
    }

    /**
     * The tallies of a match, seat 1, then seat 2.
     *
     * @param players who played it, in the same order
     */
    public static List<SeatTally> of(Match<?, ?> match, List<PlayerRecord> players) {
        List<SeatTally> tallies = new ArrayList<>();
        for (Seat seat : Seat.values()) {
            boolean called = players.get(seat.index()).house() == null;
            tallies.add(called ? of(match.calls(), seat) : NONE);
        }
        return List.copyOf(tallies);
    }

    private static SeatTally of(List<Call> calls, Seat seat) {
        List<Integer> times = new ArrayList<>();
        Map<Failure.Kind, Integer> failures = new EnumMap<>(Failure.Kind.class);
        for (Call call : calls) {
            if (call.seat() == seat) {
                times.add(call.milliseconds());
                if (call.failure() != null) {
                    failures.merge(call.failure().kind(), 1, Integer::sum);
                }
            }
        }
        return new SeatTally(times.size(), failures, AnswerTimes.of(times));
    }

    /** The form that {@link #read} reads. Short, because each match stores two. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        if (calls > 0) {
            plain.put("calls", calls);
            plain.put("times", times.toPlain());
        }
        if (!failures.isEmpty()) {
            Map<String, Object> kinds = new LinkedHashMap<>();
            failures.forEach((kind, count) -> kinds.put(kind.code(), count));
            plain.put("failures", kinds);
        }
        return plain;
    }

    /** @throws bout.engine.UnexpectedValue when the value is not what {@link #toPlain} makes */
    public static SeatTally read(Plain plain) {
        plain.onlyFields("calls", "times", "failures");
        Map<Failure.Kind, Integer> failures = new EnumMap<>(Failure.Kind.class);
        if (plain.has("failures")) {
            Plain kinds = plain.get("failures");
            kinds.fields()
                    .keySet()
                    .forEach(code -> failures.put(
                            Failure.Kind.of((String) code),
                            kinds.get((String) code).integer(1, Integer.MAX_VALUE)));
        }
        return new SeatTally(
                plain.has("calls") ? plain.get("calls").integer(1, Integer.MAX_VALUE) : 0,
                failures,
                plain.has("times") ? AnswerTimes.read(plain.get("times")) : AnswerTimes.NONE);
    }
}
