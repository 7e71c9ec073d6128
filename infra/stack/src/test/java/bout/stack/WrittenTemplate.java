package bout.stack;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** template.yaml for tests that compare it with other files: as written, and as the local stack reads it. */
public final class WrittenTemplate {

    public static final Path FILE = Template.ofThisRepository();
    public static final Template TEMPLATE = Template.read(FILE);
    public static final Application APPLICATION =
            TEMPLATE.application(new Deployment("bout", Map.of(), URI.create("http://127.0.0.1:9324"), "eu-central-1"));

    private WrittenTemplate() {}

    public static List<String> ofType(String type) {
        return TEMPLATE.section("Resources").entrySet().stream()
                .filter(resource -> map(resource.getValue()).get("Type").equals(type))
                .map(Map.Entry::getKey)
                .toList();
    }

    public static Map<String, Object> properties(String logicalId) {
        assertTrue(TEMPLATE.section("Resources").containsKey(logicalId), () -> "there is no resource " + logicalId);
        return map(map(TEMPLATE.section("Resources").get(logicalId)).get("Properties"));
    }

    /**
     * What the role of a function allows, without the statement about the key of the table, which {@link TableKeyTest}
     * reads.
     */
    public static List<Map<String, Object>> statements(String function) {
        return list(properties(function).getOrDefault("Policies", List.of())).stream()
                .flatMap(policy -> list(map(policy).get("Statement")).stream())
                .map(WrittenTemplate::map)
                .filter(statement -> !isAboutTheKeyOfTheTable(statement))
                .toList();
    }

    private static boolean isAboutTheKeyOfTheTable(Map<String, Object> statement) {
        return statement.get("Fn::If") instanceof List<?> parts
                && parts.getFirst().equals("HasTableKey");
    }

    static Stream<Named<Function>> eachFunction() {
        return functions().stream().map(function -> Named.of(function.logicalId(), function));
    }

    static List<Function> functions() {
        return APPLICATION.functions();
    }

    static Function function(String logicalId) {
        return functions().stream()
                .filter(function -> function.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }

    static Map<Function, QueueBatches> consumers() {
        return functions().stream()
                .filter(function -> !function.events(QueueBatches.class).isEmpty())
                .collect(toMap(function -> function, function -> function.events(QueueBatches.class)
                        .getFirst()));
    }

    static String text(Map<String, Object> map, String name) {
        return (String) map.get(name);
    }

    /** Which behavior of the CDN a path gets. */
    static Behavior behavior(String path) {
        return APPLICATION.cdn().orElseThrow().behaviors().stream()
                .filter(behavior -> behavior.paths().matcher(path).matches())
                .findFirst()
                .orElseThrow();
    }

    static Map<String, Object> distribution() {
        return map(properties("Distribution").get("DistributionConfig"));
    }

    /** The behaviors of the CDN as written, without the default one. */
    static List<Map<String, Object>> behaviors() {
        return list(distribution().get("CacheBehaviors")).stream()
                .map(WrittenTemplate::map)
                .toList();
    }

    /** The target of a reference: {@code Table} for {@code !Ref}, {@code Table.Arn/index/x} for an attribute. */
    public static String symbol(Object value) {
        if (!(value instanceof Map<?, ?> function)) {
            return String.valueOf(value);
        }
        Map.Entry<?, ?> call = function.entrySet().iterator().next();
        return switch ((String) call.getKey()) {
            case "Ref" -> (String) call.getValue();
            case "Fn::GetAtt" ->
                String.join(
                        ".", list(call.getValue()).stream().map(String::valueOf).toList());
            case "Fn::Sub" -> ((String) call.getValue()).replaceAll("\\$\\{([^}]+)}", "$1");
            default -> throw new AssertionError("this test does not know " + function);
        };
    }

    @SuppressWarnings("unchecked") // all keys in this file are texts
    public static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    public static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of(value);
    }
}
