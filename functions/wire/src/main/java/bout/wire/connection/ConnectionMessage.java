package bout.wire.connection;

import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A message on a connection; the package description shows each one as JSON. */
@JsonTypeInfo(
        use = JsonTypeInfo.Id.NAME,
        property = "type",
        visible = true,
        defaultImpl = ConnectionMessage.Other.class)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ConnectionMessage.Request.class, name = "request"),
    @JsonSubTypes.Type(value = ConnectionMessage.Answer.class, name = "answer"),
    @JsonSubTypes.Type(value = ConnectionMessage.Closing.class, name = "closing"),
    @JsonSubTypes.Type(value = ConnectionMessage.Event.class, name = "event"),
    @JsonSubTypes.Type(value = ConnectionMessage.Part.class, name = "part"),
    @JsonSubTypes.Type(value = ConnectionMessage.Ping.class, name = "ping"),
    @JsonSubTypes.Type(value = ConnectionMessage.Pong.class, name = "pong"),
    @JsonSubTypes.Type(value = ConnectionMessage.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = ConnectionMessage.Welcome.class, name = "welcome")
})
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface ConnectionMessage {

    /**
     * Asks a bot for a move.
     *
     * @param call the same when the move is asked again
     * @param reply the ticket that the answer must carry
     * @param timeLimit how many milliseconds the bot has for its answer; less than the bot's time limit when the move
     *     is asked again
     * @param headers as a bot at a URL would get them
     * @param body as a bot at a URL would get it
     */
    record Request(String call, String reply, int timeLimit, Map<String, String> headers, String body)
            implements ConnectionMessage {
        public Request {
            known(call, reply, body);
            headers = copied(headers);
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
            implements ConnectionMessage {
        public Answer {
            known(call, reply, body);
            headers = copied(headers);
        }

        /** The value of a header, in whatever case its name is written, or {@code null}. */
        public String header(String name) {
            Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            anyCase.putAll(headers);
            return anyCase.get(name);
        }
    }

    record Closing(String reason) implements ConnectionMessage {
        public Closing {
            known(reason);
        }
    }

    /**
     * A match of the bot began or ended. Only for display.
     *
     * @param match the bot's seat id: the header {@code Bout-Match}
     * @param opponent how the opponent is shown, or {@code null} if the bot may not know it yet
     * @param page the match's page, or {@code null} if the bot may not know it yet
     * @param result how the match ended for the bot; {@code null} if it has begun
     */
    record Event(String match, String game, Seat seat, String opponent, String page, Result result)
            implements ConnectionMessage {
        public Event {
            known(match, game, seat);
        }

        /** Says in its JSON what it is about. */
        @JsonProperty(index = 0)
        public String event() {
            return result == null ? "started" : "ended";
        }
    }

    enum Result {
        WON,
        LOST,
        DRAWN,
        VOID;

        @JsonValue
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A piece of a message that is too large.
     *
     * @param id the same for all pieces of the message, and different for other messages on the connection
     * @param reply of the answer that the piece belongs to; {@code null} in pieces of other messages
     * @param index from 0
     * @param of how many pieces there are
     */
    record Part(String id, String reply, int index, int of, String text) implements ConnectionMessage {
        public Part {
            known(id, text);
            if (index < 0 || of < 0) {
                throw new IllegalArgumentException("a negative number");
            }
        }
    }

    /**
     * From a bot: keeps a connection open on which there is nothing else to say. From a runner: asks whether the bot is
     * there.
     *
     * @param call as in a request; {@code null} from a bot
     * @param reply the ticket that the pong must carry; {@code null} from a bot
     */
    record Ping(String call, String reply) implements ConnectionMessage {
        public Ping() {
            this(null, null);
        }
    }

    /** Answers a ping, with what that has of {@code call} and {@code reply}. */
    record Pong(String call, String reply) implements ConnectionMessage {
        public Pong() {
            this(null, null);
        }
    }

    /** A runner asks how others can reach its connection. */
    record Hello() implements ConnectionMessage {}

    /** Tells a runner how others can reach its connection. */
    record Welcome(String connection) implements ConnectionMessage {
        public Welcome {
            known(connection);
        }
    }

    /** A message of a type that this version does not know; it is ignored. */
    record Other(String type) implements ConnectionMessage {
        public Other {
            known(type);
        }
    }

    private static void known(Object... fields) {
        Stream.of(fields).forEach(field -> Objects.requireNonNull(field, "a field is missing"));
    }

    private static Map<String, String> copied(Map<String, String> headers) {
        if (headers == null) {
            return Map.of();
        }
        headers.values().forEach(ConnectionMessage::known);
        return Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
}
