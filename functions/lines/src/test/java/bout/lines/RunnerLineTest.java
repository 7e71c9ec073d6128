package bout.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.line.LineMessage;
import bout.wire.line.LineText;
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

class RunnerLineTest {

    private static final String CONNECTION = "L0SM9cOFvHcCIhw=";

    private final BlockingQueue<LineMessage> received = new LinkedBlockingQueue<>();
    private Server server;

    /** Says to everyone what their connection is called. */
    static final class Server extends WebSocketServer {

        private final CountDownLatch started = new CountDownLatch(1);
        private volatile LineMessage welcome = new LineMessage.Welcome(CONNECTION);
        private volatile WebSocket line;

        Server() {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        }

        void awaitStart() throws InterruptedException {
            start();
            assertTrue(started.await(20, TimeUnit.SECONDS));
        }

        private void tell(LineMessage message) {
            LineText.write(message).forEach(line::send);
        }

        @Override
        public void onStart() {
            started.countDown();
        }

        @Override
        public void onOpen(WebSocket opened, ClientHandshake handshake) {
            line = opened;
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

    private RunnerLine open() throws InterruptedException {
        return RunnerLine.open(URI.create("ws://127.0.0.1:" + server.getPort() + "/live?ticket=t"), received::add);
    }

    @Test
    void it_knows_its_own_id_and_passes_messages_on() throws Exception {
        try (RunnerLine line = open()) {
            assertEquals(CONNECTION, line.connection());
            server.line.send("{\"message\":\"Internal server error\"}");
            server.tell(new LineMessage.Pong());
            assertEquals(new LineMessage.Pong(), received.poll(20, TimeUnit.SECONDS));
            assertTrue(line.isOpen());
        }
    }

    @Test
    void a_line_that_ends_right_after_a_message_is_known_to_have_ended() throws Exception {
        for (int time = 1; time <= 100; time++) {
            CountDownLatch ended = new CountDownLatch(1);
            try (RunnerLine line = open()) {
                line.whenEnded(ended::countDown);
                server.tell(new LineMessage.Pong());
                server.line.closeConnection(1001, "Going away");
                assertTrue(ended.await(20, TimeUnit.SECONDS), "line " + time);
                assertFalse(line.isOpen());
            }
        }
    }

    @Test
    void a_line_that_is_closed_from_this_side_has_ended_at_once() throws Exception {
        RunnerLine line = open();
        line.close();
        assertFalse(line.isOpen());
    }

    @Test
    void who_says_no_welcome_is_no_gateway() {
        server.welcome = new LineMessage.Pong();
        assertThrows(RunnerLine.LineFailed.class, this::open);
    }

    @Test
    void nobody_there_is_told_soon() throws Exception {
        server.stop();
        RunnerLine.LineFailed failed = assertThrows(RunnerLine.LineFailed.class, this::open);
        assertTrue(failed.getMessage().contains("refused"), failed::getMessage);
    }
}
