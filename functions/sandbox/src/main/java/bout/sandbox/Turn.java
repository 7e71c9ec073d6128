package bout.sandbox;

import bout.engine.Failure;
import bout.wire.Json;

/**
 * The outcome of asking a published bot for a move.
 *
 * @param json its answer as JSON text, of at most {@value SandboxBot#MAX_ANSWER_BYTES} bytes of UTF-8; {@code null} if
 *     there is none
 * @param failure why there is no answer, or {@code null}; in one or two sentences for the bot's author, which contain
 *     no measurement and are the same each time. If it threw an error, its variables are as the error left them. If it
 *     computed too long, nested calls too deeply or broke its engine in another way, the engine is gone: the next turn
 *     starts with the code as published
 * @param milliseconds how long it computed its answer, rounded up; waiting for a processor is not counted
 * @param computed with what it took to load its code, or to bring it back, in milliseconds
 * @param console the last {@value Console#MAX_BYTES} bytes that it printed, in whole characters
 */
public record Turn(String json, Failure failure, int milliseconds, int computed, String console) {

    /** The answer as a plain value for the game to read, or a {@link Failure}. */
    public Object plain() {
        if (failure != null) {
            return failure;
        }
        try {
            return Json.readAnswer(json);
        } catch (Json.NotJson notJson) {
            return new Failure(Failure.Kind.NOT_EXPECTED, "The answer is not JSON: " + notJson.getMessage());
        }
    }
}
