package bout.stack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class RestartTest {

    @Test
    void after_a_restart_a_stack_has_its_data_and_plays_waiting_matches(@TempDir Path folder) throws Exception {
        StackOptions options = StackOptions.ofThisRepository().withData(folder);
        CountDownLatch asked = new CountDownLatch(1);
        AtomicBoolean hurries = new AtomicBoolean();
        // Until it is released, this bot keeps its match from ending: 50 moves take it 15 s.
        TestBot.Before slow = headers -> {
            asked.countDown();
            if (!hurries.get()) {
                Thread.sleep(300);
            }
        };
        try (TestBot bot = new TestBot();
                TestBot patient = new TestBot(slow)) {
            String player = "{\"url\":\"" + bot.url() + "\"}";
            String played;
            String cutShort;
            String record;
            byte[] replay;
            try (Stack stack = Stack.start(options);
                    StackClient client = new StackClient(stack.address())) {
                played = client.startMatch(player, player);
                client.awaitEnd(played);
                record = client.get("/api/matches/" + played).body();
                replay = client.getBytes("/replays/" + played + ".json").body();

                StackNotStarted why = assertThrows(StackNotStarted.class, () -> Stack.start(options));
                assertTrue(why.getMessage().contains("is in use"), why.getMessage());

                // Its bots have so much time that the stack stops first.
                cutShort = client.startMatchAs("{\"game\":\"ajax-tiles\",\"timeLimit\":30000,\"players\":[{\"url\":\""
                        + patient.url() + "\"}," + player + "]}");
                asked.await();
            }
            hurries.set(true);
            try (Stack stack = Stack.start(options);
                    StackClient client = new StackClient(stack.address())) {
                assertEquals(record, client.get("/api/matches/" + played).body());
                assertArrayEquals(
                        replay, client.getBytes("/replays/" + played + ".json").body());
                Map<String, Object> match = client.awaitEnd(cutShort);
                assertEquals("finished", match.get("status"), match.toString());
            }
        }
    }
}
