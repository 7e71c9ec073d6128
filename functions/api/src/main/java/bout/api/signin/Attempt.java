package bout.api.signin;

import bout.wire.Sha256;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * One attempt to sign in. The browser keeps its secret in a cookie until it comes back from the provider. All that
 * others see of it follows from the secret, and not the other way round, so nothing is stored.
 */
record Attempt(String secret) {

    static final Duration LASTS = Duration.ofMinutes(10);

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static Attempt begin() {
        byte[] drawn = new byte[BYTES];
        RANDOM.nextBytes(drawn);
        return new Attempt(text(drawn));
    }

    /** The value that the provider hands back: it proves that the browser that comes back has also begun. */
    String state() {
        return derived("state");
    }

    /** Binds the ID token to this attempt. */
    String nonce() {
        return derived("nonce");
    }

    /** The code verifier of RFC 7636: a code is worth nothing to those who do not have it. */
    String verifier() {
        return derived("verifier");
    }

    String challenge() {
        return text(Sha256.of(verifier()));
    }

    private String derived(String what) {
        return text(Sha256.ofAll(what, secret));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
