package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the printed code as a camera would, with a program that did not write it. */
class TerminalQrCodeTest {

    private static final int BLACK = 0x000000;
    private static final int WHITE = 0xFFFFFF;

    /** The pixels of a module, and so the height of half a line. */
    private static final int SCALE = 4;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1/join.html#a",
                "http://192.168.1.20:8080/join.html#inv_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG",
                "http://[fd12:3456:789a:bcde:f012:3456:789a:bcde]:8080/join.html#inv_0123456789abcdefghijklmnopqrstuvwxyz"
            })
    void a_camera_reads_the_link_from_a_dark_and_from_a_light_terminal(String link) throws Exception {
        List<String> lines = TerminalQrCode.lines(link);
        for (int background : List.of(BLACK, WHITE)) {
            assertEquals(link, read(lines, background));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "http://192.168.1.20:8080/join.html#inv_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG")
    void a_link_of_usual_length_fits_a_small_terminal(String link) {
        List<String> lines = TerminalQrCode.lines(link);
        assertTrue(lines.size() <= 24, lines.size() + " lines");
        lines.forEach(line -> assertTrue(printed(line).length() <= 80, line));
    }

    private static String printed(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }

    private static String read(List<String> lines, int background) throws Exception {
        int around = 2;
        int width = printed(lines.getFirst()).length() + 2 * around;
        int height = 2 * (lines.size() + 2 * around);
        int[] pixels = new int[width * SCALE * height * SCALE];
        for (int y = 0; y < height * SCALE; y++) {
            for (int x = 0; x < width * SCALE; x++) {
                int column = x / SCALE - around;
                int row = y / SCALE / 2 - around;
                boolean outside = row < 0
                        || row >= lines.size()
                        || column < 0
                        || column >= printed(lines.get(row)).length();
                pixels[y * width * SCALE + x] =
                        outside ? background : color(lines.get(row), column, y / SCALE % 2 == 0);
            }
        }
        RGBLuminanceSource picture = new RGBLuminanceSource(width * SCALE, height * SCALE, pixels);
        return new QRCodeReader()
                .decode(new BinaryBitmap(new HybridBinarizer(picture)))
                .getText();
    }

    private static int color(String line, int column, boolean upper) {
        assertTrue(line.startsWith("\u001b[38;5;16;48;5;231m") && line.endsWith("\u001b[0m"), "black on white");
        boolean ink =
                switch (printed(line).charAt(column)) {
                    case '\u2588' -> true;
                    case '\u2580' -> upper;
                    case '\u2584' -> !upper;
                    case ' ' -> false;
                    default -> throw new AssertionError("an unknown character in " + line);
                };
        return ink ? BLACK : WHITE;
    }
}
