package bout.botclient;

import bout.address.BotUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.SessionOutputBuffer;

/** A request that was made elsewhere, with its headers and the bytes of its body. */
final class RelayMessage extends Message {

    private static final long serialVersionUID = 1L;

    /** They belong to the connection to the bot, and to the length of the body as it is sent here. */
    private static final Set<String> OF_THIS_CONNECTION = ofThisConnection();

    private final transient byte[] head;
    private final transient byte[] body;

    RelayMessage(BotUrl url, HttpHost host, Map<String, String> headers, byte[] body) {
        super(Method.POST, host, url.target());
        this.body = body;
        StringBuilder lines =
                new StringBuilder("POST " + url.target() + " HTTP/1.1\r\nHost: " + url.authority() + "\r\n");
        headers.forEach((name, value) -> {
            if (!OF_THIS_CONNECTION.contains(name)) {
                lines.append(name(name)).append(": ").append(value(value)).append("\r\n");
            }
        });
        lines.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        this.head = lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static Set<String> ofThisConnection() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Set.of(
                "Host",
                "Content-Length",
                "Transfer-Encoding",
                "Connection",
                "Keep-Alive",
                "Expect",
                "Upgrade",
                "TE",
                "Trailer"));
        return names;
    }

    /** A token of RFC 9110, 5.1: a line break in it would be a header of its own. */
    private static String name(String name) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new IllegalArgumentException("not the name of a header: " + AnswerBody.shown(name));
        }
        return name;
    }

    private static String value(String value) {
        if (!value.chars().allMatch(character -> character >= ' ' && character < 0x7F)) {
            throw new IllegalArgumentException("not the value of a header: " + AnswerBody.shown(value));
        }
        return value;
    }

    @Override
    void write(SessionOutputBuffer buffer, OutputStream output) throws IOException {
        buffer.write(head, output);
        buffer.write(body, output);
    }
}
