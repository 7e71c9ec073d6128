package bout.store.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.journal.Competition.Subject;
import bout.store.TestAws;
import bout.store.TestClock;
import bout.store.TestCloud;
import bout.store.TestQueues;
import bout.store.Wire;
import bout.store.queue.UpdateQueue.Task;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Tag("aws")
class UpdateQueueTest {

    private static final Task LADDER = new Task.Standings(new Subject.Ladder("tokens"));
    private static final Task CUP = new Task.Standings(new Subject.Tournament("trn_1"));

    @AutoClose
    private final SqsClient sqs = TestAws.clients(TestCloud.environment()).sqs().get();

    private final TestClock clock = new TestClock(Instant.parse("2026-03-01T12:00:00Z"));
    private String url;

    @BeforeEach
    void queue_as_the_template_has_it_but_for_its_delay() {
        url = sqs.createQueue(wanted -> wanted.queueName(UUID.randomUUID() + ".fifo")
                        .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
                .queueUrl();
    }

    private List<String> received() {
        Map<String, String> environment = new HashMap<>(TestCloud.environment());
        environment.put("queue", url);
        return new TestQueues(environment).take("queue").stream().sorted().toList();
    }

    @Test
    void a_task_comes_back_from_its_text() {
        Task newBots = new Task.NewBots("tokens");
        assertEquals("ladder#tokens", LADDER.text());
        assertEquals("new-bots#tokens", newBots.text());
        assertEquals(new Task.Contest("con_1"), Task.of("contest#con_1"));
        assertEquals("contest#con_1", new Task.Contest("con_1").text());
        for (Task task : List.of(LADDER, CUP, newBots)) {
            assertEquals(task, Task.of(task.text()));
        }
        assertThrows(IllegalArgumentException.class, () -> Task.of("old-bots#tokens"));
    }

    @Test
    void updates_of_a_subject_within_two_seconds_are_one_message() {
        UpdateQueue queue = new UpdateQueue(sqs, url, clock);
        queue.send(LADDER);
        queue.send(CUP);
        clock.forwardMillis(1999);
        queue.send(LADDER);
        assertEquals(List.of(LADDER.text(), CUP.text()), received());
        clock.forwardMillis(1);
        queue.send(LADDER);
        queue.send(LADDER);
        assertEquals(List.of(LADDER.text()), received());
    }

    @Test
    void updates_of_many_subjects_are_sent_ten_in_a_request() {
        Wire wire = new Wire();
        try (SqsClient counted =
                wire.over(TestAws.clients(TestCloud.environment())).sqs().get()) {
            List<Task> cups = IntStream.range(0, 2_005)
                    .<Task>mapToObj(cup -> new Task.Standings(new Subject.Tournament("trn_" + cup)))
                    .toList();
            new UpdateQueue(counted, url, clock).sendTogether(cups);
            new UpdateQueue(counted, url, clock).sendTogether(cups.subList(0, 5));
            assertEquals(Collections.nCopies(202, "SendMessageBatch"), wire.operations());
            assertEquals(cups.stream().map(Task::text).sorted().toList(), received());
        }
    }

    @Test
    void the_queue_of_the_template_keeps_each_message_back_for_as_long_as_updates_are_gathered() {
        String ofTemplate = TestCloud.environment().get("BOUT_UPDATES_QUEUE");
        Map<QueueAttributeName, String> attributes = sqs.getQueueAttributes(
                        asked -> asked.queueUrl(ofTemplate).attributeNames(QueueAttributeName.ALL))
                .attributes();
        assertEquals("true", attributes.get(QueueAttributeName.FIFO_QUEUE));
        assertEquals(
                Long.toString(UpdateQueue.KEPT_BACK.toSeconds()), attributes.get(QueueAttributeName.DELAY_SECONDS));
    }
}
