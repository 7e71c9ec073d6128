package bout.connected;

import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.protocols.Protocol;

/**
 * A runner's own connection, on which the answers of connected bots arrive. Thread-safe.
 *
 * <p>Not with the JDK's client: if a connection ends in the moment in which that client has passed on a message, it
 * tells nobody (seen with Java 25).
 */
record RunnerConnection(Socket socket, String connection) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Opens a connection, and asks how bots reach it: API Gateway does not tell a client the id of its connection. */
    static RunnerConnection open(URI url, Consumer<ConnectionMessage> messages) throws InterruptedException {
        CompletableFuture<String> welcome = new CompletableFuture<>();
        Socket socket = new Socket(url, message -> {
            if (message instanceof ConnectionMessage.Welcome(String connection)) {
                welcome.complete(connection);
            } else {
                messages.accept(message);
            }
        });
        socket.ended.thenAccept(
                why -> welcome.completeExceptionally(new ConnectionFailed("cannot open a connection: " + why, null)));
        socket.connect();
        try {
            return new RunnerConnection(socket, welcome.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException failed) {
            throw (ConnectionFailed) failed.getCause();
        } catch (TimeoutException slow) {
            throw new ConnectionFailed("cannot open a connection within " + PATIENCE, slow);
        } finally {
            if (!welcome.isDone() || welcome.isCompletedExceptionally()) {
                socket.closeConnection(CloseFrame.GOING_AWAY, "");
            }
        }
    }

    /** The connection could not be opened: not the bot's failure. */
    static final class ConnectionFailed extends RuntimeException {
        ConnectionFailed(String message, Throwable cause) {
            super(message, cause);
        }
    }

    boolean isOpen() {
        return !socket.ended.isDone();
    }

    void whenEnded(Runnable action) {
        socket.ended.thenRun(action);
    }

    @Override
    public void close() {
        socket.close();
        socket.ended.complete("it was closed");
        // The other side may be gone without a word.
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
                .execute(() -> socket.closeConnection(CloseFrame.NORMAL, ""));
    }

    private static final class Socket extends WebSocketClient {

        private final Consumer<ConnectionMessage> messages;

        private final CompletableFuture<String> ended = new CompletableFuture<>();

        private Socket(URI url, Consumer<ConnectionMessage> messages) {
            super(url, new Draft_6455(List.of(), List.of(new Protocol("")), ConnectionText.MAX_BYTES), Map.of(), (int)
                    PATIENCE.toMillis());
            this.messages = messages;
            setDaemon(true);
            setTcpNoDelay(true);
            // It sends no pings: the connection lives for as long as a batch of matches, and each answer shows that it
            // is open.
            setConnectionLostTimeout(0);
        }

        @Override
        public void onOpen(ServerHandshake handshake) {
            ConnectionText.write(new ConnectionMessage.Hello()).forEach(this::send);
        }

        @Override
        public void onMessage(String text) {
            // Anything else is from API Gateway itself, about a message that it could not pass on.
            ConnectionText.read(text).ifPresent(messages);
        }

        @Override
        public void onClose(int status, String reason, boolean remote) {
            ended.complete(status + " " + reason);
        }

        /** The end of the connection is told in any case. */
        @Override
        public void onError(Exception error) {
            if (!isOpen()) {
                ended.complete(error.toString());
            }
        }
    }
}
