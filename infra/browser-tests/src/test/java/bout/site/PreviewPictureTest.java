package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import com.microsoft.playwright.Page;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Makes the pictures of the games that chats show beside a shared address, with the site's own renderers. They are
 * written to the games' folders when the build is given {@code -Dbout.pictures=true}, and to {@code target/pictures}
 * otherwise.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class PreviewPictureTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 630;
    private static final int MARGIN = 30;
    private static final int MAX_BYTES = 300_000;

    @AutoClose
    private final TestSite site = new TestSite();

    static List<Game<?>> games() {
        return Games.ALL;
    }

    private static Path stored(Game<?> game) {
        return Path.of("../site/src/main/resources/bout/site/games")
                .resolve(game.card().id())
                .resolve("preview.png");
    }

    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void each_game_has_a_picture_of_a_board(Game<?> game, Visitor visitor) throws IOException {
        String strongest = game.houseBots().getLast().name();
        String other = game.houseBots().get(game.houseBots().size() / 2).name();
        List<String> names = List.of("One", "Two", "Three", "Four")
                .subList(0, game.card().seats().closest(4));
        Replay replay = TestSite.replay(game.card().id(), strongest, other, "7", names);
        int turns = replay.play(game, Integer.MAX_VALUE).turn();
        site.has(TestSite.finished(ID, replay, turns), replay.toPlain());
        Page page = visitor.page();
        page.setViewportSize(WIDTH, 1000);
        page.navigate(site.url("/embed.html?id=" + ID + "&turn=" + turns * 2 / 3 + "&theme=dark"));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn \\d+ of \\d+"));
        BufferedImage board = ImageIO.read(
                new ByteArrayInputStream(page.locator("canvas.board").screenshot()));
        assertTrue(board.getWidth() >= 400, () -> "pixels across: " + board.getWidth());

        boolean keep = Boolean.getBoolean("bout.pictures");
        Path file = keep
                ? stored(game)
                : Files.createDirectories(Path.of("target/pictures"))
                        .resolve("preview-" + game.card().id() + ".png");
        ImageIO.write(preview(board), "png", file.toFile());

        BufferedImage kept = ImageIO.read(stored(game).toFile());
        assertEquals(WIDTH, kept.getWidth());
        assertEquals(HEIGHT, kept.getHeight());
        assertTrue(Files.size(stored(game)) < MAX_BYTES, () -> stored(game) + " is too large for a chat");
    }

    /** The board in the middle of a picture with the proportions that chats show. */
    private static BufferedImage preview(BufferedImage board) {
        BufferedImage preview = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = preview.createGraphics();
        graphics.setColor(new Color(0x14, 0x16, 0x1A));
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        double scale = Math.min((WIDTH - 2.0 * MARGIN) / board.getWidth(), (HEIGHT - 2.0 * MARGIN) / board.getHeight());
        int wide = (int) (board.getWidth() * scale);
        int high = (int) (board.getHeight() * scale);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.drawImage(board, (WIDTH - wide) / 2, (HEIGHT - high) / 2, wide, high, null);
        graphics.dispose();
        return preview;
    }
}
