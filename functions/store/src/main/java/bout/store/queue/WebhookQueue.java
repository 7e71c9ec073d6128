package bout.store.queue;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The queue of webhooks that have yet to be delivered. A message's body is the id of the match or the tournament that
 * ended.
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
