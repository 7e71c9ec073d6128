package bout.runner;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponseFactory;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/** A bot's answer that can say whether bytes came behind its end; they would be taken for the next answer's begin. */
final class Answer extends BasicClassicHttpResponse {

    private static final long serialVersionUID = 1L;

    private transient SessionInputBuffer received;

    private Answer(int status, String reason) {
        super(status, reason);
    }

    /** Whether more has been received than was read. */
    boolean surplus() {
        return received.length() > 0;
    }

    /** Reads the head of an answer; strict, so that what is not HTTP is an error at its first line. */
    static final class Parser extends DefaultHttpResponseParser {

        Parser(Http1Config limits) {
            super(null, new Factory(), limits);
        }

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream input)
                throws IOException, HttpException {
            Answer answer = (Answer) super.parse(buffer, input);
            if (answer != null) {
                answer.received = buffer;
            }
            return answer;
        }
    }

    private static final class Factory implements HttpResponseFactory<ClassicHttpResponse> {
        @Override
        public ClassicHttpResponse newHttpResponse(int status, String reason) {
            return new Answer(status, reason);
        }

        @Override
        public ClassicHttpResponse newHttpResponse(int status) {
            return new Answer(status, null);
        }
    }
}
