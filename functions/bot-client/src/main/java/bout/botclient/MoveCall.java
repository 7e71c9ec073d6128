package bout.botclient;

import bout.wire.BotBody;
import org.apache.hc.core5.http.HttpResponse;

/** Asks a bot for a move. */
final class MoveCall extends BotCall {

    private final UrlPlayer player;
    private final MoveRequest request;

    MoveCall(BotClient client, UrlPlayer player, MoveRequest request) {
        super(client, player.target(), request.timeLimit());
        this.player = player;
        this.request = request;
    }

    @Override
    Message message() {
        byte[] bytes = BotBody.write(request.ask());
        return new MoveMessage(
                player.head(request), request.turn(), request.timeLimit(), bytes, player.signature(request, bytes));
    }

    @Override
    AnswerBody.Read read(byte[] body, String encoding) {
        return AnswerBody.read(body, encoding, request.game());
    }

    @Override
    void answered(HttpResponse answer) {
        player.answered(answer);
    }
}
