package bout.pictures;

import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.Resources;
import bout.wire.ScoreText;
import java.awt.AlphaComposite;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;

/** Draws the picture of a match: its board, and beside it the names and scores. */
final class MatchPicture {

    /** In pixels, with the proportions that chats show. */
    static final int WIDTH = 1200;

    static final int HEIGHT = 630;

    private static final int MARGIN = 36;
    private static final int GAP = 56;
    private static final int BOARD_WIDTH = 660;
    private static final int BOARD_HEIGHT = HEIGHT - 2 * MARGIN;

    private static final double NAME = 44;
    private static final double SMALLEST_NAME = 28;
    private static final double SCORE = 84;
    private static final double SMALLEST_SCORE = 40;
    private static final double SMALL = 26;

    /** The first and the last row of more than two players, and what is between two rows at most. */
    private static final double FIRST_ROW = 130;

    private static final double LAST_ROW = 540;
    private static final double MOST_BETWEEN_ROWS = 80;

    /** The marks of the seats from 3 as on the site: corners in a square of 1. */
    private static final double[][] MARKS = {
        {.5, 0, 1, 1, 0, 1},
        {.5, 0, 1, .5, .5, 1, 0, .5},
        {0, 0, 1, 0, .5, 1},
        {.32, 0, .68, 0, .68, .32, 1, .32, 1, .68, .68, .68, .68, 1, .32, 1, .32, .68, 0, .68, 0, .32, .32, .32},
        {0, .25, 1, .25, 1, .75, 0, .75},
        {.25, 0, .75, 0, 1, .5, .75, 1, .25, 1, 0, .5}
    };

    private static final List<Replay.Player> PRIMING = List.of(Replay.Player.named("One"), Replay.Player.named("Two"));

    static {
        // Otherwise macOS shows a program with a window, and ImageIO writes temporary files.
        System.setProperty("java.awt.headless", "true");
        ImageIO.setUseCache(false);
    }

    private final Boards boards;
    private final Typeface text = new Typeface(Resources.bytes(MatchPicture.class, "font/text.ttf"));
    private final Typeface display = new Typeface(Resources.bytes(MatchPicture.class, "font/display.ttf"));

    MatchPicture(Boards boards) {
        this.boards = boards;
    }

    /**
     * The picture of a finished match as a PNG file.
     *
     * @param names by seat; one that the typeface cannot write is replaced by the number of its seat
     * @param winner who has won, or {@code null} for a match without a winner
     */
    byte[] draw(Replay replay, List<String> names, Seat winner) throws InterruptedException {
        Game<?> game = Games.byId(replay.start().game()).orElseThrow();
        Boards.Board board = boards.draw(game, replay, BOARD_WIDTH, BOARD_HEIGHT);
        return png(game, board, names, replay.result(), winner);
    }

