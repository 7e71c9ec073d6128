package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateHashTest {

    @Test
    void the_hash_is_16_lower_case_hexadecimal_digits() {
        for (int i = 0; i < 1000; i++) {
            String hex = new StateHash().add(i).hex();
            assertTrue(hex.matches("[0-9a-f]{16}"), hex);
        }
    }

    @Test
    void reading_the_hash_does_not_change_it() {
        StateHash hash = new StateHash().add(1);
        String before = hash.hex();
        assertEquals(before, hash.hex());
        assertEquals(new StateHash().add(1).add(2).hex(), hash.add(2).hex());
    }

    @Test
    void splitting_a_text_or_bytes_differently_changes_the_hash() {
        assertNotEquals(
                new StateHash().add("ab").add("c").hex(),
                new StateHash().add("a").add("bc").hex());
        assertNotEquals(
                new StateHash().add(new byte[] {1, 2}).add(new byte[] {3}).hex(),
                new StateHash().add(new byte[] {1}).add(new byte[] {2, 3}).hex());
    }

    @Test
    void a_hundred_thousand_small_states_have_different_hashes() {
        Set<String> hashes = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            hashes.add(new StateHash().add(i % 100).add(i / 100).hex());
        }
        assertEquals(100_000, hashes.size());
    }

    @Test
    void all_nans_are_equal_and_the_sign_of_zero_matters() {
        assertEquals(
                new StateHash().add(Double.NaN).hex(),
                new StateHash()
                        .add(Double.longBitsToDouble(0x7FF8000000000001L))
                        .hex());
        assertNotEquals(
                new StateHash().add(0.0).hex(), new StateHash().add(-0.0).hex());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    3             | 3.0
                    -0            | -0.0
                    [1, 2.50]     | [1.0, 2.5]
                    {'a':1e2}     | {'a':100}
                    4294967296    | 4.294967296e9
                    """)
    void numbers_of_equal_value_have_the_same_hash(String json, String same) {
        assertEquals(hash(json), hash(same));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    null            | false
                    true            | false
                    0               | null
                    0               | '0'
                    ''              | null
                    []              | {}
                    []              | null
                    [[1],2]         | [1,[2]]
                    [1,2]           | [2,1]
                    {'a':1,'b':2}   | {'b':2,'a':1}
                    {'a':'b'}       | {'b':'a'}
                    1.5             | 1.25
                    """)
    void different_plain_values_have_different_hashes(String json, String other) {
        assertNotEquals(hash(json), hash(other));
    }

    @Test
    void a_value_that_is_not_plain_is_rejected() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> new StateHash().addPlain(List.of(new StringBuilder())));
        assertEquals("not a plain value: java.lang.StringBuilder", refused.getMessage());
    }

    @Test
    void the_hash_function_has_not_changed() {
        // Changing the hash function invalidates all stored replays, so raise Engine.VERSION with it.
        StateHash hash = new StateHash()
                .add(7)
                .add(2.5)
                .add("text")
                .add(new byte[] {1, 2, 3, 4, 5})
                .addPlain(TestJson.read("{'a':[1,2.5,null,true,'x']}"));
        assertEquals("34d5d68aa45a3598", hash.hex());
    }

    private static String hash(String json) {
        return new StateHash().addPlain(TestJson.read(json)).hex();
    }

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
