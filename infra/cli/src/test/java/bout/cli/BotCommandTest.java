package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.api.ApiClient;
import bout.engine.Plain;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.wire.WebhookSecret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registered bots on the whole stack: over the API and its queue to the checker, and into matches. */
@Tag("server")
class BotCommandTest {

    private static final Pattern ID = Pattern.compile("bot_[0-9a-f-]{36}");

    @AutoClose
    private static Stack stack;

    @BeforeAll
    static void start() throws Exception {
        // The health sweep at the start calls every bot of an open stack; spread over a quarter of an hour, it does not
        // get to those of these tests.
        stack = Stack.start(StackOptions.ofThisRepository().withParameter("BOUT_HEALTH_SPREAD", "900"));
    }

    private static Ran bout(String... arguments) {
        return Ran.api(stack.address(), "", "bot", arguments);
    }

    private static String id(Ran created) {
        Matcher id = ID.matcher(created.err());
        assertTrue(id.find(), created.err());
        return id.group();
    }

    @Test
    void code_is_published_and_replaced_under_the_same_name(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("left.js"), "function move(request) { return {column: 0}; }");
        Ran first = bout("publish", "ajax-tiles", file.toString(), "--name", "Left Hand")
                .succeeds();
        String id = first.lastLine();
        assertTrue(ID.matcher(id).matches(), first.out());
        first.says("'Left Hand' is published, version 1.");

        Files.writeString(file, "function move(request) { return {column: 1}; }");
        Ran second = bout("publish", "ajax-tiles", file.toString(), "--name", "Left Hand", "--open-source")
                .succeeds();
        assertEquals(id, second.lastLine(), "the same bot");
        second.says("'Left Hand' is published, version 2.");

        bout("show", id)
                .prints("Left Hand plays ajax-tiles: public, open source")
                .prints("Published code: 46 bytes, SHA-256 ");
        assertTrue(
                bout("list", "--game", "ajax-tiles").lines().stream()
                        .anyMatch(line -> line.matches(id + " +ajax-tiles +published +public, open source +Left Hand")),
                "the list shows the kind");

        Files.writeString(file, "function move(request) {\n  return {column: 1;\n}");
        bout("publish", "ajax-tiles", file.toString(), "--name", "Left Hand")
                .fails(1, "Unexpected token ';' (line 2, column 20)");
        assertTrue(bout("show", id).out().contains("Published code: 46 bytes, SHA-256 "), "the code before stays");

