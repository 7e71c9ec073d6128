package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bout.engine.Replay;
import bout.stack.function.RunningProcess;
import bout.wire.ReplayFile;
import bout.wire.line.LineMessage;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Connected bots on functions in their own processes, as in Lambda. */
@Tag("server")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Lambda's runtime client has native libraries for Linux only")
class ConnectedBotsInProcessesTest {

    /** Health checks go on beside the match, and ask only a match's first turns. */
    private static final int UNANSWERED = 8;

    @Test
    @Timeout(300)
    @Tag("full")
    void a_runner_that_takes_over_a_match_asks_anew() throws Exception {
        StackOptions options = StackOptions.ofThisRepository()
                .withProcesses()
                .withParameter("BOUT_LEASE_SECONDS", "5")
                .withSchedule(Duration.ofSeconds(2));
        try (Stack stack = Stack.start(options);
                StackClient client = new StackClient(stack.address())) {
            HttpResponse<String> answer = client.send(
                    "POST",
                    "/api/bots",
                    "{\"game\":\"ajax-tiles\",\"name\":\"Connected\",\"connected\":true}",
                    "Content-Type",
                    "application/json");
            assertEquals(201, answer.statusCode(), answer.body());
            String bot = (String) StackClient.json(answer.body()).get("id");
            CompletableFuture<LineMessage.Request> unanswered = new CompletableFuture<>();
            try (ConnectedTestBot line = new ConnectedTestBot(client, bot) {
                @Override
                void requested(LineMessage.Request request) {
                    if (Integer.parseInt(request.headers().get("Bout-Turn")) < UNANSWERED
                            || !unanswered.complete(request)) {
                        super.requested(request);
                    }
                }
            }) {
                String match =
                        client.startMatch("{\"bot\":\"" + bot + "\"}", "{\"house\":\"random\"}", "{\"maxTurns\":12}");
                LineMessage.Request first = unanswered.get(150, TimeUnit.SECONDS);
                for (RunningProcess process : stack.processes()) {
                    if (process.function().equals("RunnerFunction")) {
                        process.handle().destroyForcibly();
                    }
                }
                Map<String, Object> ended = client.awaitEnd(match);
                assertEquals("finished", ended.get("status"), ended::toString);
                Replay replay = ReplayFile.read(
                        client.getBytes("/replays/" + match + ".json").body());
                assertEquals(List.of(), replay.calls().failures());
                List<LineMessage.Request> again = line.requests.stream()
                        .filter(request -> request != first
                                && request.headers()
                                        .get("Bout-Turn")
                                        .equals(first.headers().get("Bout-Turn")))
                        .toList();
                assertEquals(1, again.size(), "asked for the turn once by the other runner");
                assertNotEquals(first.call(), again.getFirst().call());
            }
        }
    }
}
