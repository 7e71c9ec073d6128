package bout.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.table.Creator.IdempotencyKey;
import org.junit.jupiter.api.Test;

class TableLayoutTest {

    @Test
    void callers_and_keys_that_only_read_the_same_side_by_side_have_different_items() {
        assertNotEquals(
                TableLayout.idempotencyKey(new IdempotencyKey("ab", "c", "h")),
                TableLayout.idempotencyKey(new IdempotencyKey("a", "bc", "h")));
    }

    @Test
    void the_hash_of_the_body_is_no_part_of_the_key() {
        assertEquals(
                TableLayout.idempotencyKey(new IdempotencyKey("a", "b", "one")),
                TableLayout.idempotencyKey(new IdempotencyKey("a", "b", "other")));
    }

    @Test
    void a_key_of_any_length_fits_into_the_2048_bytes_of_a_partition_key() {
        String pk = TableLayout.idempotencyKey(new IdempotencyKey("caller", "\u00e9".repeat(100_000), "h"))
                .get(TableLayout.PK)
                .s();
        assertEquals("idempotency#".length() + 64, pk.length());
        assertTrue(pk.matches("idempotency#[0-9a-f]{64}"), pk);
    }
}
