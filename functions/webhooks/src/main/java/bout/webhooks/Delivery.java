package bout.webhooks;

import bout.botclient.BotClient;
import bout.botclient.Reply;

/** What came of an attempt to deliver a webhook. */
sealed interface Delivery {

    /** The receiver has it. */
    record Delivered() implements Delivery {}

    /** The receiver wants no more webhooks there (status 410). */
    record Unwanted() implements Delivery {}

    /** It is to be tried again; the text says why, without the URL. */
    record NotDelivered(String text) implements Delivery {}

    /** What the answer to the post says. */
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
                    case Reply.Answered answered -> "It answered with the status " + status + ".";
                    case Reply.BrokenOff brokenOff -> "Too many calls of that host were under way.";
                });
    }
}
