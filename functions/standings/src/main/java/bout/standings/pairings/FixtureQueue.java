package bout.standings.pairings;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Hands out the fixtures of a schedule in order, but skips those of busy players, who get theirs as soon as they are
 * free. So one slow player does not hold up the others.
 *
 * <p>The queue looks ahead a limited distance: it remembers {@value #REMEMBERED_FOR_A_PLAYER} skipped fixtures for each
 * player of the schedule, and stops there. So its memory does not depend on the length of the schedule.
 *
 * <p>Not safe for use by several threads.
 */
public final class FixtureQueue {

    /** Enough for every free player to find a free opponent while all others are busy, if necessary boards ahead. */
    private static final int REMEMBERED_FOR_A_PLAYER = 64;

    private final Schedule schedule;
    private final IntPredicate free;
    private final BitSet gone = new BitSet();

    /** The next fixture that has not been examined. */
    private long next;

    /**
     * The skipped fixtures, each under one of its players who was busy at the time. A player's queue is examined only
     * when that player becomes free, so fixtures that nobody can play cost nothing.
     */
    private final PriorityQueue<Long>[] passedOver;

    private long remembered;

    /** Players who became free since their queue was last examined. */
    private final BitSet freed = new BitSet();

    /** Removed fixtures from {@link #next} on. */
    private final Set<Long> takenOut = new HashSet<>();

    /** @param free whether a player may start one more match; evaluated each time */
    @SuppressWarnings("unchecked")
    public FixtureQueue(Schedule schedule, IntPredicate free) {
        this.schedule = schedule;
        this.free = free;
        passedOver = new PriorityQueue[schedule.players()];
        for (int player = 0; player < passedOver.length; player++) {
            passedOver[player] = new PriorityQueue<>();
        }
    }

    /** The next fixture whose players are both free; empty if there is none within reach. */
    public Optional<Fixture> poll() {
        for (int player = freed.nextSetBit(0); player >= 0; player = freed.nextSetBit(player + 1)) {
            Optional<Fixture> fixture = pollPassedOver(player);
            if (fixture.isPresent()) {
                return fixture;
            }
            freed.clear(player);
        }
        while (next < schedule.fixtures() && remembered < (long) REMEMBERED_FOR_A_PLAYER * schedule.players()) {
            long index = next++;
            skip();
            Fixture fixture = schedule.fixture(index);
            int busy = free.test(fixture.first()) ? fixture.second() : fixture.first();
            if (free.test(busy)) {
                return Optional.of(fixture);
            }
            passedOver[busy].add(index);
            remembered++;
        }
        return Optional.empty();
    }

    private Optional<Fixture> pollPassedOver(int player) {
        while (free.test(player) && !passedOver[player].isEmpty()) {
            long index = passedOver[player].remove();
            Fixture fixture = schedule.fixture(index);
            int opponent = fixture.first() == player ? fixture.second() : fixture.first();
            if (free.test(opponent)) {
                remembered--;
                return Optional.of(fixture);
            }
            passedOver[opponent].add(index);
        }
        return Optional.empty();
    }

    /** Must be called when a busy player becomes free. */
    public void freed(int player) {
        if (!passedOver[player].isEmpty()) {
            freed.set(player);
        }
    }

    /** Removes all fixtures of a player. */
    public void remove(int player) {
        gone.set(player);
        for (PriorityQueue<Long> passed : passedOver) {
            int before = passed.size();
            passed.removeIf(index -> schedule.fixture(index).involves(player));
            remembered -= before - passed.size();
        }
        skip();
    }

    /** Whether a fixture is still in the queue. */
    public boolean contains(Fixture fixture) {
        long index = schedule.index(fixture);
        if (index < 0 || gone.get(fixture.first()) || gone.get(fixture.second())) {
            return false;
        }
        return index >= next
                ? !takenOut.contains(index)
                : passedOver[fixture.first()].contains(index) || passedOver[fixture.second()].contains(index);
    }

    /**
     * Removes a fixture.
     *
     * @return false if it was not in the queue
     */
    public boolean remove(Fixture fixture) {
        if (!contains(fixture)) {
            return false;
        }
        long index = schedule.index(fixture);
        if (index >= next) {
            takenOut.add(index);
            skip();
        } else {
            if (!passedOver[fixture.first()].remove(index)) {
                passedOver[fixture.second()].remove(index);
            }
            remembered--;
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
            if (!gone.get(fixture.first()) && !gone.get(fixture.second()) && !takenOut.remove(next)) {
                return;
            }
            next++;
        }
    }
}
