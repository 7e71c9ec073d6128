package bout.deploy;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.FILE;
import static bout.stack.WrittenTemplate.TEMPLATE;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.symbol;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Bout;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Redrive;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.Table;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.stack.WrittenTemplate;
import bout.telemetry.RunnerMetrics;
import bout.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether someone would hear of what goes wrong, see it, and know what to do: the alarms, the dashboard and the log
 * groups of template.yaml against its queues, functions and table, and all of that against the runbook.
 */
class OperationsTest {

    private static final Path RUNBOOK = FILE.resolveSibling("docs/runbook.md");
    private static final List<String> PAGES = List.of("deploying", "operating", "runbook", "restoring", "keys");
    private static final Pattern SECTION_NAMED = Pattern.compile(" See \"([^\"]+)\" in docs/runbook\\.md\\.$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    /** CloudWatch takes no more than this in the expression of an alarm. */
    private static final int MOST_METRICS = 10;

    /** A metric in a sum of metrics, or in a count of the metrics that are above a limit of their own. */
    private static final Pattern SUMMAND = Pattern.compile("(?<sum>\\w+)|\\((?<counted>\\w+) > (?<limit>\\w+)\\)");

    private record Alarm(String logicalId, Map<String, Object> properties) {

        /** What it looks at: its one metric, or those of its expression. */
        private List<Watched> watched() {
            if (!properties.containsKey("Metrics")) {
                return List.of(watched("", properties, properties));
            }
            return queries().stream()
                    .filter(query -> query.containsKey("MetricStat"))
                    .map(query -> {
                        Map<String, Object> stat = map(query.get("MetricStat"));
                        return watched((String) query.get("Id"), map(stat.get("Metric")), stat);
                    })
                    .toList();
        }

        private Watched watched(String id, Map<String, Object> metric, Map<String, Object> aggregation) {
            return new Watched(
                    this,
                    id,
                    (String) metric.get("Namespace"),
                    (String) metric.get("MetricName"),
                    dimensions(metric.get("Dimensions")),
                    (String) aggregation.getOrDefault("Stat", aggregation.get("Statistic")),
                    Duration.ofSeconds((Long) aggregation.get("Period")));
        }

        private List<Map<String, Object>> queries() {
            return list(properties.getOrDefault("Metrics", List.of())).stream()
                    .map(WrittenTemplate::map)
                    .toList();
        }

        private List<String> expressions() {
            return queries().stream()
                    .filter(query -> query.containsKey("Expression"))
                    .map(query -> symbol(query.get("Expression")))
                    .toList();
        }

        private String threshold() {
            return symbol(properties.get("Threshold"));
        }

        private static Map<String, String> dimensions(Object written) {
            Map<String, String> dimensions = new LinkedHashMap<>();
            list(written)
                    .forEach(each -> dimensions.put(
                            (String) map(each).get("Name"), symbol(map(each).get("Value"))));
            return dimensions;
        }

        @Override
        public String toString() {
            return logicalId;
        }
    }

    private record Watched(
            Alarm alarm,
            String id,
            String namespace,
            String metric,
            Map<String, String> dimensions,
            String statistic,
            Duration period) {

        /** The value above which this metric alone raises the alarm. */
        private String limit() {
            assertEquals("GreaterThanThreshold", alarm.properties().get("ComparisonOperator"));
            for (String summand : alarm.expressions().getFirst().split(" \\+ ")) {
                Matcher matcher = SUMMAND.matcher(summand);
                assertTrue(matcher.matches(), () -> alarm + " adds up what this test does not know: " + summand);
                if (id.equals(matcher.group("sum"))) {
                    return alarm.threshold();
                }
                if (id.equals(matcher.group("counted"))) {
                    assertEquals("0", alarm.threshold(), "one that is above its limit has to be enough");
                    return matcher.group("limit");
                }
            }
            throw new AssertionError(alarm + " does not use its metric " + id);
        }
    }

    static Stream<Alarm> eachAlarm() {
        return ofType("AWS::CloudWatch::Alarm").stream().map(id -> new Alarm(id, properties(id)));
    }

    static Stream<Named<Function>> eachFunction() {
        return APPLICATION.functions().stream().map(function -> Named.of(function.logicalId(), function));
    }

    static Stream<Named<Function>> eachFunctionThatRunsByTheClock() {
        return eachFunction()
                .filter(function -> function.getPayload().events().stream().anyMatch(Schedule.class::isInstance));
    }

    static Stream<Named<Queue>> eachQueue() {
        return APPLICATION.queues().stream().map(queue -> Named.of(queue.logicalId(), queue));
    }

    private static Watched watched(String namespace, String metric, Map<String, String> dimensions) {
        List<Watched> watching = watching(namespace, metric, dimensions);
        assertEquals(1, watching.size(), () -> "alarms of " + metric + " of " + dimensions + ": " + watching);
        return watching.getFirst();
    }

    private static List<Watched> watching(String namespace, String metric, Map<String, String> dimensions) {
        return eachAlarm()
                .flatMap(alarm -> alarm.watched().stream())
                .filter(watched -> watched.namespace().equals(namespace)
                        && watched.metric().equals(metric)
                        && watched.dimensions().equals(dimensions))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("eachQueue")
    void a_queue_has_an_alarm_when_its_oldest_message_is_old_or_a_dead_letter_is_in_it(Queue queue) {
        Map<String, String> dimensions = Map.of("QueueName", queue.logicalId() + ".QueueName");
        if (queue.logicalId().equals("WebhooksDeadLetterQueue")) {
            // Anyone can fill it, by asking for webhooks that no receiver takes, and nobody here can mend that.
            assertEquals(List.of(), watching("AWS/SQS", "ApproximateNumberOfMessagesVisible", dimensions));
        } else if (deadLetterQueues().contains(queue.name())) {
            Watched letters = watched("AWS/SQS", "ApproximateNumberOfMessagesVisible", dimensions);
            assertEquals("0", letters.limit());
            assertEquals("Maximum", letters.statistic());
        } else {
            assertTrue(
                    workQueues().contains(queue.name()), "no function takes its messages, and no queue its failures");
            Watched age = watched("AWS/SQS", "ApproximateAgeOfOldestMessage", dimensions);
            assertEquals("Maximum", age.statistic());
            assertTrue(Long.parseLong(age.limit()) > 0, () -> "seconds: " + age.limit());
        }
    }

    private static Set<String> deadLetterQueues() {
        return APPLICATION.queues().stream()
                .flatMap(queue -> queue.redrive().stream())
                .map(Redrive::deadLetterQueue)
                .collect(toSet());
    }

    private static Set<String> workQueues() {
        return APPLICATION.functions().stream()
                .flatMap(function -> function.events().stream())
                .filter(QueueBatches.class::isInstance)
                .map(event -> ((QueueBatches) event).queue().name())
                .collect(toSet());
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_has_alarms_when_it_fails_cannot_start_or_takes_almost_too_long(Function function) {
        Map<String, String> dimensions = Map.of("FunctionName", function.logicalId());
        for (String metric : List.of("Errors", "Throttles")) {
            Watched watched = watched("AWS/Lambda", metric, dimensions);
            assertEquals("0", watched.limit(), metric);
            assertEquals("Sum", watched.statistic());
        }
        Watched duration = watched("AWS/Lambda", "Duration", dimensions);
        assertEquals("Maximum", duration.statistic());
        long limit = Long.parseLong(duration.limit());
        long timeout = function.timeout().toMillis();
        assertTrue(
                limit >= timeout * 3 / 4 && limit < timeout,
                () -> duration.alarm() + " is raised at " + limit + " ms of " + timeout);
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_function_that_a_queue_invokes_has_an_alarm_when_lambda_drops_invocations(Function function) {
        Map<String, String> dimensions = Map.of("FunctionName", function.logicalId());
        if (function.events().stream().noneMatch(QueueBatches.class::isInstance)) {
            assertEquals(List.of(), watching("AWS/Lambda", "RecursiveInvocationsDropped", dimensions));
            return;
        }
        Watched dropped = watched("AWS/Lambda", "RecursiveInvocationsDropped", dimensions);
        assertEquals("0", dropped.limit());
        assertEquals("Sum", dropped.statistic());
    }

    @ParameterizedTest
    @MethodSource("eachFunctionThatRunsByTheClock")
    void a_function_that_runs_by_the_clock_has_an_alarm_when_it_does_not_run_or_always_fails(Function function) {
        Schedule schedule = function.events().stream()
                .filter(Schedule.class::isInstance)
                .map(Schedule.class::cast)
                .findFirst()
                .orElseThrow();
        Map<String, String> dimensions = Map.of("FunctionName", function.logicalId());
        Watched runs = watching("AWS/Lambda", "Invocations", dimensions).stream()
                // Another alarm uses the sweeper's runs so that it always has a value.
                .filter(watched -> watched.alarm().expressions().isEmpty())
                .findFirst()
                .orElseThrow();
        // Of a sum of several functions, one that does not run could not be told from one that does.
        assertEquals(List.of(runs), runs.alarm().watched());
        assertEquals(List.of(), runs.alarm().expressions());
        assertEquals("LessThanThreshold", runs.alarm().properties().get("ComparisonOperator"));
        assertEquals("1", runs.alarm().threshold());
        // It has no data when it is not called, and none before its first call either: a new alarm does not report the
        // state that it begins in.
        assertEquals("missing", runs.alarm().properties().get("TreatMissingData"));
        assertEquals(
                List.of(Map.of("Ref", "AlarmTopic")), runs.alarm().properties().get("InsufficientDataActions"));
        for (Watched watched : List.of(runs, watched("AWS/Lambda", "Errors", dimensions))) {
            assertTrue(
                    watched.period().compareTo(schedule.every()) >= 0,
                    () -> "there is not a run in every " + watched.period());
        }
    }

    @Test
    void a_match_that_fails_raises_an_alarm() {
        Watched failed = watched("Bout", "MatchesFailed", Map.of("FunctionName", "RunnerFunction"));
        assertEquals("Sum", failed.statistic());
        assertEquals("0", failed.alarm().threshold());
        assertEquals("GreaterThanThreshold", failed.alarm().properties().get("ComparisonOperator"));
        // There is no data as long as no match fails.
        assertEquals("notBreaching", failed.alarm().properties().get("TreatMissingData"));
    }

    @Test
    void the_api_has_an_alarm_of_its_share_of_failed_requests() {
        for (String api : ofType("AWS::Serverless::HttpApi")) {
            assertEquals(
                    Set.of("5xx", "Count"),
                    calculated("AWS/ApiGateway", Map.of("ApiId", api)),
                    () -> "alarms of " + api);
        }
    }

    @Test
    void the_table_and_its_indexes_have_an_alarm_of_refused_requests() {
        for (Table table : APPLICATION.tables()) {
            Set<String> refused = Set.of("ReadThrottleEvents", "WriteThrottleEvents");
            assertEquals(refused, calculated("AWS/DynamoDB", Map.of("TableName", table.logicalId())));
            table.indexes()
                    .forEach(index -> assertEquals(
                            refused,
                            calculated(
                                    "AWS/DynamoDB",
                                    Map.of("TableName", table.logicalId(), "GlobalSecondaryIndexName", index.name()))));
        }
    }

    private static Set<String> calculated(String namespace, Map<String, String> dimensions) {
        return eachAlarm()
                .filter(alarm -> !alarm.expressions().isEmpty())
                .flatMap(alarm -> alarm.watched().stream())
                .filter(watched -> watched.namespace().equals(namespace)
                        && watched.dimensions().equals(dimensions))
                .map(Watched::metric)
                .collect(toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("eachAlarm")
    void an_alarm_calculates_only_what_cloudwatch_lets_it(Alarm alarm) {
        assertTrue(
                alarm.watched().size() <= MOST_METRICS,
                () -> "metrics: " + alarm.watched().size());
        assertEquals(1, alarm.watched().stream().map(Watched::period).distinct().count(), "periods");
        if (alarm.queries().isEmpty()) {
            return;
        }
        assertEquals(1, alarm.expressions().size(), "expressions");
        alarm.queries()
                .forEach(query -> assertEquals(
                        query.containsKey("Expression") ? null : false, query.get("ReturnData"), query::toString));
        Set<String> used = Pattern.compile("\\b[a-z]\\w*")
                .matcher(alarm.expressions().getFirst())
                .results()
                .map(MatchResult::group)
                .collect(toCollection(TreeSet::new));
        assertEquals(alarm.watched().stream().map(Watched::id).collect(toCollection(TreeSet::new)), used);
    }

    /** Somebody waits for these to be over: to purge a queue, or to know whether a repair worked. */
    private static final Set<String> REPORT_THEIR_END = Set.of(
            "OldMessagesAlarm SweeperStandstillAlarm MatchmakerStandstillAlarm HealthSweepStandstillAlarm HttpApi5xxAlarm"
                    .split(" "));

    @ParameterizedTest
    @MethodSource("eachAlarm")
    void an_alarm_is_sent_to_the_topic_and_says_what_no_data_means(Alarm alarm) {
        List<Map<String, String>> topic = List.of(Map.of("Ref", "AlarmTopic"));
        assertEquals(topic, alarm.properties().get("AlarmActions"));
        assertEquals(
                REPORT_THEIR_END.contains(alarm.logicalId()) ? topic : null,
                alarm.properties().get("OKActions"));
        assertTrue(alarm.properties().containsKey("TreatMissingData"));
    }

    @Test
    void the_topic_is_mailed_to_whom_the_deployment_names() {
        assertEquals(
                Map.of(
                        "Fn::If",
                        List.of(
                                "HasAlarmEmail",
                                List.of(Map.of("Protocol", "email", "Endpoint", Map.of("Ref", "AlarmEmail"))),
                                Map.of("Ref", "AWS::NoValue"))),
                properties("AlarmTopic").get("Subscription"));
    }

    @ParameterizedTest
    @MethodSource("eachAlarm")
    void an_alarm_leads_to_the_section_of_the_runbook_that_names_it(Alarm alarm) throws Exception {
        String description = (String) alarm.properties().get("AlarmDescription");
        MatchResult named = SECTION_NAMED
                .matcher(description)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no section of the runbook is named: " + description));
        String section = runbook().get(named.group(1));
        assertTrue(section != null, () -> RUNBOOK + " has no section " + named.group(1));
        assertTrue(section.contains("`" + alarm + "`"), () -> "\"" + named.group(1) + "\" does not name the alarm");
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void a_page_for_operators_names_no_alarm_output_parameter_resource_or_command_that_is_not_there(String page)
            throws Exception {
        String text = Files.readString(RUNBOOK.resolveSibling(page + ".md"));
        assertAll(
                () -> known(
                        "`(\\w+(?:Alarm|LogGroup))`",
                        text,
                        TEMPLATE.section("Resources").keySet()),
                () -> known("(?:physical|waiting|errors) ([A-Z]\\w+)", text, resourcesAndRules()),
                () -> known("\\b([A-Z]\\w+FunctionEach\\w+)", text, resourcesAndRules()),
                () -> known(
                        "\\boutput ([A-Z]\\w+)",
                        text,
                        TEMPLATE.section("Outputs").keySet()),
                () -> known(
                        "--parameter-overrides (?:'|\")?(\\w+)=",
                        text,
                        TEMPLATE.section("Parameters").keySet()),
                () -> known(
                        "\\./bout ([a-z]+)",
                        text,
                        Bout.commandLine().getSubcommands().keySet()));
    }

    @Test
    void the_runbook_gives_a_deployment_its_alarms_back() throws Exception {
        List<?> alarms = (List<?>)
                map(properties("ApiFunction").get("DeploymentPreference")).get("Alarms");
        String names = alarms.stream()
                .map(alarm ->
                        "{name=" + map(alarm).get("Fn::Sub").toString().replace("${AWS::StackName}", "$stack") + "}")
                .collect(joining(","));
        String section = runbook().get("API answers 5xx");
        assertTrue(section.contains("alarm \"enabled=true,alarms=[" + names + "]\"\n"), section);
    }

    /**
     * SAM makes a rule of each schedule, and names it after the function and its event. For a function whose versions
     * are tried first, it makes a group of CodeDeploy.
     */
    private static Set<String> resourcesAndRules() {
        Set<String> names = new TreeSet<>(TEMPLATE.section("Resources").keySet());
        for (String function : ofType("AWS::Serverless::Function")) {
            if (properties(function).containsKey("DeploymentPreference")) {
                names.addAll(List.of("ServerlessDeploymentApplication", function + "DeploymentGroup"));
            }
            map(properties(function).getOrDefault("Events", Map.of()))
                    .keySet()
                    .forEach(event -> names.add(function + event));
        }
        return names;
    }

    private static void known(String pattern, String text, Set<String> names) {
        Set<String> unknown = Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !names.contains(name))
                .collect(toCollection(TreeSet::new));
        assertEquals(Set.of(), unknown, () -> "found by " + pattern + ", but there are only " + names);
    }

    private static Map<String, String> runbook() throws Exception {
        String text = Files.readString(RUNBOOK);
        List<MatchResult> headings = HEADING.matcher(text).results().toList();
        Map<String, String> sections = new LinkedHashMap<>();
        for (int i = 0; i < headings.size(); i++) {
            int end = i + 1 < headings.size() ? headings.get(i + 1).start() : text.length();
            sections.put(
                    headings.get(i).group(1), text.substring(headings.get(i).end(), end));
        }
        return sections;
    }

    @Test
    void the_dashboard_shows_every_alarm() throws Exception {
        Set<String> shown = widgets().stream()
                .filter(widget -> widget.get("type").text().equals("alarm"))
                .flatMap(widget -> widget.get("properties").get("alarms").entries().stream())
                .map(arn -> arn.text().replaceAll("^\\$\\{(\\w+)\\.Arn}$", "$1"))
                .collect(toCollection(TreeSet::new));
        assertEquals(eachAlarm().map(Alarm::logicalId).collect(toCollection(TreeSet::new)), shown);
    }

    @Test
    void the_dashboard_shows_the_functions_and_queues_that_the_stacks_name_finds() throws Exception {
        for (String metric : List.of("Invocations", "Errors", "Throttles", "Duration", "ConcurrentExecutions")) {
            assertSearched("{AWS/Lambda,FunctionName} MetricName=\"" + metric + "\" FunctionName=${AWS::StackName}");
        }
        for (String metric : List.of(
                "ApproximateNumberOfMessagesVisible",
                "ApproximateNumberOfMessagesNotVisible",
                "ApproximateAgeOfOldestMessage")) {
            assertSearched(
                    "{AWS/SQS,QueueName} MetricName=\"" + metric + "\" QueueName=${AWS::StackName} NOT QueueName=dead");
        }
        assertSearched("{AWS/SQS,QueueName} MetricName=\"ApproximateNumberOfMessagesVisible\""
                + " QueueName=${AWS::StackName} QueueName=dead");
    }

    @ParameterizedTest
    @MethodSource("eachFunction")
    void a_functions_name_is_cloudformations_which_begins_with_the_stacks_name(Function function) {
        assertFalse(properties(function.logicalId()).containsKey("FunctionName"));
    }

    @ParameterizedTest
    @MethodSource("eachQueue")
    void a_queues_name_begins_with_the_stacks_name_and_says_whether_it_is_for_dead_letters(Queue queue) {
        String name = symbol(properties(queue.logicalId()).get("QueueName"));
        assertTrue(name.startsWith("AWS::StackName-"), name);
        assertEquals(
                deadLetterQueues().contains(queue.name()),
                List.of(name.split("[^a-z]")).contains("dead"));
    }

    @Test
    void the_dashboard_shows_the_api_and_the_table() throws Exception {
        for (String api : ofType("AWS::Serverless::HttpApi")) {
            for (String metric : List.of("Count", "4xx", "5xx", "Latency")) {
                assertShown("AWS/ApiGateway", metric, "ApiId", "${" + api + "}");
            }
        }
        for (Table table : APPLICATION.tables()) {
            for (List<String> metrics : List.of(
                    List.of("ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"),
                    List.of("ReadThrottleEvents", "WriteThrottleEvents"))) {
                for (String dimensions : List.of("TableName", "GlobalSecondaryIndexName,TableName")) {
                    assertSearched("{AWS/DynamoDB," + dimensions + "} TableName=\"${" + table.logicalId()
                            + "}\" (MetricName=\"" + String.join("\" OR MetricName=\"", metrics) + "\")");
                }
            }
        }
    }

    @Test
    void the_dashboard_shows_all_that_a_runner_counts_and_percentiles_of_what_it_times() throws Exception {
        List<String> lines = new ArrayList<>();
        RunnerMetrics metrics = new RunnerMetrics(lines::add, "runner", Clock.systemUTC());
        metrics.matchStarted("ajax-tiles", Duration.ofSeconds(1));
        metrics.call("ajax-tiles", 1_000_000, Failure.Kind.TIME_OUT);
        metrics.matchFinished("ajax-tiles");
        metrics.matchFailed("ajax-tiles");
        metrics.flush();
        assertEquals(3, lines.size());
        // The last one is for the alarm.
        lines.removeLast();
        List<String> shown = searches();
        for (String line : lines) {
            Plain directive = Plain.of(Json.read(line))
                    .get("_aws")
                    .get("CloudWatchMetrics")
                    .at(0);
            Set<String> dimensions = new TreeSet<>();
            directive.get("Dimensions").at(0).entries().forEach(each -> dimensions.add(each.text()));
            for (Plain metric : directive.get("Metrics").entries()) {
                String series = "SEARCH('{" + directive.get("Namespace").text() + "," + String.join(",", dimensions)
                        + "} MetricName=\"" + metric.get("Name").text() + "\"', '";
                List<String> statistics =
                        metric.get("Unit").text().equals("Milliseconds") ? List.of("p50", "p95") : List.of("Sum");
                statistics.forEach(statistic -> assertTrue(
                        shown.contains(series + statistic + "', 300)"), () -> series + statistic + "' is not shown"));
            }
        }
    }

    private static void assertSearched(String query) throws Exception {
        String search = "SEARCH('" + query + "', '";
        assertTrue(searches().stream().anyMatch(each -> each.startsWith(search)), () -> search + " is not shown");
    }

    private static void assertShown(String... series) throws Exception {
        assertTrue(
                series().stream()
                        .anyMatch(shown -> shown.size() >= series.length
                                && shown.subList(0, series.length).equals(List.of(series))),
                () -> "the dashboard does not show " + List.of(series));
    }

    private static List<List<Object>> series() throws Exception {
        return metricsOfWidgets()
                .map(metric ->
                        metric.entries().stream().<Object>map(Plain::value).toList())
                .toList();
    }

    private static List<String> searches() throws Exception {
        return metricsOfWidgets()
                .filter(metric -> metric.at(0).value() instanceof Map)
                .map(metric -> metric.at(0).get("expression").text())
                .toList();
    }

    private static Stream<Plain> metricsOfWidgets() throws Exception {
        return widgets().stream()
                .filter(widget -> widget.get("type").text().equals("metric"))
                .flatMap(widget -> widget.get("properties").get("metrics").entries().stream());
    }

    private static List<Plain> widgets() throws Exception {
        String body = (String) map(properties("Dashboard").get("DashboardBody")).get("Fn::Sub");
        return Plain.of(Json.read(body)).get("widgets").entries();
    }

    @Test
    void the_widgets_of_the_dashboard_lie_side_by_side() throws Exception {
        Set<List<Integer>> taken = new HashSet<>();
        for (Plain widget : widgets()) {
            int left = widget.get("x").integer(0, 23);
            int top = widget.get("y").integer(0, 1000);
            for (int x = left; x < left + widget.get("width").integer(1, 24 - left); x++) {
                for (int y = top; y < top + widget.get("height").integer(1, 1000); y++) {
                    assertTrue(taken.add(List.of(x, y)), "two widgets at " + x + ", " + y);
                }
            }
        }
    }

    @Test
    void no_log_is_kept_for_ever() {
        List<String> groups = ofType("AWS::Logs::LogGroup");
        assertFalse(groups.isEmpty());
        groups.forEach(group -> assertEquals(
                Map.of("Ref", "LogRetentionDays"), properties(group).get("RetentionInDays"), group));
        for (String api : ofType("AWS::Serverless::HttpApi")) {
            String destination =
                    symbol(map(properties(api).get("AccessLogSettings")).get("DestinationArn"));
            assertTrue(groups.contains(destination.replaceAll("\\.Arn$", "")), () -> api + " logs to " + destination);
        }
    }
}
