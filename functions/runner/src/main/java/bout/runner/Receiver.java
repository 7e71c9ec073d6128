package bout.runner;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import org.apache.hc.core5.http.HttpResponse;

/** Whoever is told of the end of a match or a tournament: called under the same rules as a bot. For one thread. */
final class Receiver extends UrlPlayer {

    private static final int TIME_LIMIT = 10_000;
    private static final int GONE = 410;

    private final BotClient client;
    private final WebhookSecret secret;
    private int status;

    Receiver(BotClient client, BotUrl url, WebhookSecret secret, BotHost host) {
        super(client, url, secret, host);
        this.client = client;
        this.secret = secret;
    }

    /** What came of an attempt to deliver a notice. */
    sealed interface Delivery {}

    /** The receiver has it. */
    record Delivered() implements Delivery {}

    /** The receiver wants no more notices there (status 410). */
    record Unwanted() implements Delivery {}

    /** It is to be tried again; the text says why, without the URL. */
    record NotDelivered(String text) implements Delivery {}

    /** @param startBefore as in {@link MoveRequest} */
    Delivery deliver(Notice notice, long startBefore) {
        status = 0;
        Reply reply = client.make(new NoticeCall(client, this, secret, notice, TIME_LIMIT), startBefore);
        if (status >= 200 && status < 300) {
            return new Delivered();
        }
        if (status == GONE) {
            return new Unwanted();
        }
        return new NotDelivered(
                switch (reply) {
                    case Reply.Failed failed -> failed.failure().text();
                    case Reply.Answered answered -> "It answered with the status " + status + ".";
                    case Reply.BrokenOff brokenOff -> "Too many calls of that host were under way.";
                });
    }

    @Override
    void answered(HttpResponse answer) {
        status = answer.getCode();
    }
}
