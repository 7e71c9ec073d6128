package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/ratings.md has the constants of the code, and its example is computed with them. */
class RatingsPageTest {

    /** A bot's rating and uncertainty before a match, and the remaining cells. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| \\w+ \\| (\\d+) ± ([\\d.]+) \\| ([\\d.]+) \\| [01] \\| (\\d+ ± \\d+) \\|$");

    private static final double POINTS = 40;

    private static String page;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(Path.of("../../docs/ratings.md"));
    }

    private static void assertSays(String format, Object... values) {
        String text = String.format(Locale.ROOT, format, values);
        assertTrue(page.replaceAll("\\s+", " ").contains(text), text);
    }

    private static String shown(Rating rating) {
        return rating.points() + " ± " + rating.plusMinus();
    }

    @Test
    void the_example_is_what_the_formula_gives() {
        List<MatchResult> rows = ROW.matcher(page).results().toList();
        List<Rating> before = rows.stream()
                .map(row -> new Rating(
                        Rating.NEW.mu() + (Double.parseDouble(row.group(1)) - 1500) / POINTS,
                        Double.parseDouble(row.group(2)) / POINTS))
                .toList();
        assertEquals(2, before.size());
        assertEquals("1500 ± 333", shown(before.getFirst()));
        List<Rating> after = WengLin.LADDER.rate(before, Outcome.FIRST_WINS);
        for (int seat = 0; seat < 2; seat++) {
            double expected = WengLin.LADDER.expectation(before.get(seat), before.get(1 - seat));
            assertEquals(
                    String.format(Locale.ROOT, "%.3f", expected), rows.get(seat).group(3));
            assertEquals(shown(after.get(seat)), rows.get(seat).group(4));
            assertSays(
                    seat == 0 ? "gains %d points" : "loses %d:",
                    Math.abs(after.get(seat).points() - before.get(seat).points()));
        }
        double spread = Math.sqrt(before.stream()
                        .mapToDouble(rating -> rating.sigma() * rating.sigma())
                        .sum()
                + 2 * WengLin.LADDER.beta() * WengLin.LADDER.beta());
        assertSays("c = %.1f:", POINTS * spread);
        Rating lost = WengLin.LADDER.rate(before, Outcome.SECOND_WINS).getFirst();
        assertSays("it falls to %s.", shown(lost));
    }

    @Test
    void the_constants_are_those_of_the_code() {
        assertSays("starts at %s.", shown(Rating.NEW));
        assertSays("until that is below %d,", Math.round(POINTS * Rating.NEW.sigma() / 3));
        assertTrue(new Rating(25, Rating.NEW.sigma() / 3).provisional());
        assertSays("at least %d uncertain", new Rating(25, 1).ofNewVersion().plusMinus());
        assertSays("2 · %.1f²", POINTS * WengLin.LADDER.beta());
        assertEquals(25.0 / 9, WengLin.LADDER.beta());
        assertSays("never below %.4f.", WengLin.LADDER.kappa());
        assertEquals(1, WengLin.LADDER.gamma().applyAsDouble(2, 3));
        assertEquals(0, WengLin.LADDER.tau());
        double stronger = WengLin.LADDER.expectation(new Rating(27.5, 1), new Rating(25, 1));
        assertEquals(2.0 / 3, stronger, 0.03);
    }
}
