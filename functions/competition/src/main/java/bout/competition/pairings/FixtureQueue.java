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
     * The skipped fixtures of each player, by those who meet, in order; all of them have the same queue. So when a
     * player becomes free, the fixtures with busy players cost nothing, however many there are.
     */
    private final Map<Set<Integer>, Deque<Long>>[] passedOver;

    private long remembered;

    /** Players who became free since their queue was last examined. */
    private final BitSet freed = new BitSet();

    /** Removed fixtures from {@link #next} on, such as those that were started together with an earlier one. */
    private final Set<Long> takenOut = new HashSet<>();

    /** @param free whether a player may start one more match; evaluated each time */
    @SuppressWarnings("unchecked")
    public FixtureQueue(Schedule schedule, IntPredicate free) {
        this.schedule = schedule;
        this.free = free;
        passedOver = new Map[schedule.players()];
        Arrays.setAll(passedOver, player -> new HashMap<>());
    }

    /** The next fixture whose players are all free; empty if there is none. */
    public Optional<Fixture> poll() {
        for (int player = freed.nextSetBit(0); player >= 0; player = freed.nextSetBit(player + 1)) {
            Optional<Fixture> fixture = pollPassedOver(player);
            if (fixture.isPresent()) {
                return fixture;
            }
            freed.clear(player);
        }
        while (next < schedule.fixtures()) {
            long index = next++;
            Fixture fixture = schedule.fixture(index);
            skip();
            if (fixture.players().stream().allMatch(free::test)) {
                return Optional.of(fixture);
            }
            Set<Integer> group = Set.copyOf(fixture.players());
            Deque<Long> ofGroup = passedOver[fixture.first()].computeIfAbsent(group, unknown -> new ArrayDeque<>());
            group.forEach(player -> passedOver[player].put(group, ofGroup));
            ofGroup.add(index);
            remembered++;
        }
        return Optional.empty();
    }

    private Optional<Fixture> pollPassedOver(int player) {
        if (!free.test(player)) {
            return Optional.empty();
        }
        Optional<Long> index = passedOver[player].entrySet().stream()
                .filter(group -> group.getKey().stream().allMatch(free::test))
                .map(group -> group.getValue().getFirst())
                .min(Comparator.naturalOrder());
        index.ifPresent(this::forget);
        return index.map(schedule::fixture);
    }

    private Deque<Long> skipped(Fixture fixture) {
        return passedOver[fixture.first()].getOrDefault(Set.copyOf(fixture.players()), NONE);
    }

    private void forget(Long index) {
        Fixture fixture = schedule.fixture(index);
        Deque<Long> ofGroup = skipped(fixture);
        ofGroup.remove(index);
        remembered--;
        if (ofGroup.isEmpty()) {
            fixture.players().forEach(player -> passedOver[player].remove(Set.copyOf(fixture.players())));
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
        Map<Set<Integer>, Deque<Long>> skipped = passedOver[player];
        passedOver[player] = new HashMap<>();
        skipped.forEach((group, ofGroup) -> {
            group.forEach(other -> passedOver[other].remove(group));
            remembered -= ofGroup.size();
        });
        skip();
    }

    public boolean contains(Fixture fixture) {
        long index = schedule.index(fixture);
        if (index < 0 || fixture.again() > 0 || fixture.players().stream().anyMatch(gone::get)) {
            return false;
        }
        return index >= next ? !takenOut.contains(index) : skipped(fixture).contains(index);
    }

    /** Removes a fixture. Returns false if it was not in the queue. */
    public boolean remove(Fixture fixture) {
        if (!contains(fixture)) {
            return false;
        }
        long index = schedule.index(fixture);
        if (index >= next) {
            takenOut.add(index);
            skip();
        } else {
            forget(index);
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
            if (fixture.players().stream().noneMatch(gone::get) && !takenOut.remove(next)) {
                return;
            }
            next++;
        }
    }
}
