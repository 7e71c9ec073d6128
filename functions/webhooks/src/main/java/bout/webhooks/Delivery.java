package bout.webhooks;

import bout.botclient.BotClient;
import bout.botclient.player.Reply;

/** The outcome of an attempt to deliver a webhook. */
sealed interface Delivery {

    /** The receiver accepted it. */
    record Delivered() implements Delivery {}

    /** The receiver wants no more webhooks at this URL (status 410). */
    record Unwanted() implements Delivery {}

    /**
     * It will be tried again.
     *
     * @param text the reason, without the URL
     */
    record NotDelivered(String text) implements Delivery {}

    /** Reads the receiver's answer. */
    static Delivery of(BotClient.Posted posted) {
        int status = posted.status();
        if (status >= 200 && status < 300) {
            return new Delivered();
        }
        if (status == 410) {
            return new Unwanted();
        }
        return new NotDelivered(
                switch (posted.reply()) {
                    case Reply.Failed failed -> failed.failure().text();
                    case Reply.Answered answered -> "The receiver answered with status " + status + ".";
                    case Reply.BrokenOff brokenOff -> "There were too many calls to this URL at the same time.";
                });
    }
}
