package bout.api.http;

import bout.wire.BearerToken;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

public final class TestTokens {

    private static final BigInteger BASE = BigInteger.valueOf(62);
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private TestTokens() {}

    /** Another one for each number. */
    public static BearerToken token(int number) {
        String checked = "bout_" + "0".repeat(33) + String.format(Locale.ROOT, "%010d", number);
        CRC32 crc = new CRC32();
        crc.update(checked.getBytes(StandardCharsets.US_ASCII));
        StringBuilder checksum = new StringBuilder();
        BigInteger rest = BigInteger.valueOf(crc.getValue());
        for (int i = 0; i < 6; i++) {
            checksum.insert(0, ALPHABET.charAt(rest.mod(BASE).intValue()));
            rest = rest.divide(BASE);
        }
        return BearerToken.read(checked + checksum).orElseThrow();
    }
}
