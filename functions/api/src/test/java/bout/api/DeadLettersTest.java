package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.api.Gateway.Answer;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.match.Leases.Lease;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Failed matches that are put back over the API; who may do so is in {@link AccessTest}. */
@Tag("aws")
class DeadLettersTest {

    private static final String REQUEUE = "/api/dead-letters/requeue";

    @Test
    void a_match_that_failed_is_queued_again_and_asking_twice_changes_nothing() {
        TestApplication application = TestAws.application();
        Backend backend = new Backend(application.environment());
        Gateway api = new Gateway(application);
        String id = api.post(Gateway.HOUSE_BOTS).text("id");
        Lease lease = backend.lease(id);
        backend.aws.deadLetters().send(id);
        backend.leases.failMatch(lease, "It could not be played because of a server error.");
        assertEquals("failed", api.get("/api/matches/" + id).text("status"));

        Answer answer = api.post(null, REQUEUE, "").is(200);
        assertEquals("{\"putBack\":1,\"removed\":0,\"left\":0,\"more\":false}", answer.body());
        assertEquals("queued", api.get("/api/matches/" + id).text("status"));
        assertEquals(
                "{\"putBack\":0,\"removed\":0,\"left\":0,\"more\":false}",
                api.post(null, REQUEUE, "").body());
    }
}
