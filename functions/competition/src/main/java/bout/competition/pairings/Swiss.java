package bout.competition.pairings;

import bout.competition.Outcome;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The Swiss system: in every round players of equal points meet, and nobody meets anyone twice. The rules, from the
 * most important:
 *
 * <ol>
 *   <li>Nobody meets the same opponent again, and nobody gets a second bye.
 *   <li>Nobody has had one seat three times more often than the other, so long as a pairing allows that.
 *   <li>With an odd number of players the bye goes to the last in the order who may have it; it counts as a win.
 *   <li>From the top of the order down, everybody meets an opponent of the same points if possible, else of the next
 *       fewer. In a group of equal points the first of the upper half meets the first of the lower half, and so on; an
 *       opponent who needs the other seat goes before one who needs the same.
 * </ol>
 *
 * <p>The order is by points and then by seeding. A choice is made only if all who come after can still be paired by the
 * first two rules, so a round is found whenever there is one. Who needs seat 1 more gets it; where both need it alike,
 * the one that had the other seat last; and in the first round the seats alternate down the pairs, from a lot.
 */
public final class Swiss {

    private static final int LARGEST_BALANCE = 2;

    private final int players;
    private final int boards;
    private final boolean topSeedFirst;
    private final int[] halfPoints;
    private final int[] balance;
    private final Seat[] lastSeat;
    private final boolean[] hadBye;
    private final boolean[][] met;
    private int rounds;

    /**
     * A round: for each pair one fixture on each of the round's boards, with alternating seats, and the player who does
     * not play.
     */
    public record Round(int number, int players, List<Fixture> listed, OptionalInt bye) implements Schedule {

        @Override
        public long fixtures() {
            return listed.size();
        }

        @Override
        public Fixture fixture(long index) {
            return listed.get((int) index);
        }

        @Override
        public boolean has(Fixture fixture) {
            return listed.contains(fixture);
        }
    }

    /** The seed is for the lot that gives the top seed its first seat. */
    public Swiss(int players, int boards, String seed) {
        if (players < 2 || boards < 1) {
            throw new IllegalArgumentException(
                    "a Swiss tournament needs at least 2 players and 1 board, not " + players + " and " + boards);
        }
        this.players = players;
        this.boards = boards;
        topSeedFirst = SeededRandom.of(seed, "first seat of the top seed").nextBoolean();
        halfPoints = new int[players];
        balance = new int[players];
        lastSeat = new Seat[players];
        hadBye = new boolean[players];
        met = new boolean[players][players];
    }

