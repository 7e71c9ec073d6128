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
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.Matches;
import bout.store.match.SeatTally;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
            Template.read(Template.nearest(Path.of(""))),
            Map.of(
                    "AdminToken", ADMIN_TOKEN,
                    "RequestsPerSecond", "0",
                    "OpenMatches", "2",
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
        if (leases.takeLease(id, Duration.ofMinutes(1)) instanceof LeaseResult.Leased leased) {
            assertTrue(leases.finishMatch(
                    leased.lease(), new Result(null, 3, 3, "full"), List.of(), 40, SeatTally.NO_CALLS));
        } else {
            assertInstanceOf(LeaseResult.Over.class, leases.takeLease(id, Duration.ofMinutes(1)));
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
