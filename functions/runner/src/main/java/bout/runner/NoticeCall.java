package bout.runner;

import bout.wire.WebhookSecret;
import java.time.Instant;

/** One attempt to deliver a notice. What the receiver says in its answer is not looked at, only the status. */
final class NoticeCall extends BotCall {

    private final WebhookSecret secret;
    private final Notice notice;

    /** @param timeLimit in milliseconds */
    NoticeCall(BotClient client, Receiver receiver, WebhookSecret secret, Notice notice, int timeLimit) {
        super(client, receiver, timeLimit);
        this.secret = secret;
        this.notice = notice;
    }

    @Override
    Message message() {
        return new NoticeMessage(
                player().url(),
                player().host().route().getTargetHost(),
                secret,
                notice.id(),
                Instant.now().getEpochSecond(),
                notice.body());
    }

    @Override
    AnswerBody.Read read(byte[] body, String encoding) {
        return AnswerBody.readText(body);
    }
}
