package bout.cli.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.cli.api.ApiClient;
import bout.cli.connect.ConnectedBot.Timing;
import bout.wire.connection.ConnectionMessage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections are kept and renewed, with short times. */
@Tag("server")
@Timeout(60)
class ConnectedBotTest {

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration NEVER = Duration.ofHours(1);

    private final StringWriter out = new StringWriter();

    private static final class Echo implements LocalBot {
        @Override
        public Said ask(ConnectionMessage.Request request) {
            return new Said(200, Map.of(), request.body(), 1, null);
        }

        @Override
        public void close() {}
    }

    private interface Watch {
        void during(FakeGateway gateway) throws Exception;
    }

    private void connected(Timing timing, Watch watch) throws Exception {
        MatchReport report = new MatchReport(
                new PrintWriter(out, true), null, false, URI.create("http://127.0.0.1/"), Clock.systemUTC());
        try (FakeGateway gateway = new FakeGateway("tokens");
                ApiClient api = new ApiClient(URI.create(gateway.url()), null);
                ConnectedBot bot = new ConnectedBot(api, FakeGateway.BOT, new Echo(), report, timing, new Random(5))) {
            Thread running = Thread.startVirtualThread(() -> {
                try {
                    bot.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            watch.during(gateway);
            running.interrupt();
            running.join();
        }
    }

    @Test
    void a_line_that_breaks_right_after_a_message_is_replaced_at_once() throws Exception {
        connected(Timing.DEFAULT, gateway -> {
            for (int time = 1; time <= 100; time++) {
                FakeGateway.Connection line = gateway.awaitConnection();
                line.send(new ConnectionMessage.Pong());
                line.breakOff();
            }
        });
    }

    @Test
    void an_old_line_is_replaced_and_stays_for_answers() throws Exception {
        connected(new Timing(SOON, NEVER, OFTEN, NEVER, NEVER), gateway -> {
            FakeGateway.Connection first = gateway.awaitConnection();
            gateway.awaitConnection();
            assertFalse(first.closed);
            first.send(new ConnectionMessage.Request("c", "r", 1000, Map.of(), "[1]"));
            assertEquals("[1]", first.answer().body());
        });
        assertFalse(out.toString().contains("lost"), out.toString());
    }

    @Test
    void a_line_that_was_replaced_is_closed_in_the_end() throws Exception {
        connected(new Timing(SOON, SOON, OFTEN, NEVER, NEVER), gateway -> {
            FakeGateway.Connection first = gateway.awaitConnection();
            gateway.awaitConnection();
            while (!first.closed) {
                Thread.sleep(5);
            }
        });
    }

    @Test
    void a_line_on_which_nothing_is_heard_any_more_is_given_up() throws Exception {
        connected(new Timing(NEVER, NEVER, OFTEN, NEVER, SOON.multipliedBy(5)), gateway -> {
            FakeGateway.Connection first = gateway.awaitConnection();
            while (first.pongs.get() == 0) {
                Thread.sleep(5);
            }
            first.mute = true;
            gateway.awaitConnection();
        });
        assertEquals(1, out.toString().split("nothing was heard for 0 s", -1).length - 1, out.toString());
    }

    @Test
    void messages_keep_a_quiet_line_open() throws Exception {
        connected(new Timing(NEVER, NEVER, OFTEN, OFTEN, NEVER), gateway -> {
            FakeGateway.Connection line = gateway.awaitConnection();
            while (line.keptAlive.get() < 3) {
                Thread.sleep(5);
            }
        });
    }
}
