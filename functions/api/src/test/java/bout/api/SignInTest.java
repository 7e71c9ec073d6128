package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.http.TokenCache;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.TestClock;
import bout.store.access.Erasures;
import bout.store.access.Identities;
import bout.store.access.Owners;
import bout.wire.Sha256;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class SignInTest {

    private static final String SITE = "https://bout.example.org";
    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-01-05T12:00:00Z"));
    private static final OpenIdProvider PROVIDER = new OpenIdProvider();
    private static final TestApplication AWS = Gateway.deployed(
            "SignInIssuer",
            PROVIDER.issuer(),
            "SignInClientId",
            OpenIdProvider.CLIENT,
            "SignInClientSecret",
            "of the tests");
    /** What a page of the site sends. */
    private static final Map<String, String> PAGE = Map.of("authorization", "Bearer session");

    private final Gateway api = new Gateway(AWS, CLOCK);

    private final String subject = UUID.randomUUID().toString();

    /** A browser that has gone to the provider. */
    private record Gone(Map<String, String> query, String cookie) {}

    @Test
    void a_person_becomes_an_owner_and_is_the_same_one_the_next_time() {
        assertTrue(api.get("/api/join").get("signIn").bool());
        Gone gone = begin();
        assertEquals("code", gone.query.get("response_type"));
        assertEquals("S256", gone.query.get("code_challenge_method"));
        assertEquals(SITE + "/api/sign-in/callback", gone.query.get("redirect_uri"));

        Answer in = signIn(claims -> claims.claim("name", " A\u202eda "));
        assertEquals(SITE + "/account.html#signed-in", in.location());
        String cookie = in.headers().get("Set-Cookie");
        assertTrue(cookie.contains("; HttpOnly; Secure"), cookie);
        Answer me = get(session(in), "/api/me").is(200);
        assertEquals("Ada", me.text("name"));
        assertEquals("play", me.text("scope"));

        Answer again = get(session(signIn()), "/api/me").is(200);
        assertEquals(me.text("id"), again.text("id"));
        assertNotEquals(me.text("key"), again.text("key"));
        assertNotEquals(
                me.text("id"),
                get(session(signIn(claims -> claims.subject("another"))), "/api/me")
                        .text("id"));
    }

    @Test
    void a_name_that_may_not_be_shown_is_replaced() {
        for (Object name : new Object[] {"", " \u200b ", 7, "\u0000"}) {
            Answer in = signIn(
                    claims -> claims.subject(UUID.randomUUID().toString()).claim("name", name));
            assertEquals("player", get(session(in), "/api/me").text("name"));
        }
        String session = session(signIn(claims -> claims.claim("name", "\ud83d\ude00".repeat(300))));
        assertEquals("\ud83d\ude00".repeat(40), get(session, "/api/me").text("name"));
    }

    @Test
    void a_sixth_session_ends_the_first() {
        String first = session(signIn());
        CLOCK.forward(Duration.ofSeconds(1));
        String second = session(signIn());
        for (int i = 0; i < Identities.MOST_SESSIONS - 1; i++) {
            CLOCK.forward(Duration.ofSeconds(1));
            signIn().is(302);
        }
        get(first, "/api/me").isProblem(401, "invalid-token");
        get(second, "/api/me").is(200);
    }

    @Test
    void a_session_takes_the_place_of_an_older_one_where_other_keys_have_all_others() {
        String first = session(signIn());
        String keys = "/api/owners/" + get(first, "/api/me").text("id") + "/keys";
        String key = "{\"name\":\"machine\",\"scope\":\"play\"}";
        for (int i = 1; i < Owners.MOST_KEYS; i++) {
            api.post(Gateway.ADMIN, keys, key).is(201);
        }
        CLOCK.forward(TokenCache.KEPT);
        String second = session(signIn().is(302));
        get(first, "/api/me").isProblem(401, "invalid-token");
        String last = get(second, "/api/me").is(200).text("key");

        api.delete(Gateway.ADMIN, keys + "/" + last).is(200);
        api.post(Gateway.ADMIN, keys, key).is(201);
        signIn().isProblem(422, "too-many-keys");
    }

    @Test
    void an_answer_that_is_not_for_this_attempt_is_refused() {
        refused(claims -> claims.issuer("https://evil.example"));
        refused(claims -> claims.audience("another client"));
        refused(claims ->
                claims.audience(List.of(OpenIdProvider.CLIENT, "other")).claim("azp", "other"));
        refused(claims -> claims.claim("nonce", "of another attempt"));
        refused(claims -> claims.claim("nonce", null));
        refused(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(61))));
        refused(claims -> claims.expirationTime(null));
        refused(claims -> claims.subject(null));
    }

    @Test
    void a_token_that_the_provider_has_not_signed_is_refused() throws JOSEException {
        Gone gone = begin();
        JWTClaimsSet claims = PROVIDER.claims(subject, gone.query.get("nonce")).build();
        comeBack(gone, new PlainJWT(claims).serialize()).isProblem(403, "sign-in-refused");

        Gone second = begin();
        SignedJWT shared = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(PROVIDER.key().getKeyID())
                        .build(),
                PROVIDER.claims(subject, second.query.get("nonce")).build());
        shared.sign(new MACSigner(PROVIDER.key().toRSAPublicKey().getEncoded()));
        comeBack(second, shared.serialize()).isProblem(403, "sign-in-refused");

        Gone third = begin();
        String valid = PROVIDER.signed(
                PROVIDER.claims(subject, third.query.get("nonce")).build());
        String[] parts = valid.split("\\.");
        comeBack(third, parts[0] + "." + parts[1] + "." + "A".repeat(parts[2].length()))
                .isProblem(403, "sign-in-refused");
        Gone fourth = begin();
        comeBack(fourth, "no token").isProblem(403, "sign-in-refused");
    }

    @Test
    void only_the_browser_that_began_comes_back_and_only_once() {
        Gone gone = begin();
        String token = PROVIDER.signed(
                PROVIDER.claims(subject, gone.query.get("nonce")).build());
        comeBack(new Gone(gone.query, null), token).isProblem(403, "sign-in-refused");
        comeBack(new Gone(gone.query, begin().cookie), token).isProblem(403, "sign-in-refused");
        comeBack(new Gone(gone.query, gone.cookie + "A"), token).isProblem(403, "sign-in-refused");
        comeBack(new Gone(begin().query, gone.cookie), token).isProblem(403, "sign-in-refused");
        // The browser then forgets that it has begun.
        Answer in = comeBack(gone, token);
        assertTrue(in.headers().get("Set-Cookie").contains("__Host-bout-sign-in=; Path=/; Max-Age=0"));

        Gone unwilling = begin();
        Answer back = get(
                unwilling.cookie, "/api/sign-in/callback?error=access_denied&state=" + unwilling.query.get("state"));
        assertEquals(SITE + "/join.html", back.is(302).location());
    }

    @Test
    void a_code_that_the_provider_does_not_know_is_refused() {
        Gone gone = begin();
        get(gone.cookie, "/api/sign-in/callback?code=guessed&state=" + gone.query.get("state"))
                .isProblem(403, "sign-in-refused");
    }

    @Test
    void new_keys_of_the_provider_count_at_once_and_withdrawn_ones_no_more() {
        Gone gone = begin();
        String before = PROVIDER.signed(
                PROVIDER.claims(subject, gone.query.get("nonce")).build());
        signIn().is(302);
        PROVIDER.rotate();
        signIn().is(302);
        comeBack(gone, before).isProblem(403, "sign-in-refused");
    }

    @Test
    void without_its_provider_nobody_signs_in_but_sessions_stay() {
        String session = session(signIn());
        PROVIDER.down = true;
        signIn().isProblem(503, "sign-in-unavailable");
        PROVIDER.down = false;
        get(session, "/api/me").is(200);
        signIn().is(302);
    }

    @Test
    void a_person_is_told_on_a_page_why_signing_in_failed() {
        Map<String, String> navigation = Map.of("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        Answer late = call(null, "GET", "/api/sign-in/callback?code=late&state=old", "", navigation);
        assertEquals(
                SITE + "/join.html?refused=/problems/sign-in-refused",
                late.is(302).location());
        Gateway down =
                new Gateway(Gateway.deployed("SignInIssuer", "http://127.0.0.1:1", "SignInClientId", "bout"), CLOCK);
        Answer away = down.as(null, "GET", "/api/sign-in", "", "accept", "text/html", "host", "bout.example.org");
        assertEquals(
                SITE + "/join.html?refused=/problems/sign-in-unavailable",
                away.is(302).location());
    }

    @Test
    void only_pages_of_the_site_act_with_a_session() {
        String session = session(signIn());
        // What another site can make a browser send: the cookie, without the header.
        Map<String, String> foreign = Map.of("origin", "https://evil.example");
        call(session, "POST", "/api/matches", Gateway.HOUSE_BOTS, foreign).isProblem(401, "token-required");
        call(session, "GET", "/api/me", "", foreign).isProblem(401, "token-required");
        // To send the header, its browser asks first.
        Answer asked = call(
                session,
                "OPTIONS",
                "/api/matches",
                "",
                Map.of(
                        "origin", "https://evil.example",
                        "access-control-request-method", "POST",
                        "access-control-request-headers", "authorization"));
        asked.isProblem(405, "method-not-allowed");
        assertTrue(asked.headers().keySet().stream().noneMatch(name -> name.startsWith("Access-Control")));

        call(session, "POST", "/api/matches", Gateway.HOUSE_BOTS, PAGE).is(202);
        call(session, "POST", "/api/invitations", "{}", PAGE).isProblem(403, "insufficient-scope");
        get(null, "/api/me").isProblem(401, "invalid-token");
        // Over HTTPS a cookie that another host or a plain connection may have set is none.
        get(session.replace("__Host-", ""), "/api/me").isProblem(401, "invalid-token");
    }

    @Test
    void a_blocked_owner_is_refused_and_its_session_is_none() {
        String session = session(signIn());
        String owner = get(session, "/api/me").text("id");
        api.patch(Gateway.ADMIN, "/api/owners/" + owner, "{\"blocked\":true}").is(200);
        CLOCK.forward(Duration.ofSeconds(11));
        signIn().isProblem(403, "owner-blocked");
        get(session, "/api/me").isProblem(401, "invalid-token");
    }

    @Test
    void an_erased_person_is_nobody() {
        String owner = get(session(signIn()), "/api/me").text("id");
        api.delete(Gateway.ADMIN, "/api/owners/" + owner).is(202);
        new Erasures(TestAws.aws(AWS.environment("ApiFunction")).table(), CLOCK).removeAccess(owner);
        assertNotEquals(owner, get(session(signIn()), "/api/me").text("id"));
    }

    @Test
    void signing_out_revokes_the_key_of_the_session() {
        String session = session(signIn());
        String other = session(signIn());
        Answer me = get(session, "/api/me");
        call(session, "DELETE", "/api/owners/" + me.text("id") + "/keys/" + me.text("key"), "", PAGE)
                .is(200);
        CLOCK.forward(Duration.ofSeconds(11));
        get(session, "/api/me").isProblem(401, "invalid-token");
        get(other, "/api/me").is(200);
    }

    @Test
    void without_a_provider_there_is_no_sign_in() {
        Gateway without = new Gateway(Gateway.deployed(), CLOCK);
        assertFalse(without.get("/api/join").get("signIn").bool());
        without.get("/api/sign-in").isProblem(404, "unknown-path");
        without.get("/api/sign-in/callback").isProblem(404, "unknown-path");
    }

    @Test
    void a_provider_that_is_not_there_or_is_another_one_is_told() {
        for (String issuer : List.of("http://127.0.0.1:1", PROVIDER.issuer() + "/")) {
            Gateway wrong = new Gateway(Gateway.deployed("SignInIssuer", issuer, "SignInClientId", "bout"), CLOCK);
            wrong.get("/api/sign-in").isProblem(503, "sign-in-unavailable");
        }
    }

    @Test
    void on_one_machine_cookies_need_no_https() {
        Answer away = api.as(null, "GET", "/api/sign-in", "", "host", "localhost:8080");
        String cookie = away.is(302).headers().get("Set-Cookie");
        assertTrue(cookie.startsWith("bout-sign-in="), cookie);
        assertFalse(cookie.contains("Secure"), cookie);
        assertTrue(cookie.contains("HttpOnly"), cookie);
    }

    private void refused(UnaryOperator<JWTClaimsSet.Builder> change) {
        signIn(change).isProblem(403, "sign-in-refused");
    }

    private Answer signIn() {
        return signIn(claims -> claims);
    }

    private Answer signIn(UnaryOperator<JWTClaimsSet.Builder> change) {
        Gone gone = begin();
        return comeBack(
                gone,
                PROVIDER.signed(change.apply(PROVIDER.claims(subject, gone.query.get("nonce")))
                        .build()));
    }

    private Gone begin() {
        Answer away = get(null, "/api/sign-in").is(302);
        String[] address = away.location().split("\\?");
        assertEquals(PROVIDER.issuer() + "/authorize", address[0]);
        return new Gone(
                OpenIdProvider.form(address[1]),
                away.headers().get("Set-Cookie").split(";")[0]);
    }

    private Answer comeBack(Gone gone, String token) {
        String code = UUID.randomUUID().toString();
        PROVIDER.grant(code, token, gone.query.get("code_challenge"));
        return get(
                gone.cookie,
                "/api/sign-in/callback?session_state=x&code=" + code + "&state=" + gone.query.get("state"));
    }

    private static String session(Answer answer) {
        return answer.is(302)
                .headers()
                .get("Set-Cookie")
                .lines()
                .filter(cookie -> cookie.startsWith("__Host-bout="))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
    }

    private Answer get(String cookie, String path) {
        return call(cookie, "GET", path, "", path.startsWith("/api/sign-in") ? Map.of() : PAGE);
    }

    private Answer call(String cookie, String method, String path, String body, Map<String, String> sent) {
        Map<String, String> headers = new LinkedHashMap<>(sent);
        headers.put("host", "bout.example.org");
        if (!body.isEmpty()) {
            headers.put("content-type", "application/json");
        }
        String[] pathAndQuery = path.split("\\?", 2);
        APIGatewayV2HTTPEvent event = GatewayEvents.of(
                method, pathAndQuery[0], pathAndQuery.length < 2 ? "" : pathAndQuery[1], headers, body);
        event.setCookies(cookie == null ? null : List.of("other=1", cookie));
        return api.call(event);
    }

    static String challenge(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.of(verifier.getBytes(StandardCharsets.US_ASCII)));
    }
}
