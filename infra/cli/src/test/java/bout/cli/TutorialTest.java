package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Plain;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays the bot of each step of docs/tutorial.md. Its search has no clock, so it plays the same everywhere. */
@Tag("server")
class TutorialTest {

    private static final Path DOCS = Path.of("../../docs");
    private static final Pattern CODE = Pattern.compile("(?ms)^```js\\n(.*?)^```$");

    @TempDir
    private Path folder;

    private static String page() throws IOException {
        return Files.readString(DOCS.resolve("tutorial.md"));
    }

    /** The starter with the code that a reader has pasted: the first block, and that of the step. */
    private Path bot(int step) throws IOException {
        List<String> code =
                CODE.matcher(page()).results().map(block -> block.group(1)).toList();
        String starter = Files.readString(DOCS.resolve("starters/javascript/bot.mjs"));
        Matcher random = Pattern.compile("(?ms)^  \"connect-four\"\\(.*?^  },$").matcher(starter);
        assertTrue(random.find());
        return Files.writeString(
                folder.resolve("four.mjs"),
                random.replaceFirst("  \"connect-four\": bot,")
                        .replace("const strategies", code.getFirst() + code.get(step - 1) + "const strategies"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void the_bot_of_a_step_wins_as_often_as_the_page_says(int step) throws Exception {
        BotProgram.assumeHere("node");
        Path file = bot(step);
        try (BotProgram bot = BotProgram.start(folder, port -> List.of("node", file.toString(), port))) {
            Matcher command = Pattern.compile("(?m)^\\./bout (tournament .*)$").matcher(page());
            assertTrue(command.find());
            Ran ran = Ran.line(command.group(1).replace("http://127.0.0.1:9000/", bot.url())
                    + " --json --time-limit 20000 --concurrency 2");
            ran.succeeds();
            Plain own = Plain.of(Json.read(ran.out())).get("table").entries().stream()
                    .filter(row -> row.get("player").integer(0, 1) == 0)
                    .findFirst()
                    .orElseThrow();
            assertEquals(0, own.get("failures").integer(0, 1000), bot.output());
            Matcher row = Pattern.compile("(?m)^\\| " + step + " \\| .* \\| (\\d+) of (\\d+) \\|$")
                    .matcher(page());
            assertTrue(row.find());
            assertEquals(
                    row.group(1) + " of " + row.group(2),
                    own.get("wins").integer(0, 100) + " of "
                            + (own.get("wins").integer(0, 100)
                                    + own.get("draws").integer(0, 100)
                                    + own.get("losses").integer(0, 100)));
        }
    }
}
