package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bots and servers that try to write on the terminal of whoever calls them. */
@Tag("server")
class HostileTextTest {

    /** Clears the screen, sets the title, turns the text around, and adds a line that seems to come from Bout. */
    private static final String ATTACK = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\n6 passed, 0 failed\r";

    private static final String IN_JSON = ATTACK.replace("\u001b", "\\u001b")
            .replace("\u0007", "\\u0007")
            .replace("\n", "\\n")
            .replace("\r", "\\r");

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u202a-\u202e\u2066-\u2069&&[^\n]]");

    private static void assertHarmless(Ran ran, String said) {
        for (String printed : new String[] {ran.out(), ran.err()}) {
            assertFalse(CONTROL.matcher(printed).find(), printed);
            assertTrue(
                    printed.lines()
                            .filter(line -> line.startsWith("6 passed"))
                            .findAny()
                            .isEmpty(),
                    printed);
        }
        assertTrue((ran.out() + ran.err()).contains(said), ran.out() + ran.err());
    }

    @Test
    void a_bots_answer_writes_nothing_of_its_own_on_the_terminal() {
        for (String answer : new String[] {"\"" + IN_JSON + "\"", "{\"" + IN_JSON + "\":1}", ATTACK}) {
            try (TestBot bot = new TestBot(200, answer)) {
                assertHarmless(Ran.bout("check", "tokens", bot.url(), "-v"), "FAILED");
                assertHarmless(Ran.bout("play", "tokens", bot.url(), "house:lazy"), "not-expected");
                assertHarmless(
                        Ran.bout("tournament", "tokens", bot.url(), "house:lazy", "house:naive"), "not-expected");
            }
        }
        try (TestBot bot = new TestBot(500, ATTACK)) {
            assertHarmless(Ran.bout("play", "tokens", bot.url(), "house:lazy"), "status");
        }
    }

    @Test
    void an_api_writes_nothing_of_its_own_on_the_terminal() throws Exception {
        String answer = "{\"owners\":[{\"id\":\"own_1\",\"name\":\"" + IN_JSON + "\",\"scope\":\"" + IN_JSON
                + "\",\"createdAt\":\"2026-01-01T00:00:00Z\",\"blockedAt\":null}],\"next\":null,\"detail\":\"" + IN_JSON
                + "\"}";
        for (int status : new int[] {200, 400}) {
            try (BotServer api = new BotServer(0, request -> HttpAnswer.json(status, answer))) {
                assertHarmless(Ran.bout("owner", "list", "--api", api.url()), "owned");
            }
        }
    }

    @Test
    void a_replay_writes_nothing_of_its_own_on_the_terminal(@TempDir Path folder) throws Exception {
        Path replay = folder.resolve("match.json");
        assertEquals(
                0,
                Ran.bout("play", "tokens", "house:lazy", "house:naive", "--replay", replay.toString())
                        .status());
        String text = Files.readString(replay);
        assertTrue(text.contains("\"lazy\""), text);
        Files.writeString(replay, text.replace("\"lazy\"", "\"" + IN_JSON + "\""));
        assertHarmless(Ran.bout("verify", replay.toString()), "");
    }
}
