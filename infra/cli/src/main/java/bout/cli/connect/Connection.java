package bout.cli.connect;

import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.Parts;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.java_websocket.WebSocket;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.exceptions.WebsocketNotConnectedException;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.framing.Framedata;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.protocols.Protocol;

/**
 * One WebSocket to Bout: messages instead of frames, and how well it is. Thread-safe.
 *
 * <p>Not with the JDK's client: if a connection ends in the moment in which that client has passed on a message, it
 * tells nobody (seen with Java 25), and the bot would be gone until somebody looks.
 */
final class Connection {

    /** Longer than any message: no program sends that by mistake. */
    private static final int LONGEST = 256 << 10;

    private static final Pattern REFUSED = Pattern.compile("Invalid status code received: (\\d+)");

    private final Consumer<Connection> opened;
    private final BiConsumer<Connection, ConnectionMessage> received;
    private final Parts parts = new Parts();

    /** Why it could not be opened; empty if it was, even if it has ended since. */
    private final CompletableFuture<Optional<String>> begun = new CompletableFuture<>();

    private final CountDownLatch worn = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Socket socket;
    private volatile long openedAt;
    private volatile long heardAt;
    private volatile String reason;
    private volatile boolean open;
    private volatile boolean pongs;
    private volatile long pingedAt;
    private volatile int roundTrip;

    /** @param received gets each message, after {@code opened} was called; it must return at once */
    Connection(
            URI url,
            Duration patience,
            Consumer<Connection> opened,
            BiConsumer<Connection, ConnectionMessage> received) {
        this.opened = opened;
        this.received = received;
        this.socket = new Socket(url, (int) patience.toMillis());
    }

    /** Returns why that failed, if it did. */
    Optional<String> open(Duration patience) throws InterruptedException {
        socket.connect();
        try {
            return begun.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            giveUp();
            return Optional.of("no answer within " + patience.toSeconds() + " s");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private final class Socket extends WebSocketClient {

        private Socket(URI url, int connectTimeout) {
            super(url, new Draft_6455(List.of(), List.of(new Protocol("")), LONGEST), Map.of(), connectTimeout);
            setDaemon(true);
            setTcpNoDelay(true);
            // ConnectedBot sends pings: not every gateway answers them.
            setConnectionLostTimeout(0);
            Proxy proxy = proxy(url);
            if (proxy.type() == Proxy.Type.HTTP) {
                setProxy(proxy);
            }
        }

        @Override
        public void onOpen(ServerHandshake handshake) {
            openedAt = System.nanoTime();
            heardAt = openedAt;
            open = true;
            opened.accept(Connection.this);
            begun.complete(Optional.empty());
        }

        @Override
        public void onMessage(String text) {
            heardAt = System.nanoTime();
            read(text);
        }

        @Override
        public void onWebsocketPong(WebSocket from, Framedata frame) {
            heardAt = System.nanoTime();
            pongs = true;
            roundTrip = (int) TimeUnit.NANOSECONDS.toMillis(heardAt - pingedAt);
        }

        @Override
        public void onError(Exception failure) {
            String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
            wear(open ? "it broke: " + why : why);
        }

        @Override
        public void onClose(int status, String text, boolean remote) {
            Matcher refused = REFUSED.matcher(text);
            if (refused.find()) {
                end("it answers with status " + refused.group(1));
            } else if (status == CloseFrame.ABNORMAL_CLOSE) {
                end("it broke" + (text.isBlank() ? "" : ": " + text));
            } else {
                end("it was closed (" + status + (text.isBlank() ? "" : ", " + text) + ")");
            }
            gone.countDown();
        }
    }

    private static Proxy proxy(URI url) {
        URI web = URI.create(url.toString().replaceFirst("^ws", "http"));
        ProxySelector selector = ProxySelector.getDefault();
        return selector == null ? Proxy.NO_PROXY : selector.select(web).getFirst();
    }

    private void read(String text) {
        switch (ConnectionText.read(text).orElse(null)) {
            // A later version may say things that this one does not know; it must not lose its connection over them.
            case null -> {}
            case ConnectionMessage.Part part -> parts.take(part).ifPresent(this::read);
            case ConnectionMessage.Closing closing -> wear("it will be closed: " + closing.reason());
            case ConnectionMessage message -> received.accept(this, message);
        }
    }

    private void end(String why) {
        open = false;
        wear(why);
        begun.complete(Optional.of(reason));
    }

    void wear(String why) {
        synchronized (this) {
            if (reason == null) {
                reason = why;
            }
        }
        worn.countDown();
    }

    /** Waits until another connection is needed, at most for a time. Returns why, or {@code null}. */
    String awaitWorn(long milliseconds) throws InterruptedException {
        return worn.await(milliseconds, TimeUnit.MILLISECONDS) ? reason : null;
    }

    boolean isOpen() {
        return open;
    }

    long age() {
        return System.nanoTime() - openedAt;
    }

    /** 0 unless the other side answers pings of the WebSocket protocol: else its silence means nothing. */
    long silence() {
        return pongs ? System.nanoTime() - heardAt : 0;
    }

    /** In milliseconds, 0 if none is known. */
    int roundTrip() {
        return roundTrip;
    }

    /** Sends a ping of the WebSocket protocol, which no gateway counts as a message. */
    void ping() {
        pingedAt = System.nanoTime();
        try {
            socket.sendPing();
        } catch (WebsocketNotConnectedException ended) {
            end("it broke");
        }
    }

    /**
     * Sends a message, after those before it. Answers that can no longer be sent are asked for again on the next
     * connection.
     */
    synchronized void send(ConnectionMessage message) {
        try {
            ConnectionText.write(message).forEach(socket::send);
        } catch (WebsocketNotConnectedException ended) {
            end("it broke");
        }
    }

    /** Says goodbye; answers may still arrive on other connections. */
    void close() {
        socket.close();
        open = false;
    }

    /** Waits until the other side has read everything and said goodbye, too, at most for a time. */
    void awaitEnd(long milliseconds) {
        try {
            if (gone.await(milliseconds, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        giveUp();
    }

    void giveUp() {
        open = false;
        socket.closeConnection(CloseFrame.GOING_AWAY, "");
    }
}
