package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.competition.comparison.Sprt;
import bout.competition.comparison.Sprt.EloDifference;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTextTest {

    private static final ComparisonText TEXT = new ComparisonText("Contain", "Expand");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            H1    | 15   | 3    | 27  | 0.995   | 2000 | Contain is stronger (99.5 % sure, about +15 Elo).
            H1    | 15   | 3    | 27  | 0.99996 | 2000 | Contain is stronger (more than 99.9 % sure, about +15 Elo).
            H1    | 1    | -9   | 11  | 0.58    | 2000 | Contain leads by 20 Elo rather than 0 Elo (about +1 Elo, 95 % interval -9 to +11 Elo).
            H0    | -15  | -27  | -3  | 0.005   | 2000 | Expand is stronger (99.5 % sure, about +15 Elo).
            H0    | 3    | -7   | 13  | 0.72    | 2000 | Contain is not stronger by 20 Elo (about +3 Elo, 95 % interval -7 to +13 Elo).
            GO_ON | 12   | 1    | 23  | 0.98    | 2000 | Not decided after 2000 matches, but Contain leads (98.0 % sure, about +12 Elo); at this rate about 300 more matches would decide (--games 2300).
            GO_ON | -12  | -23  | -1  | 0.02    | 2000 | Not decided after 2000 matches, but Expand leads (98.0 % sure, about +12 Elo); at this rate about 300 more matches would decide (--games 2300).
            GO_ON | 0    | -9   | 9   | 0.5     | 2000 | Not decided after 2000 matches: Contain about 0 Elo, 95 % interval -9 to +9 Elo.
            GO_ON | 900  | 600  | 1200| 0.9999  | 6    | Not decided after 6 matches: Contain about +900 Elo, 95 % interval +600 to +1200 Elo.
            """)
    void the_verdict_is_one_sentence(
            Sprt.Decision decision,
            double elo,
            double low,
            double high,
            double superiority,
            long matches,
            String text) {
        assertEquals(
                text,
                TEXT.verdict(
                        decision,
                        new EloDifference(elo, low, high, superiority),
                        matches,
                        OptionalLong.of(300),
                        "0 Elo",
                        "20 Elo"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            15.2  | 0.931 | 40 | Contain leads by about 15 Elo (93.1 % sure)
            -15.2 | 0.069 | 40 | Expand leads by about 15 Elo (93.1 % sure)
            900   | 0.999 | 4  | Contain leads by about 900 Elo
            0.2   | 0.51  | 40 | level
            """)
    void how_things_stand_is_half_a_line(double elo, double superiority, long matches, String text) {
        assertEquals(text, TEXT.standing(new EloDifference(elo, elo - 9, elo + 9, superiority), matches));
    }

    @Test
    void two_players_with_one_name_are_told_apart() {
        assertEquals(
                "Contain (B) leads by about 9 Elo (90.0 % sure)",
                new ComparisonText("Contain", "Contain").standing(new EloDifference(-9, -20, 2, 0.1), 100));
    }
}
