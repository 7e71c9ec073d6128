package bout.engine;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class StateHashPropertiesTest {

    @Property(tries = 200)
    void changing_any_byte_changes_the_hash(@ForAll @Size(min = 1, max = 40) byte[] bytes) {
        String before = new StateHash().add(bytes).hex();
        for (int i = 0; i < bytes.length; i++) {
            byte kept = bytes[i];
            bytes[i] ^= 1;
            assertNotEquals(before, new StateHash().add(bytes).hex());
            bytes[i] = kept;
        }
    }
}
