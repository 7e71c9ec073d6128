package bout.botclient;

import bout.games.Games;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Answers so that a match of any game goes on. */
public final class SteadyBot {

    private SteadyBot() {}

    /**
     * The example of the game. A snake that always gave it would soon leave the board, so it goes round in a square.
     */
    public static String answer(TestServer.Request request) {
        String game = request.headers().get("bout-game");
        int turn = Integer.parseInt(request.headers().get("bout-turn"));
        Object answer = game.equals("battlesnake")
                ? Map.of("move", List.of("up", "left", "down", "right").get(turn % 4))
                : Games.byId(game).orElseThrow().card().exampleAnswer();
        return new String(Json.bytes(answer), StandardCharsets.UTF_8);
    }
}
