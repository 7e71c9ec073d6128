package bout.botclient;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.SessionOutputBuffer;

/** A message of JSON; with a secret it is signed according to Standard Webhooks. */
final class PostMessage extends Message {

    private static final long serialVersionUID = 1L;

    private final transient byte[] head;
    private final transient byte[] body;

    /**
     * @param secret {@code null} for a message without a signature
     * @param id the same for each attempt to post one message
     * @param timestamp the time of this attempt, in seconds since 1970
     */
    PostMessage(BotUrl url, HttpHost host, WebhookSecret secret, String id, long timestamp, byte[] body) {
        super(Method.POST, host, url.target());
        this.body = body;
        this.head = ("POST " + url.target() + " HTTP/1.1\r\n"
                        + "Host: " + url.authority() + "\r\n"
                        + "User-Agent: " + USER_AGENT + "\r\n"
                        + "Content-Type: application/json\r\n"
                        + (secret == null ? "" : signature(secret, id, timestamp, body))
                        + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String signature(WebhookSecret secret, String id, long timestamp, byte[] body) {
        return WebhookSecret.ID + ": " + id + "\r\n"
                + WebhookSecret.TIMESTAMP + ": " + timestamp + "\r\n"
                + WebhookSecret.SIGNATURE + ": " + secret.signature(id, timestamp, body) + "\r\n";
    }

    @Override
    void write(SessionOutputBuffer buffer, OutputStream output) throws IOException {
        buffer.write(head, output);
        buffer.write(body, output);
    }
}
