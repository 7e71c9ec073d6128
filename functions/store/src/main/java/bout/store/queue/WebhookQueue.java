package bout.store.queue;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The queue of webhooks that have yet to reach whoever is to be told of the end of a match or a tournament. A
 * message's body is the id of it.
 */
public final class WebhookQueue extends Queue<String> {

    /** @param url the queue's URL */
    public WebhookQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    @Override
    SendMessageRequest.Builder message(String id) {
        return SendMessageRequest.builder().messageBody(id);
    }
}
