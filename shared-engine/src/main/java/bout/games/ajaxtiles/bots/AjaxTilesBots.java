package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** The house bots. An object plays one of them at one seat; it reuses its boards and counts to avoid allocation. */
public final class AjaxTilesBots {

    /** Chosen instead of a tile: click off the board. */
    static final int PASS = -1;

    public static final List<HouseBot> ALL = List.of(
            bot("random", "Paints a random empty tile.", random -> view -> best(random, view::isEmpty, tile -> 0)),
            bot(
                    "expand",
                    "Paints an empty tile next to its own tiles, if it does not lose a battle there.",
                    random -> new AjaxTilesBots(random)::expand),
            bot(
                    "fearful",
                    "Grows away from the enemy, and nukes its own border where losing a battle would cost more.",
                    random -> new AjaxTilesBots(random)::fearful),
            bot(
                    "contain",
                    "Grows towards the enemy, and nukes its own tiles to cut the enemy off from empty tiles.",
                    random -> new AjaxTilesBots(random)::contain),
            bot(
                    "warden",
                    "Shuts in a larger enemy blob with a fence of nukes; otherwise paints where it gains the most"
                            + " territory. The strongest house bot.",
                    random -> new AjaxTilesBots(random)::warden));

    /** A request: the board, which bots must not change, and the colour that is to move. */
    record View(Board board, byte colour) {

        byte enemy() {
            return Board.opponent(colour);
        }

        boolean isEmpty(int tile) {
            return board.tiles[tile] == Board.EMPTY;
        }

        /** Whether the tile is one's own and there are empty tiles around it. */
        boolean isBorder(int tile) {
            return board.tiles[tile] == colour && board.touches(tile, Board.EMPTY);
        }

        /** Whether a tile can be painted without losing a battle. */
        boolean isPaintable(int tile, Blobs blobs) {
            return isEmpty(tile) && blobs.painting(tile, colour) != Event.LOST;
        }

        boolean touchesOwn(int tile) {
            return board.touches(tile, colour);
        }
    }

    /** A tile that is so many steps from the enemy is far enough for {@code fearful}. */
    private static final int SAFE_STEPS = 4;

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();
    private final Fence fence = new Fence();
    private final Board after = new Board();
    private final Steps steps = new Steps();
    private final Steps ownSteps = new Steps();
    private final Steps enemySteps = new Steps();

    private AjaxTilesBots(SeededRandom random) {
        this.random = random;
    }

    private static HouseBot bot(String name, String sentence, Function<SeededRandom, Strategy<View, Integer>> maker) {
        return HouseBot.of(
                name,
                sentence,
                ask -> new View(
                        new Board(AjaxTiles.readColumns(ask.get("board"))), AjaxTiles.readColour(ask.get("color"))),
                maker,
                tile -> tile == PASS ? AjaxTiles.answer(-1, -1) : AjaxTiles.answer(Board.x(tile), Board.y(tile)));
    }

    private int expand(View view) {
        return paint(view, tile -> view.touchesOwn(tile) ? 1 : 0);
    }

    /** Paints the best tile of those that lose no battle. */
    private int paint(View view, IntUnaryOperator worth) {
        blobs.look(view.board());
        return best(random, tile -> view.isPaintable(tile, blobs), worth);
    }

