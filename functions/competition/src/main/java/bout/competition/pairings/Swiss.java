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
 *
 * <p>In matches of more than two, groups of neighbours in the order meet. From the top down, each group takes the next
 * one who has met its players least often; then players are exchanged between groups as long as that avoids rematches.
 * The player left over, the last with the fewest byes so far, has a bye, unless the game allows smaller groups. A seat
 * that a group lacks counts as an opponent who was beaten.
 */
public final class Swiss {

    private static final int LARGEST_BALANCE = 2;

    private final int players;
    private final GroupSize size;
    private final int boards;
    private final String seed;
    private final boolean topSeedFirst;
    private final int[] halfPoints;
    private final int[] balance;
    private final Seat[] lastSeat;
    private final int[] byes;
    private final int[][] met;

    /** How often each player had each seat. */
    private final int[][] had;

    private int rounds;

    /**
     * A round: for each pair or group one fixture on each of the round's boards, with other seats on each, and the
     * players who do not play.
     */
    public record Round(int number, int players, List<Fixture> listed, List<Integer> byes) implements Schedule {

        @Override
        public long fixtures() {
            return listed.size();
        }

        @Override
        public Fixture fixture(long index) {
            return listed.get((int) index);
        }

        @Override
        public long index(Fixture fixture) {
            return listed.indexOf(fixture);
        }
    }

    /** The seed is for the lots that decide on the first seats. */
    public Swiss(int players, GroupSize size, int boards, String seed) {
        if (players < 2 || size.seats() < 2 || boards < 1) {
            throw new IllegalArgumentException(
                    "a Swiss tournament needs at least 2 players and 1 board, not " + players + " and " + boards);
        }
        this.players = players;
        this.size = size;
        this.boards = boards;
        this.seed = seed;
        topSeedFirst = SeededRandom.of(seed, "first seat of the top seed").nextBoolean();
        halfPoints = new int[players];
        balance = new int[players];
        lastSeat = new Seat[players];
        byes = new int[players];
        met = new int[players][players];
        had = new int[players][size.seats()];
    }

