package bout.competition.pairings;

import bout.engine.SeededRandom;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A round robin of matches with any number of seats. The players form a circle. On each board there is a pattern of
 * places on it, and a match for each turn of the pattern: so everyone plays once from every seat. Two players meet as
 * often as their distance occurs in the patterns. These are drawn so that all distances occur equally often, at most
 * one more or less: first place by place, then by exchanging places, as long as that is needed and up to a limit. A few
 * numbers of players and boards allow no such patterns, and for some others none is found: there it is two more or
 * less.
 */
public final class GroupRoundRobin implements Schedule {

    private static final int MOST_EXCHANGES = 300_000;

    /** After so many, it is checked whether there is anything left to do. */
    private static final int AT_ONCE = 64;

    /** With about so many meetings of any two, patterns are found for nearly all numbers of players. */
    private static final double USUAL_MEETINGS = 1.3;

    /** So rarely a pattern gets worse, to find a way out where no single exchange makes it better. */
    private static final int RARELY = 300;

    private final int players;

    /** For each board, the place of each seat on the circle. */
    private final int[][] patterns;

    /** How often two players at this distance meet. */
    private final int[] meetings;

    private final SeededRandom random;

    public GroupRoundRobin(int players, int seats, int boards, String seed) {
        if (seats < 1 || players < seats || boards < 1) {
            throw new IllegalArgumentException("a round robin of " + seats
                    + " seats needs as many players and 1 board, not " + players + " and " + boards);
        }
        this.players = players;
        patterns = new int[boards][seats];
        meetings = new int[players / 2 + 1];
        random = SeededRandom.of(seed, "patterns of a round robin");
        for (int[] pattern : patterns) {
            for (int seat = 0; seat < seats; seat++) {
                pattern[seat] = best(pattern, seat);
                place(pattern, seat, seat, 1);
            }
        }
        for (int i = 0; seats < players && !balanced(i); i++) {
            exchange(patterns[random.nextInt(boards)], random.nextInt(seats), random.nextInt(players));
        }
    }

    /** The number of boards on which everybody meets everybody else; at least two, unless all play in each match. */
    public static int usualBoards(int players, int seats) {
        double meetings = seats * (seats - 1.0) / (players - 1);
        return seats == 1 || seats == players ? 1 : Math.max(2, (int) Math.ceil(USUAL_MEETINGS / meetings));
    }

    private static boolean has(int[] pattern, int seats, int place) {
        for (int seat = 0; seat < seats; seat++) {
            if (pattern[seat] == place) {
                return true;
            }
        }
        return false;
    }

    /** The place for the next seat that makes the meetings most equal; a lot decides where to look first. */
    private int best(int[] pattern, int seat) {
        int from = random.nextInt(players);
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int step = 0; step < players; step++) {
            int place = (from + step) % players;
            if (!has(pattern, seat, place)) {
                pattern[seat] = place;
                long more = place(pattern, seat, seat, 1);
                place(pattern, seat, seat, -1);
                if (more < least) {
                    least = more;
                    best = place;
                }
            }
        }
        return best;
    }

    /** Gives a seat of a pattern another place, unless that makes the meetings less equal. */
    private void exchange(int[] pattern, int seat, int place) {
        if (has(pattern, pattern.length, place)) {
            return;
        }
        int before = pattern[seat];
        long change = place(pattern, seat, pattern.length, -1);
        pattern[seat] = place;
        change += place(pattern, seat, pattern.length, 1);
        if (change > 0 && random.nextInt(RARELY) > 0) {
            place(pattern, seat, pattern.length, -1);
            pattern[seat] = before;
            place(pattern, seat, pattern.length, 1);
        }
    }

    /**
     * Adds the meetings of a seat with the other ones of a pattern, or removes them. Returns by how much the sum of the
     * squares of all players' meetings changes, in a unit that does not matter.
     */
    private long place(int[] pattern, int seat, int seats, int sign) {
        long change = 0;
        for (int other = 0; other < seats; other++) {
            if (other != seat) {
                int steps = Math.abs(pattern[seat] - pattern[other]);
                int distance = Math.min(steps, players - steps);
                // In a full turn, those who are opposite each other meet twice; there are half as many such pairs.
                boolean opposite = 2 * distance == players;
                long before = meetings[distance];
                meetings[distance] += opposite ? 2 * sign : sign;
                long squares = meetings[distance] * (long) meetings[distance] - before * before;
                change += opposite ? squares : 2 * squares;
            }
        }
        return change;
    }

    /** Whether the patterns are good enough after so many exchanges: from the limit on, two more or less are. */
    private boolean balanced(int exchanges) {
        return exchanges < MOST_EXCHANGES
                ? exchanges % AT_ONCE == 0 && spread() <= 1
                : spread() <= 2 || exchanges == 2 * MOST_EXCHANGES;
    }

    private int spread() {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int distance = 1; distance < meetings.length; distance++) {
            least = Math.min(least, meetings[distance]);
            most = Math.max(most, meetings[distance]);
        }
        return most - least;
    }

    @Override
    public int players() {
        return players;
    }

    @Override
    public long fixtures() {
        return (long) patterns.length * players;
    }

    @Override
    public Fixture fixture(long index) {
        Objects.checkIndex(index, fixtures());
        int board = (int) (index / players);
        int turn = (int) (index % players);
        return new Fixture(
                board,
                IntStream.of(patterns[board])
                        .mapToObj(place -> (place + turn) % players)
                        .toList());
    }

    @Override
    public long index(Fixture fixture) {
        List<Integer> seated = fixture.players();
        if (fixture.board() >= patterns.length || Collections.max(seated) >= players) {
            return -1;
        }
        int turn = Math.floorMod(seated.getFirst() - patterns[fixture.board()][0], players);
        long index = (long) fixture.board() * players + turn;
        return fixture(index).equals(fixture) ? index : -1;
    }
}
