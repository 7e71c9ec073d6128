package bout.stack;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.stream.IntStream;

/** Compares the board on a preview's picture with another picture of the board. */
final class PreviewPixels {

    /** No board has so many columns of pixels in the colour of the paper; beside it there are more. */
    private static final int GAP = 20;

    private PreviewPixels() {}

    /** The board on the left: what differs from the paper, up to the gap before the names. */
    static BufferedImage board(BufferedImage preview) {
        int left = 0;
        while (isPaperColumn(preview, left)) {
            left++;
        }
        int right = left;
        for (int column = left; column - right < GAP; column++) {
            if (!isPaperColumn(preview, column)) {
                right = column;
            }
        }
        int width = right + 1 - left;
        BufferedImage columns = preview.getSubimage(left, 0, width, preview.getHeight());
        int top = 0;
        while (isPaperRow(columns, top)) {
            top++;
        }
        int bottom = columns.getHeight() - 1;
        while (isPaperRow(columns, bottom)) {
            bottom--;
        }
        return columns.getSubimage(0, top, width, bottom + 1 - top);
    }

    /**
     * How far two pictures of the same board differ: the mean of all differences of red, green and blue, from 0 to 255.
     * The other one is scaled to the size of the first.
     */
    static double difference(BufferedImage board, BufferedImage other) {
        BufferedImage scaled = new BufferedImage(board.getWidth(), board.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(other, 0, 0, board.getWidth(), board.getHeight(), null);
        graphics.dispose();
        long sum = 0;
        for (int x = 0; x < board.getWidth(); x++) {
            for (int y = 0; y < board.getHeight(); y++) {
                for (int shift = 0; shift <= 16; shift += 8) {
                    sum += Math.abs((board.getRGB(x, y) >> shift & 0xFF) - (scaled.getRGB(x, y) >> shift & 0xFF));
                }
            }
        }
        return sum / (3.0 * board.getWidth() * board.getHeight());
    }

    private static boolean isPaperColumn(BufferedImage picture, int x) {
        return IntStream.range(0, picture.getHeight()).allMatch(y -> picture.getRGB(x, y) == paper(picture));
    }

    private static boolean isPaperRow(BufferedImage picture, int y) {
        return IntStream.range(0, picture.getWidth()).allMatch(x -> picture.getRGB(x, y) == paper(picture));
    }

    /** The upper left corner is beside the board, and also above it. */
    private static int paper(BufferedImage picture) {
        return picture.getRGB(0, 0);
    }
}
