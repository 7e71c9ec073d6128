package bout.store.queue;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Where a function receives messages itself, and not from Lambda. */
public record Inbox(SqsClient sqs, String url) {

    /** SQS takes and gives as many with one request. */
    static final int AT_ONCE = 10;

    /** A long poll, which asks all servers of SQS; no longer, because an idle worker waits for it. */
    private static final int WAIT_SECONDS = 1;

    /**
     * Some of the waiting messages; empty if none comes within a second. Unless they are removed, they come again.
     *
     * @param most the maximum number, from 1
     * @param hidden how long they are hidden from others, or {@code null} for as long as the queue says
     */
    List<SQSEvent.SQSMessage> receive(int most, Duration hidden) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(Math.min(AT_ONCE, most))
                        .waitTimeSeconds(WAIT_SECONDS)
                        .visibilityTimeout(hidden == null ? null : (int) hidden.toSeconds())
                        .messageSystemAttributeNames(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT))
                .messages()
                .stream()
                .map(Inbox::delivered)
                .toList();
    }

    /** What Lambda makes of messages that it receives for a function. */
    public static SQSEvent event(List<Message> messages) {
        SQSEvent event = new SQSEvent();
        event.setRecords(messages.stream().map(Inbox::delivered).toList());
        return event;
    }

    private static SQSEvent.SQSMessage delivered(Message message) {
        SQSEvent.SQSMessage delivered = new SQSEvent.SQSMessage();
        delivered.setMessageId(message.messageId());
        delivered.setReceiptHandle(message.receiptHandle());
        delivered.setBody(message.body());
        delivered.setAttributes(message.attributesAsStrings());
        return delivered;
    }

    void remove(SQSEvent.SQSMessage message) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.getReceiptHandle()));
    }

    /**
     * Removes messages, at most {@value #AT_ONCE}.
     *
     * @return those that were not removed, and why
     */
    List<String> remove(List<SQSEvent.SQSMessage> messages) {
        List<DeleteMessageBatchRequestEntry> entries = IntStream.range(0, messages.size())
                .mapToObj(i -> DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(messages.get(i).getReceiptHandle())
                        .build())
                .toList();
        return sqs.deleteMessageBatch(delete -> delete.queueUrl(url).entries(entries)).failed().stream()
                .map(failed -> messages.get(Integer.parseInt(failed.id())).getBody() + ": " + failed.message())
                .toList();
    }

    /** Sends a message with a delay of whole seconds, instead of one that was received, whose owner may be unknown. */
    public void sendBack(String owner, String body, Duration delay) {
        sqs.sendMessage(send ->
                send.queueUrl(url).messageGroupId(owner).messageBody(body).delaySeconds((int) delay.toSeconds()));
    }
}
