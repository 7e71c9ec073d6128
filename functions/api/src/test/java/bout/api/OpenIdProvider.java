package bout.api;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An OpenID provider on this machine. A code is worth one ID token, which may be anything. */
final class OpenIdProvider {

    static final String CLIENT = "bout-of-the-tests";

    volatile boolean down;

    private final HttpServer server;
    private final Map<String, Granted> granted = new ConcurrentHashMap<>();
    private volatile RSAKey key = key("first");

    private record Granted(String token, String challenge) {}

    OpenIdProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext(
                "/.well-known/openid-configuration", exchange -> answer(exchange, 200, """
                {"issuer": "%1$s", "authorization_endpoint": "%1$s/authorize", "token_endpoint": "%1$s/token",
                "jwks_uri": "%1$s/keys"}""".formatted(issuer())));
        server.createContext("/keys", exchange -> answer(exchange, 200, new JWKSet(key).toString()));
        server.createContext("/token", this::token);
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    RSAKey key() {
        return key;
    }

    void rotate() {
        key = key("next");
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A valid ID token's claims. */
    JWTClaimsSet.Builder claims(String subject, String nonce) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(CLIENT)
                .subject(subject)
                .claim("name", "Ada")
                .claim("nonce", nonce)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(300)));
    }

    String signed(JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void grant(String code, String token, String challenge) {
        granted.put(code, new Granted(token, challenge));
    }

    static Map<String, String> form(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String pair : text.split("&")) {
            String[] nameAndValue = pair.split("=", 2);
            fields.put(nameAndValue[0], URLDecoder.decode(nameAndValue[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> sent = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String basic = exchange.getRequestHeaders().getFirst("Authorization");
        Granted found = granted.remove(sent.get("code"));
        if (down) {
            answer(exchange, 503, "{}");
        } else if (found == null
                || basic == null
                || !SignInTest.challenge(sent.get("code_verifier")).equals(found.challenge)) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
        } else {
            answer(exchange, 200, "{\"token_type\":\"Bearer\",\"id_token\":\"" + found.token + "\"}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        try (exchange) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