        bout("publish", "ajax-tiles", folder.resolve("none.js").toString(), "--name", "Nothing")
                .exits(1);
        bout("delete", id);
    }

    @Test
    void a_connected_bot_has_no_url() {
        bout("create", "tokens", "http://127.0.0.1:9/", "--connected", "--name", "Laptop")
                .says("--connected is instead of a URL.");
        bout("create", "tokens", "--name", "Laptop").says("Give the URL of the bot, or --connected.");
        Ran created =
                bout("create", "tokens", "--connected", "--name", "Laptop").succeeds();
        assertTrue(WebhookSecret.read(created.lastLine()) instanceof WebhookSecret.Accepted, created.out());
        String id = id(created);
        bout("show", id).prints("A program that connects to Bout (version 1)");
        bout("delete", id);
    }

    @Test
    void a_bot_is_registered_proved_played_and_deleted() throws Exception {
        try (TestBot bot = TestBot.passing();
                ApiClient api = new ApiClient(stack.address(), null)) {
            Ran created = bout("create", "ajax-tiles", bot.url(), "--name", "Greedy Gary")
                    .succeeds();
            String secret = created.lastLine();
            assertTrue(WebhookSecret.read(secret) instanceof WebhookSecret.Accepted, secret);
            assertEquals(1, created.lines().size(), "the secret alone is on standard output");
            assertFalse(created.err().contains(secret), created.err());
            String id = id(created);

            Ran again = bout("create", "AJAX-TILES", " " + bot.url() + "\n", "--name", "Greedy Gary")
                    .exits(1);
            assertTrue(
                    again.err().startsWith("bout: you have a bot at this URL: " + id + ", 'Greedy Gary'."),
                    again.err());
            Ran csv = bout("list", "--game", "ajax-tiles", "--mine", "--csv");
            assertEquals("\uFEFFid,game,kind,state,rank,name", csv.lines().getFirst());
            csv.prints(id + ",ajax-tiles,url,\"public, not verified\",no rank,Greedy Gary\r\n");

            Ran unproven = bout("check", id.toUpperCase(Locale.ROOT)).succeeds();
            assertTrue(unproven.lines().contains("7 passed, 0 failed"), unproven.out());
            unproven.prints("No answer had that header. Could not fetch the file.");
            unproven.prints("Then: bout bot check " + id + " --api " + stack.address() + "\n");
            assertTrue(bot.signed.size() > 6, "six situations, and a match");

            WebhookSecret shared = ((WebhookSecret.Accepted) WebhookSecret.read(secret)).secret();
            created.says("\n  " + shared.proof(bot.url()) + "\n");
            created.says("bout bot check " + id + " --api " + stack.address());
            Matcher page = Pattern.compile("Its page: (\\S+)").matcher(created.err());
            assertTrue(page.find(), created.err());
            assertEquals(stack.address() + "/bot.html?key=" + id, page.group(1));
            bot.secret = shared;
            Ran proven = bout("check", id);
            assertTrue(proven.lastLine().startsWith("Verified to be yours since 20"), proven.out());

            Ran listed = bout("list", "--game", "ajax-tiles");
            assertTrue(
                    listed.lines().stream()
                            .anyMatch(line -> line.matches(id + " +ajax-tiles +url +public, verified +Greedy Gary")),
                    listed.out());
            Ran shown = bout("show", id);
            shown.prints("URL: " + bot.url() + " (version 1)\n");
            assertFalse(shown.out().contains(secret), shown.out());

            Plain match = OnTheStack.played(api, 6, Map.of("bot", id), Map.of("house", "random"));
            assertEquals("finished", match.text("status"));
            assertEquals("Greedy Gary", match.get("players").at(0).text("name"));
            assertEquals(0, match.get("failures").length());
            List<Ran> found = bot.signed.stream()
                    .map(call -> call.replaceFirst("-[0-9]+$", ""))
                    .distinct()
                    .map(seat -> bout("match", seat))
                    .filter(ran -> ran.status() == 0)
                    .toList();
            assertEquals(1, found.size(), "all other calls were of checks");
            assertTrue(
                    found.getFirst().lastLine().matches("Greedy Gary against .*/match.html\\?id=" + match.text("id")),
                    found.getFirst().out());
            bout("match", "seat_" + "0".repeat(32)).fails(1, "no match of your bots");

            Ran renewed = bout("version", id);
            assertEquals("'Greedy Gary' is now version 2.", renewed.lastLine(), renewed.err());
            Ran rotated = bout("rotate-secret", id).succeeds();
            assertNotEquals(secret, rotated.lastLine());
            Ran deleted = bout("delete", id);
            assertEquals("'Greedy Gary' is deleted.", deleted.lastLine(), deleted.err());
            bout("show", id).fails(1, "No bot has this id.");
        }
    }

    @Test
    void a_match_is_found_in_which_a_bot_played_alone() throws Exception {
        try (TestBot bot = TestBot.passing();
                ApiClient api = new ApiClient(stack.address(), null)) {
            String id = id(bout("create", "battlesnake", bot.url(), "--name", "Solo"));
            String match = api.post(
                            "/api/matches", Map.of("game", "battlesnake", "players", List.of(Map.of("bot", id))))
                    .text("id");
            OnTheStack.await(() -> Optional.of(api.get("/api/matches/" + match))
                    .filter(now -> now.text("status").equals("finished")));
            bout("match", bot.signed.remove().split("-")[0])
                    .succeeds()
                    .prints("Solo: " + stack.address() + "/match.html?id=" + match);
        }
    }

    @Test
    void a_failed_check_says_why() {
        try (TestBot bot = new TestBot(500, "division by zero")) {
            String id = id(bout("create", "tokens", bot.url(), "--name", "Zero", "--private"));
            Ran ran = bout("check", id).exits(1);
            assertEquals(2, ran.lines().indexOf("0 passed, 6 failed"), "one line for six equal failures: " + ran.out());
            assertTrue(ran.lines().getFirst().startsWith("FAILED  turn 0, seat 1, "), ran.out());
            assertTrue(ran.lines().getFirst().contains("Answered with status 500"), ran.out());
            assertEquals("        same for the other 5", ran.lines().get(1));
            Ran verbose = bout("check", id, "-v");
            assertEquals(
                    6,
                    verbose.lines().stream()
                            .filter(line -> line.startsWith("        sent: "))
                            .count());
            assertFalse(bout("list").out().contains(id), "a private bot is in no public list");
            bout("list", "--mine").prints(id);
        }
    }
}
