package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.OnTheStack;
import bout.cli.Ran;
import bout.cli.api.ApiClient;
import bout.engine.Plain;
import bout.stack.Stack;
import bout.stack.StackOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stranger without a token verifies who answered in a match of published bots, on a stack like a deployment. */
@Tag("server")
class VerifyBotsTest {

    private static final String ADMIN_TOKEN = "an-admin-token-that-nobody-guesses";

    private static final String ANYWHERE = """
            let asked = 0;
            function bot() {
              return { x: Math.floor(Math.random() * 24), y: asked++ % 12 };
            }
            """;

    @AutoClose
    private static Stack stack;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository().strict(ADMIN_TOKEN));
    }

    @Test
    void open_source_is_asked_again_and_what_is_not_open_is_named() throws Exception {
        String open = publish("Open", ANYWHERE, "--open-source");
        String secret = publish("Secret", ANYWHERE);
        Plain match = played(Map.of("bot", open), Map.of("bot", secret));
        String id = match.text("id");

        Ran ran = Ran.bout("verify", "--bots", id, "--api", stack.address().toString())
                .succeeds();
        assertTrue(ran.lines().getFirst().startsWith("ok: ajax-tiles, "), ran.out());
        assertEquals(
                "not compared: seat 2, Secret: its code is not open source, or the bot was deleted",
                ran.lines().get(1));
        assertTrue(ran.lastLine().matches("ok: 5 answers are the same, 5 calls were not compared"), ran.out());

        assertEquals(secret, publish("Secret", ANYWHERE, "--open-source"), "the same bot");
        String page = stack.address() + "/match.html?id=" + id + "&turn=3";
        Ran both = Ran.bout("verify", "--bots", page).succeeds();
        assertEquals("ok: 10 answers are the same, 0 calls were not compared", both.lastLine(), both.out());
        assertEquals(2, both.lines().size(), both.out());

        Path changed = Files.writeString(folder.resolve("changed.js"), ANYWHERE.replace("x: ", "x: 23 - "));
        Ran differs = Ran.bout("verify", "--code", changed.toString(), page).exits(1);
        assertTrue(differs.lastLine().matches("differs: turn \\d+, seat 1: .*"), differs.out());

        publish("Open", ANYWHERE.replace("% 12", "% 11"));
        bot("delete", secret);
        Ran later = Ran.bout("verify", "--bots", page).succeeds();
        assertEquals(
                List.of(
                        "not compared: seat 2, Secret: its code is not open source, or the bot was deleted",
                        "ok: 5 answers are the same, 5 calls were not compared"),
                later.lines().subList(1, 3),
                "seat 1 is asked with the code that it had");
    }

    @Test
    void house_bots_need_no_code() throws Exception {
        String id = played(Map.of("house", "expand"), Map.of("house", "random")).text("id");

        Ran ran = Ran.bout("verify", "--bots", stack.address() + "/match.html?id=" + id)
                .succeeds();
        assertEquals("ok: 10 answers are the same, 0 calls were not compared", ran.lastLine());
    }

    @Test
    void a_match_that_is_not_there_is_status_1() {
        Ran.line("verify --bots 01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60 --api " + stack.address())
                .fails(1, "answers 404");
    }

    private String publish(String name, String code, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve("bot.js"), code);
        List<String> arguments = new ArrayList<>(List.of("publish", "ajax-tiles", file.toString(), "--name", name));
        arguments.addAll(List.of(options));
        return bot(arguments.toArray(String[]::new)).succeeds().lastLine();
    }

    private static Ran bot(String... arguments) {
        return Ran.api(stack.address(), ADMIN_TOKEN, "bot", arguments);
    }

    private static Plain played(Map<String, String> first, Map<String, String> second) throws InterruptedException {
        try (ApiClient api = new ApiClient(stack.address(), ADMIN_TOKEN)) {
            Plain match = OnTheStack.played(api, 10, first, second);
            assertEquals("finished", match.text("status"));
            return match;
        }
    }
}
