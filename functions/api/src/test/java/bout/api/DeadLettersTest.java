package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.api.Gateway.Answer;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.Matches;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Failed matches that are put back over the API; who may do so is in {@link AccessTest}. */
@Tag("aws")
class DeadLettersTest {

    private static final String REQUEUE = "/api/dead-letters/requeue";

    @Test
    void a_match_that_failed_is_queued_again_and_asking_twice_changes_nothing() {
        Map<String, String> environment =
                new LinkedHashMap<>(TestAws.application().environment());
        environment.put("BOUT_ACCESS", "open");
        Gateway api = new Gateway(environment);
        String id = api.post("{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}")
                .text("id");
        Aws aws = TestAws.aws(environment);
        Matches matches = aws.matches(Clock.systemUTC());
        Leases leases = aws.leases(Clock.systemUTC());
        LeaseResult.Leased leased = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, "a-runner"));
        aws.deadLetters().send(id);
        leases.failMatch(leased.lease(), "It could not be played because of a server error.");
        assertEquals("failed", api.get("/api/matches/" + id).text("status"));

        Answer answer = api.call("POST", REQUEUE, "", Map.of(), "").is(200);
        assertEquals("{\"putBack\":1,\"removed\":0,\"left\":0,\"more\":false}", answer.body());
        assertEquals("queued", api.get("/api/matches/" + id).text("status"));
        assertEquals(
                "{\"putBack\":0,\"removed\":0,\"left\":0,\"more\":false}",
                api.call("POST", REQUEUE, "", Map.of(), "").body());
    }
}
