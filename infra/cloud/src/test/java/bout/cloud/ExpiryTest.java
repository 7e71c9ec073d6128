package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

@Tag("server")
class ExpiryTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Application APPLICATION = Template.read(Path.of("../../template.yaml"))
            .application(new Deployment("bout", Map.of(), URI.create("http://127.0.0.1"), "eu-central-1"));

    @TempDir
    private Path folder;

    private static Map<String, AttributeValue> item(String key, Instant expires) {
        return Map.of(
                "pk", AttributeValue.fromS(key),
                "sk", AttributeValue.fromS(key),
                "expires", AttributeValue.fromN(Long.toString(expires.getEpochSecond())));
    }

    private static void put(Cloud cloud, Map<String, AttributeValue> item) {
        String table = APPLICATION.tables().getFirst().name();
        cloud.table().putItem(put -> put.tableName(table).item(item));
    }

    @Test
    void what_has_expired_goes() {
        try (Cloud cloud = Cloud.in(folder, APPLICATION)) {
            put(cloud, item("old", NOW.minusSeconds(1)));
            put(cloud, item("new", NOW.plusSeconds(1)));

            cloud.expire(NOW);

            assertEquals(List.of(item("new", NOW.plusSeconds(1))), cloud.table().all());
        }
    }

    /** Otherwise nothing would expire any more until the next start. */
    @Test
    void a_storage_that_refuses_does_not_end_expiring() {
        Cloud cloud = Cloud.in(folder, APPLICATION);
        put(cloud, item("old", NOW.minusSeconds(1)));
        cloud.close();

        assertDoesNotThrow(() -> cloud.expire(NOW));
    }

    /** Whoever is interrupted while it reads a file closes it, and then the storage cannot write its last changes. */
    @Test
    void ending_while_items_expire_ends_well() {
        int items = 3000;
        try (Cloud cloud = Cloud.in(folder, APPLICATION)) {
            for (int from = 0; from < items; from += 100) {
                putTogether(cloud, from, from + 100);
            }
        }
        for (int i = 0; i < 40; i++) {
            Cloud cloud = Cloud.in(folder, APPLICATION, Duration.ofNanos(1));
            put(cloud, item("new", Instant.now().plusSeconds(3600)));

            assertDoesNotThrow(cloud::close);
        }
    }

    private static void putTogether(Cloud cloud, int from, int to) {
        String table = APPLICATION.tables().getFirst().name();
        List<TransactWriteItem> items = IntStream.range(from, to)
                .mapToObj(i -> item("item " + i, Instant.now().plusSeconds(3600)))
                .map(item -> TransactWriteItem.builder()
                        .put(Put.builder().tableName(table).item(item).build())
                        .build())
                .toList();
        cloud.table().transactWriteItems(write -> write.transactItems(items));
    }
}