    /** The number of rounds that leave one winner if nobody draws: log2 of the players, rounded up. */
    public static int usualRounds(int players) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(players - 1);
    }

    /**
     * The number of rounds that can always be paired without two players meeting twice: half the players, rounded up.
     * Until then everyone has more possible opponents than half of all players, which is enough (Dirac, 1952).
     */
    public static int mostRounds(int players) {
        return (players + 1) / 2;
    }

    public int halfPoints(int player) {
        return halfPoints[player];
    }

    /** How often a player had seat 1, minus how often it had seat 2. */
    public int balance(int player) {
        return balance[player];
    }

    /**
     * Pairs the next round of those present, after all results of earlier rounds. Empty if no pairing satisfies the
     * first rule, or fewer than two players are left.
     */
    public Optional<Round> pair(IntPredicate present) {
        List<Integer> order = IntStream.range(0, players)
                .filter(present)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(player -> -halfPoints[player])
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        if (order.size() < 2) {
            return Optional.empty();
        }
        Matching possible = new Matching(allowed(order, true));
        if (!possible.complete()) {
            possible = new Matching(allowed(order, false));
            if (!possible.complete()) {
                return Optional.empty();
            }
        }
        OptionalInt bye = order.size() % 2 == 0 ? OptionalInt.empty() : takeBye(order, possible);
        List<Fixture> fixtures = new ArrayList<>();
        boolean[] paired = new boolean[order.size()];
        bye.ifPresent(player -> paired[order.indexOf(player)] = true);
        int pairs = 0;
        for (int upper = 0; upper < order.size(); upper++) {
            if (!paired[upper]) {
                int lower = takeOpponent(order, paired, upper, possible);
                paired[upper] = true;
                paired[lower] = true;
                seat(order.get(upper), order.get(lower), pairs++, fixtures);
            }
        }
        return Optional.of(new Round(rounds++, players, List.copyOf(fixtures), bye));
    }

    public void result(Fixture fixture, Outcome outcome) {
        halfPoints[fixture.first()] += outcome.halfPoints(0);
        halfPoints[fixture.second()] += outcome.halfPoints(1);
    }

    /** By place in the order; with an odd number of players the last place is the bye. */
    private boolean[][] allowed(List<Integer> order, boolean bySeats) {
        int places = order.size() + order.size() % 2;
        boolean[][] allowed = new boolean[places][places];
        for (int one = 0; one < places; one++) {
            for (int other = 0; other < one; other++) {
                boolean may = one < order.size()
                        ? mayMeet(order.get(one), order.get(other), bySeats)
                        : !hadBye[order.get(other)];
                allowed[one][other] = may;
                allowed[other][one] = may;
            }
        }
        return allowed;
    }

    private boolean mayMeet(int one, int other, boolean bySeats) {
        boolean seatsLeft = Math.abs(balance[one] + balance[other]) < 2 * LARGEST_BALANCE;
        return !met[one][other] && (seatsLeft || !bySeats);
    }

    private OptionalInt takeBye(List<Integer> order, Matching possible) {
        for (int place = order.size() - 1; place >= 0; place--) {
            if (possible.mayMatch(place, order.size()) && possible.take(place, order.size())) {
                int player = order.get(place);
                hadBye[player] = true;
                halfPoints[player] += 2 * boards;
                return OptionalInt.of(player);
            }
        }
        throw new IllegalStateException("a round that can be paired must have a bye");
    }

    private int takeOpponent(List<Integer> order, boolean[] paired, int upper, Matching possible) {
        for (int place : preferred(order, paired, upper)) {
            if (possible.mayMatch(upper, place) && possible.take(upper, place)) {
                return place;
            }
        }
        throw new IllegalStateException("a round that can be paired must have an opponent for everyone");
    }

    /** The places of all players without an opponent, best opponent first. */
    private List<Integer> preferred(List<Integer> order, boolean[] paired, int upper) {
        int player = order.get(upper);
        List<Integer> equal = new ArrayList<>();
        List<Integer> below = new ArrayList<>();
        for (int place = upper + 1; place < order.size(); place++) {
            if (!paired[place]) {
                (halfPoints[order.get(place)] == halfPoints[player] ? equal : below).add(place);
            }
        }
        int upperHalf = Math.max(0, (equal.size() + 1) / 2 - 1);
        List<Integer> preferred = new ArrayList<>();
        addBySeats(preferred, equal.subList(upperHalf, equal.size()), order, player);
        addBySeats(preferred, equal.subList(0, upperHalf).reversed(), order, player);
        int from = 0;
        while (from < below.size()) {
            int to = from;
            while (to < below.size()
                    && halfPoints[order.get(below.get(to))] == halfPoints[order.get(below.get(from))]) {
                to++;
            }
            addBySeats(preferred, below.subList(from, to), order, player);
            from = to;
        }
        return preferred;
    }

    private void addBySeats(List<Integer> preferred, List<Integer> places, List<Integer> order, int player) {
        for (int place : places) {
            if (balance[player] * balance[order.get(place)] <= 0) {
                preferred.add(place);
            }
        }
        for (int place : places) {
            if (balance[player] * balance[order.get(place)] > 0) {
                preferred.add(place);
            }
        }
    }

    private void seat(int upper, int lower, int pair, List<Fixture> fixtures) {
        met[upper][lower] = true;
        met[lower][upper] = true;
        boolean upperFirst = upperFirst(upper, lower, pair);
        for (int board = 0; board < boards; board++) {
            boolean first = upperFirst == (board % 2 == 0);
            int number = rounds * boards + board;
            fixtures.add(first ? new Fixture(number, upper, lower) : new Fixture(number, lower, upper));
            balance[upper] += first ? 1 : -1;
            balance[lower] += first ? -1 : 1;
            lastSeat[upper] = first ? Seat.FIRST : Seat.SECOND;
            lastSeat[lower] = lastSeat[upper].other();
        }
    }

    private boolean upperFirst(int upper, int lower, int pair) {
        if (balance[upper] != balance[lower]) {
            return balance[upper] < balance[lower];
        }
        if (lastSeat[upper] != null) {
            return lastSeat[upper] == Seat.SECOND;
        }
        if (lastSeat[lower] != null) {
            return lastSeat[lower] == Seat.FIRST;
        }
        return topSeedFirst == (pair % 2 == 0);
    }
}
