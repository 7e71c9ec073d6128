package bout.botclient;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.wire.BotBody;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpResponse;

/** A bot with a URL at a seat of one match. Not thread-safe. */
final class UrlPlayer implements Player {

    private final BotClient client;
    private final CallTarget target;
    private final Consumer<HttpResponse> listener;

    /** @param listener called with every answer, whatever its status */
    UrlPlayer(BotClient client, CallTarget target, Consumer<HttpResponse> listener) {
        this.client = client;
        this.target = target;
        this.listener = listener;
    }

    @Override
    public Reply ask(MoveRequest request) {
        BotCall call = new BotCall(
                client,
                target,
                request.timeLimit(),
                () -> {
                    byte[] body = BotBody.write(request.ask());
                    long now = Instant.now().getEpochSecond();
                    return BotRequest.move(
                            target.url(), request, target.callee().secret(), now, body);
                },
                (body, encoding) -> AnswerBody.read(body, encoding, request.game()));
        Reply reply = client.make(call, request.startBefore());
        if (call.answered() != null) {
            listener.accept(call.answered());
        }
        return reply;
    }
}
