package bout.botclient;

import bout.address.BotUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;

/** The way to one bot: a limited number of calls at a time, and the connections that are kept open between them. */
final class ConnectionPool {

    private static final boolean CAN_ACKNOWLEDGE_AT_ONCE = canAcknowledgeAtOnce();

    private final HttpHost host;
    private final boolean secure;
    private final CallSlots slots;
    private final OfHost ofHost;
    private final AtomicInteger users = new AtomicInteger();
    private volatile long lastUsed = System.nanoTime();
    private final Connector connector;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean answersInTwoPackets;

    /** @param ofHost the slots of all bots of the same host and port together */
    ConnectionPool(BotUrl url, int callsAtOnce, OfHost ofHost, Connector connector) {
        this.host = new HttpHost(url.scheme(), url.host(), url.port());
        this.secure = url.secure();
        this.slots = new CallSlots(callsAtOnce);
        this.ofHost = ofHost;
        this.connector = connector;
    }

    HttpHost host() {
        return host;
    }

    CallSlots slots() {
        return slots;
    }

    OfHost ofHost() {
        return ofHost;
    }

    /** The slots of a host and port, such as {@code https://bot.example}, for all of its bots together. */
    record OfHost(String host, CallSlots slots, int bots) {

        OfHost oneMore() {
            return new OfHost(host, slots, bots + 1);
        }

        /** {@code null} if that was the last one. */
        OfHost oneLess() {
            return bots == 1 ? null : new OfHost(host, slots, bots - 1);
        }
    }

    /** A call is waiting for a slot, or being made. */
    void enter() {
        users.incrementAndGet();
    }

    void leave() {
        lastUsed = System.nanoTime();
        users.decrementAndGet();
    }

    /** Whether it has not been used since then, and holds no connection. */
    boolean unusedSince(long time) {
        return users.get() == 0 && lastUsed - time < 0 && idle.isEmpty();
    }

    /**
     * An open connection for a call; {@code null} if there is none. The one that was used last is the least likely to
     * have been closed by the server.
     */
    Connection take() {
        for (Connection found = idle.poll(); found != null; found = idle.poll()) {
            connector.keepsNoMore();
            if (found.usableAt(System.nanoTime()) && found.silent()) {
                return found;
            }
            connector.close(found, CloseMode.IMMEDIATE);
        }
        return null;
    }

    /** Keeps a connection for the next call, unless too many are kept already. */
    void keep(Connection connection, long milliseconds) {
        if (connector.mayKeep()) {
            connection.usableUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds));
            idle.push(connection);
        } else {
            connector.close(connection, CloseMode.GRACEFUL);
        }
    }

    void closeExpired(long now) {
        for (Connection connection : idle) {
            // The thread that removes it owns it.
            if (!connection.usableAt(now) && idle.remove(connection)) {
                connector.keepsNoMore();
                connector.close(connection, CloseMode.GRACEFUL);
            }
        }
    }

    /**
     * Records that the bot sends the headers and the body of an answer separately, as simple servers do. With Nagle's
     * algorithm, the body leaves only after the headers are acknowledged, and acknowledgements are delayed by up to 40
     * ms: of the bot's time, at every move.
     */
    void answersInTwoPackets() {
        if (!answersInTwoPackets) {
            answersInTwoPackets = true;
        }
    }

    /** Requests an immediate acknowledgement of the next packets, if it is worth the 3 µs it costs. */
    void acknowledgeAtOnce(Connection connection) throws IOException {
        if (answersInTwoPackets && CAN_ACKNOWLEDGE_AT_ONCE && !secure) {
            connection.acknowledgeAtOnce();
        }
    }

    private static boolean canAcknowledgeAtOnce() {
        try (Socket socket = new Socket()) {
            return socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
        } catch (IOException broken) {
            throw new UncheckedIOException("cannot open a socket", broken);
        }
    }
}
