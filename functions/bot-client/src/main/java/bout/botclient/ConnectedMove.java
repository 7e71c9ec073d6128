package bout.botclient;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.wire.BotBody;
import bout.wire.WebhookSecret;
import bout.wire.connection.ConnectionMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * A request for a move as a connected bot gets it, and what its answer means: the same headers and body as a bot at a
 * URL gets, and the same failures.
 *
 * @param secret signs the request
 */
public record ConnectedMove(MoveRequest request, WebhookSecret secret) {

    public ConnectionMessage.Request message(String call, String reply, int timeLeft, Instant now) {
        byte[] body = BotBody.write(request.game().form(), request.fields());
        Map<String, String> headers = BotRequest.moveHeaders(request, secret, now.getEpochSecond(), body);
        return new ConnectionMessage.Request(call, reply, timeLeft, headers, new String(body, StandardCharsets.UTF_8));
    }

    /** @param milliseconds from the first request to the answer */
    public Reply read(ConnectionMessage.Answer answer, int milliseconds) {
        Redaction redaction = new Redaction(null, secret);
        String note = answer.header(AnswerBody.NOTE);
        Aside aside = new Aside(milliseconds, note == null ? null : AnswerBody.note(redaction.of(note)));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try {
            if (!AnswerBody.follows(answer.status())) {
                throw new CallFailed(AnswerBody.status(answer.status(), body));
            }
            if (body.length > AnswerBody.MAX_BYTES) {
                throw new CallFailed(AnswerBody.tooLarge("has more than"));
            }
            Object answered = AnswerBody.read(body, null, request.game());
            return AnswerBody.noted(new Reply.Answered(answered, aside), request.game(), redaction);
        } catch (CallFailed failed) {
            Failure failure = failed.failure();
            return new Reply.Failed(new Failure(failure.kind(), redaction.of(failure.text())), aside);
        }
    }

    public Reply late(boolean asked, int milliseconds) {
        String within = " within " + request.timeLimit() + " ms";
        return new Reply.Failed(
                new Failure(
                        Failure.Kind.TIME_OUT,
                        asked ? "No answer arrived" + within + "." : "The bot was not connected" + within + "."),
                milliseconds);
    }

    @Override
    public String toString() {
        return "ConnectedMove[turn=" + request.turn() + "]";
    }
}
