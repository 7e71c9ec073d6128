package bout.store.queue;

import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.Health;
import bout.telemetry.Machine;
import bout.wire.Json;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The queue of tasks for the checker. A message may be delivered twice; every task is idempotent. */
public final class CheckQueue extends Queue<CheckQueue.Task> {

    public static final Duration MOST_SPREAD = Duration.ofSeconds(900);

    public CheckQueue(SqsClient sqs, String url) {
        super(sqs, url, Json::text, Task::owner, _ -> null);
    }

    /** The task of a message. Its body is a small JSON object. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Task.Check.class, name = "check"),
        @JsonSubTypes.Type(value = Task.Again.class, name = "again"),
        @JsonSubTypes.Type(value = Task.Health.class, name = "health"),
        @JsonSubTypes.Type(value = Task.Sweep.class, name = "sweep")
    })
    public sealed interface Task {

        /** Whose bot it is; {@code null} if it is for bots of many. */
        String owner();

        /** Check a bot at the request of its owner: {@link BotCheck#id}. */
        record Check(String owner, String bot, String check) implements Task {}

        /**
         * Send a bot one request of a match again, at the request of its owner: {@link BotCheck#id}.
         *
         * @param file the name of the match's replay, from {@code SeatKey.fileName}
         * @param turn from 0
         * @param seat its number, from 1
         * @param timeLimit of the match in milliseconds, or {@code null} for the game's own limits
         * @param randomSeed of the match: a published bot draws the same numbers again
         */
        record Again(
                String owner,
                String bot,
                String check,
                String file,
                int turn,
                int seat,
                Integer timeLimit,
                String randomSeed)
                implements Task {}

        /** Check a bot's health, for the sweep of that time. */
        record Health(String owner, String bot, Instant sweep) implements Task {}

        /**
         * Send a {@link Health} for each active bot of a game, a page at a time.
         *
         * @param behind the place to continue, or {@code null} at the beginning
         */
        record Sweep(String game, Instant sweep, String behind) implements Task {
            @Override
            public String owner() {
                return null;
            }
        }
    }

    /**
     * Sends tasks with random delays, so that they do not all arrive at once.
     *
     * @param spread whole seconds, up to {@link #MOST_SPREAD}
     */
    public void send(List<? extends Task> tasks, Duration spread) {
        sendTogether(tasks, () -> Duration.ofSeconds(Machine.current().random((int) spread.toSeconds() + 1)));
    }

    /** @throws Json.NotJson for a message that no version of this class has sent */
    public static Task read(String body) throws Json.NotJson {
        return Json.readStored(body, Task.class);
    }
}
