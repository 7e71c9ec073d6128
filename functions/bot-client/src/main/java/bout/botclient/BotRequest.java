package bout.botclient;

import bout.address.BotUrl;
import bout.botclient.player.MoveRequest;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.HttpMessageWriter;
import org.apache.hc.core5.http.io.SessionOutputBuffer;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** A request to a bot's host in its final bytes. Head and body are sent in one write. */
final class BotRequest extends BasicClassicHttpRequest {

    private static final String USER_AGENT = "bout/0.1";

    /** Where below a bot's URL a request is meant for, if it is not the URL itself. */
    private static final String PATH = "Bout-Path";

    /** A token of RFC 9110, 5.1: a line break in it would be a header of its own. */
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** They belong to the connection to the bot, and to the length of the body as it is sent here. */
    private static final Pattern OF_THIS_CONNECTION = Pattern.compile(
            "Host|Content-Length|Transfer-Encoding|Connection|Keep-Alive|Expect|Upgrade|TE|Trailer",
            Pattern.CASE_INSENSITIVE);

    private final byte[] head;
    private final byte[] body;

    private BotRequest(Method method, BotUrl url, String path, Map<String, String> headers, byte[] body) {
        super(method, path);
        StringBuilder lines = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + url.authority() + "\r\n");
        headers.forEach(
                (name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
        this.head = lines.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        this.body = body;
    }

    static BotRequest file(BotUrl url, String path) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put("Accept", "text/plain");
        return new BotRequest(Method.GET, url, path, headers, new byte[0]);
    }

    private static BotRequest post(BotUrl url, Map<String, String> headers, byte[] body) {
        headers.put("Content-Length", String.valueOf(body.length));
        return new BotRequest(Method.POST, url, url.target(), headers, body);
    }

    /**
     * A message of JSON; with a secret it is signed according to Standard Webhooks.
     *
     * @param secret {@code null} for a message without a signature
     * @param id the same for each attempt to post one message
     * @param timestamp the time of this attempt, in seconds since 1970
     */
    static BotRequest message(BotUrl url, WebhookSecret secret, String id, long timestamp, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put("Content-Type", "application/json");
        sign(headers, secret, id, timestamp, body);
        return post(url, headers, body);
    }

    /** A request that was made elsewhere, with its headers and the bytes of its body. */
    static BotRequest relayed(BotUrl url, Map<String, String> made, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>(made);
        headers.keySet().removeIf(name -> OF_THIS_CONNECTION.matcher(name).matches());
        headers.forEach(BotRequest::checkHeader);
        return post(url.below(made.getOrDefault(PATH, "")), headers, body);
    }

    static BotRequest move(BotUrl url, MoveRequest request, WebhookSecret secret, long timestamp, byte[] body) {
        return post(url.below(request.path()), moveHeaders(request, secret, timestamp, body), body);
    }

    /** The headers of a request for a move, the same for every kind of bot, in the order in which they are sent. */
    static Map<String, String> moveHeaders(MoveRequest request, WebhookSecret secret, long timestamp, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put("Accept", "application/json");
        headers.put("Content-Type", request.game().form().contentType());
        headers.put("Bout-Match", request.seatId());
        headers.put("Bout-Game", request.game().id());
        headers.put("Bout-Seat", String.valueOf(request.seat().number()));
        if (!request.path().isEmpty()) {
            headers.put(PATH, request.path());
        }
        // The id identifies the move, so that a bot can tell a second try on a new connection from a new move.
        sign(headers, secret, request.id(), timestamp, body);
        headers.put("Bout-Turn", String.valueOf(request.turn()));
        headers.put("Bout-Time-Limit", String.valueOf(request.timeLimit()));
        return headers;
    }

    private static void sign(
            Map<String, String> headers, WebhookSecret secret, String id, long timestamp, byte[] body) {
        if (secret != null) {
            headers.put(WebhookSecret.ID, id);
            headers.put(WebhookSecret.TIMESTAMP, String.valueOf(timestamp));
            headers.put(WebhookSecret.SIGNATURE, secret.signature(id, timestamp, body));
        }
    }

    private static void checkHeader(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a header: " + AnswerBody.shown(name));
        }
        if (!value.chars().allMatch(character -> character >= ' ' && character < 0x7F)) {
            throw new IllegalArgumentException("not the value of a header: " + AnswerBody.shown(value));
        }
    }

    static final class Writer implements HttpMessageWriter<ClassicHttpRequest> {

        @Override
        public void write(ClassicHttpRequest request, SessionOutputBuffer buffer, OutputStream output)
                throws IOException {
            buffer.write(((BotRequest) request).head, output);
            buffer.write(((BotRequest) request).body, output);
        }
    }
}
