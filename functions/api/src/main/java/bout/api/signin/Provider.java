package bout.api.signin;

import bout.api.http.Refusal;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.telemetry.Settings;
import bout.wire.Json;
import bout.wire.ProblemType;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OpenID provider, asked as OpenID Connect Core 1.0 says, with the authorization code flow and PKCE. Everything that
 * it answers is checked: its documents are limited in size and time, its ID tokens in issuer, audience, nonce, time and
 * algorithm. An algorithm with a shared secret is none of ours, or anyone who knows the public key could sign.
 */
final class Provider {

    private static final Logger LOG = LoggerFactory.getLogger(Provider.class);

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 256 << 10;
    private static final int OK = 200;

    private final String issuer;
    private final String client;
    private final String secret;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private Metadata metadata;

    private record Metadata(URI authorization, URI token, URI keys) {}

    /** @param subject what the provider calls the person; it never calls another one so */
    record Person(String subject, String name) {}

    private Provider(String issuer, String client, String secret) {
        this.issuer = issuer;
        this.client = client;
        this.secret = secret;
        checked(issuer);
    }

    /**
     * @param settings {@code BOUT_SIGN_IN_ISSUER}, {@code BOUT_SIGN_IN_CLIENT_ID}, {@code BOUT_SIGN_IN_CLIENT_SECRET}
     * @return empty without an issuer: then no one can sign in
     */
    static Optional<Provider> of(Settings settings) {
        return settings.find("BOUT_SIGN_IN_ISSUER")
                .filter(issuer -> !issuer.isEmpty())
                .map(issuer -> new Provider(
                        issuer,
                        settings.text("BOUT_SIGN_IN_CLIENT_ID"),
                        settings.text("BOUT_SIGN_IN_CLIENT_SECRET", "")));
    }

    String issuer() {
        return issuer;
    }

    /** Where the browser goes. */
    String authorization(String redirect, Attempt attempt) {
        URI address = metadata().authorization;
        return address + (address.getRawQuery() == null ? "?" : "&")
                + "response_type=code&scope=openid+profile&code_challenge_method=S256&client_id=" + encoded(client)
                + "&redirect_uri=" + encoded(redirect) + "&state=" + attempt.state() + "&nonce=" + attempt.nonce()
                + "&code_challenge=" + attempt.challenge();
    }

    /** Who came back with a code. */
    Person person(String code, String redirect, Attempt attempt) {
        String form = "grant_type=authorization_code&code=" + encoded(code) + "&redirect_uri=" + encoded(redirect)
                + "&client_id=" + encoded(client) + "&code_verifier=" + attempt.verifier();
        HttpRequest.Builder request = HttpRequest.newBuilder(metadata().token)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        if (!secret.isEmpty()) {
            byte[] credentials = (encoded(client) + ":" + encoded(secret)).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        HttpResponse<String> response = send(request);
        if (response.statusCode() / 100 == 4) {
            throw refused(
                    "The provider does not know the code, or it was used before.", "status " + response.statusCode());
        }
        return verified(read(response, answer -> answer.text("id_token")), attempt);
    }

    private Person verified(String token, Attempt attempt) {
        JWTClaimsSet exact = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .claim("nonce", attempt.nonce())
                .build();
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(client, exact, Set.of("sub", "exp", "iat")));
        try {
            // Asked for each time, so that new keys count at once, and withdrawn ones no more.
            JWKSet keys = JWKSet.parse(text(send(HttpRequest.newBuilder(metadata().keys))));
            processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(keys)));
            JWTClaimsSet claims = processor.process(token, null);
            String party = claims.getStringClaim("azp");
            if (party != null && !party.equals(client)) {
                throw refused("The provider's answer is not for this site.", "azp");
            }
            return new Person(claims.getSubject(), claims.getClaim("name") instanceof String name ? name : "");
        } catch (ParseException | BadJOSEException | JOSEException invalid) {
            throw refused("The provider's answer is not valid.", invalid.getMessage());
        }
    }

    private synchronized Metadata metadata() {
        if (metadata == null) {
            String address = issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration";
            metadata = read(send(HttpRequest.newBuilder(URI.create(address))), this::metadata);
        }
        return metadata;
    }

    private Metadata metadata(Plain answer) {
        if (!answer.text("issuer").equals(issuer)) {
            throw unavailable("it calls itself " + answer.text("issuer"));
        }
        return new Metadata(
                checked(answer.text("authorization_endpoint")),
                checked(answer.text("token_endpoint")),
                checked(answer.text("jwks_uri")));
    }

    /**
     * HTTPS only, so that an attacker in the network cannot answer for the provider; except on this machine, for tests.
     */
    private static URI checked(String address) {
        if (!address.matches("https://.+|http://127\\.0\\.0\\.1:.+")) {
            throw new IllegalArgumentException("expected an https address of the provider, not " + address);
        }
        return URI.create(address);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(
                    request.timeout(PATIENCE)
                            .header("Accept", "application/json")
                            .build(),
                    BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        } catch (IOException failed) {
            throw unavailable(failed.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unavailable("interrupted");
        }
    }

    private static String text(HttpResponse<String> response) {
        if (response.statusCode() != OK) {
            throw unavailable("status " + response.statusCode());
        }
        return response.body();
    }

    private static <T> T read(HttpResponse<String> response, Function<Plain, T> what) {
        try {
            return what.apply(Plain.of(Json.read(text(response))));
        } catch (Json.NotJson | UnexpectedValue | IllegalArgumentException wrong) {
            throw unavailable(wrong.getMessage());
        }
    }

    private static Refusal unavailable(String why) {
        LOG.atError().addKeyValue("reason", why).log("The provider for signing in does not answer as it should");
        return new Refusal(
                ProblemType.SIGN_IN_UNAVAILABLE, "The provider does not answer as it should. Try again later.");
    }

    private static Refusal refused(String detail, String why) {
        LOG.atWarn().addKeyValue("reason", why).log("Refused to sign a person in");
        return new Refusal(ProblemType.SIGN_IN_REFUSED, detail + " Begin again.");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
