package bout.games.tokens;

import bout.engine.Action;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import java.util.List;
import java.util.Map;

/** A match of Everybody Loves Tokens and its rules, in the order of the guide. */
public final class TokensPosition extends Position<Move> {

    /** The match ends after more moves without an eaten token than this number times the width of the board. */
    private static final int IDLE_WIDTHS = 4;

    public static final int MAX_POINTS = 3;

    final int size;
    final Eater first;
    final Eater second;
    int turn;

    /** The number of moves of both players since a token was last eaten, or since the start. */
    int idle;

    /** The move of the last turn, for pictures; {@code null} before the first turn and after a failure. */
    Move lastMove;

    boolean lastMoveAte;

    /** The colour of the token on each cell, column by column; {@link Colour#NONE} for no token. */
    private final byte[] colours;

    /** The points of the token on each cell. */
    private final byte[] points;

    private int tokens;

    TokensPosition(int size, int startX, int startY) {
        this.size = size;
        this.colours = new byte[size * size];
        this.points = new byte[size * size];
        this.first = new Eater(startX, startY);
        this.second = new Eater(startX, startY);
    }

    /** Puts a token on a cell and replaces any token there. Only allowed before the first turn. */
    void lay(int x, int y, byte colour, int worth) {
        int cell = x * size + y;
        tokens += hasToken(cell) ? 0 : 1;
        colours[cell] = colour;
        points[cell] = (byte) worth;
    }

    boolean hasToken(int cell) {
        return colours[cell] != Colour.NONE;
    }

    public Eater eater(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }

    /** Player 1 moves first. */
    @Override
    protected Seat mover() {
        return turn % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    public int tokens() {
        return tokens;
    }

    public int idle() {
        return idle;
    }

    /** The cells of the board need not be added: tokens only disappear at the cell of the player that eats them. */
    @Override
    public void hash(StateHash hash) {
        hash.add(turn).add(idle).add(tokens);
        hash(hash, first);
        hash(hash, second);
    }

    private static void hash(StateHash hash, Eater eater) {
        hash.add(eater.x << 8 | eater.y).add(eater.score).add(eater.colourBonus << 2 | eater.lastColour);
    }

    /** The players take turns and make one move each. A missing or invalid answer is a pass; the match continues. */
    @Override
    public void play(Turn<Move> actions) {
        Move move = actions.by(mover()).move();
        Eater eater = eater(mover());
        boolean ate = move == Move.EAT && eat(eater);
        if (move != null && !ate) {
            step(eater, move);
        }
        idle = ate ? 0 : idle + 1;
        turn++;
        lastMove = move;
        lastMoveAte = ate;
        end();
    }

    /** UP, RIGHT, DOWN or LEFT goes one cell. If the step would leave the board, you stay on your cell. */
    private void step(Eater eater, Move move) {
        int edge = size - 1;
        switch (move) {
            case UP -> eater.y = Math.max(eater.y - 1, 0);
            case RIGHT -> eater.x = Math.min(eater.x + 1, edge);
            case DOWN -> eater.y = Math.min(eater.y + 1, edge);
            case LEFT -> eater.x = Math.max(eater.x - 1, 0);
            case EAT, PASS -> {}
        }
    }

    /** EAT takes the token on your cell and scores its points. Returns whether there was one. */
    private boolean eat(Eater eater) {
        int cell = eater.x * size + eater.y;
        if (!hasToken(cell)) {
            return false;
        }
        row(eater, colours[cell]);
        eater.score += points[cell];
        colours[cell] = Colour.NONE;
        tokens--;
        return true;
    }

    /**
     * If your last eaten token had the same colour, your bonus grows by 1 and is scored too. Otherwise your bonus goes
     * back to 0.
     */
    private static void row(Eater eater, byte colour) {
        if (colour == eater.lastColour) {
            eater.colourBonus++;
            eater.score += eater.colourBonus;
        } else {
            eater.lastColour = colour;
            eater.colourBonus = 0;
        }
    }

    /** The match ends when all tokens are eaten, or with the (4n+1)-th move in a row that ate nothing. */
    private void end() {
        String reason = tokens() == 0 ? "all-eaten" : idle > IDLE_WIDTHS * size ? "idle" : null;
        if (reason != null) {
            result = Result.byScore(first.score, second.score, reason);
        }
    }

    @Override
    public Map<String, Object> request(Seat seat) {
        Map<String, Object> board =
                Plain.object("player1", first.toPlain(), "player2", second.toPlain(), "tokens", columns());
        return Plain.object("player1", seat == Seat.FIRST, "board", board);
    }

    @Override
    public Action<Move> read(Seat seat, Object answer) {
        return Action.named(answer, Move::of, Tokens.EXPECTED_ANSWER);
    }

    @Override
    public Object picture() {
        return Plain.object(
                "turn", turn,
                "size", size,
                "players", List.of(first.toPlain(), second.toPlain()),
                "tokens", columns(),
                "idle", idle,
                "move", lastMove == null ? null : lastMove.name(),
                "ate", lastMoveAte);
    }

    private List<List<Object>> columns() {
        return Plain.columns(size, size, cell -> hasToken(cell) ? token(cell) : (Object) false);
    }

    Map<String, Object> token(int cell) {
        return Plain.object("color", Colour.code(colours[cell]), "points", (int) points[cell]);
    }
}
