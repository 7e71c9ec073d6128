package bout.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads and discards HTTP messages on a kept-alive connection: the least work that either end of a call can do. Every
 * message must have a {@code Content-Length}.
 */
final class RawMessages {

    private static final int BUFFER_BYTES = 16 << 10;
    private static final byte[] CONTENT_LENGTH = {
        '\n', 'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
    };

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int end;

    RawMessages(InputStream in) {
        this.in = in;
    }

    /**
     * Reads the next message to its end.
     *
     * @return {@code false} if the connection ended before the first byte
     */
    boolean next() throws IOException {
        int bodyStart;
        int from = start;
        while ((bodyStart = endOfHead(from)) < 0) {
            int scanned = end - start;
            if (!fill()) {
                if (start == end) {
                    return false;
                }
                throw new EOFException("the connection ended within the headers of a message");
            }
            // The end of the headers may span two reads.
            from = Math.max(start, start + scanned - 3);
        }
        long left = contentLength(bodyStart);
        start = bodyStart;
        while (left > end - start) {
            left -= end - start;
            start = end;
            if (!fill()) {
                throw new EOFException("the connection ended within the body of a message");
            }
        }
        start += (int) left;
        return true;
    }

    private boolean fill() throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (end == buffer.length) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            throw new IOException("the headers of a message are longer than " + BUFFER_BYTES + " bytes");
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            return false;
        }
        end += read;
        return true;
    }

    private int endOfHead(int from) {
        for (int i = from + 3; i < end; i++) {
            if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private long contentLength(int bodyStart) throws IOException {
        for (int i = start; i < bodyStart - CONTENT_LENGTH.length; i++) {
            if (isContentLength(i)) {
                long length = 0;
                for (int digit = i + CONTENT_LENGTH.length; buffer[digit] != '\r'; digit++) {
                    if (buffer[digit] >= '0' && buffer[digit] <= '9') {
                        length = length * 10 + buffer[digit] - '0';
                    }
                }
                return length;
            }
        }
        throw new IOException("a message has no Content-Length");
    }

    private boolean isContentLength(int at) {
        for (int i = 0; i < CONTENT_LENGTH.length; i++) {
            int letter = buffer[at + i];
            if (CONTENT_LENGTH[i] != (letter >= 'A' && letter <= 'Z' ? letter | 0x20 : letter)) {
                return false;
            }
        }
        return true;
    }
}
