package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededRandomTest {

    private static final int[] BOUNDS = {
        1, 2, 3, 6, 10, 12, 16, 24, 288, 1 << 20, 1_000_003, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE
    };

    static void assertDrawsLike(Random expected, SeededRandom actual) {
        for (int round = 0; round < 40; round++) {
            for (int bound : BOUNDS) {
                assertEquals(expected.nextInt(bound), actual.nextInt(bound), () -> "nextInt(" + bound + ")");
            }
            assertEquals(expected.nextFloat(), actual.nextFloat());
            assertEquals(expected.nextDouble(), actual.nextDouble());
            assertEquals(expected.nextBoolean(), actual.nextBoolean());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+1",
                "01",
                "-0",
                "00",
                " 1",
                "1.0",
                "1e3",
                "0x10",
                "١",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "hello",
                "Ärger 🎲"
            })
    void any_other_text_is_a_different_seed(String seed) {
        int first = new SeededRandom(seed).nextInt(Integer.MAX_VALUE);
        assertEquals(first, new SeededRandom(seed).nextInt(Integer.MAX_VALUE));
        for (String other : new String[] {"0", "1", "-1", "10", "16", "1000", seed + " "}) {
            assertNotEquals(first, new SeededRandom(other).nextInt(Integer.MAX_VALUE), other);
        }
    }

    @Test
    void a_text_seed_means_the_same_in_every_version() {
        assertEquals(43561, new SeededRandom("hello").nextInt(1_000_000));
    }

    @Test
    void generators_for_different_purposes_are_independent() {
        int draw = SeededRandom.of("5", "seat 1").nextInt(Integer.MAX_VALUE);
        assertEquals(draw, SeededRandom.of("5", "seat 1").nextInt(Integer.MAX_VALUE));
        assertNotEquals(draw, SeededRandom.of("5", "seat 2").nextInt(Integer.MAX_VALUE));
        assertNotEquals(draw, SeededRandom.of("6", "seat 1").nextInt(Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void a_bound_that_is_not_positive_is_rejected(int bound) {
        assertThrows(IllegalArgumentException.class, () -> new SeededRandom("1").nextInt(bound));
    }

    @Property(tries = 300)
    void the_decimal_form_of_a_64_bit_integer_is_the_same_seed_of_java_util_random(@ForAll long seed) {
        assertDrawsLike(new Random(seed), new SeededRandom(Long.toString(seed)));
    }

    @Property(tries = 300)
    void every_bound_gives_the_sequence_of_java_util_random(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int bound) {
        Random expected = new Random(seed);
        SeededRandom actual = new SeededRandom(Long.toString(seed));
        for (int i = 0; i < 50; i++) {
            assertEquals(expected.nextInt(bound), actual.nextInt(bound));
        }
    }
}
