package bout.store.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.TestQueues;
import bout.store.Wire;
import bout.store.match.WaitingMatch;
import bout.store.queue.Queue.MatchQueue;
import bout.store.queue.Queue.WebhookQueue;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

@Tag("aws")
class MatchQueueTest {

    private final Map<String, String> environment = TestCloud.freshEnvironment();
    private final String url = environment.get("BOUT_MATCHES_QUEUE");
    private final Wire wire = new Wire();

    @AutoClose
    private final SqsClient sqs = wire.over(TestAws.clients(environment)).sqs().get();

    private final MatchQueue queue = new MatchQueue(sqs, url);
    private final MatchIds ids = new MatchIds(Clock.systemUTC(), new SecureRandom());

    private List<String> someIds(int count) {
        return Stream.generate(ids::next).limit(count).toList();
    }

    private List<String> received() {
        return new TestQueues(environment)
                .take("BOUT_MATCHES_QUEUE").stream().sorted().toList();
    }

    @Test
    void each_match_gets_one_message_and_ten_go_in_one_call() {
        queue.send(List.of());
        assertEquals(List.of(), wire.operations());
        List<String> ids = someIds(21);
        queue.send(Stream.concat(ids.stream(), ids.stream()).toList());
        assertEquals(Collections.nCopies(3, "SendMessageBatch"), wire.operations());
        assertEquals(ids, received());
    }

    @Test
    void messages_that_the_queue_refuses_are_sent_again() {
        List<String> sent = someIds(3);
        int[] refusals = {2};
        wire.response((operation, response) -> refusals[0]-- > 0 ? refusing(response, false) : response);
        queue.send(sent);
        assertEquals(3, wire.operations().size());
        // The refusals were made up here, so the queue has taken the refused one three times.
        assertEquals(List.of(sent.get(0), sent.get(1), sent.get(1), sent.get(1), sent.get(2)), received());
    }

    @Test
    void what_the_queue_never_takes_is_named_and_all_else_is_sent() {
        List<String> sent = someIds(12);
        wire.response(
                (operation, response) -> operation.equals("SendMessageBatch") ? refusing(response, true) : response);
        MatchQueue.NotSent notSent = assertThrows(MatchQueue.NotSent.class, () -> queue.send(sent));
        assertTrue(notSent.getMessage().contains("[" + sent.get(1) + "]"), notSent.getMessage());
        assertTrue(notSent.getMessage().contains("made up"), notSent.getMessage());
        assertEquals(12, received().stream().distinct().count());
    }

    private static SdkResponse refusing(SdkResponse response, boolean senderFault) {
        return ((SendMessageBatchResponse) response)
                .toBuilder()
                        .failed(BatchResultErrorEntry.builder()
                                .id("1")
                                .code("Refused")
                                .message("made up")
                                .senderFault(senderFault)
                                .build())
                        .build();
    }

    /** So that SQS delivers the messages of others first while somebody has many. */
    @Test
    void messages_that_wait_say_whose_they_are() {
        queue.sendMatches(List.of(new WaitingMatch("m_1", "ada")), Duration.ZERO);
        assertEquals("ada", group(url));
        queue.inbox().sendBack("ada", "m_1", Duration.ZERO);
        assertEquals("ada", group(url));
        String checks = environment.get("BOUT_CHECKS_QUEUE");
        new CheckQueue(sqs, checks).send(new CheckQueue.Task.Check("bert", "bot_1", "c"));
        assertEquals("bert", group(checks));
        String webhooks = environment.get("BOUT_WEBHOOKS_QUEUE");
        new WebhookQueue(sqs, webhooks).send(new WebhookQueue.Ended("m_1", "carl"));
        assertEquals("carl", group(webhooks));
    }

    private String group(String of) {
        MessageSystemAttributeName name = MessageSystemAttributeName.MESSAGE_GROUP_ID;
        Message message = sqs.receiveMessage(receive ->
                        receive.queueUrl(of).messageSystemAttributeNames(name).waitTimeSeconds(5))
                .messages()
                .getFirst();
        sqs.deleteMessage(delete -> delete.queueUrl(of).receiptHandle(message.receiptHandle()));
        return message.attributes().get(name);
    }
}
