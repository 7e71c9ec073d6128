package bout.sandbox;

import bout.engine.Failure;
import bout.wire.Json;

/**
 * The outcome of asking a published bot for a move.
 *
 * @param result its answer, or why there is none
 * @param milliseconds how long it computed its answer, rounded up; waiting for a processor is not counted
 * @param computed with what it took to load its code, or to bring it back, in milliseconds
 * @param console the last {@value Console#MAX_BYTES} bytes that it printed, in whole characters
 */
public record Turn(Result result, int milliseconds, int computed, String console) {

    public sealed interface Result {}

    /** @param json the bot's answer as JSON text, of at most {@value SandboxBot#MAX_ANSWER_BYTES} bytes of UTF-8 */
    public record Answer(String json) implements Result {}

    /**
     * @param text one or two sentences for the bot's author; they contain no measurement, and are the same each time
     */
    public record Fault(Kind kind, String text) implements Result {

        /** As it stands in replays. */
        public Failure failure() {
            return new Failure(
                    switch (kind) {
                        case TOO_SLOW -> Failure.Kind.TIME_OUT;
                        case TOO_LARGE -> Failure.Kind.TOO_LARGE;
                        case NOT_ASKED -> Failure.Kind.WITHDRAWN;
                        case THREW, BROKE, NOT_A_BOT -> Failure.Kind.BROKEN;
                    },
                    text);
        }
    }

    /** The answer as a plain value for the game to read, or a {@link Failure}. */
    public Object plain() {
        return switch (result) {
            case Fault fault -> fault.failure();
            case Answer(String json) -> {
                try {
                    yield Json.readAnswer(json);
                } catch (Json.NotJson notJson) {
                    yield new Failure(Failure.Kind.NOT_EXPECTED, "The answer is not JSON: " + notJson.getMessage());
                }
            }
        };
    }

    /** Why there is no answer. */
    public enum Kind {
        /**
         * It computed longer than its time limit. Its engine is gone: the next turn starts with the code as published.
         */
        TOO_SLOW,
        /** It threw an error. Its variables are as the error left them. */
        THREW,
        /**
         * It nested calls too deeply or broke its engine in another way. Its engine is gone, as after
         * {@link #TOO_SLOW}.
         */
        BROKE,
        /** Its answer is longer than allowed. */
        TOO_LARGE,
        /** The code cannot be loaded: it is no JavaScript, declares no function, or threw an error. */
        NOT_A_BOT,
        /** Not asked: its engine was lost {@value SandboxBot#MAX_STOPS} times in this match. */
        NOT_ASKED
    }
}