    /** The best of the tiles that are considered, or {@link #PASS}. Ties are broken at random, with equal chances. */
    static int best(SeededRandom random, IntPredicate considered, IntUnaryOperator worth) {
        int best = PASS;
        int highest = 0;
        int equals = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (considered.test(tile)) {
                int itsWorth = worth.applyAsInt(tile);
                if (best == PASS || itsWorth > highest) {
                    equals = 1;
                    best = tile;
                    highest = itsWorth;
                } else if (itsWorth == highest && random.nextInt(++equals) == 0) {
                    best = tile;
                }
            }
        }
        return best;
    }

    /** Like {@link #best}, but only a tile with a positive worth is chosen. */
    private int gain(IntPredicate considered, IntUnaryOperator worth) {
        int[] worths = new int[Board.TILES];
        return best(
                random,
                tile -> considered.test(tile) && (worths[tile] = worth.applyAsInt(tile)) > 0,
                tile -> worths[tile]);
    }

    /**
     * Grows as far from the enemy as possible. If the enemy can win a battle on its next turn, it nukes a tile of its
     * own border if that costs less than the battle.
     */
    private int fearful(View view) {
        int nuke = safestNuke(view);
        return nuke != PASS ? nuke : farthest(view);
    }

    /** The own tile to nuke that saves the most tiles from battles, or PASS if none saves more than it costs. */
    private int safestNuke(View view) {
        Board board = view.board();
        int losses = losses(board, view.colour());
        if (losses == 0) {
            return PASS;
        }
        return gain(view::isBorder, tile -> {
            after.become(board);
            AjaxTilesPosition.click(after, tile, view.colour());
            int saved = losses - losses(after, view.colour());
            return saved - (board.owned(view.colour()) - after.owned(view.colour()));
        });
    }

    /** The number of own tiles around empty tiles where the enemy would win a battle. */
    private int losses(Board board, byte colour) {
        blobs.look(board);
        byte enemy = Board.opponent(colour);
        int losses = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, enemy) == Event.WON) {
                for (int neighbour : Board.around(tile)) {
                    losses += board.tiles[neighbour] == colour ? 1 : 0;
                }
            }
        }
        return losses;
    }

    private int farthest(View view) {
        enemySteps.from(view.board(), view.enemy());
        return paint(
                view, tile -> (view.touchesOwn(tile) ? SAFE_STEPS : 0) + Math.min(enemySteps.to(tile), SAFE_STEPS));
    }

    /**
     * Grows towards the enemy to block it. Nukes one of its own tiles if that cuts the enemy off from more than twice
     * as many empty tiles as it costs.
     */
    private int contain(View view) {
        int nuke = shuttingNuke(view);
        return nuke != PASS ? nuke : closest(view);
    }

    /** The own tile to nuke that cuts off the enemy most, or PASS if none is worth its cost. */
    private int shuttingNuke(View view) {
        Board board = view.board();
        byte colour = view.colour();
        if (board.owned(view.enemy()) == 0) {
            return PASS;
        }
        int reachable = enemySteps.from(board, view.enemy()).reachable(board);
        int ownReachable = ownSteps.from(board, colour).reachable(board);
        return gain(view::isBorder, tile -> {
            after.become(board);
            AjaxTilesPosition.click(after, tile, colour);
            int shutOff = reachable - enemySteps.from(after, view.enemy()).reachable(after);
            int cost = board.owned(colour) - after.owned(colour);
            int ownShutOff = ownReachable - ownSteps.from(after, colour).reachable(after);
            return shutOff - 2 * (cost + ownShutOff);
        });
    }

    private int closest(View view) {
        enemySteps.from(view.board(), view.enemy());
        return paint(view, tile -> (view.touchesOwn(tile) ? Steps.UNREACHABLE : 0) - enemySteps.to(tile));
    }

    /**
     * Shuts in the enemy with a {@link Fence} while the enemy's largest blob is larger than its own. Otherwise paints
     * the tile that gives the largest lead in owned tiles plus territory, looking one click ahead. Territory are empty
     * tiles that one is closer to than the other.
     */
    private int warden(View view) {
        blobs.look(view.board());
        if (blobs.largest(view.colour()) < blobs.largest(view.enemy())) {
            int tile = fence.next(view.board(), blobs, view.colour());
            if (tile != PASS) {
                return tile;
            }
        }
        steps.from(view.board(), view.colour());
        return best(random, tile -> growsOrOpens(tile) && view.isPaintable(tile, blobs), tile -> worth(view, tile));
    }

    /** Whether painting the tile enlarges a blob, or claims territory that is otherwise unreachable. */
    private boolean growsOrOpens(int tile) {
        return steps.to(tile) == 1 || steps.to(tile) == Steps.UNREACHABLE;
    }

    private int worth(View view, int tile) {
        after.become(view.board());
        AjaxTilesPosition.click(after, tile, view.colour());
        ownSteps.from(after, view.colour());
        enemySteps.from(after, view.enemy());
        int lead = after.owned(view.colour()) - after.owned(view.enemy());
        for (int empty = 0; empty < Board.TILES; empty++) {
            if (after.tiles[empty] == Board.EMPTY) {
                lead += Integer.signum(enemySteps.to(empty) - ownSteps.to(empty));
            }
        }
        return lead;
    }
}
