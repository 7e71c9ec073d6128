package bout.competition.pairings;

import bout.engine.Game.TournamentStyle;
import java.util.Collections;
import java.util.Objects;

/**
 * Every ordered pair of different players on every board: everyone meets everyone on the same boards from both seats.
 * Boards are played one after the other.
 *
 * @param style the order on a board: in rounds by the circle method (as in Berger tables), with both matches of each
 *     pair, so no player waits long for its next match and none has many at once; or the ordered pairs, where all
 *     matches of one player in seat 1 are adjacent, as in the original of Everybody Loves Tokens
 */
public record RoundRobin(int players, int boards, TournamentStyle style) implements Schedule {

    public RoundRobin {
        if (players < 2 || boards < 1) {
            throw new IllegalArgumentException(
                    "a round robin needs at least 2 players and 1 board, not " + players + " and " + boards);
        }
    }

    @Override
    public long fixtures() {
        return boards * fixturesOfABoard();
    }

    private long fixturesOfABoard() {
        return (long) players * (players - 1);
    }

    @Override
    public Fixture fixture(long index) {
        Objects.checkIndex(index, fixtures());
        int board = (int) (index / fixturesOfABoard());
        int onBoard = (int) (index % fixturesOfABoard());
        return switch (style) {
            case SCORES_OF_ORDERED_PAIRS -> listed(board, onBoard);
            case WINS_IN_ROUNDS -> circle(board, onBoard);
        };
    }

    private Fixture listed(int board, int index) {
        int first = index / (players - 1);
        int second = index % (players - 1);
        return new Fixture(board, first, second < first ? second : second + 1);
    }

    /**
     * An odd number of players form a circle. In round r player r rests, and the players at equal distances before and
     * behind it meet. With an even number, the last player stays off the circle and meets the one who would rest.
     */
    private Fixture circle(int board, int index) {
        boolean swapped = index % 2 == 1;
        int place = index / 2;
        int matchesOfARound = players / 2;
        int circle = players % 2 == 0 ? players - 1 : players;
        int round = place / matchesOfARound;
        // With an even number of players, place 0 is the one off the circle.
        int steps = place % matchesOfARound + players % 2;
        int one = (round + steps) % circle;
        int other = steps == 0 ? players - 1 : (round - steps + circle) % circle;
        // Seats alternate from round to round: by distance for players on the circle, by round for the last player.
        boolean oneFirst = steps == 0 ? round % 2 == 0 : steps % 2 == 1;
        return oneFirst != swapped ? new Fixture(board, one, other) : new Fixture(board, other, one);
    }

    @Override
    public long index(Fixture fixture) {
        if (fixture.players().size() != 2
                || fixture.board() >= boards
                || Collections.max(fixture.players()) >= players) {
            return -1;
        }
        int first = fixture.first();
        int second = fixture.second();
        int onBoard =
                switch (style) {
                    case SCORES_OF_ORDERED_PAIRS -> first * (players - 1) + (second < first ? second : second - 1);
                    case WINS_IN_ROUNDS -> onCircle(fixture);
                };
        return fixture.board() * fixturesOfABoard() + onBoard;
    }

    private int onCircle(Fixture fixture) {
        int circle = players % 2 == 0 ? players - 1 : players;
        int lower = Math.min(fixture.first(), fixture.second());
        int higher = Math.max(fixture.first(), fixture.second());
        // The round is the middle of both on the circle; half of 1 is (circle + 1) / 2 there.
        int round = higher == circle ? lower : (lower + higher) * ((circle + 1) / 2) % circle;
        int distance = Math.floorMod(lower - round, circle);
        int steps = Math.min(distance, circle - distance);
        int pair = 2 * (round * (players / 2) + steps - players % 2);
        return circle(fixture.board(), pair).equals(fixture) ? pair : pair + 1;
    }
}
