package bout.store;

import bout.store.queue.Inbox;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The queues of a test, by their environment variables. */
public record TestQueues(Map<String, String> environment) {

    public List<String> take(String queue) {
        List<String> bodies = new ArrayList<>();
        try (SqsClient sqs = TestAws.clients(environment).sqs().get()) {
            String url = environment.get(queue);
            for (List<Message> received = receive(sqs, url, 0); !received.isEmpty(); received = receive(sqs, url, 0)) {
                for (Message message : received) {
                    bodies.add(message.body());
                    sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            }
        }
        return bodies;
    }

    /** All messages, when those that the queue delays have come. */
    public List<String> takeAll(String queue) {
        while (delayed(queue) > 0) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        return take(queue);
    }

    private static List<Message> receive(SqsClient sqs, String url, int waitSeconds) {
        return sqs.receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(waitSeconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    /** Hands messages to a function, as Lambda does, until it is told to stop. */
    public void serve(String queue, Function<SQSEvent, SQSBatchResponse> function, AtomicBoolean stop) {
        String url = environment.get(queue);
        try (SqsClient sqs = TestAws.clients(environment).sqs().get()) {
            while (!stop.get()) {
                List<Message> messages = receive(sqs, url, 1);
                if (!messages.isEmpty()) {
                    List<String> failed = TestMessages.failed(function.apply(Inbox.event(messages)));
                    messages.stream()
                            .filter(message -> !failed.contains(message.messageId()))
                            .forEach(message -> sqs.deleteMessage(
                                    delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle())));
                }
            }
        }
    }

    public int delayed(String queue) {
        QueueAttributeName delayed = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
        try (SqsClient sqs = TestAws.clients(environment).sqs().get()) {
            return Integer.parseInt(sqs.getQueueAttributes(
                            get -> get.queueUrl(environment.get(queue)).attributeNames(delayed))
                    .attributes()
                    .get(delayed));
        }
    }
}
