package bout.standings.pairings;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Hands out the fixtures of a schedule in its order, but passes over those of players who are not free; they get theirs
 * as soon as they are. So one slow player does not keep the others waiting.
 *
 * <p>It looks ahead only so far: of the fixtures that it passed over it remembers {@value #REMEMBERED_FOR_A_PLAYER} for each
 * player of the schedule, and while there are as many it goes no further. That is all that it holds, whatever the length of
 * the schedule.
 *
 * <p>Not safe for use by several threads.
 */
public final class FixtureQueue {

    /** With so many each player still finds others who are free when all the others are busy, boards ahead if need be. */
    private static final int REMEMBERED_FOR_A_PLAYER = 64;

    private final Schedule schedule;
    private final IntPredicate free;
    private final BitSet gone = new BitSet();

    /** The next fixture at which nobody has looked yet. */
    private long next;

    /**
     * The fixtures that were passed over, each with one of its players who was not free then. A player's own queue is looked
     * at only when that player becomes free, so what nobody can play costs nothing.
     */
    private final PriorityQueue<Long>[] passedOver;

    private long remembered;

    /** Players who became free since their queue was looked at. */
    private final BitSet freed = new BitSet();

    /** Fixtures behind {@link #next} that were taken out. */
    private final Set<Long> takenOut = new HashSet<>();

    /** @param free whether a player may begin one more match; asked anew each time */
    @SuppressWarnings("unchecked")
    public FixtureQueue(Schedule schedule, IntPredicate free) {
        this.schedule = schedule;
        this.free = free;
        passedOver = new PriorityQueue[schedule.players()];
        for (int player = 0; player < passedOver.length; player++) {
            passedOver[player] = new PriorityQueue<>();
        }
    }

    /** The next fixture whose players are both free; nothing if there is none so far ahead. */
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

    /** To be called when a player who was not free is so again. */
    public void freed(int player) {
        if (!passedOver[player].isEmpty()) {
            freed.set(player);
        }
    }

    /** Takes all fixtures of a player out. */
    public void remove(int player) {
        gone.set(player);
        for (PriorityQueue<Long> passed : passedOver) {
            int before = passed.size();
            passed.removeIf(index -> schedule.fixture(index).involves(player));
            remembered -= before - passed.size();
        }
        skip();
    }

    /** Whether a fixture has yet to come. */
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
     * Takes a fixture out.
     *
     * @return false if it was not there
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

    /** Whether no fixture is to come any more, whoever becomes free. */
    public boolean isEmpty() {
        return next == schedule.fixtures() && remembered == 0;
    }

    /** Goes on to a fixture that is to be played, so that it is known at once whether there is one. */
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
