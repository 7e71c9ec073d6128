package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parity on Node.js. */
@Tag("browser")
class ParityTest extends Parity {

    private static final int MATCHES = 200;
    private static final long TIMEOUT_MINUTES = 5;

    @TempDir
    Path directory;

    @ParameterizedTest
    @Tag("full")
    @MethodSource("games")
    void house_bots_play_the_same_matches_with_others_in_the_browser(Game<?> game) throws Exception {
        assertSameMatches(game, 2);
    }

    @Override
    protected int matches() {
        return MATCHES;
    }

    @Override
    protected List<String> inTheBrowser(List<String> lines) throws IOException, InterruptedException {
        Path input = Files.write(directory.resolve("matches.jsonl"), lines);
        String engine = TestSite.BUILT.resolve("engine.js").toAbsolutePath().toString();
        List<String> outcomes = NodeJs.run(directory, TIMEOUT_MINUTES, input, "parity.mjs", engine);
        assertEquals(lines.size(), outcomes.size());
        return outcomes;
    }
}
