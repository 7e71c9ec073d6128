package bout.competition.pairings;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Hands out the fixtures of a schedule in order, but skips those of busy players, who get theirs as soon as they are
 * free. So one slow player does not hold up the others.
 *
 * <p>It remembers each fixture that it has skipped, with some 30 bytes; a tournament on a stack has at most a million.
 *
 * <p>Not safe for use by several threads.
 */
public final class FixtureQueue {

    private static final Deque<Long> NONE = new ArrayDeque<>();

    private final Schedule schedule;
    private final IntPredicate free;
    private final BitSet gone = new BitSet();

    private long next;

    /**
     * The skipped fixtures of each player, by opponent, in order; both players of a pair have the same queue. So when a
     * player becomes free, the fixtures against busy opponents cost nothing, however many there are.
     */
    private final Map<Integer, Deque<Long>>[] passedOver;

    private long remembered;

    /** For each first player and each second one, the board after the last one on which they have been examined. */
    private final int[][] examined;

    /** Players who became free since their queue was last examined. */
    private final BitSet freed = new BitSet();

    /** Removed fixtures from {@link #next} on, such as those that were started together with an earlier one. */
    private final Set<Fixture> takenOut = new HashSet<>();

    /** @param free whether a player may start one more match; evaluated each time */
    @SuppressWarnings("unchecked")
    public FixtureQueue(Schedule schedule, IntPredicate free) {
        this.schedule = schedule;
        this.free = free;
        passedOver = new Map[schedule.players()];
        Arrays.setAll(passedOver, player -> new HashMap<>());
        examined = new int[schedule.players()][schedule.players()];
    }

    /** The next fixture whose players are both free; empty if there is none. */
    public Optional<Fixture> poll() {
        for (int player = freed.nextSetBit(0); player >= 0; player = freed.nextSetBit(player + 1)) {
            Optional<Fixture> fixture = pollPassedOver(player);
            if (fixture.isPresent()) {
                return fixture;
            }
            freed.clear(player);
        }
        while (next < schedule.fixtures()) {
            long index = next;
            Fixture fixture = schedule.fixture(index);
            advance(fixture);
            skip();
            if (free.test(fixture.first()) && free.test(fixture.second())) {
                return Optional.of(fixture);
            }
            Deque<Long> ofPair =
                    passedOver[fixture.first()].computeIfAbsent(fixture.second(), opponent -> new ArrayDeque<>());
            passedOver[fixture.second()].put(fixture.first(), ofPair);
            ofPair.add(index);
            remembered++;
        }
        return Optional.empty();
    }

    private Optional<Fixture> pollPassedOver(int player) {
        if (!free.test(player)) {
            return Optional.empty();
        }
        Optional<Long> index = passedOver[player].entrySet().stream()
                .filter(pair -> free.test(pair.getKey()))
                .map(pair -> pair.getValue().getFirst())
                .min(Comparator.naturalOrder());
        index.ifPresent(this::forget);
        return index.map(schedule::fixture);
    }

    private Optional<Long> skipped(Fixture fixture) {
        return passedOver[fixture.first()].getOrDefault(fixture.second(), NONE).stream()
                .filter(index -> schedule.fixture(index).equals(fixture))
                .findFirst();
    }

    private void forget(Long index) {
        Fixture fixture = schedule.fixture(index);
        Deque<Long> ofPair = passedOver[fixture.first()].get(fixture.second());
        ofPair.remove(index);
        remembered--;
        if (ofPair.isEmpty()) {
            passedOver[fixture.first()].remove(fixture.second());
            passedOver[fixture.second()].remove(fixture.first());
        }
    }

    /** Must be called when a busy player becomes free. */
    public void freed(int player) {
        if (!passedOver[player].isEmpty()) {
            freed.set(player);
        }
    }

    public void remove(int player) {
        gone.set(player);
        passedOver[player].forEach((opponent, ofPair) -> {
            passedOver[opponent].remove(player);
            remembered -= ofPair.size();
        });
        passedOver[player].clear();
        skip();
    }

    public boolean contains(Fixture fixture) {
        if (!schedule.has(fixture) || gone.get(fixture.first()) || gone.get(fixture.second())) {
            return false;
        }
        return isAhead(fixture) ? !takenOut.contains(fixture) : skipped(fixture).isPresent();
    }

    private boolean isAhead(Fixture fixture) {
        return fixture.board() >= examined[fixture.first()][fixture.second()];
    }

    private void advance(Fixture fixture) {
        examined[fixture.first()][fixture.second()] = fixture.board() + 1;
        next++;
    }

    /** Removes a fixture. Returns false if it was not in the queue. */
    public boolean remove(Fixture fixture) {
        if (!contains(fixture)) {
            return false;
        }
        if (isAhead(fixture)) {
            takenOut.add(fixture);
            skip();
        } else {
            skipped(fixture).ifPresent(this::forget);
        }
        return true;
    }

    /** Whether no fixtures are left, even if all players were free. */
    public boolean isEmpty() {
        return next == schedule.fixtures() && remembered == 0;
    }

    /** Moves to the next fixture that was not removed, so that it is known at once whether there is one. */
    private void skip() {
        while (next < schedule.fixtures()) {
            Fixture fixture = schedule.fixture(next);
            if (!gone.get(fixture.first()) && !gone.get(fixture.second()) && !takenOut.remove(fixture)) {
                return;
            }
            advance(fixture);
        }
    }
}
