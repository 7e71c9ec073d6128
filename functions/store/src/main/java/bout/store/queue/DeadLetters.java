package bout.store.queue;

import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The dead-letter queue of matches that failed because of a server error. Each message is a match's id and stays until
 * a redrive (see {@link Redrive}) or for two weeks. SQS also moves messages here that many runners received but could
 * not handle. A match is sent here before it is marked as failed, so that no failed match is missing.
 */
public final class DeadLetters extends Queue<String> {

    public DeadLetters(SqsClient sqs, String url) {
        super(sqs, url);
    }

    @Override
    String body(String id) {
        return id;
    }
}
