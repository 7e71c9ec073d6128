package bout.competition.pairings;

import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * A match to be played on a board, from 0, by these players, by seat. A tournament has no other like it.
 *
 * @param again how often its result was taken back before
 */
public record Fixture(
        int board,
        List<Integer> players,

        @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
        int again) {

    public Fixture {
        players = List.copyOf(players);
        if (board < 0
                || again < 0
                || players.isEmpty()
                || Collections.min(players) < 0
                || new HashSet<>(players).size() < players.size()) {
            throw new IllegalArgumentException("not a match: players " + players + " on board " + board);
        }
    }

    public Fixture(int board, List<Integer> players) {
        this(board, players, 0);
    }

    public Fixture(int board, Integer... players) {
        this(board, List.of(players));
    }

    public int first() {
        return players.getFirst();
    }

    public int second() {
        return players.get(1);
    }

    /** The match of the same players with their seats in reverse order. */
    public Fixture swapped() {
        return new Fixture(board, players.reversed(), again);
    }

    /** The same match, to be played once more. */
    public Fixture onceMore() {
        return new Fixture(board, players, again + 1);
    }

    /** The match of the same players on another board, each so many seats further. */
    Fixture rotated(int seats, int onBoard) {
        List<Integer> rotated = new ArrayList<>(players);
        Collections.rotate(rotated, seats);
        return new Fixture(onBoard, rotated);
    }

    public int player(Seat seat) {
        return players.get(seat.index());
    }

    public boolean involves(int player) {
        return players.contains(player);
    }
}
