package bout.botclient;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * A bot's answer that can tell whether the server sent extra bytes, which would otherwise be read as the start of the
 * next answer.
 */
final class Answer extends BasicClassicHttpResponse {

    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 999;

    private SessionInputBuffer received;

    private Answer(int status, String reason) {
        super(status, reason);
    }

    /** Whether more bytes have arrived than were read: after the headers, the body; after the body, surplus bytes. */
    boolean surplus() {
        return received.length() > 0;
    }

    /** Parses the head of an answer. Strict: anything other than HTTP fails at the first line. */
    static final class Parser extends DefaultHttpResponseParser {

        Parser(Http1Config limits) {
            super(limits);
        }

        /**
         * A status has three digits, the first not 0 (RFC 9110, 15). The library would throw an unrelated error for
         * 000.
         */
        @Override
        protected ClassicHttpResponse createMessage(CharArrayBuffer line) throws ParseException {
            try {
                StatusLine first = BasicLineParser.INSTANCE.parseStatusLine(line);
                int status = first.getStatusCode();
                if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
                    throw new ParseException("status " + status + " is not between 100 and 999");
                }
                Answer answer = new Answer(status, first.getReasonPhrase());
                answer.setVersion(first.getProtocolVersion());
                return answer;
            } catch (IllegalArgumentException negative) {
                // The library's error for HTTP/-1.1.
                throw new ParseException(negative.getMessage());
            }
        }

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream input)
                throws IOException, HttpException {
            Answer answer = (Answer) super.parse(buffer, new Unfinished(input));
            answer.received = buffer;
            keepOneLength(answer);
            return answer;
        }

        /** The same length several times, in several headers or in one, is one length (RFC 9110, 8.6). */
        private static void keepOneLength(Answer answer) throws ProtocolException {
            Set<String> lengths = new TreeSet<>();
            for (Header header : answer.getHeaders(HttpHeaders.CONTENT_LENGTH)) {
                for (String length : header.getValue().split(",")) {
                    lengths.add(length.strip());
                }
            }
            if (lengths.size() > 1) {
                throw new ProtocolException("it has different Content-Length headers: " + String.join(", ", lengths));
            }
            answer.removeHeaders(HttpHeaders.CONTENT_LENGTH);
            lengths.forEach(length -> answer.addHeader(HttpHeaders.CONTENT_LENGTH, length));
        }
    }

    /**
     * The bytes of a head. Its end is an error, because a head ends with an empty line; the parser would accept a
     * truncated head.
     */
    private static final class Unfinished extends InputStream {
        private final InputStream input;

        private Unfinished(InputStream input) {
            this.input = input;
        }

        @Override
        public int read() throws IOException {
            return notEnd(input.read());
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return notEnd(input.read(buffer, offset, length));
        }

        private static int notEnd(int read) throws IOException {
            if (read < 0) {
                throw new ConnectionClosedException();
            }
            return read;
        }
    }
}
