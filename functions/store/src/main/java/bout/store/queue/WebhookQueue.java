package bout.store.queue;

import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of webhooks that have yet to be delivered. A message's body is the id of the match or the tournament that
 * ended.
 */
public final class WebhookQueue extends Queue<WebhookQueue.Ended> {

    public WebhookQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    /**
     * A match or tournament that ended.
     *
     * @param owner who gets the webhook, or {@code null} if that is not known
     */
    public record Ended(String id, String owner) {}

    @Override
    String body(Ended ended) {
        return ended.id();
    }

    @Override
    String group(Ended ended) {
        return ended.owner();
    }
}
