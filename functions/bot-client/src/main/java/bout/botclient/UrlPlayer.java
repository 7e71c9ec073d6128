package bout.botclient;

import java.time.Instant;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpResponse;

/** A bot behind a URL at a seat of one match. For one thread. */
final class UrlPlayer implements Player {

    private final BotClient client;
    private final CallTarget target;
    private final Consumer<HttpResponse> listener;
    private MoveMessage.Head head;

    /** @param listener hears of every answer that came, whatever it is */
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
            head = new MoveMessage.Head(target.url(), target.host().route().getTargetHost(), request);
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
