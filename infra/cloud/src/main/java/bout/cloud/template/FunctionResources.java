package bout.cloud.template;

import bout.cloud.template.Application.Event;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.TableStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the functions of a template and what invokes them. */
final class FunctionResources {

    /** Defaults of SAM and Lambda for settings that neither the function nor Globals has. */
    private static final int DEFAULT_TIMEOUT_S = 3;

    private static final int DEFAULT_MEMORY_MB = 128;
    private static final int DEFAULT_BATCH_SIZE = 10;

    /** AWS's default limit of concurrent invocations in an account. */
    private static final int DEFAULT_CONCURRENCY = 1000;

    /** Lambda's limit for a batch from a FIFO queue. */
    private static final int MAX_FIFO_BATCH = 10;

    private static final String EACH_KEY_LIKE = "ForAllValues:StringLike";
    private static final String LEADING_KEYS = "dynamodb:LeadingKeys";

    private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

    private final Resolution resolution;
    private final Template template;
    private final List<Queue> queues;

    FunctionResources(Resolution resolution, Template template, List<Queue> queues) {
        this.resolution = resolution;
        this.template = template;
        this.queues = queues;
    }

    Function function(String logicalId) {
        Properties globals = resolution.resolved("Globals.Function", globalsOf("Function"));
        Properties function = resolution.properties(
                logicalId,
                "Handler",
                "CodeUri",
                "Timeout",
                "MemorySize",
                "RecursiveLoop",
                "Environment",
                "Events",
                "Policies");
        Map<String, String> environment = new LinkedHashMap<>();
        for (Properties holder : List.of(globals, function)) {
            Properties variables = holder.under("Environment").under("Variables");
            variables.values().keySet().forEach(name -> environment.put(name, variables.text(name)));
        }
        environment.putAll(resolution.variables());
        List<Event> events = new ArrayList<>();
        Properties declared = function.under("Events");
        for (String name : declared.values().keySet()) {
            events.add(event(declared.under(name)));
        }
        String handler = function.text("Handler");
        int method = handler.indexOf("::");
        return new Function(
                logicalId,
                resolution.functionName(logicalId),
                method < 0 ? handler : handler.substring(0, method),
                function.text("CodeUri"),
                Duration.ofSeconds(function.number("Timeout", globals.number("Timeout", DEFAULT_TIMEOUT_S))),
                function.number("MemorySize", globals.number("MemorySize", DEFAULT_MEMORY_MB)),
                function.optionalText("RecursiveLoop")
                        .or(() -> globals.optionalText("RecursiveLoop"))
                        .filter("Allow"::equals)
                        .isPresent(),
                environment,
                events,
                tableStatements(function));
    }

    private static List<TableStatement> tableStatements(Properties function) {
        List<TableStatement> statements = new ArrayList<>();
        for (Properties policy : function.each("Policies")) {
            for (Properties statement : policy.each("Statement")) {
                List<String> actions = statement.oneOrMore("Action").stream()
                        .filter(action -> action.startsWith("dynamodb:"))
                        .toList();
                if (!actions.isEmpty()) {
                    statements.add(new TableStatement(actions, statement.oneOrMore("Resource"), partitions(statement)));
                }
            }
        }
        return statements;
    }

    /** Anything else that a statement might say would allow less than it seems to, or forbid something. */
    private static List<String> partitions(Properties statement) {
        Properties conditions = statement.under("Condition");
        Properties keys = conditions.under(EACH_KEY_LIKE);
        if (!statement.text("Effect").equals("Allow")
                || !Set.of(EACH_KEY_LIKE).containsAll(conditions.values().keySet())
                || !Set.of(LEADING_KEYS).containsAll(keys.values().keySet())) {
            throw new InvalidTemplate(statement.where() + ": the local stack understands statements about DynamoDB"
                    + " that allow actions on resources, with no condition but " + EACH_KEY_LIKE + " of "
                    + LEADING_KEYS);
        }
        return conditions.has(EACH_KEY_LIKE) ? keys.oneOrMore(LEADING_KEYS) : List.of("*");
    }

    private Map<String, Object> globalsOf(String kind) {
        Map<String, Object> selected = new LinkedHashMap<>();
        if (template.section("Globals").get(kind) instanceof Map<?, ?> globals) {
            for (String name : List.of("Timeout", "MemorySize", "RecursiveLoop", "Environment")) {
                if (globals.get(name) != null) {
                    selected.put(name, globals.get(name));
                }
            }
        }
        return selected;
    }

    private Event event(Properties event) {
        Properties properties = event.under("Properties");
        return switch (event.text("Type")) {
            case "HttpApi" ->
                properties.has("Path")
                        ? new Route(
                                properties
                                        .optionalText("Method")
                                        .map(method -> method.toUpperCase(Locale.ROOT))
                                        .orElse(Route.ANY),
                                properties.text("Path"))
                        : new Route(Route.ANY, Route.DEFAULT);
            case "SQS" -> batches(properties);
            case "Schedule" -> schedule(properties, properties.text("Schedule"));
            case "ScheduleV2" -> schedule(properties, properties.text("ScheduleExpression"));
            default -> throw event.wrong("Type", "one of HttpApi, SQS, Schedule and ScheduleV2");
        };
    }

    private QueueBatches batches(Properties properties) {
        String arn = properties.text("Queue");
        Queue queue = queues.stream()
                .filter(each -> resolution.arn("sqs", each.name()).equals(arn))
                .findFirst()
                .orElseThrow(() -> properties.wrong("Queue", "the Arn of a queue in this template"));
        int batchSize = properties.number("BatchSize", DEFAULT_BATCH_SIZE);
        int window = properties.number("MaximumBatchingWindowInSeconds", 0);
        if (queue.fifo() && (batchSize > MAX_FIFO_BATCH || window > 0)) {
            throw new InvalidTemplate(properties.where() + ": Lambda takes at most " + MAX_FIFO_BATCH
                    + " messages at once from a FIFO queue, and does not wait for more");
        }
        return new QueueBatches(
                queue,
                batchSize,
                Duration.ofSeconds(window),
                properties.texts("FunctionResponseTypes").contains("ReportBatchItemFailures"),
                properties.under("ScalingConfig").number("MaximumConcurrency", DEFAULT_CONCURRENCY));
    }

    private Schedule schedule(Properties properties, String expression) {
        Matcher rate = RATE.matcher(expression);
        if (!rate.matches() || rate.group(1).matches("0+")) {
            throw new InvalidTemplate(properties.where() + ": " + expression
                    + " is not supported in the local stack; use rate(N minutes|hours|days)");
        }
        long count = Long.parseLong(rate.group(1));
        return new Schedule(
                switch (rate.group(2)) {
                    case "minute" -> Duration.ofMinutes(count);
                    case "hour" -> Duration.ofHours(count);
                    default -> Duration.ofDays(count);
                });
    }
}
