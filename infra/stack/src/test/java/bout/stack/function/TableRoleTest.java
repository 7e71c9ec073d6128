package bout.stack.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.TableStatement;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.access.Scope;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

@Tag("server")
class TableRoleTest {

    private static final Clock CLOCK = Clock.systemUTC();
    private static final String TOKEN = "tok_" + "0".repeat(32);

    /** Created on first use. */
    private static final class Deployed {
        static final TestApplication IT = TestAws.application();
    }

    /** What a function makes of its environment. */
    private static Aws as(String logicalId) {
        Function function = Deployed.IT.application().functions().stream()
                .filter(each -> each.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
        return as(TableRole.of(function), Deployed.IT.environment(logicalId));
    }

    private static Aws as(TableRole role, Map<String, String> environment) {
        Clients all = Deployed.IT.clients();
        return new Aws(environment, new Clients(() -> role.over(all.dynamoDb().get()), all.s3(), all.sqs()));
    }

    private static void assertDenied(String action, Executable call) {
        DynamoDbException denied = assertThrows(DynamoDbException.class, call);
        assertEquals("AccessDeniedException", denied.awsErrorDetails().errorCode());
        assertTrue(denied.getMessage().contains("not authorized to perform: dynamodb:" + action), denied::getMessage);
    }

    @Test
    void the_runner_reads_a_bot_and_can_neither_list_nor_change_bots() {
        Aws runner = as("RunnerFunction");
        assertTrue(runner.bots(CLOCK)
                .find("bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60")
                .isEmpty());
        assertDenied("Query", () -> runner.bots(CLOCK).ofGame("tokens"));
        assertDenied(
                "UpdateItem",
                () -> runner.table().update(key("bot#1")).set("name", "Mine").write());
    }

    @Test
    void the_runner_sees_whether_a_token_is_revoked_and_cannot_issue_one() {
        Aws runner = as("RunnerFunction");
        assertFalse(runner.tokens(CLOCK).isRevoked(TOKEN));
        assertDenied("PutItem", () -> runner.tokens(CLOCK).issue("mine", Scope.ADMIN));
    }

    @Test
    void the_webhook_function_reads_matches_and_neither_tokens_nor_bots() {
        Aws webhooks = as("WebhooksFunction");
        assertTrue(webhooks.matches(CLOCK)
                .find("01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60")
                .isEmpty());
        assertDenied("GetItem", () -> webhooks.tokens(CLOCK).isRevoked(TOKEN));
        assertDenied("GetItem", () -> webhooks.bots(CLOCK).find("bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"));
    }

    @Test
    void the_checker_lists_bots_and_no_tokens() {
        Aws checker = as("CheckerFunction");
        assertEquals(List.of(), checker.bots(CLOCK).ofGame("tokens"));
        assertDenied("Query", () -> checker.tokens(CLOCK).list());
    }

    @Test
    void a_function_without_statements_about_the_table_reaches_nothing() {
        Aws nobody = as(new TableRole("bout-Nobody", List.of()), Deployed.IT.environment());
        assertDenied("GetItem", () -> nobody.tokens(CLOCK).isRevoked(TOKEN));
    }

    // Requests of several keys -------------------------------------------------------------------------------------

    private static final String ARN = "arn:aws:dynamodb:eu-west-1:000000000000:table/T";

    private static final TableRole MATCHES = new TableRole(
            "F",
            List.of(
                    new TableStatement(
                            List.of("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:PutItem"),
                            List.of(ARN),
                            List.of("match#*", "runners")),
                    new TableStatement(List.of("dynamodb:GetItem"), List.of(ARN), List.of("token#*")),
                    new TableStatement(
                            List.of("dynamodb:Query"), List.of(ARN + "/index/by-status"), List.of("bots#*"))));

    private static Map<String, AttributeValue> key(String pk) {
        return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS("x"));
    }

    private static TransactWriteItem put(String table, String pk) {
        return TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(key(pk)).build())
                .build();
    }

    private static boolean allows(SdkRequest request) {
        return MATCHES.refusal(request).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "T, match#1, true",
        "T, runners, true",
        "T, token#1, true",
        "T, runners2, false",
        "T, amatch#1, false",
        "T, bot#1, false",
        "U, match#1, false"
    })
    void a_partition_of_a_table_is_allowed_as_a_whole_or_not(String table, String pk, boolean allowed) {
        assertEquals(
                allowed,
                allows(GetItemRequest.builder().tableName(table).key(key(pk)).build()));
    }

    @ParameterizedTest
    @CsvSource({"match#1, match#2, true", "match#1, runners, true", "match#1, token#1, false", "bot#1, match#1, false"})
    void a_batch_needs_one_statement_for_all_of_its_keys(String one, String other, boolean allowed) {
        assertEquals(
                allowed,
                allows(BatchGetItemRequest.builder()
                        .requestItems(Map.of(
                                "T",
                                KeysAndAttributes.builder()
                                        .keys(key(one), key(other))
                                        .build()))
                        .build()));
    }

    @Test
    void each_part_of_a_transaction_needs_the_permission_for_its_action() {
        List<TransactWriteItem> forbidden = List.of(
                put("T", "token#1"),
                put("U", "match#1"),
                TransactWriteItem.builder()
                        .update(Update.builder()
                                .tableName("T")
                                .key(key("match#1"))
                                .updateExpression("REMOVE a")
                                .build())
                        .build(),
                TransactWriteItem.builder()
                        .delete(Delete.builder()
                                .tableName("T")
                                .key(key("match#1"))
                                .build())
                        .build(),
                TransactWriteItem.builder()
                        .conditionCheck(ConditionCheck.builder()
                                .tableName("T")
                                .key(key("match#1"))
                                .conditionExpression("attribute_exists(pk)")
                                .build())
                        .build());
        assertTrue(allows(TransactWriteItemsRequest.builder()
                .transactItems(put("T", "match#1"), put("T", "runners"))
                .build()));
        for (TransactWriteItem part : forbidden) {
            assertFalse(
                    allows(TransactWriteItemsRequest.builder()
                            .transactItems(put("T", "match#1"), part)
                            .build()),
                    part::toString);
        }
    }

    private static QueryRequest query(String index, String condition, String partition) {
        return QueryRequest.builder()
                .tableName("T")
                .indexName(index)
                .keyConditionExpression(condition)
                .expressionAttributeNames(Map.of("#list", "list", "#id", "id", "#pk", "pk"))
                .expressionAttributeValues(
                        Map.of(":list", AttributeValue.fromS(partition), ":id", AttributeValue.fromS("bots#x")))
                .build();
    }

    @Test
    void a_query_needs_the_permission_for_its_partition_of_its_index() {
        assertTrue(allows(query("by-status", "#list = :list AND #id < :id", "bots#tokens")));
        assertFalse(allows(query("by-status", "#list = :list AND #id < :id", "tokens")));
        assertFalse(allows(query("by-due", "due = :list", "bots#tokens")));
        assertFalse(allows(query(null, "#pk = :list", "bots#tokens")));
    }

    @Test
    void a_request_whose_partitions_are_not_known_is_an_error() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> allows(query("by-status", "#id = :id AND #list = :list", "tokens")));
        assertThrows(
                UnsupportedOperationException.class,
                () -> allows(ScanRequest.builder().tableName("T").build()));
    }
}
