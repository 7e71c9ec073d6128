package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whether people can tell the colours of the seats apart, as they see them. The distance is that of Björn Ottosson's
 * Oklab (2020), in which 0.02 can just be seen; what colour-blind people see is the model of G. M. Machado, M. M.
 * Oliveira and L. A. F. Fernandes (2009) for complete blindness.
 */
class SeatColoursTest {

    private static final int SEATS = 8;
    private static final double LEAST_DISTANCE = 0.09;

    private static final double[][] LMS = {
        {0.4122214708, 0.5363325363, 0.0514459929},
        {0.2119034982, 0.6806995451, 0.1073969566},
        {0.0883024619, 0.2817188376, 0.6299787005}
    };
    private static final double[][] LAB = {
        {0.2104542553, 0.7936177850, -0.0040720468},
        {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660}
    };

    private enum Sight {
        FULL(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
        PROTANOPIA(new double[][] {
            {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
        }),
        DEUTERANOPIA(new double[][] {
            {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
        }),
        TRITANOPIA(new double[][] {
            {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}
        });

        private final double[][] matrix;

        Sight(double[][] matrix) {
            this.matrix = matrix;
        }
    }

    /** What WCAG asks for between a graphical object and what is next to it, as it defines contrast. */
    private static final double LEAST_CONTRAST = 3;

    @ParameterizedTest
    @CsvSource({"0, seat-1", "0, seat-2", "1, seat-1", "1, seat-2"})
    void the_discs_of_both_players_stand_out_from_the_frame_in_both_themes(int theme, String seat) throws IOException {
        double frame = luminance(colour("games/connect-four/colours.css", "connect-four-frame", theme));
        double disc = luminance(colour("style.css", seat, theme));
        double contrast = (Math.max(frame, disc) + 0.05) / (Math.min(frame, disc) + 0.05);
        assertTrue(contrast >= LEAST_CONTRAST, () -> seat + " in theme " + theme + ": " + contrast);
    }

    @ParameterizedTest
    @CsvSource({
        "0, FULL", "0, PROTANOPIA", "0, DEUTERANOPIA", "0, TRITANOPIA",
        "1, FULL", "1, PROTANOPIA", "1, DEUTERANOPIA", "1, TRITANOPIA"
    })
    void every_two_seats_look_different_in_both_themes_to_everyone(int theme, Sight sight) throws IOException {
        List<double[]> seen = new ArrayList<>();
        for (int seat = 1; seat <= SEATS; seat++) {
            seen.add(seen(colour("style.css", "seat-" + seat, theme), sight));
        }
        for (int one = 0; one < SEATS; one++) {
            for (int other = 0; other < one; other++) {
                double distance = distance(seen.get(one), seen.get(other));
                String seats = "seats " + (other + 1) + " and " + (one + 1);
                assertTrue(distance >= LEAST_DISTANCE, () -> seats + ": " + distance);
            }
        }
    }

    /** The light value of a colour stands first in its file, the dark one second. */
    private static double[] colour(String file, String name, int theme) throws IOException {
        List<MatchResult> found = Pattern.compile("--" + name + ": #([0-9a-f]{6});")
                .matcher(Files.readString(Scripts.SITE.resolve(file)))
                .results()
                .toList();
        assertTrue(found.size() > theme, name);
        int colour = Integer.parseInt(found.get(theme).group(1), 16);
        return new double[] {linear(colour >> 16), linear(colour >> 8 & 255), linear(colour & 255)};
    }

    private static double luminance(double[] light) {
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    }

    private static double[] seen(double[] light, Sight sight) {
        double[] visible = times(sight.matrix, light);
        for (int i = 0; i < visible.length; i++) {
            visible[i] = Math.clamp(visible[i], 0, 1);
        }
        double[] cones = times(LMS, visible);
        for (int i = 0; i < cones.length; i++) {
            cones[i] = Math.cbrt(cones[i]);
        }
        return times(LAB, cones);
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[matrix.length];
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column < vector.length; column++) {
                product[row] += matrix[row][column] * vector[column];
            }
        }
        return product;
    }

    private static double distance(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return Math.sqrt(sum);
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