    void prime() {
        try {
            for (Game<?> game : Games.ALL) {
                Options options = Options.defaults(game.card().options());
                Match<?> match = Match.draw(game, "1", options);
                Replay setUp = Replay.soFar(
                        match, List.of(), PRIMING.subList(0, match.seats().size()));
                Boards.Board board = boards.draw(game, setUp, BOARD_WIDTH, BOARD_HEIGHT);
                png(game, board, List.of("One", "Two"), Result.byScore(1, 0, ""), Seat.FIRST);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] png(Game<?> game, Boards.Board board, List<String> names, Result result, Seat winner) {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.setColor(colour("paper"));
            graphics.fillRect(0, 0, WIDTH, HEIGHT);
            drawBoard(graphics, board);
            double left = MARGIN + board.width() + GAP;
            write(
                    graphics,
                    display,
                    game.card().name(),
                    left,
                    92,
                    fitting(display, game.card().name(), 38, 24, WIDTH - MARGIN - left),
                    colour("accent"));
            for (Seat seat : Seat.first(names.size())) {
                if (names.size() > 2) {
                    drawRow(graphics, left, seat, names, result, winner);
                } else {
                    drawPlayer(graphics, left, seat, names.get(seat.index()), result.score(seat), winner);
                }
            }
            drawFoot(graphics, left, board, winner);
        } finally {
            graphics.dispose();
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(picture, "png", png);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return png.toByteArray();
    }

    private void drawBoard(Graphics2D graphics, Boards.Board board) {
        Graphics2D own = (Graphics2D) graphics.create();
        try {
            own.translate(MARGIN, (HEIGHT - board.height()) / 2);
            own.clip(new Rectangle2D.Double(0, 0, board.width(), board.height()));
            Canvas canvas = new Canvas(own, text);
            board.calls().forEach(canvas::apply);
        } finally {
            own.dispose();
        }
    }

    private void drawPlayer(Graphics2D graphics, double left, Seat seat, String name, double points, Seat winner) {
        double top = seat == Seat.FIRST ? 150 : 340;
        double indent = left + 56;
        double width = WIDTH - MARGIN - indent;
        mark(graphics, seat, left, top + 22, 32);
        String written = written(name, seat);
        double size = fitting(text, written, NAME, SMALLEST_NAME, width);
        write(graphics, text, cut(text, written, size, width), indent, top + 54, size, colour("ink"));
        String score = score(points);
        double scoreSize = fitting(display, score, SCORE, SMALLEST_SCORE, width);
        boolean beaten = winner != null && winner != seat;
        write(graphics, display, score, indent, top + 142, scoreSize, colour(beaten ? "muted" : "ink"));
        if (winner == seat) {
            drawWinner(graphics, indent + display.width(score, scoreSize) + 28, top + 112);
        }
    }

    /** One of more than two players: the mark, the name, and the score at the right. */
    private void drawRow(Graphics2D graphics, double left, Seat seat, List<String> names, Result result, Seat winner) {
        double between = Math.min(MOST_BETWEEN_ROWS, (LAST_ROW - FIRST_ROW) / names.size());
        double top = FIRST_ROW + between * seat.index();
        double baseline = top + between / 2 + SMALL / 3;
        double right = WIDTH - MARGIN - 14;
        if (winner == seat) {
            graphics.setColor(colour("good-paper"));
            graphics.fill(
                    new RoundRectangle2D.Double(left - 14, top + 3, WIDTH - MARGIN - left + 14, between - 6, 20, 20));
        }
        mark(graphics, seat, left, top + between / 2 - 12, 24);
        String score = score(result.score(seat));
        Color ink = colour(winner == null || winner == seat ? "ink" : "muted");
        double scoreLeft = right - display.width(score, SMALL + 4);
        write(graphics, display, score, scoreLeft, baseline, SMALL + 4, ink);
        String name = cut(text, written(names.get(seat.index()), seat), SMALL, scoreLeft - left - 56);
        write(graphics, text, name, left + 40, baseline, SMALL, ink);
    }

    private String written(String name, Seat seat) {
        return text.has(name) ? name : "Player " + seat.number();
    }

    /** As on the site: only a player that is out of its game has a score below 0. */
    private static String score(double points) {
        return points < 0 ? "out" : ScoreText.of(points);
    }

    /** As on the site, player 1 is round, player 2 square, and the others have corners. */
    private void mark(Graphics2D graphics, Seat seat, double left, double top, double size) {
        graphics.setColor(colour("seat-" + seat.number()));
        graphics.fill(
                switch (seat) {
                    case FIRST -> new Ellipse2D.Double(left, top, size, size);
                    case SECOND -> new RoundRectangle2D.Double(left, top, size, size, size * 0.3125, size * 0.3125);
                    default -> {
                        Path2D path = new Path2D.Double();
                        double[] corners = MARKS[seat.index() - 2];
                        path.moveTo(left + size * corners[0], top + size * corners[1]);
                        for (int i = 2; i < corners.length; i += 2) {
                            path.lineTo(left + size * corners[i], top + size * corners[i + 1]);
                        }
                        path.closePath();
                        yield path;
                    }
                });
    }

    private void drawWinner(Graphics2D graphics, double left, double middle) {
        double width = text.width("wins", SMALL);
        graphics.setColor(colour("good-paper"));
        graphics.fill(new RoundRectangle2D.Double(left, middle - 22, width + 36, 44, 44, 44));
        write(graphics, text, "wins", left + 18, middle + text.middle(SMALL), SMALL, colour("good"));
    }

    private void drawFoot(Graphics2D graphics, double left, Boards.Board board, Seat winner) {
        int turns = board.turns();
        String ending = board.turn() < turns
                ? "Turn " + board.turn() + " of " + turns
                : (winner == null ? "No winner after " : "After ") + turns + (turns == 1 ? " turn" : " turns");
        double baseline = HEIGHT - MARGIN - 14;
        write(graphics, text, ending, left, baseline, SMALL, colour("muted"));
        double right = WIDTH - MARGIN - display.width("Bout", SMALL + 4);
        write(graphics, display, "Bout", right, baseline, SMALL + 4, colour("ink"));
    }

    /** The largest size at which the text is no wider, or the smallest allowed. */
    private static double fitting(Typeface typeface, String text, double largest, double smallest, double width) {
        return Math.clamp(largest * width / typeface.width(text, largest), smallest, largest);
    }

    private static String cut(Typeface typeface, String text, double size, double width) {
        if (typeface.width(text, size) <= width) {
            return text;
        }
        int length = text.length();
        while (length > 0 && typeface.width(text.substring(0, length) + "…", size) > width) {
            length = text.offsetByCodePoints(length, -1);
        }
        return text.substring(0, length).strip() + "…";
    }

    private static void write(
            Graphics2D graphics, Typeface typeface, String text, double x, double baseline, double size, Color colour) {
        Shape outline =
                AffineTransform.getTranslateInstance(x, baseline).createTransformedShape(typeface.outline(text, size));
        graphics.setComposite(AlphaComposite.SrcOver);
        graphics.setColor(colour);
        graphics.fill(outline);
    }

    private Color colour(String name) {
        return boards.colours().colour(name);
    }
}
