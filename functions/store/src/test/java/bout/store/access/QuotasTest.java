package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.store.access.Owners.Quotas;
import org.junit.jupiter.api.Test;

class QuotasTest {

    @Test
    void a_quota_only_takes_something_away() {
        assertEquals(100, Quotas.least(100, null));
        assertEquals(3, Quotas.least(100, 3));
        assertEquals(100, Quotas.least(100, 500));
        assertEquals(3, Quotas.least(0, 3), "a deployment without a limit");
        assertEquals(0, Quotas.least(0, null));
    }

    @Test
    void a_quota_of_nothing_would_be_read_as_no_limit() {
        assertThrows(IllegalArgumentException.class, () -> new Quotas(0, null, null));
        assertThrows(IllegalArgumentException.class, () -> new Quotas(null, 0, null));
        assertThrows(IllegalArgumentException.class, () -> new Quotas(null, null, -1));
    }
}
