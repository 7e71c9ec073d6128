package bout.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * The queues of a test, by their environment variables.
 *
 * @param environment that of {@code aws}
 */
public record TestQueues(Aws aws, Map<String, String> environment) {

    public List<String> take(String queue) {
        List<String> bodies = new ArrayList<>();
        try (SqsClient sqs = aws.sqs()) {
            String url = environment.get(queue);
            for (List<Message> received = receive(sqs, url); !received.isEmpty(); received = receive(sqs, url)) {
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

    private static List<Message> receive(SqsClient sqs, String url) {
        return sqs.receiveMessage(receive -> receive.queueUrl(url).maxNumberOfMessages(10))
                .messages();
    }

    public int delayed(String queue) {
        QueueAttributeName delayed = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
        try (SqsClient sqs = aws.sqs()) {
            return Integer.parseInt(sqs.getQueueAttributes(
                            get -> get.queueUrl(environment.get(queue)).attributeNames(delayed))
                    .attributes()
                    .get(delayed));
        }
    }
}
