package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.engine.Plain;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class JoiningTest {

    private static final TestApplication AWS = Gateway.deployed("OpenMatches", "4", "BotsPerOwner", "5");
    private static final Gateway API = new Gateway(AWS);
    private static final Gateway SELF_SERVICE = selfService();

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    /** Another one for each test, so that they do not use up each other's joins and guesses. */
    private final String address = "192.0.2." + ADDRESSES.incrementAndGet();

    private static Gateway selfService() {
        return new Gateway(Gateway.deployed(
                "OpenMatches", "4", "BotsPerOwner", "5", "SelfService", "on", "BOUT_JOINS_PER_ADDRESS", "2"));
    }

    @Test
    void an_admin_invites_a_class_and_sees_who_joined() {
        Answer created = invite(40, 7, "").is(201);
        assertEquals("no-store", created.headers().get("Cache-Control"));
        String secret = created.text("secret");
        assertTrue(created.text("link").endsWith("/join.html#" + secret), created.body());

        Answer joined = join(secret, " Zo\u00eb ").is(201);
        Plain owner = joined.get("owner");
        assertEquals("Zo\u00eb", owner.text("name"));
        assertEquals("play", joined.get("key").text("scope"));
        assertEquals(created.text("id"), owner.text("invitation"));
        API.post(joined.text("token"), "/api/matches", Gateway.HOUSE_BOTS).is(202);

        Answer shown = API.get(Gateway.ADMIN, "/api/invitations/" + created.text("id"));
        Plain who = shown.get("joined").entries().getFirst();
        assertEquals(owner.text("id"), who.text("id"));
        assertEquals("Zo\u00eb", who.text("name"));
        assertEquals(owner.text("createdAt"), who.text("joinedAt"));
        assertFalse(who.get("blocked").bool());
        assertFalse(shown.body().contains(secret), "the secret is shown again");

        Answer listed = API.get(Gateway.ADMIN, "/api/invitations");
        Plain invitation = listed.get("invitations").entries().stream()
                .filter(each -> each.text("id").equals(created.text("id")))
                .findFirst()
                .orElseThrow();
        assertEquals(1, invitation.get("used").integer(0, 40));
        assertFalse(listed.body().contains(secret), "the secret is in the list");
        assertTrue(API.get(Gateway.ADMIN, "/api/owners").get("owners").entries().stream()
                .anyMatch(each -> each.value().equals(owner.value())));
    }

    @Test
    void a_wrong_request_for_an_invitation_is_told_all_that_is_wrong() {
        Answer answer = API.post(
                        Gateway.ADMIN,
                        "/api/invitations",
                        "{\"name\":\"\\n\",\"uses\":0,\"days\":1.5,\"quotas\":{\"bots\":\"3\",\"x\":1},\"x\":1}")
                .isProblem(422, "unknown-field");
        assertEquals(
                List.of("/x", "/name", "/uses", "/days", "/quotas/x", "/quotas/bots"),
                answer.texts("errors", "pointer"));
        API.post(Gateway.ADMIN, "/api/invitations", "{}").isProblem(422, "missing-field");
        API.post(Gateway.ADMIN, "/api/invitations", "[]").isProblem(422, "wrong-type");
        invite(10_001, 7, "").isProblem(422, "out-of-range");
        invite(1, 366, "").isProblem(422, "out-of-range");
    }

    @Test
    void an_invitation_that_is_over_says_why_to_whoever_has_its_secret() {
        String secret = invite(1, 1, "").text("secret");
        join(secret, "Ada").is(201);
        Answer usedUp = join(secret, "Ben").isProblem(410, "invitation-used-up");
        assertEquals(
                "The invitation \"CS 101\" has been used 1 time, the maximum. Ask its sender for another" + " one.",
                usedUp.text("detail"));

        Answer created = invite(2, 1, "");
        String path = "/api/invitations/" + created.text("id");
        String token = join(created.text("secret"), "Ada").text("token");
        Answer revoked = API.delete(Gateway.ADMIN, path);
        assertFalse(revoked.get("revokedAt").isNull());
        join(created.text("secret"), "Ben").isProblem(410, "invitation-revoked");
        API.get(token, "/api/me").is(200, "its owners remain");
        assertEquals(revoked.body(), API.delete(Gateway.ADMIN, path).body());
    }

    @Test
    void all_who_joined_with_an_invitation_can_be_blocked() {
        Answer created = invite(3, 1, "");
        String ada = join(created.text("secret"), "Ada").text("token");
        String ben = join(created.text("secret"), "Ben").text("token");
        Answer bot = API.post(
                        ada, "/api/bots", "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}")
                .is(201);

        Answer revoked = API.delete(Gateway.ADMIN, "/api/invitations/" + created.text("id") + "?owners=true")
                .is(200);
        assertTrue(revoked.get("joined").entries().stream()
                .allMatch(who -> who.get("blocked").bool()));
        // Another instance of the function, which has not seen the tokens in the last ten seconds.
        Gateway other = new Gateway(AWS);
        for (String token : List.of(ada, ben)) {
            other.get(token, "/api/me").isProblem(401, "invalid-token");
        }
        assertFalse(API.get(Gateway.ADMIN, "/api/bots/" + bot.text("id"))
                .get("active")
                .bool());
        API.delete(Gateway.ADMIN, "/api/invitations/" + created.text("id") + "?owners=yes")
                .isProblem(400, "bad-parameter");
    }

    @Test
    void an_invitation_that_is_not_there_is_not_found() {
        for (String id : List.of("x", "inv_00000000000000000000000000000000")) {
            API.get(Gateway.ADMIN, "/api/invitations/" + id).isProblem(404, "unknown-invitation");
            API.delete(Gateway.ADMIN, "/api/invitations/" + id).isProblem(404, "unknown-invitation");
        }
    }

    @Test
    void a_wrong_request_to_join_is_told_what_is_wrong() {
        post(API, address, "{}").isProblem(422, "missing-field");
        post(API, address, "[]").isProblem(422, "wrong-type");
        post(API, address, "{\"name\":\"Ada\",\"secret\":7}").isProblem(422, "wrong-type");
        post(API, address, "{\"name\":\"Ada\",\"scope\":\"admin\"}").isProblem(422, "unknown-field");
        post(API, address, "{\"name\":\"\\u202e\"}").isProblem(422, "out-of-range");
    }

    @Test
    void guessing_is_slow_and_shuts_nobody_out() {
        String secret = invite(2, 1, "").text("secret");
        boolean limited = false;
        // A minute may begin meanwhile, so twice as many are needed to be sure.
        for (int i = 0; i < 2 * JoinEndpoints.WRONG_SECRETS_A_MINUTE && !limited; i++) {
            Answer answer = join("00000-00000-00000-0000" + i % 10, "Eve");
            limited = answer.status() == 429;
            if (limited) {
                answer.isProblem(429, "too-many-wrong-secrets");
                int seconds = Integer.parseInt(answer.headers().get("Retry-After"));
                assertTrue(seconds >= 1 && seconds <= 60, answer.toString());
                assertTrue(i >= JoinEndpoints.WRONG_SECRETS_A_MINUTE, "after " + i);
            } else {
                answer.isProblem(404, "unknown-invitation");
            }
        }
        assertTrue(limited);
        join(secret, "Ada").is(201, "a right secret from the same network");
        post(API, "198.51.100.1", "{\"name\":\"Ada\",\"secret\":\"" + secret + "\"}")
                .is(201, "and from another one");
    }

    @Test
    void without_an_invitation_nobody_joins_unless_the_deployment_says_so() {
        assertFalse(API.get("/api/join").get("selfService").bool());
        post(API, address, "{\"name\":\"Ada\"}").isProblem(403, "invitation-required");
        assertTrue(SELF_SERVICE.get("/api/join").get("selfService").bool());
    }

    @Test
    void as_many_join_from_an_address_in_a_day_as_may() {
        Answer first = post(SELF_SERVICE, address, "{\"name\":\"Ada\"}").is(201);
        assertTrue(first.get("invitation").isNull());
        post(SELF_SERVICE, address, "{\"name\":\"Ben\"}").is(201);
        Answer refused = post(SELF_SERVICE, address, "{\"name\":\"Cid\"}").isProblem(429, "too-many-tokens-today");
        assertEquals("\"joins-a-day\";q=2;w=86400", refused.headers().get("RateLimit-Policy"));
        int seconds = Integer.parseInt(refused.headers().get("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 86_401, refused.toString());
    }

    @Test
    void of_ipv6_a_whole_customer_counts() {
        String customer = "2001:db8:0:" + Integer.toHexString(ADDRESSES.incrementAndGet());
        post(SELF_SERVICE, customer + "::1", "{\"name\":\"Ada\"}").is(201);
        post(SELF_SERVICE, customer + ":ffff::2", "{\"name\":\"Ben\"}").is(201);
        post(SELF_SERVICE, customer + "::3", "{\"name\":\"Cid\"}").isProblem(429, "too-many-tokens-today");
    }

    @Test
    void a_secret_is_in_no_log_and_in_no_problem() {
        String secret = invite(1, 1, "").text("secret");
        Gateway broken = new Gateway(AWS, "BOUT_TABLE", "no-such-table");
        String body = "{\"name\":\"Ada\",\"secret\":\"" + secret + "\"}";
        List<Answer> answers = new ArrayList<>();
        String log = Gateway.logged(() -> {
            answers.addAll(List.of(
                    post(broken, address, body).isProblem(500, "unexpected"),
                    post(API, address, body),
                    post(API, address, body).isProblem(410, "invitation-used-up"),
                    post(API, address, "{\"name\":\"Ada\",\"secret\":\"" + secret + "0\"}")
                            .isProblem(404, "unknown-invitation"),
                    post(API, address, "{\"name\":\"Ada\",\"secret\":[\"" + secret + "\"]}")
                            .isProblem(422, "wrong-type")));
        });
        answers.forEach(answer -> assertFalse(answer.body().contains(secret), answer.body()));
        assertTrue(log.contains("Request failed"), log);
        assertFalse(log.contains(secret), "the secret is in the log");
    }

    @Test
    void a_quota_of_an_invitation_only_takes_something_away() {
        String token = join(
                        invite(1, 1, ",\"quotas\":{\"bots\":1,\"openMatches\":100,\"matchesPerDay\":3}")
                                .text("secret"),
                        "Ada")
                .text("token");
        assertEquals(
                Map.of("bots", 1, "openMatches", 4, "matchesPerDay", 3),
                API.get(token, "/api/me").get("quotas").value());

        for (int i = 0; i < 3; i++) {
            API.post(token, "/api/matches", Gateway.HOUSE_BOTS).is(202);
        }
        Answer full = API.post(token, "/api/matches", Gateway.HOUSE_BOTS).isProblem(429, "too-many-matches-today");
        assertEquals("\"matches-a-day\";q=3;w=86400", full.headers().get("RateLimit-Policy"));

        String bot = "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}";
        API.post(token, "/api/bots", bot).is(201);
        Answer refused = API.post(token, "/api/bots", bot).isProblem(422, "too-many-bots");
        assertTrue(refused.text("detail").startsWith("You have 1 bots, the maximum."), refused.body());

        Answer me = API.get(token, "/api/me");
        assertEquals("Ada", me.text("name"));
        assertEquals("play", me.text("scope"));
        assertEquals(
                Map.of("bots", 1, "openMatches", 3, "matchesPerDay", 3),
                me.get("used").value());
    }

    @Test
    void admins_and_the_local_stack_have_no_quotas() {
        Answer admin = API.get(Gateway.ADMIN, "/api/me");
        assertEquals("admin", admin.text("id"));
        assertTrue(admin.get("quotas").get("bots").isNull());
        assertTrue(admin.get("used").get("openMatches").isNull());
        Answer local = new Gateway(TestAws.application()).get("/api/me");
        assertEquals("local", local.text("id"));
        assertEquals("admin", local.text("scope"));
    }

    private static Answer invite(int uses, int days, String more) {
        return API.post(
                Gateway.ADMIN,
                "/api/invitations",
                "{\"name\":\"CS 101\",\"uses\":" + uses + ",\"days\":" + days + more + "}");
    }

    private Answer join(String secret, String name) {
        return post(API, address, "{\"name\":\"" + name + "\",\"secret\":\"" + secret + "\"}");
    }

    private static Answer post(Gateway api, String from, String body) {
        APIGatewayV2HTTPEvent event =
                GatewayEvents.of("POST", "/api/join", "", Map.of("content-type", "application/json"), body);
        event.getRequestContext().getHttp().setSourceIp(from);
        return api.call(event);
    }
}
