package bout.store.queue;

import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of webhooks that have yet to be delivered. A message's body is the id of the match or the tournament that
 * ended.
 */
public final class WebhookQueue extends Queue<String> {

    public WebhookQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    @Override
    String body(String id) {
        return id;
    }
}