    /**
     * The number of rounds that leave one winner if nobody draws: the logarithm of the players to the base of the
     * seats, rounded up.
     */
    public static int usualRounds(int players, int seats) {
        int rounds = 1;
        for (int winners = (players + seats - 1) / seats; winners > 1; winners = (winners + seats - 1) / seats) {
            rounds++;
        }
        return rounds;
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
        if (!size.pairs()) {
            return inGroups(order);
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
        return Optional.of(new Round(
                rounds++, players, List.copyOf(fixtures), bye.stream().boxed().toList()));
    }

    public void result(Fixture fixture, Outcome outcome) {
        result(fixture, outcome, 1);
    }

    /** Takes a result back. Rounds that are paired stay so; the next one follows from the results there are then. */
    public void takeBack(Fixture fixture, Outcome outcome) {
        result(fixture, outcome, -1);
    }

    private void result(Fixture fixture, Outcome outcome, int times) {
        for (int seat = 0; seat < outcome.seats(); seat++) {
            halfPoints[fixture.players().get(seat)] +=
                    times * (outcome.halfPoints(seat) + halfPointsOfBye(size, fixture));
        }
    }

    /** A seat that a smaller group lacks counts as an opponent who was beaten; without a group, all seats do. */
    public static int halfPointsOfBye(GroupSize size, Fixture fixture) {
        return 2 * (size.seats() - fixture.players().size());
    }

    private Optional<Round> inGroups(List<Integer> order) {
        List<Integer> sizes = size.groups(order.size());
        int playing = sizes.stream().mapToInt(Integer::intValue).sum();
        if (playing == 0) {
            return Optional.empty();
        }
        List<Integer> left = new ArrayList<>(order);
        List<Integer> resting = order.reversed().stream()
                .sorted(Comparator.comparingInt(player -> byes[player]))
                .limit(order.size() - playing)
                .toList();
        resting.forEach(player -> {
            byes[player]++;
            halfPoints[player] += 2 * (size.seats() - 1) * boards;
        });
        left.removeAll(resting);
        List<List<Integer>> groups = new ArrayList<>();
        for (int members : sizes) {
            List<Integer> group = new ArrayList<>();
            while (group.size() < members) {
                Integer next = left.stream()
                        .min(Comparator.comparingInt(player -> meetings(group, player)))
                        .orElseThrow();
                left.remove(next);
                group.add(next);
            }
            groups.add(group);
        }
        exchange(groups);
        List<Fixture> fixtures = new ArrayList<>();
        for (List<Integer> group : groups) {
            group.forEach(one -> group.forEach(other -> met[one][other] += one.equals(other) ? 0 : 1));
            Fixture first = new Fixture(rounds * boards, seated(group));
            for (int board = 0; board < boards; board++) {
                Fixture fixture = first.rotated(board, rounds * boards + board);
                for (int seat = 0; seat < group.size(); seat++) {
                    had[fixture.players().get(seat)][seat]++;
                }
                fixtures.add(fixture);
            }
        }
        return Optional.of(new Round(rounds++, players, List.copyOf(fixtures), resting));
    }

    /** How often a player has met the others of a group. */
    private int meetings(List<Integer> group, int player) {
        return group.stream().mapToInt(other -> met[player][other]).sum();
    }

    /** Exchanges players between groups as long as that avoids rematches. */
    private void exchange(List<List<Integer>> groups) {
        boolean better = true;
        while (better) {
            better = false;
            for (List<Integer> one : groups) {
                for (List<Integer> other : groups) {
                    better |= one != other && exchange(one, other);
                }
            }
        }
    }

    private boolean exchange(List<Integer> one, List<Integer> other) {
        for (int i = 0; i < one.size(); i++) {
            int mine = one.get(i);
            if (meetings(one, mine) == 0) {
                continue;
            }
            for (int j = 0; j < other.size(); j++) {
                int theirs = other.get(j);
                int between = 2 * met[mine][theirs];
                int before = meetings(one, mine) + meetings(other, theirs);
                if (meetings(one, theirs) + meetings(other, mine) - between < before) {
                    one.set(i, theirs);
                    other.set(j, mine);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The players of a group by seat, so that each has had every seat about equally often: the sum of the squares of
     * how often they had theirs is the smallest. Among equals, a lot decides.
     */
    private List<Integer> seated(List<Integer> group) {
        List<Integer> drawn =
                Encounter.shuffled(group, SeededRandom.of(seed, "seats of round " + rounds + ", " + group));
        // For each set of players, as bits: if they have the first seats, the sum, and who has the last of these.
        long[] least = new long[1 << drawn.size()];
        int[] last = new int[least.length];
        for (int set = 1; set < least.length; set++) {
            int seat = Integer.bitCount(set) - 1;
            least[set] = Long.MAX_VALUE;
            for (int one = 0; one < drawn.size(); one++) {
                long before = had[drawn.get(one)][seat];
                if ((set >> one & 1) == 1 && least[set ^ 1 << one] + before * before < least[set]) {
                    least[set] = least[set ^ 1 << one] + before * before;
                    last[set] = one;
                }
            }
        }
        List<Integer> seated = new ArrayList<>();
        for (int set = least.length - 1; set > 0; set ^= 1 << last[set]) {
            seated.addFirst(drawn.get(last[set]));
        }
        return seated;
    }

    /** By place in the order; with an odd number of players the last place is the bye. */
    private boolean[][] allowed(List<Integer> order, boolean bySeats) {
        int places = order.size() + order.size() % 2;
        boolean[][] allowed = new boolean[places][places];
        for (int one = 0; one < places; one++) {
            for (int other = 0; other < one; other++) {
                boolean may = one < order.size()
                        ? mayMeet(order.get(one), order.get(other), bySeats)
                        : byes[order.get(other)] == 0;
                allowed[one][other] = may;
                allowed[other][one] = may;
            }
        }
        return allowed;
    }

    private boolean mayMeet(int one, int other, boolean bySeats) {
        boolean seatsLeft = Math.abs(balance[one] + balance[other]) < 2 * LARGEST_BALANCE;
        return met[one][other] == 0 && (seatsLeft || !bySeats);
    }

    private OptionalInt takeBye(List<Integer> order, Matching possible) {
        for (int place = order.size() - 1; place >= 0; place--) {
            if (possible.mayMatch(place, order.size()) && possible.take(place, order.size())) {
                int player = order.get(place);
                byes[player]++;
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
        met[upper][lower]++;
        met[lower][upper]++;
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
