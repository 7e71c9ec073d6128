package bout.botclient;

import bout.botclient.player.MoveRequest;
import bout.engine.Aside;
import bout.wire.BotBody;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/** Asks a bot for a move. */
final class MoveCall extends BotCall {

    private static final String NOTE = "Bout-Note";

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
    String note(HttpResponse answer) {
        Header header = answer.getFirstHeader(NOTE);
        if (header == null || header.getValue() == null) {
            return null;
        }
        // The library reads each byte as one character.
        String text = new String(header.getValue().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        // Notes are public, like failures. Removed before the cut, which could leave half a secret.
        String shown = AnswerBody.shown(target().redacted(text), Aside.MAX_NOTE);
        if (shown.codePointCount(0, shown.length()) > Aside.MAX_NOTE) {
            return shown.substring(0, shown.offsetByCodePoints(0, Aside.MAX_NOTE - 1)) + "…";
        }
        return shown.isEmpty() ? null : shown;
    }

    @Override
    void answered(HttpResponse answer) {
        player.answered(answer);
    }
}
