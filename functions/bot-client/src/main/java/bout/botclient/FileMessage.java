package bout.botclient;

import bout.address.BotUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.SessionOutputBuffer;

/** The request for a file on a bot's host. */
final class FileMessage extends Message {

    private static final long serialVersionUID = 1L;

    private final transient byte[] head;

    /** @param path visible ASCII characters, from the first slash */
    FileMessage(BotUrl url, HttpHost host, String path) {
        super(Method.GET, host, path);
        this.head = ("GET " + path + " HTTP/1.1\r\n"
                        + "Host: " + url.authority() + "\r\n"
                        + "User-Agent: " + USER_AGENT + "\r\n"
                        + "Accept: text/plain\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void write(SessionOutputBuffer buffer, OutputStream output) throws IOException {
        buffer.write(head, output);
    }
}
