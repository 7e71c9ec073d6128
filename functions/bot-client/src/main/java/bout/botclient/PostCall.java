package bout.botclient;

import java.time.Instant;
import org.apache.hc.core5.http.HttpResponse;

/** One attempt to post a message. Only the status of the answer matters. */
final class PostCall extends BotCall {

    private final String id;
    private final byte[] body;
    private int status;

    /**
     * @param target its secret signs the message, if it has one
     * @param id the same for each attempt to post one message; not sent without a signature
     * @param body JSON, as UTF-8
     * @param timeLimit in milliseconds
     */
    PostCall(BotClient client, CallTarget target, String id, byte[] body, int timeLimit) {
        super(client, target, timeLimit);
        this.id = id;
        this.body = body;
    }

    /** The status of the answer; 0 if there was none. */
    int status() {
        return status;
    }

    @Override
    Message message() {
        return new PostMessage(
                target().url(),
                target().line().host(),
                target().secret(),
                id,
                Instant.now().getEpochSecond(),
                body);
    }

    @Override
    AnswerBody.Read read(byte[] answer, String encoding) {
        return AnswerBody.readText(answer);
    }

    @Override
    void answered(HttpResponse answer) {
        status = answer.getCode();
    }
}
