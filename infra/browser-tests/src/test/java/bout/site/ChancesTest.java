package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.games.Games;
import bout.wire.Json;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How wrong the chances are that the match page shows: their Brier score in matches between house bots of all levels.
 * {@code -Dbout.chances=1000} measures it in so many matches of each game, which takes an hour; a few matches only show
 * whether the mean of all games is in order.
 */
@Tag("browser")
class ChancesTest {

    private static final double MOST = 0.2;
    private static final int FEW_MATCHES = 2;
    private static final long TIMEOUT_MINUTES = 120;

    /** Of consecutive matches of a game that more than two can play. */
    private static final List<Integer> SEATS = List.of(2, 4, 3, 2, 8, 4);

    @TempDir
    Path directory;

    @Test
    void the_chances_of_the_match_page_are_little_wrong() throws Exception {
        int matches = Integer.getInteger("bout.chances", FEW_MATCHES);
        Path input = directory.resolve("matches.jsonl");
        try (BufferedWriter lines = Files.newBufferedWriter(input)) {
            for (Game<?> game : Games.ALL) {
                for (int i = 0; i < matches; i++) {
                    lines.write(Json.text(match(game, i, matches > FEW_MATCHES)) + "\n");
                }
            }
        }
        String site = TestSite.BUILT.toAbsolutePath().toString();
        double sum = 0;
        List<String> found = NodeJs.run(directory, TIMEOUT_MINUTES, input, "chances.mjs", site);
        assertEquals(Games.ALL.size(), found.size());
        for (String line : found) {
            double score = Plain.of(Json.read(line)).get("brier").number();
            assertTrue(score <= MOST || matches == FEW_MATCHES, line);
            sum += score;
        }
        assertTrue(sum / found.size() <= MOST, found::toString);
        if (matches > FEW_MATCHES) {
            System.out.println(String.join("\n", found));
        }
    }

    /** @param all whether the strongest house bot may play, which takes many times longer */
    private static Object match(Game<?> game, int number, boolean all) {
        String seed = "unseen " + number;
        SeededRandom random = new SeededRandom(seed);
        List<HouseBot> bots = game.houseBots().subList(0, game.houseBots().size() - (all ? 0 : 1));
        List<HouseBot> players = new ArrayList<>();
        int seats = game.card().seats().closest(SEATS.get(number % SEATS.size()));
        Stream.generate(() -> bots.get(random.nextInt(bots.size())))
                .limit(seats)
                .forEach(players::add);
        return HouseMatch.replay(game, seed, Options.defaults(game.card().options()), players.toArray(HouseBot[]::new))
                .toPlain();
    }
}
