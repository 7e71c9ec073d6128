package bout.pictures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.sandbox.Sandbox;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws a match of each game. The pictures are in {@code target/pictures}. */
@Tag("slow")
class MatchPictureTest {

    private static final Sandbox SANDBOX = new Sandbox(1, 128L << 20);
    private static final MatchPicture PICTURES = new MatchPicture(new Boards(SANDBOX));
    private static final int MAX_BYTES = 300_000;

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    static List<Game<?>> games() {
        return Games.ALL;
    }

    private static BufferedImage read(byte[] png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    private static byte[] drawn(Game<?> game, String... names) throws Exception {
        Replay replay = HouseMatches.played(game);
        return PICTURES.draw(replay, List.of(names), replay.result().winner());
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_match_of_each_game_has_a_picture_that_is_always_the_same(Game<?> game) throws Exception {
        byte[] png = drawn(game, "Ada's first bot", "Grace");
        Path folder = Files.createDirectories(Path.of("target", "pictures"));
        Files.write(folder.resolve(game.card().id() + ".png"), png);
        BufferedImage picture = read(png);
        assertEquals(1200, picture.getWidth());
        assertEquals(630, picture.getHeight());
        assertTrue(png.length < MAX_BYTES, () -> "bytes: " + png.length);
        Set<Integer> colours = new HashSet<>();
        for (int x = 36; x < 590; x += 3) {
            for (int y = 180; y < 450; y += 3) {
                colours.add(picture.getRGB(x, y));
            }
        }
        assertTrue(colours.size() > 5, () -> "a board in the colours " + colours);
        assertArrayEquals(png, drawn(game, "Ada's first bot", "Grace"));
    }

    @Test
    void names_are_shown_as_far_as_the_typeface_has_their_characters() throws Exception {
        Game<?> game = Games.ALL.getFirst();
        byte[] numbered = drawn(game, "Player 1", "Player 2");
        assertArrayEquals(numbered, drawn(game, "Алиса", "机器人"));
        assertNotEquals(Arrays.hashCode(numbered), Arrays.hashCode(drawn(game, "Zoë", "Grace")));
    }

    @Test
    void a_long_name_ends_inside_the_picture() throws Exception {
        BufferedImage picture = read(drawn(Games.ALL.getFirst(), "W".repeat(40), "m".repeat(40)));
        int paper = picture.getRGB(0, 0);
        for (int x = 1200 - 36; x < 1200; x++) {
            for (int y = 0; y < 630; y++) {
                assertEquals(paper, picture.getRGB(x, y));
            }
        }
    }

    /** Lambda's Java has neither fonts nor what it needs to read them. */
    @Test
    void no_library_for_fonts_is_loaded() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")), "only Linux lists the libraries of a process");
        drawn(Games.ALL.getFirst(), "Ada", "Grace");
        String libraries = Files.readString(Path.of("/proc/self/maps"));
        assertTrue(libraries.contains("libawt"), "Java 2D was used");
        for (String fonts : List.of("libfontmanager", "libfreetype", "libfontconfig")) {
            assertFalse(libraries.contains(fonts), fonts);
        }
    }
}
