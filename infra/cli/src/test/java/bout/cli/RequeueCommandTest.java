package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class RequeueCommandTest {

    @Test
    void it_repeats_until_there_are_no_more_and_adds_up() throws Exception {
        Queue<String> answers = new ArrayDeque<>(List.of(
                "{\"putBack\":100,\"removed\":0,\"left\":0,\"more\":true}",
                "{\"putBack\":11,\"removed\":2,\"left\":1,\"more\":false}"));
        try (BotServer api = new BotServer(0, asked -> HttpAnswer.json(200, answers.remove()))) {
            Ran ran = Ran.bout("requeue", "--api", api.url(), "--token", "").succeeds();
            assertEquals(
                    List.of(
                            "111 matches put back into the queue",
                            "2 matches had already finished",
                            "1 match still running: unchanged"),
                    ran.lines());
            ran.says("100 so far");
        }
    }
}
