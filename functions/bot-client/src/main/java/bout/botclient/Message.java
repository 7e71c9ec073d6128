package bout.botclient;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.HttpMessageWriter;
import org.apache.hc.core5.http.io.SessionOutputBuffer;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** A request to a bot's host in its final bytes. Headers and body are sent in one write. */
abstract class Message extends BasicClassicHttpRequest {

    private static final long serialVersionUID = 1L;

    static final String USER_AGENT = "bout/0.1";

    Message(Method method, HttpHost host, String target) {
        super(method, host, target);
    }

    abstract void write(SessionOutputBuffer buffer, OutputStream output) throws IOException;

    /** Writes the whole request, including its body. */
    static final class Writer implements HttpMessageWriter<ClassicHttpRequest> {

        @Override
        public void write(ClassicHttpRequest request, SessionOutputBuffer buffer, OutputStream output)
                throws IOException {
            ((Message) request).write(buffer, output);
        }
    }
}
