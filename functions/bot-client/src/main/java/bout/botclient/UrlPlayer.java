package bout.botclient;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpResponse;

/** A bot with a URL at a seat of one match. Not thread-safe. */
final class UrlPlayer implements Player {

    private final BotClient client;
    private final CallTarget target;
    private final Consumer<HttpResponse> listener;
    private MoveMessage.Head head;

    /** @param listener called with every answer, whatever its status */
    UrlPlayer(BotClient client, CallTarget target, Consumer<HttpResponse> listener) {
        this.client = client;
        this.target = target;
        this.listener = listener;
    }

    @Override
    public Reply ask(MoveRequest request) {
        return client.make(new MoveCall(client, this, request), request.startBefore());
    }

    CallTarget target() {
        return target;
    }

    void answered(HttpResponse answer) {
        listener.accept(answer);
    }

    MoveMessage.Head head(MoveRequest request) {
        if (head == null) {
            head = new MoveMessage.Head(target.url(), target.line().host(), request);
        }
        return head;
    }

    /** The header lines that sign a call, or {@code null}. */
    byte[] signature(MoveRequest request, byte[] body) {
        return target.secret() == null
                ? null
                : MoveMessage.signature(target.secret(), request, Instant.now().getEpochSecond(), body);
    }
}
