package bout.wire;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Sha256 {

    private static final String HMAC = "HmacSHA256";

    private Sha256() {}

    /** The hash of the concatenated parts. */
    public static byte[] of(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The HMAC-SHA256 of the concatenated parts. */
    public static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java platform has " + HMAC + ", which takes any key", impossible);
        }
    }

    /** The hash of the text in UTF-8. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A hash that differs wherever any of the texts differs: the length of each goes before it. */
    public static byte[] ofAll(String... texts) {
        return of(Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .flatMap(bytes -> Stream.of((bytes.length + ":").getBytes(StandardCharsets.UTF_8), bytes))
                .toArray(byte[][]::new));
    }

    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }

    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }
}
