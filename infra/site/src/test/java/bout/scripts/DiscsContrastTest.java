package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contrast as WCAG defines it. */
class DiscsContrastTest {

    /** What WCAG asks for between a graphical object and what is next to it. */
    private static final double LEAST = 3;

    @ParameterizedTest
    @CsvSource({"0, seat-1", "0, seat-2", "1, seat-1", "1, seat-2"})
    void the_discs_of_both_players_stand_out_from_the_frame_in_both_themes(int theme, String seat) throws IOException {
        double frame = luminance("games/connect-four/colours.css", "connect-four-frame", theme);
        double disc = luminance("style.css", seat, theme);
        double contrast = (Math.max(frame, disc) + 0.05) / (Math.min(frame, disc) + 0.05);
        assertTrue(contrast >= LEAST, () -> seat + " in theme " + theme + ": " + contrast);
    }

    /** The light value of a colour stands first in its file, the dark one second. */
    private static double luminance(String file, String name, int theme) throws IOException {
        Matcher found = Pattern.compile("--" + name + ": #([0-9a-f]{6});")
                .matcher(Files.readString(Scripts.SITE.resolve(file)));
        for (int i = 0; i <= theme; i++) {
            assertTrue(found.find(), name);
        }
        int colour = Integer.parseInt(found.group(1), 16);
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8 & 255) + 0.0722 * linear(colour & 255);
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
