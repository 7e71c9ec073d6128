package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/** Lengths of texts. */
class CodePointsTest {

    private static final String FACES = "\uD83D\uDE00".repeat(25);

    @Test
    void an_emoji_counts_once_as_in_the_api_and_is_never_cut_in_half() throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value texts = scripts.module(Scripts.SITE.resolve("shared").resolve("dom.js"));
            assertEquals(25, texts.invokeMember("codePoints", FACES).asInt());
            assertEquals(FACES, texts.invokeMember("cutTo", FACES, 40).asString());
            assertEquals(
                    FACES.substring(0, 6), texts.invokeMember("cutTo", FACES, 3).asString());
            scripts.script("globalThis.EventTarget = class {};");
            Value bots = scripts.module(Scripts.SITE.resolve("playground").resolve("bots.js"));
            assertEquals(FACES, bots.invokeMember("tidied", FACES).asString());
        }
    }
}
