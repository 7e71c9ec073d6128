package bout.store.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.TestQueues;
import bout.store.TestStore;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.queue.Queue.DeadLetters;
import bout.store.queue.Queue.MatchQueue;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;

@Tag("aws")
class RequeueTest {

    private final Map<String, String> environment = TestCloud.freshEnvironment();

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    @AutoClose
    private final SqsClient sqs = TestAws.clients(environment).sqs().get();

    private final DeadLetters deadLetters = new DeadLetters(sqs, environment.get("BOUT_MATCHES_DEAD_LETTERS"));
    private final MatchQueue queue = new MatchQueue(sqs, environment.get("BOUT_MATCHES_QUEUE"));
    private final Requeue requeue = new Requeue(store.matches, deadLetters.inbox(), queue, Clock.systemUTC());

    private String failed() {
        Lease lease = store.leased();
        leases.saveCheckpoint(lease, 40, "checkpoints/a");
        leases.releaseAfterFault(lease);
        Lease last = store.leased(lease.id());
        deadLetters.send(last.id());
        assertTrue(leases.failMatch(last, "It could not be played."));
        return last.id();
    }

    private List<String> sent() {
        return new TestQueues(environment).take("BOUT_MATCHES_QUEUE");
    }

    /** No dead letter is left, not even one that is hidden for now. */
    private void assertNoneLeft() {
        assertEquals(
                "00",
                deadLetters("ApproximateNumberOfMessages") + deadLetters("ApproximateNumberOfMessagesNotVisible"));
    }

    private String deadLetters(String attribute) {
        return sqs.getQueueAttributes(get -> get.queueUrl(environment.get("BOUT_MATCHES_DEAD_LETTERS"))
                        .attributeNamesWithStrings(attribute))
                .attributesAsStrings()
                .get(attribute);
    }

    @Test
    void a_failed_match_is_queued_again_without_its_faults_and_with_what_was_saved() {
        String id = failed();
        store.wire.loseNextAnswerOf("UpdateItem");
        assertEquals(new Requeue.Done(1, 0, 0, false), requeue.run());
        assertEquals(List.of(id), sent());
        assertNoneLeft();
        assertEquals(new Requeue.Done(0, 0, 0, false), requeue.run(), "once");
        MatchRecord match = store.found(id);
        assertEquals(Status.QUEUED, match.status());
        assertNull(match.outcome().reason());
        assertNull(match.outcome().finishedAt());
        Lease lease = store.leased(id);
        assertEquals(List.of(0, 0), List.of(lease.faults(), lease.expiredLeases()));
        assertEquals("checkpoints/a", lease.checkpoint());
        assertTrue(store.finish(lease));
    }

    @Test
    void more_than_a_batch_are_put_back() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            ids.add(failed());
        }
        assertEquals(new Requeue.Done(23, 0, 0, false), requeue.run());
        List<String> sent = sent();
        sent.sort(null);
        assertEquals(ids, sent);
        assertNoneLeft();
    }

    @Test
    void one_that_was_stopped_before_it_sent_the_match_is_made_good_by_the_next() {
        String id = failed();
        Requeue stopped = new Requeue(
                store.matches,
                deadLetters.inbox(),
                new MatchQueue(sqs, environment.get("BOUT_MATCHES_QUEUE") + "-not-there"),
                Clock.systemUTC());
        assertThrows(RuntimeException.class, stopped::run);
        assertEquals(Status.QUEUED, store.found(id).status());
        assertEquals("1", deadLetters("ApproximateNumberOfMessagesNotVisible"));
        // The letter comes back by itself after half a minute; here it is sent once more instead.
        deadLetters.send(id);
        assertEquals(1, requeue.run().putBack());
        assertEquals(List.of(id), sent());
    }

    @Test
    void the_letter_of_a_match_that_a_runner_has_stays() {
        Lease running = store.leased();
        deadLetters.send(running.id());
        assertEquals(new Requeue.Done(0, 0, 1, false), requeue.run());
        assertEquals("1", deadLetters("ApproximateNumberOfMessagesNotVisible"));
        assertTrue(leases.saveCheckpoint(running, 3, "checkpoints/a"), "and the runner keeps it");
    }

    @Test
    void letters_of_matches_that_are_finished_or_not_there_are_removed() {
        Lease finished = store.leased();
        store.finish(finished);
        deadLetters.send(finished.id());
        deadLetters.send(store.ids.next());
        deadLetters.send("no id at all");
        assertEquals(new Requeue.Done(0, 3, 0, false), requeue.run());
        assertEquals(Status.FINISHED, store.found(finished.id()).status());
        assertEquals(List.of(), sent());
        assertNoneLeft();
    }
}
