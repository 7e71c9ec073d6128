package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** Each bot plays with the next in the list: at both seats, without {@code --full} at one. */
    @ParameterizedTest
    @MethodSource("games")
    void house_bots_play_the_same_matches_in_the_browser(Game<?> game) throws Exception {
        List<HouseBot> bots = game.houseBots();
        List<String> matches = new ArrayList<>();
        for (int i = bots.size() - 1; i >= 0; i -= Drawn.FULL ? 1 : 2) {
            HouseBot first = bots.get(i);
            // The strongest meets the weakest, in a short match.
            HouseBot second = bots.get((i + 1) % bots.size());
            // Not the first match, which is one of the strongest bot, but the second has options that are drawn.
            Replay replay =
                    HouseMatch.replay(game, "house bots " + i, options(game, matches.size() + 2), first, second);
            matches.add(line(game, replay, List.of(first.name(), second.name())));
        }
        assertSameInTheBrowser(matches);
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
