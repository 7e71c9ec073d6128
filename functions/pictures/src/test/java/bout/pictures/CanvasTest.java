package bout.pictures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.wire.Resources;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls of a browser's canvas leave on a picture of 40 by 40 pixels, which is black before. */
class CanvasTest {

    private static final String RED = "#ff0000";
    private static final int BLACK = 0x000000;

    private final BufferedImage picture = new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB);
    private final Graphics2D graphics = picture.createGraphics();
    private final Canvas canvas = new Canvas(graphics, new Typeface(Resources.bytes(Canvas.class, "font/text.ttf")));

    private void apply(Object... call) {
        canvas.apply(List.of(call));
    }

    private void assertColour(int colour, int x, int y) {
        assertEquals(Integer.toHexString(colour), Integer.toHexString(picture.getRGB(x, y) & 0xFFFFFF));
    }

    @Test
    void a_quarter_of_a_circle_goes_clockwise() {
        apply("fillStyle", RED);
        apply("beginPath");
        apply("moveTo", 20, 20);
        apply("arc", 20, 20, 15, 0, 1.571);
        apply("fill");
        assertColour(0xFF0000, 26, 26);
        assertColour(BLACK, 26, 14);
        assertColour(BLACK, 14, 26);
        assertColour(BLACK, 14, 14);
    }

    @Test
    void a_whole_circle_is_one_although_its_angle_is_rounded() {
        apply("fillStyle", RED);
        apply("beginPath");
        apply("arc", 20, 20, 15, 0, 6.283);
        apply("fill");
        assertColour(0xFF0000, 26, 26);
        assertColour(0xFF0000, 14, 14);
        assertColour(BLACK, 2, 2);
    }

    @Test
    void a_line_begins_where_an_arc_ends() {
        apply("strokeStyle", RED);
        apply("lineWidth", 4);
        apply("beginPath");
        apply("arc", 20, 20, 0, 0, 6.283);
        apply("lineTo", 36, 20);
        apply("stroke");
        assertColour(0xFF0000, 30, 20);
        assertColour(BLACK, 10, 20);
    }

    @Test
    void each_corner_has_its_own_radius() {
        apply("fillStyle", RED);
        apply("beginPath");
        apply("roundRect", 0, 0, 40, 40, List.of(20, 0, 0, 0));
        apply("fill");
        assertColour(BLACK, 1, 1);
        assertColour(0xFF0000, 38, 1);
        assertColour(0xFF0000, 38, 38);
        assertColour(0xFF0000, 1, 38);
    }

    @Test
    void what_was_saved_comes_back() {
        apply("fillStyle", RED);
        apply("save");
        apply("translate", 20, 20);
        apply("rotate", Math.PI);
        apply("fillStyle", "#00ff00");
        apply("globalAlpha", 0.5);
        apply("fillRect", 0, 0, 10, 10);
        apply("restore");
        apply("fillRect", 20, 20, 10, 10);
        assertColour(0x008000, 15, 15);
        assertColour(0xFF0000, 25, 25);
    }

    @Test
    void a_dashed_line_has_gaps() {
        apply("strokeStyle", RED);
        apply("lineWidth", 4);
        apply("setLineDash", List.of(10, 10));
        apply("beginPath");
        apply("moveTo", 0, 20);
        apply("lineTo", 40, 20);
        apply("stroke");
        assertColour(0xFF0000, 5, 20);
        assertColour(BLACK, 15, 20);
        assertColour(0xFF0000, 25, 20);
    }

    @Test
    void text_is_centred() {
        apply("fillStyle", RED);
        apply("font", "700 40px \"Bout Text\", system-ui, sans-serif");
        apply("textAlign", "center");
        apply("textBaseline", "middle");
        apply("fillText", "-", 20, 20);
        int[] painted = IntStream.range(0, 40)
                .filter(x -> IntStream.range(0, 40).anyMatch(y -> (picture.getRGB(x, y) & 0xFFFFFF) != BLACK))
                .toArray();
        assertEquals(20, (painted[0] + painted[painted.length - 1] + 1) / 2.0, 1);
    }

    @Test
    void a_colour_may_let_the_ground_through() {
        apply("fillStyle", "#ff000080");
        apply("fillRect", 0, 0, 40, 40);
        assertColour(0x800000, 20, 20);
    }

    /** Rather no picture than a wrong one: a renderer that uses something new fails its test. */
    @ParameterizedTest
    @ValueSource(strings = {"drawImage", "clip", "globalCompositeOperation", "shadowBlur"})
    void what_no_renderer_uses_is_refused(String call) {
        assertThrows(IllegalArgumentException.class, () -> apply(call, 1, 1));
    }

    @Test
    void values_that_it_does_not_know_are_refused() {
        assertThrows(IllegalArgumentException.class, () -> apply("fillStyle", "red"));
        assertThrows(IllegalArgumentException.class, () -> apply("lineCap", "square"));
        assertThrows(IllegalArgumentException.class, () -> apply("arc", 20, 20, 15, 0, 1, true));
        assertThrows(IllegalArgumentException.class, () -> apply("font", "bold"));
    }
}
