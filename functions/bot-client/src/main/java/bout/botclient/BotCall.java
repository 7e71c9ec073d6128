package bout.botclient;

import bout.botclient.player.Reply;
import bout.engine.Aside;
import bout.engine.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * One call to a bot, from the name look-up to the last byte of the answer.
 *
 * <p>The bot's time starts with the first byte of the request. Before that, opening a connection (name, TCP, TLS) may
 * take as long as the time limit.
 */
final class BotCall {

    /** The call for which this thread is opening a connection. */
    static final ScopedValue<BotCall> CONNECTING = ScopedValue.newInstance();

    private static final int MAX_INTERIM_ANSWERS = 10;
    private static final Pattern KEEP_ALIVE = Pattern.compile("timeout *= *([0-9]{1,6})", Pattern.CASE_INSENSITIVE);
    private static final int FIRST_BUFFER = 1 << 10;

    /** Enough for a name, TCP and TLS around the world. */
    private static final long FREE_OPENING = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        RUNNING,
        OVER,
        EXPIRED
    }

    private enum Phase {
        LOOK_UP,
        CONNECT,
        HANDSHAKE,
        SEND,
        WAIT,
        BODY
    }

    private final BotClient client;
    private final Callee callee;
    private final Redaction redaction;
    private final int timeLimit;
    private final long limit;
    private final Supplier<BotRequest> request;
    private final Decoder decoder;
    private ConnectionPool line;

    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private volatile long deadline;
    private volatile Connection connection;

    private Phase phase = Phase.LOOK_UP;
    private InetAddress[] addresses;

    /** When the first byte of the request was sent; before that, when the call started. */
    private long startedAt;

    /** How long it took to open the connection, in ns; 0 if one was open. */
    private long opening;

    private boolean sent;
    private long receivedBefore;
    private boolean exchanging;
    private String note;
    private HttpResponse answered;
    private byte[] body;
    private int bodyBytes;
    private boolean knownLength;
    private boolean whole;

    /** @param timeLimit in milliseconds */
    BotCall(
            BotClient client,
            Callee callee,
            Redaction redaction,
            int timeLimit,
            Supplier<BotRequest> request,
            Decoder decoder) {
        this.client = client;
        this.callee = callee;
        this.redaction = redaction;
        this.timeLimit = timeLimit;
        this.limit = TimeUnit.MILLISECONDS.toNanos(timeLimit);
        this.request = request;
        this.decoder = decoder;
    }

    interface Decoder {

        /** @param encoding the header {@code Content-Encoding}, or {@code null} */
        Object read(byte[] body, String encoding) throws CallFailed;
    }

    /** The answer, whatever its status; {@code null} if there is none yet whose body arrived. */
    HttpResponse answered() {
        return answered;
    }

    Callee callee() {
        return callee;
    }

    byte[] arrived() {
        return body == null ? new byte[0] : Arrays.copyOf(body, bodyBytes);
    }

    /** In the time of {@link System#nanoTime}; it changes when the request is sent. */
    long deadline() {
        return deadline;
    }

    /**
     * Called after the deadline has passed, possibly more than once. Must not block. Closing the connection unblocks
     * the calling thread.
     */
    void expire() {
        if (state.compareAndSet(State.RUNNING, State.EXPIRED)) {
            Connection open = connection;
            if (open != null) {
                Thread.startVirtualThread(() -> open.close(CloseMode.IMMEDIATE));
            }
        }
    }

    /** Those that were looked up and checked. */
    InetAddress[] addresses() {
        return addresses;
    }

    /** Called by the TLS strategy once the TCP connection is open. */
    void handshakeBegins() {
        phase = Phase.HANDSHAKE;
    }

    Connection connection() {
        return connection;
    }

    Reply make(ConnectionPool way) throws InterruptedException {
        line = way;
        BotRequest message = request.get();
        startedAt = System.nanoTime();
        deadline = startedAt + limit;
        TimeValue keepAlive = null;
        client.timer().watch(this);
        try {
            connection = line.take();
            boolean reused = connection != null;
            if (!reused) {
                connect();
            }
            Answer answer;
            try {
                answer = exchange(message);
            } catch (IOException | HttpException broken) {
                if (!reused
                        || anyByteCame()
                        || expired()
                        || Thread.currentThread().isInterrupted()) {
                    throw broken;
                }
                // The server may have closed the idle connection just before the request arrived. No byte of an answer
                // came, so the bot most likely never saw the request. Try once more on a new connection.
                client.connector().close(connection, CloseMode.IMMEDIATE);
                exchanging = false;
                connect();
                answer = exchange(message);
            }
            note = note(answer);
            try {
                whole = read(answer);
            } catch (IOException broken) {
                // For an error, the status matters more than a truncated body.
                if (AnswerBody.follows(answer.getCode())) {
                    throw broken;
                }
            }
            answered = answer;
            Reply reply = reply(answer);
            if (whole && end() && !answer.surplus()) {
                keepAlive = keepAlive(message, answer);
            }
            return reply;
        } catch (CallFailed failed) {
            return failed(failed.failure());
        } catch (IOException | HttpException broken) {
            return failed(failure(broken));
        } finally {
            client.timer().forget(this);
            if (keepAlive != null) {
                line.keep(connection, keepAlive.toMilliseconds());
            } else if (connection != null) {
                client.connector().close(connection, whole ? CloseMode.GRACEFUL : CloseMode.IMMEDIATE);
            }
        }
    }

    private boolean expired() {
        return state.get() == State.EXPIRED;
    }

    /** Returns whether the call ended before its deadline. After that the timer leaves its connection alone. */
    private boolean end() {
        return state.compareAndSet(State.RUNNING, State.OVER) || state.get() == State.OVER;
    }

    private boolean anyByteCame() {
        return exchanging && received() != receivedBefore;
    }

    private long received() {
        EndpointDetails details = connection.http().getEndpointDetails();
        return details == null ? receivedBefore : details.getReceivedBytesCount();
    }

    private void connect() throws InterruptedException, CallFailed, IOException {
        connection = client.connector().create();
        phase = Phase.LOOK_UP;
        lookUp();
        phase = Phase.CONNECT;
        if (expired()) {
            throw timeOut();
        }
        // Also set a time-out here: the timer may fire just before the connection exists that it should close.
        Timeout atMost =
                Timeout.ofNanoseconds(Math.max(TimeUnit.MILLISECONDS.toNanos(1), deadline - System.nanoTime()));
        ScopedValue.where(CONNECTING, this).call(() -> {
            client.connector().open(connection, line.host(), atMost);
            return null;
        });
        if (expired()) {
            throw timeOut();
        }
    }

    private void lookUp() throws InterruptedException, CallFailed {
        Optional<InetAddress> literal = callee.url().literal();
        List<InetAddress> found;
        try {
            found = literal.isPresent()
                    ? List.of(literal.get())
                    : client.lookups()
                            .addresses(callee.url().host())
                            .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw timeOut();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownHostException) {
                throw new CallFailed(
                        Failure.Kind.NAME_NOT_FOUND,
                        "The host name in the bot's URL has no address. Check its spelling and its DNS record.");
            }
            throw new IllegalStateException("name look-up failed", failed.getCause());
        }
        Optional<String> refusal = client.policy().refusal(found);
        if (refusal.isPresent()) {
            throw new CallFailed(
                    Failure.Kind.ADDRESS_NOT_ALLOWED,
                    "The bot's host has " + refusal.get()
                            + ", which is not allowed for a bot; "
                            + client.policy().rule() + ".");
        }
        addresses = found.toArray(InetAddress[]::new);
    }

    private Answer exchange(BotRequest message) throws IOException, HttpException {
        ManagedHttpClientConnection open = connection.http();
        EndpointDetails details = open.getEndpointDetails();
        if (details == null) {
            throw new ConnectionClosedException("closed at the deadline");
        }
        receivedBefore = details.getReceivedBytesCount();
        exchanging = true;
        phase = Phase.SEND;
        if (!sent) {
            sent = true;
            opening = System.nanoTime() - startedAt;
            startedAt += opening;
            deadline = startedAt + limit;
            client.timer().deadlineChanged(this);
        }
        open.sendRequestHeader(message);
        open.flush();
        phase = Phase.WAIT;
        line.acknowledgeAtOnce(connection);
        ClassicHttpResponse answer = open.receiveResponseHeader();
        for (int interim = 1; answer.getCode() < 200; interim++) {
            if (interim > MAX_INTERIM_ANSWERS) {
                throw new HttpException("more than " + MAX_INTERIM_ANSWERS + " interim answers (status 1xx)");
            }
            answer = open.receiveResponseHeader();
        }
        phase = Phase.BODY;
        if (answer.getCode() != 204 && answer.getCode() != 304) {
            open.receiveResponseEntity(answer);
            if (!((Answer) answer).surplus() && answer.getEntity().getContentLength() != 0) {
                line.answersInTwoPackets();
            }
        }
        return (Answer) answer;
    }

    /** Reads the body up to the size limit; returns whether it was read to its end. */
    private boolean read(Answer answer) throws IOException {
        HttpEntity entity = answer.getEntity();
        if (entity == null) {
            body = new byte[0];
            return true;
        }
        long length = entity.getContentLength();
        if (length > AnswerBody.MAX_BYTES) {
            body = new byte[0];
            return false;
        }
        knownLength = length >= 0;
        body = new byte[knownLength ? (int) length : FIRST_BUFFER];
        InputStream content = entity.getContent();
        while (true) {
            if (bodyBytes == body.length) {
                if (knownLength) {
                    return true;
                }
                body = Arrays.copyOf(body, 2 * body.length);
            }
            int read = content.read(body, bodyBytes, body.length - bodyBytes);
            if (read < 0) {
                return true;
            }
            bodyBytes += read;
            if (bodyBytes > AnswerBody.MAX_BYTES) {
                return false;
            }
        }
    }

    private Reply reply(Answer answer) {
        boolean late = System.nanoTime() - deadline > 0;
        if (!AnswerBody.follows(answer.getCode())) {
            return failed(status(answer));
        }
        if (!whole) {
            return failed(AnswerBody.tooLarge("has more than"));
        }
        if (late) {
            return failed(timeOut().failure());
        }
        Aside aside = new Aside(milliseconds(), note);
        Header encoding = answer.getFirstHeader(HttpHeaders.CONTENT_ENCODING);
        byte[] exact = body.length == bodyBytes ? body : Arrays.copyOf(body, bodyBytes);
        try {
            return new Reply.Answered(decoder.read(exact, encoding == null ? null : encoding.getValue()), aside);
        } catch (CallFailed wrong) {
            Failure failure = wrong.failure();
            return new Reply.Failed(redacted(new Failure(failure.kind(), failure.text() + oddity(answer))), aside);
        }
    }

    /** The explanation why the body of an answer is wrong. */
    private static String oddity(Answer answer) {
        if (answer.surplus()) {
            return " The body is longer than its Content-Length.";
        }
        return answer.getCode() == 204 ? " An answer with status 204 has no body; use 200." : "";
    }

    private Failure status(Answer answer) {
        int status = answer.getCode();
        if (CallFailed.isRedirect(status)) {
            Header location = answer.getFirstHeader(HttpHeaders.LOCATION);
            return CallFailed.redirect(status, location == null ? null : location.getValue(), callee.url());
        }
        return AnswerBody.status(status, arrived());
    }

    private String note(HttpResponse answer) {
        Header header = answer.getFirstHeader(AnswerBody.NOTE);
        return header == null || header.getValue() == null ? null : AnswerBody.note(redaction.of(text(header)));
    }

    /** The library reads each byte as one character. */
    static String text(Header header) {
        return new String(header.getValue().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** How long the connection may stay idle before reuse, or {@code null} if it must not be reused. */
    private static TimeValue keepAlive(BotRequest message, Answer answer) {
        if (!DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(message, answer, null)) {
            return null;
        }
        Header promise = answer.getFirstHeader("Keep-Alive");
        if (promise == null) {
            return BotClient.MAX_IDLE;
        }
        Matcher seconds = KEEP_ALIVE.matcher(promise.getValue());
        if (!seconds.find()) {
            return BotClient.MAX_IDLE;
        }
        // Half a second less than the server announces, so that it does not close the connection during a request.
        long milliseconds = TimeUnit.SECONDS.toMillis(Integer.parseInt(seconds.group(1))) - 500;
        return milliseconds <= 0
                ? null
                : TimeValue.ofMilliseconds(Math.min(milliseconds, BotClient.MAX_IDLE.toMilliseconds()));
    }

    private Reply failed(Failure failure) {
        end();
        return new Reply.Failed(redacted(failure), new Aside(milliseconds(), note));
    }

    private Failure redacted(Failure failure) {
        return new Failure(failure.kind(), redaction.of(failure.text()));
    }

    private int milliseconds() {
        return milliseconds(opening, System.nanoTime() - startedAt);
    }

    /**
     * The time that a call is said to have taken, in ms. Of opening a connection, what exceeds a second is part of it:
     * it counts for the bot's time in the match, or a bot could use each move's time before its clock starts.
     */
    static int milliseconds(long opening, long answering) {
        long nanos = answering + Math.max(0, opening - FREE_OPENING);
        return (int) Math.max(1, (nanos + 999_999) / 1_000_000);
    }

    private CallFailed timeOut() {
        String within = " within " + timeLimit + " ms";
        String text =
                switch (phase) {
                    case LOOK_UP -> "No connection" + within + ": the name look-up took too long.";
                    case CONNECT -> "No connection" + within + ": the host did not accept it.";
                    case HANDSHAKE -> "No connection" + within + ": the TLS handshake did not complete.";
                    case SEND -> "The bot did not read the request" + within + ".";
                    case WAIT ->
                        anyByteCame()
                                ? "The answer's headers did not arrive in full" + within + "."
                                : "No answer arrived" + within + ".";
                    case BODY ->
                        "The answer's body did not arrive in full" + within + ": " + bodyBytes + " bytes received.";
                };
        return new CallFailed(Failure.Kind.TIME_OUT, text);
    }

    private Failure failure(Exception broken) throws InterruptedException {
        if (Thread.interrupted()) {
            // The interrupt closed the connection; this is not the bot's failure.
            throw new InterruptedException("interrupted while calling a bot");
        }
        if (expired() || broken instanceof SocketTimeoutException) {
            return timeOut().failure();
        }
        return switch (phase) {
            case LOOK_UP, CONNECT -> CallFailed.noConnection(broken);
            case HANDSHAKE -> CallFailed.noTls(broken);
            case SEND, WAIT, BODY -> noAnswer(broken);
        };
    }

    private Failure noAnswer(Exception broken) {
        if (broken instanceof MessageConstraintException) {
            return new Failure(
                    Failure.Kind.TOO_LARGE,
                    "The answer's headers are too large: the limit is 100 lines of 8192 bytes.");
        }
        if (broken instanceof HttpException) {
            return new Failure(
                    Failure.Kind.BROKEN, "The answer is not HTTP: " + AnswerBody.shown(broken.getMessage()) + ".");
        }
        if (phase == Phase.BODY) {
            return new Failure(
                    Failure.Kind.BROKEN,
                    "The connection closed after " + bodyBytes
                            + (body != null && body.length > bodyBytes && knownLength ? " of " + body.length : "")
                            + " bytes of the body.");
        }
        return new Failure(
                Failure.Kind.BROKEN,
                anyByteCame()
                        ? "The connection closed within the answer's headers."
                        : "The connection closed before an answer arrived.");
    }
}
