package bout.cli.wrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.engine.Plain;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class WrappedBotsTest {

    private static final String COUNTING = """
            for i in 1 2 3; do read -r line; done
            turn=0
            while read -r line; do
                i=1
                while [ $i -lt 23 ]; do read -r line; i=$((i + 1)); done
                turn=$((turn + 1))
                echo "MSG turn $turn"
            done
            """;

    private final AtomicLong now = new AtomicLong();
    private final Queue<String> errorLines = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;

    private WrappedBots shell(String script) {
        return command("sh", "-c", script);
    }

    private WrappedBots command(String... command) {
        return new WrappedBots(List.of(command), (seat, line) -> errorLines.add(seat + ": " + line), now::get);
    }

    private static Map<String, String> headers(String match, String seat) {
        return new HashMap<>(Map.of(
                "Bout-Game", "ice-and-fire", "Bout-Match", match, "Bout-Seat", seat, "Bout-Time-Limit", "20000"));
    }

    private static HttpAnswer ask(WrappedBots bots, Map<String, String> headers) throws InterruptedException {
        return bots.answer(
                new BotServer.Request("POST", "/", headers, IceAndFireRequest.JSON.getBytes(StandardCharsets.UTF_8)));
    }

    private static String body(HttpAnswer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void the_text_is_that_of_the_original() throws Json.NotJson {
        Plain request = Plain.of(Json.read(IceAndFireRequest.JSON));

        assertEquals(IceAndFireRequest.INITIAL, IceAndFireText.initial(request));
        assertEquals(IceAndFireRequest.TURN, IceAndFireText.turn(request));
    }

    @Test
    void the_program_reads_the_initial_lines_once_and_then_each_turn() throws Exception {
        Path read = folder.resolve("read");
        try (WrappedBots bots = shell("while read -r line; do echo \"$line\" >>'" + read
                + "'; [ \"$line\" = '1 7 3 10 10' ] && echo WAIT; done")) {
            assertEquals("{\"commands\":\"WAIT\"}", body(ask(bots, headers("a", "1"))));
            assertEquals("{\"commands\":\"WAIT\"}", body(ask(bots, headers("a", "1"))));
        }

        assertEquals(
                IceAndFireRequest.INITIAL + IceAndFireRequest.TURN + IceAndFireRequest.TURN, Files.readString(read));
    }

    @Test
    void each_seat_of_each_match_has_its_own_process() throws Exception {
        try (WrappedBots bots = shell(COUNTING)) {
            assertEquals("{\"commands\":\"MSG turn 1\"}", body(ask(bots, headers("a", "1"))));
            assertEquals("{\"commands\":\"MSG turn 2\"}", body(ask(bots, headers("a", "1"))));
            assertEquals("{\"commands\":\"MSG turn 1\"}", body(ask(bots, headers("a", "2"))));
            assertEquals("{\"commands\":\"MSG turn 1\"}", body(ask(bots, headers("b", "1"))));
            assertEquals("{\"commands\":\"MSG turn 3\"}", body(ask(bots, headers("a", "1"))));
        }
    }

    @Test
    void a_process_is_killed_after_a_minute_without_calls() throws Exception {
        try (WrappedBots bots = shell(COUNTING)) {
            ask(bots, headers("a", "1"));
            now.set(WrappedBots.IDLE);
            bots.endIdle();
            assertEquals("{\"commands\":\"MSG turn 2\"}", body(ask(bots, headers("a", "1"))));

            now.addAndGet(WrappedBots.IDLE + 1);
            bots.endIdle();
            assertEquals("", bots.errors());
            assertEquals("{\"commands\":\"MSG turn 1\"}", body(ask(bots, headers("a", "1"))));
        }
    }

    @Test
    void a_process_that_dies_is_an_error_with_its_status_and_last_output() throws Exception {
        try (WrappedBots bots = shell("read -r line; echo 'no such plan' >&2; exit 3")) {
            HttpAnswer answer = ask(bots, headers("a", "1"));

            assertEquals(500, answer.status());
            assertEquals(
                    "The bot's process ended with status 3; its standard error ends: no such plan\n", body(answer));
            assertEquals(body(answer), body(ask(bots, headers("a", "1"))));
            assertEquals(List.of("match a seat 1: no such plan"), List.copyOf(errorLines));
            assertEquals("match a seat 1 (ended)\nno such plan\n\n", bots.errors());
        }
    }

    @Test
    void a_process_that_hangs_is_an_error_after_the_time_limit() throws Exception {
        try (WrappedBots bots = command("sleep", "60")) {
            Map<String, String> headers = headers("a", "1");
            headers.put("Bout-Time-Limit", "100");
            HttpAnswer answer = ask(bots, headers);

            assertEquals(500, answer.status());
            assertEquals(
                    "The bot wrote no line within 100 ms; it wrote nothing to its standard error.\n", body(answer));
        }
    }

    @Test
    void a_line_without_an_end_is_an_error() throws Exception {
        try (WrappedBots bots = shell("while :; do printf 0123456789012345678901234567890123456789; done")) {
            HttpAnswer answer = ask(bots, headers("a", "1"));

            assertEquals(500, answer.status());
            assertTrue(body(answer).startsWith("The bot's line is longer than 65536 characters"), body(answer));
        }
    }

    @Test
    void the_last_64_ki_of_the_standard_error_are_kept() throws Exception {
        try (WrappedBots bots =
                shell("i=0; while [ $i -lt 9000 ]; do echo \"line $i of many\" >&2; i=$((i + 1)); done; exit 1")) {
            ask(bots, headers("a", "1"));

            assertTrue(bots.errors().endsWith("line 8999 of many\n\n"), bots.errors());
            assertTrue(
                    bots.errors().length() <= BotProcess.KEPT + 100,
                    "" + bots.errors().length());
            assertEquals(9000, errorLines.size());
        }
    }

    @Test
    void a_missing_command_is_an_error() throws Exception {
        try (WrappedBots bots = command(folder.resolve("nothing").toString())) {
            HttpAnswer answer = ask(bots, headers("a", "1"));

            assertEquals(500, answer.status());
            assertTrue(body(answer).startsWith("Cannot start the bot: "), body(answer));
        }
    }

    @Test
    void any_other_request_is_explained() throws Exception {
        try (WrappedBots bots = shell(COUNTING)) {
            Map<String, String> other = headers("a", "1");
            other.put("Bout-Game", "tokens");
            assertEquals("This bot plays ice-and-fire; the header Bout-Game says tokens.\n", body(ask(bots, other)));

            Map<String, String> nowhere = headers("a", "1");
            nowhere.remove("Bout-Match");
            assertEquals(400, ask(bots, nowhere).status());

            HttpAnswer wrong = bots.answer(new BotServer.Request(
                    "POST", "/", headers("a", "1"), "{\"mineSpots\": []}".getBytes(StandardCharsets.UTF_8)));
            assertEquals(400, wrong.status());
            assertTrue(body(wrong).contains("gold"), body(wrong));

            assertEquals("", bots.errors());
        }
    }
}
