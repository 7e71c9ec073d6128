package bout.telemetry;

import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One line in CloudWatch's embedded metric format: metrics that share their dimensions. See the <a
 * href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html">specification</a>,
 * which also sets the limit {@link #MAX_VALUES}.
 */
final class EmbeddedMetrics {

    static final int MAX_VALUES = 100;

    private static final String NAMESPACE = "Bout";

    private final Map<String, String> dimensions;
    private final List<Map<String, String>> definitions = new ArrayList<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    EmbeddedMetrics(Map<String, String> dimensions) {
        this.dimensions = dimensions;
    }

    EmbeddedMetrics count(String name, long count) {
        return put(name, "Count", count);
    }

    /** @param values at most {@link #MAX_VALUES}; an empty list omits the metric */
    EmbeddedMetrics milliseconds(String name, List<Double> values) {
        return values.isEmpty() ? this : put(name, "Milliseconds", values);
    }

    /** Whether all counts are 0 and no duration was added. */
    boolean isEmpty() {
        return values.values().stream().allMatch(value -> value.equals(0L));
    }

    private EmbeddedMetrics put(String name, String unit, Object value) {
        definitions.add(Map.of("Name", name, "Unit", unit));
        values.put(name, value);
        return this;
    }

    String line(Instant at) {
        Map<String, Object> directive = new LinkedHashMap<>();
        directive.put("Namespace", NAMESPACE);
        directive.put("Dimensions", List.of(List.copyOf(dimensions.keySet())));
        directive.put("Metrics", definitions);
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("_aws", Map.of("Timestamp", at.toEpochMilli(), "CloudWatchMetrics", List.of(directive)));
        root.putAll(dimensions);
        root.putAll(values);
        return Json.text(root);
    }

    /** Prints lines in Lambda; elsewhere metrics are not read. */
    static Consumer<String> output(Settings settings) {
        return settings.inLambda() ? line -> System.out.print(line + "\n") : line -> {};
    }
}
