package bout.botclient;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.SessionOutputBuffer;

/**
 * The request for a move, in its final bytes. Nearly all headers are the same for every move of a seat, so they are
 * built once.
 */
final class MoveMessage extends Message {

    private static final long serialVersionUID = 1L;

    private final transient Head head;
    private final int turn;
    private final int timeLimit;
    private final transient byte[] body;

    /** The header lines of a signature, or {@code null} if the bot has no secret. */
    private final transient byte[] signature;

    MoveMessage(Head head, int turn, int timeLimit, byte[] body, byte[] signature) {
        super(Method.POST, head.host, head.target);
        this.head = head;
        this.turn = turn;
        this.timeLimit = timeLimit;
        this.body = body;
        this.signature = signature;
    }

    /** The headers that are the same for every move of a seat. */
    static final class Head {

        private final HttpHost host;
        private final String target;
        private final byte[] bytes;

        Head(BotUrl url, HttpHost host, MoveRequest request) {
            this.host = host;
            this.target = url.target();
            this.bytes = ("POST " + target + " HTTP/1.1\r\n"
                            + "Host: " + url.authority() + "\r\n"
                            + "User-Agent: " + USER_AGENT + "\r\n"
                            + "Accept: application/json\r\n"
                            + "Content-Type: " + request.ask().form().contentType() + "\r\n"
                            + "Bout-Match: " + visible(request.match()) + "\r\n"
                            + "Bout-Game: " + visible(request.game().id()) + "\r\n"
                            + "Bout-Seat: " + request.seat().number() + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }

        /** Guards against a line break in a header. We choose the ids, so one would be our bug. */
        private static String visible(String text) {
            if (text.isEmpty() || !text.chars().allMatch(character -> character > ' ' && character < 0x7F)) {
                throw new IllegalArgumentException(
                        "not valid in a header: empty, or contains characters other than" + " visible ASCII: " + text);
            }
            return text;
        }
    }

    /**
     * The header lines that sign a request.
     *
     * @param timestamp seconds since 1970
     */
    static byte[] signature(WebhookSecret secret, MoveRequest request, long timestamp, byte[] body) {
        // The id identifies the move, so that a bot can tell a second try on a new connection from a new move.
        String id = request.match() + "-" + request.seat().number() + "-" + request.turn();
        return (WebhookSecret.ID + ": " + id + "\r\n"
                        + WebhookSecret.TIMESTAMP + ": " + timestamp + "\r\n"
                        + WebhookSecret.SIGNATURE + ": " + secret.signature(id, timestamp, body) + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void write(SessionOutputBuffer buffer, OutputStream output) throws IOException {
        buffer.write(head.bytes, output);
        if (signature != null) {
            buffer.write(signature, output);
        }
        String rest = "Bout-Turn: " + turn + "\r\nBout-Time-Limit: " + timeLimit + "\r\nContent-Length: " + body.length
                + "\r\n\r\n";
        buffer.write(rest.getBytes(StandardCharsets.ISO_8859_1), output);
        buffer.write(body, output);
    }
}
