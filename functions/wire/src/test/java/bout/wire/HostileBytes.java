package bout.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Bytes from an attacker or a broken program, for tests of code that reads strangers' input. Most are valid samples
 * with a few bytes changed, because those get further than noise.
 */
public final class HostileBytes {

    /** Sequences that have broken parsers before. */
    private static final List<byte[]> ODD = List.of(
            bytes("1e999"),
            bytes("-1e-999"),
            bytes("-0"),
            bytes("0.1e+00000000001"),
            bytes("99999999999999999999999999"),
            bytes("9".repeat(500)),
            bytes("NaN"),
            bytes("null"),
            bytes("true"),
            bytes("{}"),
            bytes("[]"),
            bytes("[".repeat(100)),
            bytes("{\"a\":".repeat(100)),
            bytes("\"\\ud800\""),
            bytes("\"\\u0000\""),
            bytes("\\"),
            bytes("\""),
            bytes("\u202e\uFEFF"),
            bytes("%"),
            bytes("%00"),
            bytes("&="),
            bytes("\r\n\r\n"),
            new byte[] {0},
            new byte[] {(byte) 0xC3, (byte) 0x28},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xFF, (byte) 0xFE},
            new byte[] {0x1F, (byte) 0x8B});

    private HostileBytes() {}

    /** Noise, and the samples with up to eight changes. */
    public static Arbitrary<byte[]> like(List<byte[]> samples) {
        return Arbitraries.longs().map(seed -> made(new Random(seed), samples));
    }

    /** The same as text; invalid UTF-8 becomes a replacement character. */
    public static Arbitrary<String> textLike(String... samples) {
        return like(Arrays.stream(samples).map(HostileBytes::bytes).toList())
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static byte[] made(Random random, List<byte[]> samples) {
        if (random.nextInt(10) == 0) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] bytes = samples.get(random.nextInt(samples.size()));
        for (int changes = random.nextInt(9); changes > 0; changes--) {
            bytes = changed(random, bytes, samples);
        }
        return bytes;
    }

    private static byte[] changed(Random random, byte[] bytes, List<byte[]> samples) {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + random.nextInt(1 + random.nextInt(30)));
        return switch (random.nextInt(6)) {
            case 0 -> spliced(bytes, from, to, new byte[0]);
            case 1 -> spliced(bytes, from, to, ODD.get(random.nextInt(ODD.size())));
            case 2 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
            case 3 -> spliced(bytes, from, to, part(random, samples.get(random.nextInt(samples.size()))));
            case 4 -> Arrays.copyOf(bytes, from);
            default -> {
                byte[] flipped = bytes.clone();
                if (from < flipped.length) {
                    flipped[from] ^= (byte) (1 << random.nextInt(8));
                }
                yield flipped;
            }
        };
    }

    private static byte[] part(Random random, byte[] bytes) {
        int from = random.nextInt(bytes.length + 1);
        return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + random.nextInt(60)));
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] middle) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, from);
        out.writeBytes(middle);
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
