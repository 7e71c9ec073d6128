package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.connectfour.ConnectFour;
import bout.wire.BotBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/bots.md shows is what Bout sends, and what the starters do; StartersTest runs those. */
class BotsPageTest {

    private static final Path DOCS = Path.of("../../docs");

    private static String page() throws IOException {
        return Files.readString(DOCS.resolve("bots.md"));
    }

    /** Lines without their indentation and the languages' comments, because the page leaves out both. */
    private static String code(String text) {
        List<String> lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(?:///?|/\\*\\*|\"\"\").*"))
                .toList();
        return String.join("\n", lines);
    }

    @Test
    void the_first_request_is_one_of_the_wire_format() throws IOException {
        ConnectFour game = new ConnectFour();
        byte[] body = BotBody.write(
                GameCard.Form.JSON,
                Match.draw(game, "5", Options.defaults(game.card().options())).request(Seat.FIRST));
        Matcher first = Pattern.compile("(?s)```http\n.*?\n\n(.*?)\n```").matcher(page());
        assertTrue(first.find());
        assertEquals(new String(body, StandardCharsets.UTF_8), first.group(1));
    }

    @ParameterizedTest
    @CsvSource({
        "python, python/bot.py",
        "js, javascript/bot.mjs",
        "java, java/Bot.java",
        "go, go/bot.go",
        "php, php/bot.php"
    })
    void a_signature_is_verified_as_in_the_starter(String language, String starter) throws IOException {
        Matcher block = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(page().substring(page().indexOf("\n## Signed calls")));
        assertTrue(block.find());
        String whole = code(Files.readString(DOCS.resolve("starters").resolve(starter)));
        for (String function : block.group(1).split("\\n\\n")) {
            assertTrue(whole.contains(code(function)), function);
        }
    }
}
