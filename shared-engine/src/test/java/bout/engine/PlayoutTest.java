package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.games.Games;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlayoutTest {

    static List<Game<?>> games() {
        return Games.ALL;
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_playout_from_the_end_gives_the_result(Game<?> game) {
        Match<?> match = match(game, game.houseBots().getFirst());
        Result result = match.result();
        assertEquals(result, HouseMatch.playOut(match, game.houseBots(), "1"));
    }

    @ParameterizedTest
    @MethodSource("games")
    void playouts_from_the_start_differ_by_their_seed_only(Game<?> game) {
        List<HouseBot> bots = game.houseBots().subList(0, game.houseBots().size() - 1);
        Set<String> results = new TreeSet<>();
        for (String seed : List.of("1", "2", "3", "4", "5", "6")) {
            Result result = HouseMatch.playOut(start(game), bots, seed);
            assertEquals(result, HouseMatch.playOut(start(game), bots, seed));
            results.add(result.toString());
        }
        assertTrue(results.size() > 1, results::toString);
    }

    /** The site and the commands offer house bots to whoever calls them. */
    @ParameterizedTest
    @MethodSource("games")
    void a_house_bot_rejects_what_is_no_request(Game<?> game) {
        for (HouseBot bot : game.houseBots()) {
            HouseBot.Bot seated = bot.at(Seat.FIRST, "1");
            assertThrows(UnexpectedValue.class, () -> seated.answer(Map.of()), bot.name());
        }
    }

    private static Match<?> start(Game<?> game) {
        return Match.draw(game, "7", Options.defaults(game.card().options()));
    }

    private static Match<?> match(Game<?> game, HouseBot bot) {
        return HouseMatch.play(game, "7", Options.defaults(game.card().options()), bot, bot);
    }
}
