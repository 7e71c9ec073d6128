package bout.games;

import bout.engine.Game;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.battlesnake.Snakes;
import bout.games.connectfour.ConnectFour;
import bout.games.iceandfire.IceAndFire;
import bout.games.robotag.RoboTag;
import bout.games.tokens.Tokens;
import java.util.List;
import java.util.Optional;

public final class Games {

    /** All games, in the order in which lists show them. */
    public static final List<Game<?>> ALL =
            List.of(new AjaxTiles(), new Tokens(), new IceAndFire(), new RoboTag(), new ConnectFour(), new Snakes());

    private Games() {}

    public static Optional<Game<?>> byId(String id) {
        return ALL.stream().filter(game -> game.card().id().equals(id)).findFirst();
    }
}
