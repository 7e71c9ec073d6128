package bout.games;

import bout.engine.Game;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.connectfour.ConnectFour;
import bout.games.iceandfire.IceAndFire;
import bout.games.robotag.RoboTag;
import bout.games.tokens.Tokens;
import java.util.List;
import java.util.Optional;

/** The games that Bout plays. */
public final class Games {

    /** All of them, in the order in which they are listed. */
    public static final List<Game<?, ?>> ALL =
            List.of(new AjaxTiles(), new Tokens(), new IceAndFire(), new RoboTag(), new ConnectFour());

    private Games() {}

    public static Optional<Game<?, ?>> byId(String id) {
        for (Game<?, ?> game : ALL) {
            if (game.card().id().equals(id)) {
                return Optional.of(game);
            }
        }
        return Optional.empty();
    }
}
