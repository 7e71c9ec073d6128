package bout.cli.connect;

import bout.wire.line.LineMessage;
import bout.wire.line.LineText;
import bout.wire.line.Parts;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One WebSocket to Bout: messages instead of frames, and how well it is. Thread-safe. */
final class Line implements WebSocket.Listener {

    /** Longer than any message: nobody sends such a thing by mistake. */
    private static final int LONGEST = 256 << 10;

    private final Consumer<Line> opened;
    private final BiConsumer<Line, LineMessage> received;
    private final Parts parts = new Parts();
    private final StringBuilder begun = new StringBuilder();
    private final CountDownLatch worn = new CountDownLatch(1);
    private final long openedAt = System.nanoTime();
    private volatile long heardAt = openedAt;
    private volatile String reason;
    private volatile boolean ended;
    private volatile boolean pongs;
    private volatile long pingedAt;
    private volatile int roundTrip;
    private volatile WebSocket socket;
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

    /**
     * @param opened called before the first message
     * @param received gets each message; it must return at once
     */
    Line(Consumer<Line> opened, BiConsumer<Line, LineMessage> received) {
        this.opened = opened;
        this.received = received;
    }

    @Override
    public void onOpen(WebSocket open) {
        socket = open;
        opened.accept(this);
        // No more of it is kept than one message, and a break must be told whatever was asked for before.
        open.request(Long.MAX_VALUE);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        heardAt = System.nanoTime();
        begun.append(data);
        if (begun.length() > LONGEST) {
            end("it sent a message of more than " + LONGEST + " characters");
            from.abort();
            return null;
        }
        if (last) {
            String text = begun.toString();
            begun.setLength(0);
            read(text);
        }
        return null;
    }

    private void read(String text) {
        switch (LineText.read(text)) {
            // A later version may say things that this one does not know; it must not lose its line over them.
            case LineText.Refused unknown -> {}
            case LineText.Accepted(LineMessage.Part part) -> parts.take(part).ifPresent(this::read);
            case LineText.Accepted(LineMessage.Closing closing) -> wear("it will be closed: " + closing.reason());
            case LineText.Accepted(LineMessage message) -> received.accept(this, message);
        }
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        heardAt = System.nanoTime();
        pongs = true;
        roundTrip = (int) TimeUnit.NANOSECONDS.toMillis(heardAt - pingedAt);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String text) {
        end("it was closed (" + status + (text.isBlank() ? "" : ", " + text) + ")");
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        end("it broke" + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
    }

    private void end(String why) {
        ended = true;
        wear(why);
    }

    /** Says that another line is needed. */
    void wear(String why) {
        synchronized (this) {
            if (reason == null) {
                reason = why;
            }
        }
        worn.countDown();
    }

    /** Waits until another line is needed, at most for a time. Returns why, or {@code null}. */
    String awaitWorn(long milliseconds) throws InterruptedException {
        return worn.await(milliseconds, TimeUnit.MILLISECONDS) ? reason : null;
    }

    boolean isOpen() {
        return !ended;
    }

    /** Nanoseconds since it was opened. */
    long age() {
        return System.nanoTime() - openedAt;
    }

    /** Nanoseconds since the other side said anything. */
    long silence() {
        return System.nanoTime() - heardAt;
    }

    /** Whether the other side answers pings of the WebSocket protocol, so that its silence means something. */
    boolean answersPings() {
        return pongs;
    }

    /** The last round trip in milliseconds, 0 if none is known. */
    int roundTrip() {
        return roundTrip;
    }

    /** Sends a ping of the WebSocket protocol, which no gateway counts as a message. */
    synchronized void ping() {
        enqueue(() -> {
            pingedAt = System.nanoTime();
            return socket.sendPing(ByteBuffer.allocate(0));
        });
    }

    /** Sends a message, after those before it. What cannot be sent any more is asked again on the next line. */
    synchronized void send(LineMessage message) {
        for (String text : LineText.write(message)) {
            enqueue(() -> socket.sendText(text, true));
        }
    }

    /** Says goodbye; answers may still arrive on other lines. */
    synchronized void close() {
        enqueue(() -> socket.sendClose(WebSocket.NORMAL_CLOSURE, ""));
        ended = true;
    }

    /** Waits until everything is sent, at most for a time. */
    void flush(long milliseconds) {
        CompletableFuture<?> all;
        synchronized (this) {
            all = sent;
        }
        all.completeOnTimeout(null, milliseconds, TimeUnit.MILLISECONDS).join();
    }

    /** A WebSocket sends one thing at a time. */
    private void enqueue(Frame next) {
        sent = sent.thenCompose(before -> next.send()).handle((done, failure) -> {
            if (failure != null) {
                end("it broke" + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
            }
            return null;
        });
    }

    private interface Frame {
        CompletableFuture<WebSocket> send();
    }
}
