package bout.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import bout.games.Games;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** docs/price.md, the model and the template agree. */
class PricePageTest {

    private static final Path TEMPLATE = Template.ofThisRepository();

    private static String page() throws IOException {
        return Files.readString(TEMPLATE.resolveSibling("docs").resolve("price.md"));
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.split("\\|")).skip(1).map(String::strip).toList();
    }

    @Test
    void the_page_lists_every_price() throws IOException {
        List<List<String>> listed = page().lines()
                .dropWhile(line -> !line.equals("## Prices"))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| price "))
                .map(PricePageTest::cells)
                .toList();
        List<List<String>> prices = Arrays.stream(Price.values())
                .map(price -> List.of(
                        price.text,
                        BigDecimal.valueOf(price.dollars).stripTrailingZeros().toPlainString(),
                        price.certainty.text))
                .toList();

        assertEquals(prices, listed);
        assertTrue(page().contains("as of " + Price.AS_OF), "the date");
    }

    private static PriceModel model(double matchesPerDay, double connected, double ladderBots) {
        return new PriceModel(
                matchesPerDay, 20, 200, connected, PriceModel.DEFAULT_RUNNERS, ladderBots, MatchKind.TOKEN);
    }

    /** At a million a day, of 200 calls of 100 ms. */
    private static double ofAThousand(MatchKind kind, double runners) {
        PriceModel million = new PriceModel(1_000_000, 20, 200, 0, runners, 0, kind);
        return PriceModel.sum(million.matches()) / (million.matchesPerDay() * PriceModel.DAYS) * 1000;
    }

    @Test
    void with_two_runners_a_match_meets_the_target() throws IOException {
        assertTrue(ofAThousand(MatchKind.ADMIN, 2) < 0.02, "" + ofAThousand(MatchKind.ADMIN, 2));
        // The list of its owner's matches takes it past the target.
        assertTrue(ofAThousand(MatchKind.TOKEN, 2) < 0.021, "" + ofAThousand(MatchKind.TOKEN, 2));
        for (int runners : new int[] {2, 4}) {
            String row = String.format(
                    Locale.ROOT,
                    "| %d%s | %d | %.4f | %.4f |",
                    runners,
                    runners == PriceModel.DEFAULT_RUNNERS ? " (default)" : "",
                    250 * runners,
                    ofAThousand(MatchKind.ADMIN, runners),
                    ofAThousand(MatchKind.TOKEN, runners));
            assertTrue(page().contains(row), row);
        }
    }

    @ParameterizedTest
    @FieldSource("bout.price.MatchKind#ALL")
    void the_page_says_what_a_kind_of_match_uses_and_costs(MatchKind kind) throws IOException {
        double thousand = ofAThousand(kind, PriceModel.DEFAULT_RUNNERS);

        assertTrue(
                page().contains(String.format(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f | %.0f | %.0f | %.4f |",
                        kind.text(),
                        kind.writeUnits(),
                        kind.readUnits(),
                        kind.files(),
                        kind.messages(),
                        thousand)),
                () -> kind + " costs " + thousand);
    }

    @Test
    void an_idle_platform_costs_less_than_25_dollars_a_month() throws IOException {
        double idle = PriceModel.sum(model(0, 0, 0).idle());

        assertTrue(idle < 25, "" + idle);
        assertTrue(page().contains(String.format(Locale.ROOT, "**$%.0f a month**", idle)), "" + idle);
        double climbing = PriceModel.sum(model(0, 0, 10).idle());
        assertTrue(
                page().contains(String.format(Locale.ROOT, "ten such bots at any time cost $%.0f", climbing - idle)),
                "" + (climbing - idle));
    }

    @Test
    void the_page_says_what_connected_bots_cost() throws IOException {
        PriceModel playing = model(1_000_000, 0, 0);
        double thousand = PriceModel.sum(playing.lines()) / (playing.matchesPerDay() * PriceModel.DAYS) * 1000;
        double waiting = PriceModel.sum(model(0, 1, 0).lines());

        String row = String.format(Locale.ROOT, "| connected bots | %.2f | %.4f |", thousand, waiting);
        assertTrue(page().contains(row), row);
    }

    @ParameterizedTest
    @CsvSource({"30 days, 30", "a year, 365"})
    void the_page_says_what_it_costs_to_keep_matches(String kept, double days) throws IOException {
        double month = PriceModel.sum(model(1_000_000, 0, 0).storage(days));

        String row = String.format(Locale.ROOT, "| %s | %.0f |", kept, month);
        assertTrue(page().contains(row), row);
    }

    @ParameterizedTest
    @CsvSource({"no matches, 0", "a million matches a day, 1000000"})
    void the_page_says_what_a_key_for_the_table_costs(String when, double matchesPerDay) throws IOException {
        double month = PriceModel.sum(model(matchesPerDay, 0, 0).key());

        String row = String.format(Locale.ROOT, "| %s | %.2f |", when, month);
        assertTrue(page().contains(row), row);
    }

    @ParameterizedTest
    @CsvSource({
        "RunnerConcurrency, 2",
        "LadderMatchesPerBotAndHour, 24",
    })
    void the_model_uses_the_defaults_of_the_template(String parameter, String value) throws IOException {
        Matcher found = Pattern.compile("(?m)^  " + parameter + ":\\n    Type: Number\\n    Default: (\\d+)$")
                .matcher(Files.readString(TEMPLATE));

        assertTrue(found.find());
        assertEquals(value, found.group(1));
        assertEquals(2, PriceModel.DEFAULT_RUNNERS);
        assertEquals(24, PriceModel.LADDER_MATCHES);
    }

    @Test
    void the_model_counts_the_parts_of_the_template() throws IOException {
        String template = Files.readString(TEMPLATE);

        assertTrue(template.contains("MemorySize: 1769\n"));
        assertEquals(1769 / 1024.0, PriceModel.FUNCTION_GIGABYTES);
        assertEquals(PriceModel.RUNS_EACH_MINUTE, count(template, "ScheduleExpression: rate\\(1 minute\\)"));
        assertEquals(PriceModel.RUNS_EACH_QUARTER, count(template, "ScheduleExpression: rate\\(15 minutes\\)"));
        assertEquals(PriceModel.RUNS_EACH_DAY, count(template, "ScheduleExpression: rate\\(1 day\\)"));
        assertEquals(count(template, "Type: ScheduleV2\n"), count(template, "ScheduleExpression: "));
        // Each request to the API runs a function of the CDN, and no other request of the model does.
        assertEquals(count(template, "PathPattern: /api/"), count(template, "!GetAtt ViewerAddress.FunctionARN"));
        assertEquals(PriceModel.QUEUE_SOURCES, count(template, "Type: AWS::Lambda::EventSourceMapping\n"));
        // In an alarm without an expression, its metric is named outside of a list.
        assertEquals(
                PriceModel.ALARM_METRICS, count(template, "MetricStat: ") + count(template, "(?m)^      MetricName: "));
        assertTrue(template.contains("MaximumBatchingWindowInSeconds: 1\n"));
        assertEquals(1, PriceModel.BATCHING_WINDOW);
        assertEquals(Games.ALL.size(), PriceModel.GAMES);
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
