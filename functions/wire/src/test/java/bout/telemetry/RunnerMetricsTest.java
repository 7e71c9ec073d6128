package bout.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Failure;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("It reads what is written to the standard output.")
class RunnerMetricsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final RunnerMetrics metrics = new RunnerMetrics(lines::add, "bout-runner", clock());

    private Clock clock() {
        InstantSource time = now::get;
        return time.withZone(ZoneOffset.UTC);
    }

    @Test
    void an_invocation_writes_a_line_per_game_and_per_kind_of_failure() throws Exception {
        metrics.matchStarted("ajax-tiles", Duration.ofMillis(1500));
        metrics.call("ajax-tiles", 20_000_000, null);
        metrics.call("ajax-tiles", 1_000_000_000, Failure.Kind.TIME_OUT);
        metrics.call("ajax-tiles", 2_000_000, Failure.Kind.STATUS);
        metrics.call("ajax-tiles", 2_000_000, Failure.Kind.STATUS);
        metrics.matchFinished("ajax-tiles");
        metrics.flush();

        assertEquals(3, lines.size());
        JsonNode all = emf(lines.get(0));
        assertEquals(NOW.toEpochMilli(), all.at("/_aws/Timestamp").longValue());
        assertEquals("ajax-tiles", all.get("Game").textValue());
        assertEquals(1, all.get("MatchesFinished").intValue());
        assertEquals(0, all.get("MatchesFailed").intValue());
        assertEquals(4, all.get("BotCalls").intValue());
        assertEquals(3, all.get("BotCallsFailed").intValue());
        assertEquals(1, all.get("QueueTime").size());
        assertEquals(1500, all.get("QueueTime").get(0).doubleValue(), 1500.0 / 32);
        assertEquals(4, all.get("CallTime").size());
        assertEquals(1000, all.get("CallTime").get(3).doubleValue(), 1000.0 / 32);
        assertEquals(
                List.of("time-out 1", "status 2"),
                lines.subList(1, 3).stream().map(this::failure).toList());
    }

    @Test
    void each_game_has_its_own_line() throws Exception {
        metrics.matchFinished("tokens");
        metrics.matchFailed("ajax-tiles");
        metrics.flush();

        assertEquals(3, lines.size());
        assertEquals(1, emf(lines.get(0)).get("MatchesFailed").intValue());
        assertEquals("tokens", emf(lines.get(1)).get("Game").textValue());
    }

    @Test
    void failed_matches_of_all_games_are_one_metric_of_the_function() throws Exception {
        metrics.matchFailed("tokens");
        metrics.matchFailed("ajax-tiles");
        metrics.flush();

        JsonNode failed = emf(lines.getLast());
        assertEquals("bout-runner", failed.get("FunctionName").textValue());
        assertEquals(2, failed.get("MatchesFailed").intValue());
        assertEquals(
                "[[\"FunctionName\"]]",
                failed.at("/_aws/CloudWatchMetrics/0/Dimensions").toString());
    }

    @Test
    void while_a_runner_plays_each_minute_is_written_once() {
        for (int seconds = 0; seconds <= 180; seconds += 5) {
            now.set(NOW.plusSeconds(seconds));
            metrics.call("ajax-tiles", 1_000_000, null);
            metrics.flushEachMinute();
        }
        metrics.flush();

        assertEquals(
                List.of(13, 12, 12),
                lines.stream().map(line -> emf(line).get("BotCalls").intValue()).toList());
    }

    @Test
    void flushed_metrics_are_not_written_again() {
        metrics.call("ajax-tiles", 1_000_000, null);
        metrics.flush();
        metrics.flush();

        assertEquals(1, lines.size());
    }

    @Test
    void with_many_calls_the_line_stays_small_and_the_counts_exact() throws Exception {
        int threads = 8;
        int each = 5_000;
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < threads; thread++) {
                pool.submit(() -> {
                    for (int call = 1; call <= each; call++) {
                        metrics.call("ajax-tiles", call * 10_000L, call % 2 == 0 ? Failure.Kind.REFUSED : null);
                    }
                });
            }
        }
        metrics.flush();

        JsonNode all = emf(lines.get(0));
        assertEquals(threads * each, all.get("BotCalls").intValue());
        assertEquals(threads * each / 2, all.get("BotCallsFailed").intValue());
        assertEquals(100, all.get("CallTime").size());
        assertEquals(0.01, all.get("CallTime").get(0).doubleValue());
        assertEquals(25, all.get("CallTime").get(49).doubleValue(), 1);
        assertEquals(50, all.get("CallTime").get(99).doubleValue(), 50.0 / 32);
        assertTrue(lines.get(0).length() < 4_000, () -> lines.get(0).length() + " characters");
    }

    @Test
    void outside_lambda_metrics_are_discarded() {
        PrintStream standard = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            RunnerMetrics local = RunnerMetrics.of(new Settings(Map.of("BOUT_TABLE", "table")));
            local.matchFinished("ajax-tiles");
            local.flush();
            assertEquals("", written.toString(StandardCharsets.UTF_8));

            RunnerMetrics inLambda = RunnerMetrics.of(new Settings(Map.of("AWS_LAMBDA_FUNCTION_NAME", "runner")));
            inLambda.matchFinished("ajax-tiles");
            inLambda.flush();
            assertTrue(written.toString(StandardCharsets.UTF_8).endsWith("}\n"));
        } finally {
            System.setOut(standard);
        }
    }

    private String failure(String line) {
        JsonNode document = emf(line);
        assertEquals(
                "[\"Game\",\"Failure\"]",
                document.at("/_aws/CloudWatchMetrics/0/Dimensions/0").toString());
        return document.get("Failure").textValue() + " "
                + document.get("BotCallsFailed").intValue();
    }

    private static JsonNode emf(String line) {
        assertTrue(line.length() < 1_000_000 && !line.contains("\n"));
        try (InputStream schema = RunnerMetricsTest.class.getResourceAsStream("emf.schema.json")) {
            var errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema)
                    .validate(line, InputFormat.JSON);
            assertEquals(List.of(), errors, line);
            JsonNode document = new ObjectMapper().readTree(line);
            for (JsonNode directive : document.at("/_aws/CloudWatchMetrics")) {
                for (JsonNode set : directive.get("Dimensions")) {
                    set.forEach(name -> assertTrue(
                            document.path(name.textValue()).isTextual(),
                            () -> "the dimension " + name + " is not a text at the root of " + line));
                }
                for (JsonNode metric : directive.get("Metrics")) {
                    JsonNode target = document.path(metric.get("Name").textValue());
                    assertTrue(
                            target.isNumber() || target.isArray() && target.size() <= 100 && numbers(target),
                            () -> metric + " is neither a number nor a list of at most 100 numbers in " + line);
                }
            }
            return document;
        } catch (java.io.IOException unreadable) {
            throw new AssertionError(line, unreadable);
        }
    }

    private static boolean numbers(JsonNode array) {
        for (JsonNode value : array) {
            if (!value.isNumber()) {
                return false;
            }
        }
        return !array.isEmpty();
    }
}
