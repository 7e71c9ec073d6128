package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SeededRandomPropertiesTest {

    @Property(tries = 300)
    void every_64_bit_seed_gives_the_sequence_of_java_util_random(@ForAll long seed) {
        SeededRandomTest.assertDrawsLike(new Random(seed), new SeededRandom(Long.toString(seed)));
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
