package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import bout.guide.Guide;
import org.junit.jupiter.api.Test;

class GamesCommandTest {

    @Test
    void every_game_is_listed_with_its_options_and_house_bots() {
        Ran ran = Ran.bout("games").succeeds();
        for (Game<?> game : Games.ALL) {
            ran.prints(game.card().id() + ": " + game.card().summary());
            game.card().options().forEach(option -> assertTrue(ran.out().contains(option.sentence()), ran.out()));
            game.houseBots().forEach(bot -> assertTrue(ran.out().contains(bot.name() + ": "), ran.out()));
        }
    }

    @Test
    void one_game_is_explained() {
        Ran.bout("games", "ajax-tiles")
                .succeeds()
                .prints("application/x-www-form-urlencoded")
                .prints("bout games ajax-tiles --full, or on the site: http://127.0.0.1:8080/games/ajax-tiles.html");
    }

    @Test
    void a_game_s_whole_guide_is_printed() {
        for (Game<?> game : Games.ALL) {
            assertEquals(
                    Guide.of(game).toMarkdown(),
                    Ran.bout("games", game.card().id(), "--full").out());
        }
        Ran.bout("games", "--full").fails(2, "bout games GAME --full");
    }
}
