package bout.sandbox;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How a game calls its bots, if not by one function of the whole request: the playground's {@code bot-call.js}. */
final class CallForm {

    private static final Map<String, String> FORMS = new ConcurrentHashMap<>();

    private CallForm() {}

    /** The code to run before a bot's; empty if the game has none of its own. */
    static String of(String game) {
        return FORMS.computeIfAbsent(game, id -> {
            String name = "playground/games/" + id + "/bot-call.js";
            return CallForm.class.getResource(name) == null ? "" : Engine.resource(name);
        });
    }
}
