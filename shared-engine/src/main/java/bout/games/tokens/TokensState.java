package bout.games.tokens;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;

/** The state of a match of Everybody Loves Tokens, and the rules of a move. */
public final class TokensState {

    public static final int MAX_POINTS = 3;

    /** The match ends when more single moves than this many times the board's width passed without a token eaten. */
    public static final int IDLE_WIDTHS = 4;

    public final int size;

    /** The colour and the points of each cell's token, column by column; 0 where there is none. */
    private final byte[] colours;

    private final byte[] points;
    private final Eater first;
    private final Eater second;
    private int tokens;
    private int idle;
    private int turn;
    private Result result;

    /** What the last turn was, for pictures; {@code null} before the first and after a failure. */
    private Move lastMove;

    private boolean lastMoveAte;

    public TokensState(int size, int startX, int startY) {
        this.size = size;
        this.colours = new byte[size * size];
        this.points = new byte[size * size];
        this.first = new Eater(startX, startY);
        this.second = new Eater(startX, startY);
    }

    /** Lays a token, in place of one that may lie there. Only before the first turn. */
    public void lay(int x, int y, byte colour, int worth) {
        int cell = x * size + y;
        tokens += colours[cell] == Colour.NONE ? 1 : 0;
        colours[cell] = colour;
        points[cell] = (byte) worth;
    }

    public boolean hasToken(int x, int y) {
        return colours[x * size + y] != Colour.NONE;
    }

    public byte colour(int x, int y) {
        return colours[x * size + y];
    }

    public int points(int x, int y) {
        return points[x * size + y];
    }

    public Eater eater(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    /** Player 1 moves first, then alternately. */
    public Seat toMove() {
        return turn % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    public int tokens() {
        return tokens;
    }

    /** Single moves of both players since a token was last eaten, or since the start. */
    public int idle() {
        return idle;
    }

    public int turn() {
        return turn;
    }

    public Result result() {
        return result;
    }

    public Move lastMove() {
        return lastMove;
    }

    public boolean lastMoveAte() {
        return lastMoveAte;
    }

    /**
     * One single move of the player that is to move, then the test for the end.
     *
     * @param move {@code null} where there is none; it counts as a pass
     */
    public void play(Move move) {
        Eater eater = eater(toMove());
        boolean ate = move == Move.EAT && eat(eater);
        if (move != null && !ate) {
            step(eater, move);
        }
        idle = ate ? 0 : idle + 1;
        turn++;
        lastMove = move;
        lastMoveAte = ate;
        if (tokens == 0) {
            result = Result.byScore(first.score, second.score, "all-eaten");
        } else if (idle > IDLE_WIDTHS * size) {
            result = Result.byScore(first.score, second.score, "idle");
        }
    }

    /** One step; who would leave the board stays. */
    private void step(Eater eater, Move move) {
        switch (move) {
            case UP -> eater.y = Math.max(eater.y - 1, 0);
            case RIGHT -> eater.x = Math.min(eater.x + 1, size - 1);
            case DOWN -> eater.y = Math.min(eater.y + 1, size - 1);
            case LEFT -> eater.x = Math.max(eater.x - 1, 0);
            case EAT, PASS -> {}
        }
    }

    /**
     * Eats the token under the player, if there is one. A token of the colour that the player ate last raises the bonus
     * by one and scores it, another colour starts the bonus anew; then the token scores its points.
     *
     * @return whether there was a token
     */
    private boolean eat(Eater eater) {
        int cell = eater.x * size + eater.y;
        if (colours[cell] == Colour.NONE) {
            return false;
        }
        if (colours[cell] == eater.lastColour) {
            eater.colourBonus++;
            eater.score += eater.colourBonus;
        } else {
            eater.lastColour = colours[cell];
            eater.colourBonus = 0;
        }
        eater.score += points[cell];
        colours[cell] = Colour.NONE;
        points[cell] = 0;
        tokens--;
        return true;
    }

    /** Feeds all that decides how the match goes on. A board changes by nothing but eaten tokens, so their cells suffice. */
    public void hash(StateHash hash) {
        hash.add(turn).add(idle).add(tokens);
        hash(hash, first);
        hash(hash, second);
    }

    private static void hash(StateHash hash, Eater eater) {
        hash.add(eater.x << 8 | eater.y).add(eater.score).add(eater.colourBonus << 2 | eater.lastColour);
    }
}
