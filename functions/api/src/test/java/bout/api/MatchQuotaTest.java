package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.Bots;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.Matches;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class MatchQuotaTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String HOUSE_BOTS =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    private static final TestApplication AWS =
            Gateway.deployed("OpenMatches", "2", "BOUT_BOT_OPEN_MATCHES", "4", "MatchesPerDay", "3");
    private static final Gateway API = new Gateway(AWS.environment("ApiFunction"), Clock.fixed(NOON, ZoneOffset.UTC));

    private final String token = API.issue("x", "play").text("token");

    @Test
    void a_token_has_a_number_of_open_matches_and_one_of_matches_a_day() {
        Answer first = post(token, "/api/matches", HOUSE_BOTS, "the first").is(202);
        post(token, "/api/matches", HOUSE_BOTS, null).is(202);

        Answer open = post(token, "/api/matches", HOUSE_BOTS, null).isProblem(429, "too-many-open-matches");
        assertEquals("5", open.headers().get("Retry-After"));
        assertEquals("\"open-matches\";q=2", open.headers().get("RateLimit-Policy"));
        assertEquals("\"open-matches\";r=0", open.headers().get("RateLimit"));
        assertEquals(
                first.body(),
                post(token, "/api/matches", HOUSE_BOTS, "the first").body());

        end(first.text("id"));
        post(token, "/api/matches", HOUSE_BOTS, null).is(202);
        end(post(token, "/api/matches", HOUSE_BOTS, "the first").text("id"));
        post(token, "/api/matches", HOUSE_BOTS, null).isProblem(429, "too-many-open-matches");
    }

    @Test
    void strangers_cannot_overload_a_bot() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String withBot = "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"bot\":\"" + bot + "\"}]}";
        Answer first = post(token, "/api/matches", withBot, "with the bot").is(202);

        Answer share = post(token, "/api/matches", withBot, null).isProblem(429, "bot-busy");
        assertEquals("\"bot-open-matches\";q=1", share.headers().get("RateLimit-Policy"));
        assertEquals(
                "The bot Gary has 1 matches queued or running that you created, the maximum for a bot of another owner."
                        + " Try again when one has ended.",
                share.text("detail"));
        Answer second = post(otherToken(), "/api/matches", withBot, null).is(202);

        Answer busy = post(otherToken(), "/api/matches", withBot, null).isProblem(429, "bot-busy");
        assertEquals("5", busy.headers().get("Retry-After"));
        assertEquals("\"bot-open-matches\";q=2", busy.headers().get("RateLimit-Policy"));
        assertEquals("\"bot-open-matches\";r=0", busy.headers().get("RateLimit"));
        assertTrue(busy.text("detail").startsWith("The bot Gary has 2 matches queued or running"), busy.body());
        post(owners, "/api/matches", withBot, null).is(202, "its owner is not limited");
        post(token, "/api/matches", withBot, "with the bot").is(202, "a repeated request");

        end(first.text("id"));
        post(otherToken(), "/api/matches", withBot, null).is(202);
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
    void to_pause_or_delete_a_bot_ends_the_matches_that_others_asked_for() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String paused = challenge(bot);
        String own = "/api/matches/"
                + post(
                                owners,
                                "/api/matches",
                                "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot
                                        + "\"},{\"house\":\"random\"}]}",
                                null)
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
        Answer made = post(
                        token,
                        "/api/matches",
                        "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"house\":\"random\"}]}",
                        null)
                .is(202);
        return made.location();
    }

    private static String otherToken() {
        return API.issue("x", "play").text("token");
    }

    private static String provenBot(String owners) {
        Answer registered = post(
                        owners,
                        "/api/bots",
                        "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}",
                        null)
                .is(201);
        Bots bots = new Bots(TestAws.aws(AWS.environment()).table(), Clock.systemUTC());
        String id = registered.text("id");
        BotRecord bot = bots.find(id).orElseThrow();
        BotCheck check = BotCheck.asked("a-check", Instant.now());
        bots.ask(id, check);
        assertTrue(bots.finish(bot, check.finished(Instant.now(), List.of()), Verification.seen(Instant.now())));
        return id;
    }

    @Test
    void a_day_that_is_full_says_when_the_next_one_begins() {
        for (int i = 0; i < 3; i++) {
            end(post(token, "/api/matches", HOUSE_BOTS, null).text("id"));
        }
        Answer full = post(token, "/api/matches", HOUSE_BOTS, null);
        full.isProblem(429, "too-many-matches-today");
        assertEquals("43201", full.headers().get("Retry-After"));
        assertEquals("\"matches-a-day\";q=3;w=86400", full.headers().get("RateLimit-Policy"));
        assertEquals("\"matches-a-day\";r=0;t=43201", full.headers().get("RateLimit"));
        assertTrue(full.text("detail").contains("2026-03-02T00:00:00Z"), full.body());
    }

    @Test
    void admins_are_not_limited() {
        for (int i = 0; i < 5; i++) {
            post(Gateway.ADMIN, "/api/matches", HOUSE_BOTS, null).is(202);
        }
    }

    @Test
    void a_request_that_is_wrong_is_no_match() {
        for (int i = 0; i < 5; i++) {
            post(token, "/api/matches", "{}", null).isProblem(422, "missing-field");
        }
        post(token, "/api/matches", HOUSE_BOTS, null).is(202);
    }

    private static void end(String id) {
        Matches matches = TestAws.aws(AWS.environment()).matches(Clock.systemUTC());
        Leases leases = TestAws.aws(AWS.environment()).leases(Clock.systemUTC());
        if (leases.takeLease(id, "a-runner") instanceof LeaseResult.Leased leased) {
            assertTrue(leases.finishMatch(
                    leased.lease(), Result.of(null, 3, 3, "full"), List.of(), 40, SeatTally.NO_CALLS));
        } else {
            assertInstanceOf(LeaseResult.Over.class, leases.takeLease(id, "a-runner"));
        }
    }

    private static Answer post(String token, String path, String body, String key) {
        return key == null ? API.post(token, path, body) : API.post(token, path, body, "idempotency-key", key);
    }
}
