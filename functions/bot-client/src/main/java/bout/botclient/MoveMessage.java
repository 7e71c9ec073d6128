package bout.botclient;

import bout.address.BotUrl;
import bout.botclient.player.MoveRequest;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
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
            StringBuilder text = new StringBuilder("POST " + target + " HTTP/1.1\r\nHost: " + url.authority() + "\r\n");
            headers(request)
                    .forEach((name, value) ->
                            text.append(name).append(": ").append(value).append("\r\n"));
            this.bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        }

        /** What every bot gets with every move of a seat, wherever it is. */
        static Map<String, String> headers(MoveRequest request) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("User-Agent", USER_AGENT);
            headers.put("Accept", "application/json");
            headers.put("Content-Type", request.ask().form().contentType());
            headers.put("Bout-Match", visible(request.seatId()));
            headers.put("Bout-Game", visible(request.game().id()));
            headers.put("Bout-Seat", String.valueOf(request.seat().number()));
            return headers;
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
     * The headers of one move, in the order in which they are sent.
     *
     * @param secret signs it, or {@code null}
     * @param timestamp seconds since 1970
     */
    static Map<String, String> headers(MoveRequest request, WebhookSecret secret, long timestamp, byte[] body) {
        Map<String, String> headers = Head.headers(request);
        if (secret != null) {
            headers.putAll(signatureHeaders(secret, request, timestamp, body));
        }
        headers.put("Bout-Turn", String.valueOf(request.turn()));
        headers.put("Bout-Time-Limit", String.valueOf(request.timeLimit()));
        return headers;
    }

    private static Map<String, String> signatureHeaders(
            WebhookSecret secret, MoveRequest request, long timestamp, byte[] body) {
        // The id identifies the move, so that a bot can tell a second try on a new connection from a new move.
        String id = request.seatId() + "-" + request.turn();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(WebhookSecret.ID, id);
        headers.put(WebhookSecret.TIMESTAMP, String.valueOf(timestamp));
        headers.put(WebhookSecret.SIGNATURE, secret.signature(id, timestamp, body));
        return headers;
    }

    /**
     * The header lines that sign a request.
     *
     * @param timestamp seconds since 1970
     */
    static byte[] signature(WebhookSecret secret, MoveRequest request, long timestamp, byte[] body) {
        StringBuilder lines = new StringBuilder();
        signatureHeaders(secret, request, timestamp, body)
                .forEach((name, value) ->
                        lines.append(name).append(": ").append(value).append("\r\n"));
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
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
