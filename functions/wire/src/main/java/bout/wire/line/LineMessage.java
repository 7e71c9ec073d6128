package bout.wire.line;

import bout.engine.Seat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A message on a line; the package description shows each one as JSON. */
public sealed interface LineMessage {

    /**
     * Asks a bot for a move.
     *
     * @param call the same when the move is asked again
     * @param reply the ticket that the answer must carry
     * @param timeLimit how many milliseconds the runner still waits for the answer; less than the bot's time limit when
     *     the move is asked again
     * @param headers as a bot at a URL would get them
     * @param body as a bot at a URL would get it
     */
    record Request(String call, String reply, int timeLimit, Map<String, String> headers, String body)
            implements LineMessage {
        public Request {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }

    /**
     * A bot's answer.
     *
     * @param call of the request
     * @param reply of the request
     * @param status as a bot at a URL would send it: 200 for a move
     * @param headers such as {@code Bout-Note}; see {@link #header}
     */
    record Answer(String call, String reply, int status, Map<String, String> headers, String body)
            implements LineMessage {
        public Answer {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        /** The value of a header, in whatever case its name is written, or {@code null}. */
        public String header(String name) {
            Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            anyCase.putAll(headers);
            return anyCase.get(name);
        }
    }

    /** The line will be closed soon. */
    record Closing(String reason) implements LineMessage {}

    /**
     * A match of the bot began or ended. Only for display.
     *
     * @param match the bot's seat id: the header {@code Bout-Match}
     * @param opponent how the opponent is shown, or {@code null} if the bot may not know it yet
     * @param page the match's page, or {@code null} if the bot may not know it yet
     * @param result how the match ended for the bot; {@code null} if it has begun
     */
    record Event(String match, String game, Seat seat, String opponent, String page, Result result)
            implements LineMessage {}

    /** How a match ended for a bot. */
    enum Result {
        WON("won"),
        LOST("lost"),
        DRAWN("drawn"),
        VOID("void");

        private final String code;

        Result(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /**
     * A piece of a message that is too large.
     *
     * @param id the same for all pieces of the message, and different for other messages on the line
     * @param reply of the answer that the piece belongs to; {@code null} in pieces of other messages
     * @param index from 0
     * @param of how many pieces there are
     */
    record Part(String id, String reply, int index, int of, String text) implements LineMessage {}

    /**
     * From a bot: keeps a line open on which there is nothing else to say. From a runner: asks whether the bot is
     * there.
     *
     * @param call as in a request; {@code null} from a bot
     * @param reply the ticket that the pong must carry; {@code null} from a bot
     */
    record Ping(String call, String reply) implements LineMessage {
        public Ping() {
            this(null, null);
        }
    }

    /** Answers a ping, with what that has of {@code call} and {@code reply}. */
    record Pong(String call, String reply) implements LineMessage {
        public Pong() {
            this(null, null);
        }
    }

    /** A runner asks how others can reach its line. */
    record Hello() implements LineMessage {}

    /** Tells a runner how others can reach its line. */
    record Welcome(String connection) implements LineMessage {}

    /** A message of a type that this version does not know; it is ignored. */
    record Other(String type) implements LineMessage {}
}
