package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

    /** Secret, id, time, body and signature from the tests of the Standard Webhooks reference libraries. */
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIMESTAMP = 1614265330;
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    private static WebhookSecret secret(String text) {
        return assertInstanceOf(WebhookSecret.Accepted.class, WebhookSecret.read(text))
                .secret();
    }

    @Test
    void matches_the_published_test_vector() {
        assertEquals(SIGNATURE, secret(SECRET).signature(ID, TIMESTAMP, BODY));
    }

    @Test
    void the_body_is_signed_as_bytes_not_text() {
        byte[] bytes = {0, (byte) 0xFF, (byte) 0xC3, 0x28};
        assertNotEquals(
                secret(SECRET).signature(ID, TIMESTAMP, bytes),
                secret(SECRET)
                        .signature(
                                ID,
                                TIMESTAMP,
                                new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.1", "."})
    void an_id_that_would_make_signatures_ambiguous_is_rejected(String id) {
        assertThrows(IllegalArgumentException.class, () -> secret(SECRET).signature(id, TIMESTAMP, BODY));
    }

    @Test
    void a_proof_is_the_hmac_of_a_text_and_no_signature() {
        WebhookSecret secret = secret(SECRET);
        assertEquals("OXwy4YOhsv7t/+iuH5ylcjIaTXA0j+r9mGtdIyRXF7Q=", secret.proof(ID));
        assertNotEquals("v1," + secret.proof(ID), secret.signature(ID, TIMESTAMP, BODY));
        assertNotEquals(secret.proof(ID), WebhookSecret.draw(new SecureRandom()).proof(ID));
    }

    @Test
    void a_new_secret_is_random_and_can_be_parsed() {
        WebhookSecret drawn = WebhookSecret.draw(new SecureRandom());
        assertEquals(drawn.text(), secret(drawn.text()).text());
        assertEquals(drawn.signature(ID, TIMESTAMP, BODY), secret(drawn.text()).signature(ID, TIMESTAMP, BODY));
        assertNotEquals(drawn.text(), WebhookSecret.draw(new SecureRandom()).text());
    }

    @Test
    void to_string_hides_the_secret() {
        WebhookSecret secret = secret(SECRET);
        assertFalse(secret.toString().contains("MfKQ9r8G"), secret.toString());
        assertFalse(WebhookSecret.read(SECRET).toString().contains("MfKQ9r8G"));
    }

    @ParameterizedTest
    @CsvSource({"23, false", "24, true", "64, true", "65, false"})
    void a_secret_has_24_to_64_bytes(int bytes, boolean right) {
        String text = "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
        assertEquals(right, WebhookSecret.read(text) instanceof WebhookSecret.Accepted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | starts with whsec_",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | starts with whsec_",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa? | must be followed by base64",
                "whsec_ | this one has 0",
            })
    void an_invalid_secret_is_refused_without_repeating_it(String text, String reason) {
        String refusal = assertInstanceOf(WebhookSecret.Refused.class, WebhookSecret.read(text))
                .text();
        assertTrue(refusal.contains(reason), refusal);
        assertFalse(refusal.contains("MfKQ"), refusal);
    }
}
