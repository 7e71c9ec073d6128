package bout.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.table.Condition;
import bout.table.TableLayout;
import bout.table.TableUpdate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

@Tag("aws")
class RefusedWritesTest {

    @AutoClose
    private final TestStore store = new TestStore();

    @Test
    void an_update_that_changes_nothing_is_refused() {
        TableUpdate nothing =
                store.table().update(TableLayout.runnerKey("nobody")).when(Condition.absent(TableLayout.PK));
        DynamoDbException refused = assertThrows(DynamoDbException.class, nothing::write);
        assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    }
}
