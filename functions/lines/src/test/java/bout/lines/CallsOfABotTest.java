package bout.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.CallSlots;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Ask;
import bout.engine.Seat;
import bout.games.tokens.Tokens;
import bout.telemetry.LineMetrics;
import bout.wire.WebhookSecret;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many calls a connected bot gets at a time. No call gets as far as a connection here. */
@Timeout(30)
class CallsOfABotTest {

    private final BotLines lines = new BotLines(
            URI.create("wss://lines.example.org"), null, null, null, LineMetrics.of(Map.of()), 2, Clock.systemUTC());

    private static long aMinute() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    @Test
    void a_call_beyond_the_limit_waits_and_is_not_a_turn() throws Exception {
        CallSlots slots = lines.slots("gary");
        assertTrue(slots.take(true, aMinute()));
        assertTrue(slots.take(true, aMinute()));
        MoveRequest request = new MoveRequest(
                "seat_1", new Tokens().card(), Seat.FIRST, 0, new Ask(Ask.Form.JSON, Map.of()), 1000, aMinute());
        FutureTask<Reply> third =
                new FutureTask<>(() -> lines.player("gary", "tokens", WebhookSecret.draw(new SecureRandom()), false)
                        .ask(request));
        Thread waiting = Thread.startVirtualThread(third);
        while (slots.waiting() == 0) {
            Thread.onSpinWait();
        }
        waiting.interrupt();
        assertInstanceOf(Reply.BrokenOff.class, third.get());
        assertEquals(0, slots.waiting());
    }

    @Test
    void bots_do_not_wait_for_each_other() {
        assertSame(lines.slots("gary"), lines.slots("gary"));
        assertNotSame(lines.slots("gary"), lines.slots("hush"));
    }
}
