package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.FILE;
import static bout.stack.WrittenTemplate.TEMPLATE;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.ofType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** template.yaml with and without a KMS key of the operator's own for the table ({@code TableKeyArn}). */
class TableKeyTest {

    private static final String KEY = "arn:aws:kms:eu-central-1:123456789012:key/0123abcd-4567-89ef-0123-456789abcdef";

    private static final Map<String, Object> USE = Map.of(
            "Sid",
            "UseTheKeyOfTheTable",
            "Effect",
            "Allow",
            "Action",
            List.of("kms:Decrypt", "kms:DescribeKey"),
            "Resource",
            Map.of("Ref", "TableKeyArn"),
            "Condition",
            Map.of(
                    "StringEquals",
                    Map.of("kms:ViaService", Map.of("Fn::Sub", "dynamodb.${AWS::Region}.${AWS::URLSuffix}"))));

    private static final Object REMOVED = Map.of("Ref", "AWS::NoValue");

    /** The resources of the template, with only the question answered whether there is a key. */
    private static Map<String, Object> resources(boolean key) {
        return map(answered(TEMPLATE.section("Resources"), key));
    }

    private static Object answered(Object value, boolean key) {
        return switch (value) {
            case Map<?, ?> map
            when asksForKey(map) -> answered(list(map.get("Fn::If")).get(key ? 1 : 2), key);
            case Map<?, ?> map -> {
                Map<Object, Object> answered = new LinkedHashMap<>();
                map.forEach((name, each) -> {
                    Object part = answered(each, key);
                    if (!isRemoved(each, part)) {
                        answered.put(name, part);
                    }
                });
                yield answered;
            }
            case List<?> list -> {
                List<Object> answered = new ArrayList<>();
                list.forEach(each -> {
                    Object part = answered(each, key);
                    if (!isRemoved(each, part)) {
                        answered.add(part);
                    }
                });
                yield answered;
            }
            case null -> null;
            default -> value;
        };
    }

    private static boolean asksForKey(Object value) {
        return value instanceof Map<?, ?> map
                && map.get("Fn::If") instanceof List<?> parts
                && parts.getFirst().equals("HasTableKey");
    }

    private static boolean isRemoved(Object written, Object answered) {
        return asksForKey(written) && REMOVED.equals(answered);
    }

    private static List<Map<String, Object>> statements(Object function) {
        Map<String, Object> properties = map(map(function).get("Properties"));
        return list(properties.getOrDefault("Policies", List.of())).stream()
                .flatMap(policy -> list(map(policy).get("Statement")).stream())
                .map(WrittenTemplate::map)
                .toList();
    }

    private static boolean allows(Map<String, Object> statement, String service) {
        return list(statement.get("Action")).stream().anyMatch(action -> ((String) action).startsWith(service + ":"));
    }

    @Test
    void with_a_key_exactly_the_functions_that_may_use_the_table_may_use_it_through_dynamodb() {
        Map<String, Object> resources = resources(true);
        Set<String> ofTable = new TreeSet<>();
        Set<String> ofKey = new TreeSet<>();
        for (String function : ofType("AWS::Serverless::Function")) {
            for (Map<String, Object> statement : statements(resources.get(function))) {
                if (allows(statement, "dynamodb")) {
                    ofTable.add(function);
                }
                if (allows(statement, "kms")) {
                    assertEquals(USE, statement, function);
                    assertTrue(ofKey.add(function), () -> function + " has it twice");
                }
            }
        }
        assertEquals(10, ofTable.size());
        assertEquals(ofTable, ofKey);
        // Nobody else has permissions, but through the buckets' policies: the clock only calls functions, and whoever
        // tries a new
        // version only chooses among their versions.
        assertEquals(
                List.of("CanaryRole", "SchedulerRole"),
                TEMPLATE.section("Resources").entrySet().stream()
                        .filter(each -> ((String) map(each.getValue()).get("Type")).matches("AWS::(IAM|KMS)::.*"))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    @Test
    void with_a_key_the_table_is_encrypted_with_it_and_nothing_else_is() {
        Map<String, Object> resources = resources(true);
        assertEquals(
                Map.of("SSEEnabled", true, "SSEType", "KMS", "KMSMasterKeyId", Map.of("Ref", "TableKeyArn")),
                map(map(resources.get("Table")).get("Properties")).get("SSESpecification"));
        resources.forEach((id, resource) -> {
            if (!map(resource).get("Type").equals("AWS::Serverless::Function") && !id.equals("Table")) {
                assertFalse(resource.toString().contains("TableKeyArn"), id);
            }
        });
    }

    @Test
    void without_a_key_nothing_mentions_one() {
        Map<String, Object> resources = resources(false);
        resources.forEach((id, resource) -> {
            for (String word : List.of("TableKey", "kms", "KMS", "SSESpecification")) {
                assertFalse(resource.toString().contains(word), () -> id + ": " + word);
            }
        });
        assertEquals(TEMPLATE.section("Resources").keySet(), resources.keySet());
    }

    @Test
    void the_local_stack_takes_a_key_and_does_without_it() {
        Application application = TEMPLATE.application(new Deployment(
                "bout", Map.of("TableKeyArn", KEY), URI.create("http://127.0.0.1:9324"), "eu-central-1"));
        assertEquals(APPLICATION, application);
    }

    @ParameterizedTest
    @CsvSource({
        "'', true",
        KEY + ", true",
        "arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef, true",
        "arn:aws:kms:eu-central-1:123456789012:alias/bout, false",
        "0123abcd-4567-89ef-0123-456789abcdef, false",
        "alias/aws/dynamodb, false"
    })
    void a_key_is_named_by_its_arn(String value, boolean allowed) throws IOException {
        Matcher parameter = Pattern.compile("(?s)\n  TableKeyArn:\n.*?AllowedPattern: '([^']+)'")
                .matcher(Files.readString(FILE));
        assertTrue(parameter.find());
        assertEquals(allowed, value.matches(parameter.group(1)));
    }
}
