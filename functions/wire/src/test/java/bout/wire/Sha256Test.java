package bout.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Sha256Test {

    /** The example in FIPS 180-2, B.1. */
    @Test
    void matches_the_published_example() {
        byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
        assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", Sha256.hex(abc));
        assertArrayEquals(Sha256.of(abc), Sha256.of("abc"));
        assertArrayEquals(Sha256.of(abc), Sha256.of(new byte[] {'a'}, new byte[0], new byte[] {'b', 'c'}));
    }
}
