package bout.lines;

import bout.wire.line.LineMessage;
import bout.wire.line.LineText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A runner's own line, on which the answers of connected bots arrive. Thread-safe. Messages are at most 32 KB each, and
 * so are the pieces of them that the JDK passes on, so what is kept here is limited.
 */
final class RunnerLine implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final WebSocket socket;
    private final String connection;
    private final CompletableFuture<Void> ended;

    private RunnerLine(WebSocket socket, String connection, CompletableFuture<Void> ended) {
        this.socket = socket;
        this.connection = connection;
        this.ended = ended;
    }

    /**
     * Opens a line, and asks how bots reach it: API Gateway does not tell a client the id of its connection.
     *
     * @param messages gets every message, on a thread of the client
     * @throws LineFailed if that does not succeed within some seconds
     */
    static RunnerLine open(HttpClient http, URI url, Consumer<LineMessage> messages) throws InterruptedException {
        CompletableFuture<String> welcome = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        ended.thenRun(() -> welcome.completeExceptionally(new LineFailed("the line was closed at once", null)));
        Receiver receiver = new Receiver(
                message -> {
                    if (message instanceof LineMessage.Welcome(String connection)) {
                        welcome.complete(connection);
                    } else {
                        messages.accept(message);
                    }
                },
                ended);
        try {
            WebSocket socket = http.newWebSocketBuilder()
                    .connectTimeout(PATIENCE)
                    .buildAsync(url, receiver)
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            try {
                socket.sendText(LineText.write(new LineMessage.Hello()).getFirst(), true)
                        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return new RunnerLine(socket, welcome.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), ended);
            } catch (ExecutionException | TimeoutException | InterruptedException failed) {
                socket.abort();
                throw failed;
            }
        } catch (ExecutionException failed) {
            throw new LineFailed("cannot open a line", failed.getCause());
        } catch (TimeoutException slow) {
            throw new LineFailed("cannot open a line within " + PATIENCE, slow);
        }
    }

    /** The line could not be opened: not the bot's failure. */
    static final class LineFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LineFailed(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The id by which others reach the line. */
    String connection() {
        return connection;
    }

    boolean isOpen() {
        return !ended.isDone();
    }

    /** Runs the action when the line is closed, from whichever side, or at once if it is. */
    void whenEnded(Runnable action) {
        ended.thenRun(action);
    }

    @Override
    public void close() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(failed -> null);
        ended.complete(null);
        // The other side may be gone without a word.
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(socket::abort);
    }

    /** Puts the pieces of messages together. The JDK calls it from one thread at a time. */
    private static final class Receiver implements WebSocket.Listener {

        private final Consumer<LineMessage> messages;
        private final CompletableFuture<Void> ended;
        private final StringBuilder text = new StringBuilder();

        private Receiver(Consumer<LineMessage> messages, CompletableFuture<Void> ended) {
            this.messages = messages;
            this.ended = ended;
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence piece, boolean last) {
            text.append(piece);
            if (last) {
                LineText.Reading read = LineText.read(text.toString());
                text.setLength(0);
                // Anything else is from API Gateway itself, about a message that it could not pass on.
                if (read instanceof LineText.Accepted(LineMessage message)) {
                    messages.accept(message);
                }
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            ended.complete(null);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.complete(null);
        }
    }
}
