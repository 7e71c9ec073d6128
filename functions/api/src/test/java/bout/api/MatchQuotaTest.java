package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.store.TestAws.TestApplication;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class MatchQuotaTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final TestApplication AWS =
            Gateway.deployed("OpenMatches", "2", "BOUT_BOT_OPEN_MATCHES", "4", "MatchesPerDay", "3");
    private static final Gateway API = new Gateway(AWS, Clock.fixed(NOON, ZoneOffset.UTC));
    private static final Backend BACKEND = new Backend(AWS.environment());

    private final String token = API.issue("x", "play").text("token");

    @Test
    void a_token_has_a_number_of_open_matches_and_one_of_matches_a_day() {
        Answer first = post(token, Gateway.HOUSE_BOTS, "the first").is(202);
        API.post(token, "/api/matches", Gateway.HOUSE_BOTS).is(202);

        Answer open = API.post(token, "/api/matches", Gateway.HOUSE_BOTS).isProblem(429, "too-many-open-matches");
        assertEquals("5", open.headers().get("Retry-After"));
        assertEquals("\"open-matches\";q=2", open.headers().get("RateLimit-Policy"));
        assertEquals("\"open-matches\";r=0", open.headers().get("RateLimit"));
        assertEquals(first.body(), post(token, Gateway.HOUSE_BOTS, "the first").body());

        BACKEND.finish(first.text("id"), Backend.DRAW);
        API.post(token, "/api/matches", Gateway.HOUSE_BOTS).is(202);
        assertEquals(
                first.text("id"), post(token, Gateway.HOUSE_BOTS, "the first").text("id"));
        API.post(token, "/api/matches", Gateway.HOUSE_BOTS).isProblem(429, "too-many-open-matches");
    }

    @Test
    void strangers_cannot_overload_a_bot() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String withBot = "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"bot\":\"" + bot + "\"}]}";
        Answer first = post(token, withBot, "with the bot").is(202);

        Answer share = API.post(token, "/api/matches", withBot).isProblem(429, "bot-busy");
        assertEquals("\"bot-open-matches\";q=1", share.headers().get("RateLimit-Policy"));
        assertEquals(
                "The bot Gary has 1 matches queued or running that you created, the maximum for a bot of another owner."
                        + " Try again when one has ended.",
                share.text("detail"));
        Answer second = API.post(otherToken(), "/api/matches", withBot).is(202);

        Answer busy = API.post(otherToken(), "/api/matches", withBot).isProblem(429, "bot-busy");
        assertEquals("5", busy.headers().get("Retry-After"));
        assertEquals("\"bot-open-matches\";q=2", busy.headers().get("RateLimit-Policy"));
        assertEquals("\"bot-open-matches\";r=0", busy.headers().get("RateLimit"));
        assertTrue(busy.text("detail").startsWith("The bot Gary has 2 matches queued or running"), busy.body());
        API.post(owners, "/api/matches", withBot).is(202, "its owner is not limited");
        post(token, withBot, "with the bot").is(202, "a repeated request");

        BACKEND.finish(first.text("id"), Backend.DRAW);
        API.post(otherToken(), "/api/matches", withBot).is(202);
    }

    @Test
    void the_owner_of_a_challenged_bot_ends_a_match_and_the_challenger_learns_why() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String path = challenge(bot);
        API.delete(otherToken(), path).isProblem(404, "unknown-match");
        assertEquals("cancelled", API.delete(owners, path).text("status"));
        assertEquals("The owner of Gary ended it.", API.get(token, path).text("reason"));
        String next = challenge(bot);
        assertEquals("cancelled", API.delete(token, next).text("status"), "its place was free again");
        assertEquals("It was cancelled.", API.get(token, next).text("reason"));
    }

    @Test
    void a_match_with_the_challengers_private_bot_ends_when_the_challenged_bot_is_paused() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String hidden = API.post(
                        token,
                        "/api/bots",
                        "{\"game\":\"ajax-tiles\",\"name\":\"H\",\"connected\":true,\"visibility\":\"private\"}")
                .is(201)
                .text("id");
        String path = "/api/matches/"
                + API.post(
                                token,
                                "/api/matches",
                                "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"bot\":\"" + hidden
                                        + "\"}]}")
                        .is(202)
                        .text("id");
        API.delete(owners, path).isProblem(404, "unknown-match");
        API.patch(owners, "/api/bots/" + bot, "{\"active\":false}").is(200);
        assertEquals("cancelled", API.get(token, path).text("status"));
    }

    @Test
    void to_pause_or_delete_a_bot_ends_the_matches_that_others_asked_for() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String paused = challenge(bot);
        String own = "/api/matches/"
                + API.post(
                                owners,
                                "/api/matches",
                                "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot
                                        + "\"},{\"house\":\"random\"}]}")
                        .text("id");
        API.patch(owners, "/api/bots/" + bot, "{\"active\":false}").is(200);
        assertEquals("The owner of Gary paused it.", API.get(token, paused).text("reason"));
        assertEquals("queued", API.get(owners, own).text("status"));

        API.patch(owners, "/api/bots/" + bot, "{\"active\":true}").is(200);
        String deleted = challenge(bot);
        API.delete(owners, "/api/bots/" + bot).is(200);
        assertEquals("The owner of Gary deleted it.", API.get(token, deleted).text("reason"));
    }

    private String challenge(String bot) {
        Answer made = API.post(
                        token,
                        "/api/matches",
                        "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"house\":\"random\"}]}")
                .is(202);
        return made.location();
    }

    private static String otherToken() {
        return API.issue("x", "play").text("token");
    }

    private static String provenBot(String owners) {
        String id = API.post(
                        owners, "/api/bots", "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}")
                .is(201)
                .text("id");
        BACKEND.prove(id);
        return id;
    }

    @Test
    void a_day_that_is_full_says_when_the_next_one_begins() {
        for (int i = 0; i < 3; i++) {
            BACKEND.finish(API.post(token, "/api/matches", Gateway.HOUSE_BOTS).text("id"), Backend.DRAW);
        }
        Answer full = API.post(token, "/api/matches", Gateway.HOUSE_BOTS);
        full.isProblem(429, "too-many-matches-today");
        assertEquals("43201", full.headers().get("Retry-After"));
        assertEquals("\"matches-a-day\";q=3;w=86400", full.headers().get("RateLimit-Policy"));
        assertEquals("\"matches-a-day\";r=0;t=43201", full.headers().get("RateLimit"));
        assertTrue(full.text("detail").contains("2026-03-02T00:00:00Z"), full.body());
    }

    @Test
    void admins_are_not_limited() {
        for (int i = 0; i < 5; i++) {
            API.post(Gateway.ADMIN, "/api/matches", Gateway.HOUSE_BOTS).is(202);
        }
    }

    @Test
    void a_request_that_is_wrong_is_no_match() {
        for (int i = 0; i < 5; i++) {
            API.post(token, "/api/matches", "{}").isProblem(422, "missing-field");
        }
        API.post(token, "/api/matches", Gateway.HOUSE_BOTS).is(202);
    }

    private static Answer post(String token, String body, String key) {
        return API.post(token, "/api/matches", body, "idempotency-key", key);
    }
}
