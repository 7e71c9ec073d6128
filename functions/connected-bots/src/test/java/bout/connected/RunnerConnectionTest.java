package bout.connected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.java_websocket.WebSocket;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.server.WebSocketServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunnerConnectionTest {

    private static final String CONNECTION = "L0SM9cOFvHcCIhw=";

    private final BlockingQueue<ConnectionMessage> received = new LinkedBlockingQueue<>();
    private Server server;

    /** Says to everyone what their connection is called. */
    static final class Server extends WebSocketServer {

        private final CountDownLatch started = new CountDownLatch(1);
        private volatile ConnectionMessage welcome = new ConnectionMessage.Welcome(CONNECTION);
        private volatile WebSocket connection;

        Server() {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        }

        void awaitStart() throws InterruptedException {
            start();
            assertTrue(started.await(20, TimeUnit.SECONDS));
        }

        private void tell(ConnectionMessage message) {
            ConnectionText.write(message).forEach(connection::send);
        }

        @Override
        public void onStart() {
            started.countDown();
        }

        @Override
        public void onOpen(WebSocket opened, ClientHandshake handshake) {
            connection = opened;
        }

        @Override
        public void onMessage(WebSocket from, String hello) {
            tell(welcome);
        }

        @Override
        public void onClose(WebSocket closed, int status, String reason, boolean remote) {}

        @Override
        public void onError(WebSocket broken, Exception error) {}
    }

    @BeforeEach
    void start() throws InterruptedException {
        server = new Server();
        server.awaitStart();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    private RunnerConnection open() throws InterruptedException {
        return RunnerConnection.open(
                URI.create("ws://127.0.0.1:" + server.getPort() + "/live?ticket=t"), received::add);
    }

    @Test
    void it_knows_its_own_id_and_passes_messages_on() throws Exception {
        try (RunnerConnection connection = open()) {
            assertEquals(CONNECTION, connection.connection());
            server.connection.send("{\"message\":\"Internal server error\"}");
            server.tell(new ConnectionMessage.Pong());
            assertEquals(new ConnectionMessage.Pong(), received.poll(20, TimeUnit.SECONDS));
            assertTrue(connection.isOpen());
        }
    }

    @Test
    void a_line_that_ends_right_after_a_message_is_known_to_have_ended() throws Exception {
        for (int time = 1; time <= 100; time++) {
            CountDownLatch ended = new CountDownLatch(1);
            try (RunnerConnection connection = open()) {
                connection.whenEnded(ended::countDown);
                server.tell(new ConnectionMessage.Pong());
                server.connection.closeConnection(1001, "Going away");
                assertTrue(ended.await(20, TimeUnit.SECONDS), "connection " + time);
                assertFalse(connection.isOpen());
            }
        }
    }

    @Test
    void a_line_that_is_closed_from_this_side_has_ended_at_once() throws Exception {
        RunnerConnection connection = open();
        connection.close();
        assertFalse(connection.isOpen());
    }

    @Test
    void who_says_no_welcome_is_no_gateway() {
        server.welcome = new ConnectionMessage.Pong();
        assertThrows(RunnerConnection.ConnectionFailed.class, this::open);
    }

    @Test
    void nobody_there_is_told_soon() throws Exception {
        server.stop();
        RunnerConnection.ConnectionFailed failed = assertThrows(RunnerConnection.ConnectionFailed.class, this::open);
        assertTrue(failed.getMessage().contains("refused"), failed::getMessage);
    }
}
