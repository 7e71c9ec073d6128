package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bout.api.Gateway.Answer;
import bout.embedded.Template;
import bout.embedded.TestAws;
import bout.embedded.TestAws.TestApplication;
import bout.engine.Result;
import bout.store.Aws;
import bout.store.bot.BotCheck;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.Matches;
import bout.store.tally.SeatTally;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many matches a token may have open and ask for in a day. */
@Tag("aws")
class MatchQuotaTest {

    private static final String ADMIN_TOKEN = "an-admin-token-that-nobody-guesses";
    private static final String HOUSE_BOTS =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    private static final TestApplication AWS = TestAws.application(
            Template.read(Template.ofThisRepository()),
            Map.of(
                    "AdminToken", ADMIN_TOKEN,
                    "RequestsPerSecond", "0",
                    "OpenMatches", "2",
                    "BotOpenMatches", "1",
                    "MatchesPerDay", "3"));
    private static final Gateway API = new Gateway(AWS.environment("ApiFunction"));

    private final String token = post(ADMIN_TOKEN, "/api/tokens", "{\"name\":\"x\",\"scope\":\"play\"}", null)
            .text("token");

    @Test
    void a_token_has_a_number_of_open_matches_and_one_of_matches_a_day() {
        Answer first = post(token, "/api/matches", HOUSE_BOTS, "the first");
        assertEquals(202, first.status(), first.body());
        assertEquals(202, post(token, "/api/matches", HOUSE_BOTS, null).status());

        Answer open = post(token, "/api/matches", HOUSE_BOTS, null).isProblem(429, "too-many-open-matches");
        assertEquals("5", open.headers().get("Retry-After"));
        assertEquals("\"open-matches\";q=2", open.headers().get("RateLimit-Policy"));
        assertEquals("\"open-matches\";r=0", open.headers().get("RateLimit"));
        assertEquals(
                first.body(),
                post(token, "/api/matches", HOUSE_BOTS, "the first").body());

        end(first.text("id"));
        assertEquals(202, post(token, "/api/matches", HOUSE_BOTS, null).status());
        end(post(token, "/api/matches", HOUSE_BOTS, "the first").text("id"));
        post(token, "/api/matches", HOUSE_BOTS, null).isProblem(429, "too-many-open-matches");
    }

    @Test
    void strangers_cannot_overload_a_bot() {
        String owners = otherToken();
        String bot = provenBot(owners);
        String withBot = "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"bot\":\"" + bot + "\"}]}";
        Answer first = post(token, "/api/matches", withBot, "with the bot");
        assertEquals(202, first.status(), first.body());

        Answer busy = post(otherToken(), "/api/matches", withBot, null).isProblem(429, "bot-busy");
        assertEquals("5", busy.headers().get("Retry-After"));
        assertEquals("\"bot-open-matches\";q=1", busy.headers().get("RateLimit-Policy"));
        assertEquals("\"bot-open-matches\";r=0", busy.headers().get("RateLimit"));
        assertTrue(busy.text("detail").startsWith("The bot Gary has 1 matches queued or running"), busy.body());
        assertEquals(202, post(owners, "/api/matches", withBot, null).status(), "its owner is not limited");
        assertEquals(202, post(token, "/api/matches", withBot, "with the bot").status(), "a repeated request");

        end(first.text("id"));
        assertEquals(202, post(otherToken(), "/api/matches", withBot, null).status());
    }

    private static String otherToken() {
        return post(ADMIN_TOKEN, "/api/tokens", "{\"name\":\"x\",\"scope\":\"play\"}", null)
                .text("token");
    }

    /** The id of a public bot. */
    private static String provenBot(String owners) {
        Answer registered = post(
                owners, "/api/bots", "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}", null);
        assertEquals(201, registered.status(), registered.body());
        Bots bots = new Aws(AWS.environment()).bots(Clock.systemUTC());
        String id = registered.text("id");
        BotRecord bot = bots.find(id).orElseThrow();
        BotCheck check = BotCheck.asked("a-check", Instant.now());
        bots.ask(id, check);
        assertTrue(bots.finish(
                bot,
                check.finished(Instant.now(), List.of()),
                bot.version().proof().seen(Instant.now())));
        return id;
    }

    @Test
    void a_day_that_is_full_says_when_the_next_one_begins() {
        LocalDate day = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < 3; i++) {
            end(post(token, "/api/matches", HOUSE_BOTS, null).text("id"));
        }
        Answer full = post(token, "/api/matches", HOUSE_BOTS, null);
        assumeTrue(day.equals(LocalDate.now(ZoneOffset.UTC)), "the next day has begun meanwhile");
        full.isProblem(429, "too-many-matches-today");
        int seconds = Integer.parseInt(full.headers().get("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 86_401, full.toString());
        assertEquals("\"matches-a-day\";q=3;w=86400", full.headers().get("RateLimit-Policy"));
        assertEquals("\"matches-a-day\";r=0;t=" + seconds, full.headers().get("RateLimit"));
        assertTrue(full.text("detail").contains("T00:00:00Z"), full.body());
    }

    @Test
    void admins_are_not_limited() {
        for (int i = 0; i < 5; i++) {
            assertEquals(
                    202, post(ADMIN_TOKEN, "/api/matches", HOUSE_BOTS, null).status());
        }
    }

    @Test
    void a_request_that_is_wrong_is_no_match() {
        for (int i = 0; i < 5; i++) {
            post(token, "/api/matches", "{}", null).isProblem(422, "missing-field");
        }
        assertEquals(202, post(token, "/api/matches", HOUSE_BOTS, null).status());
    }

    private static void end(String id) {
        Matches matches = new Aws(AWS.environment()).matches(Clock.systemUTC());
        Leases leases = new Aws(AWS.environment()).leases(Clock.systemUTC());
        if (leases.takeLease(id, "a-runner") instanceof LeaseResult.Leased leased) {
            assertTrue(leases.finishMatch(
                    leased.lease(), new Result(null, 3, 3, "full"), List.of(), 40, SeatTally.NO_CALLS));
        } else {
            assertInstanceOf(LeaseResult.Over.class, leases.takeLease(id, "a-runner"));
        }
    }

    private static Answer post(String token, String path, String body, String key) {
        Map<String, String> headers =
                new HashMap<>(Map.of("authorization", "Bearer " + token, "content-type", "application/json"));
        if (key != null) {
            headers.put("idempotency-key", key);
        }
        return API.call("POST", path, "", headers, body);
    }
}
