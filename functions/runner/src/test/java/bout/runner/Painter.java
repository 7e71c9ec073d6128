package bout.runner;

import bout.botclient.TestServer;
import bout.engine.GameCard;
import bout.wire.BotBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

final class Painter {

    private Painter() {}

    static Map<String, Object> move(Map<String, Object> fields) {
        List<?> board = (List<?>) fields.get("board");
        for (int x = 0; x < board.size(); x++) {
            int y = ((List<?>) board.get(x)).indexOf("");
            if (y >= 0) {
                return Map.of("x", x, "y", y);
            }
        }
        return Map.of("x", -1, "y", -1);
    }

    static String answer(TestServer.Request request) throws Exception {
        Map<String, Object> move =
                move(BotBody.read(GameCard.Form.FORM, request.body().getBytes(StandardCharsets.UTF_8)));
        return "{\"x\":" + move.get("x") + ",\"y\":" + move.get("y") + "}";
    }

    static void serve(TestServer.Connection connection) throws Exception {
        for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
            connection.send(TestServer.ok(answer(request)));
        }
    }
}
