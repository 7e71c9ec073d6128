package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
}
