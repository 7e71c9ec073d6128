package bout.games.tokens;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;

/** The state of a match of Everybody Loves Tokens. */
public final class TokensState {

    public static final int MAX_POINTS = 3;

    final int size;
    final Eater first;
    final Eater second;
    int turn;

    /** The number of moves of both players since a token was last eaten, or since the start. */
    int idle;

    Result result;

    /** The move of the last turn, for pictures; {@code null} before the first turn and after a failure. */
    Move lastMove;

    boolean lastMoveAte;

    /** The colour of the token on each cell, column by column; {@link Colour#NONE} for no token. */
    private final byte[] colours;

    /** The points of the token on each cell, column by column; 0 for no token. */
    private final byte[] points;

    private int tokens;

    TokensState(int size, int startX, int startY) {
        this.size = size;
        this.colours = new byte[size * size];
        this.points = new byte[size * size];
        this.first = new Eater(startX, startY);
        this.second = new Eater(startX, startY);
    }

    /** Puts a token on a cell and replaces any token there. Only allowed before the first turn. */
    void lay(int x, int y, byte colour, int worth) {
        int cell = x * size + y;
        tokens += colours[cell] == Colour.NONE ? 1 : 0;
        colours[cell] = colour;
        points[cell] = (byte) worth;
    }

    void remove(int x, int y) {
        int cell = x * size + y;
        tokens--;
        colours[cell] = Colour.NONE;
        points[cell] = 0;
    }

    boolean hasToken(int x, int y) {
        return colours[x * size + y] != Colour.NONE;
    }

    byte colour(int x, int y) {
        return colours[x * size + y];
    }

    int points(int x, int y) {
        return points[x * size + y];
    }

    public Eater eater(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    /** Player 1 moves first. */
    public Seat toMove() {
        return turn % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    /** The number of tokens that are left. */
    public int tokens() {
        return tokens;
    }

    public int idle() {
        return idle;
    }

    /**
     * Adds everything that can affect later turns. Tokens only disappear at the cell of the player that eats them, so
     * the cells of the board need not be added.
     */
    void hash(StateHash hash) {
        hash.add(turn).add(idle).add(tokens);
        hash(hash, first);
        hash(hash, second);
    }

    private static void hash(StateHash hash, Eater eater) {
        hash.add(eater.x << 8 | eater.y).add(eater.score).add(eater.colourBonus << 2 | eater.lastColour);
    }
}
