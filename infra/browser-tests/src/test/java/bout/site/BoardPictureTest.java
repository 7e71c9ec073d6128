package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import bout.games.Games;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Makes the pictures of a board that the README shows, with the site's own renderer. They are written to
 * {@code docs/images} when the build is given {@code -Dbout.pictures=true}, and to {@code target/pictures} otherwise.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class BoardPictureTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final Path PICTURES =
            Path.of(Boolean.getBoolean("bout.pictures") ? "../../docs/images" : "target/pictures");
    private static final int TURN = 95;

    @AutoClose
    private final TestSite site = new TestSite();

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void a_board_is_drawn_in_many_colours(String theme, Visitor visitor) throws IOException {
        Replay replay = TestSite.replay("ajax-tiles", "contain", "expand", "7", List.of("Contain", "Expand"));
        int turns = replay.play(Games.byId("ajax-tiles").orElseThrow(), Integer.MAX_VALUE)
                .turn();
        site.has(TestSite.finished(ID, replay, turns), replay.toPlain());
        Page page = visitor.page();
        page.setViewportSize(680, 900);
        page.navigate(site.url("/embed.html?id=" + ID + "&turn=" + TURN + "&theme=" + theme));
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn " + TURN + " of \\d+"));

        Path file = Files.createDirectories(PICTURES).resolve("board-" + theme + ".png");
        byte[] picture = page.locator("canvas.board").screenshot(new Locator.ScreenshotOptions().setPath(file));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
        assertTrue(image.getWidth() >= 400, () -> "pixels across: " + image.getWidth());
        assertTrue(colours(image) > 8, () -> "colours: " + colours(image));
    }

    private static long colours(BufferedImage image) {
        return IntStream.range(0, image.getWidth() * image.getHeight())
                .map(pixel -> image.getRGB(pixel % image.getWidth(), pixel / image.getWidth()))
                .distinct()
                .count();
    }
}
