package bout.store.queue;

import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.store.bot.BotCheck;
import bout.store.bot.Health;
import bout.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** The queue of tasks for the checker. A message may be delivered twice; every task is idempotent. */
public final class CheckQueue extends Queue<CheckQueue.Task> {

    /** The longest delay that SQS allows. */
    public static final Duration MOST_SPREAD = Duration.ofSeconds(900);

    /** @param url the queue's URL */
    public CheckQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    /** The task of a message. Its body is a small JSON object. */
    public sealed interface Task {

        /** Check a bot at the request of its owner: {@link BotCheck#id}. */
        record Check(String bot, String check) implements Task {}

        /** Check a bot's health, for the sweep of that time. */
        record Health(String bot, Instant sweep) implements Task {}

        /**
         * Send a {@link Health} for each active bot of a game, a page at a time.
         *
         * @param behind the place to continue, or {@code null} at the beginning
         */
        record Sweep(String game, Instant sweep, String behind) implements Task {}
    }

    /** A message that no version of this class has sent. */
    public static final class NotATask extends Exception {
        private static final long serialVersionUID = 1L;

        private NotATask(String message, Throwable cause) {
            super(message, cause);
        }
    }

    @Override
    SendMessageRequest.Builder message(Task task) {
        return SendMessageRequest.builder().messageBody(Json.text(plain(task)));
    }

    /**
     * Sends tasks with random delays, so that they do not all arrive at once.
     *
     * @param spread whole seconds, up to {@link #MOST_SPREAD}
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    public void send(List<? extends Task> tasks, Duration spread) {
        List<SendMessageBatchRequestEntry> messages = new ArrayList<>();
        for (Task task : tasks) {
            messages.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(messages.size()))
                    .messageBody(Json.text(plain(task)))
                    .delaySeconds(ThreadLocalRandom.current().nextInt((int) spread.toSeconds() + 1))
                    .build());
        }
        sendAll(messages);
    }

    private static Map<String, Object> plain(Task task) {
        Map<String, Object> plain = new LinkedHashMap<>();
        switch (task) {
            case Task.Check check -> {
                plain.put("task", "check");
                plain.put("bot", check.bot());
                plain.put("check", check.check());
            }
            case Task.Health health -> {
                plain.put("task", "health");
                plain.put("bot", health.bot());
                plain.put("sweep", health.sweep().toString());
            }
            case Task.Sweep sweep -> {
                plain.put("task", "sweep");
                plain.put("game", sweep.game());
                plain.put("sweep", sweep.sweep().toString());
                if (sweep.behind() != null) {
                    plain.put("behind", sweep.behind());
                }
            }
        }
        return plain;
    }

    /** The task that a message's body asks for. */
    public static Task read(String body) throws NotATask {
        try {
            Plain plain = Plain.of(Json.read(body));
            String task = plain.get("task").text();
            return switch (task) {
                case "check" ->
                    new Task.Check(plain.get("bot").text(), plain.get("check").text());
                case "health" -> new Task.Health(plain.get("bot").text(), time(plain));
                case "sweep" ->
                    new Task.Sweep(
                            plain.get("game").text(),
                            time(plain),
                            plain.has("behind") ? plain.get("behind").text() : null);
                default -> throw new NotATask("unknown task " + task, null);
            };
        } catch (Json.NotJson | UnexpectedValue | DateTimeParseException wrong) {
            throw new NotATask("invalid message in the check queue: " + wrong.getMessage(), wrong);
        }
    }

    private static Instant time(Plain plain) {
        return Instant.parse(plain.get("sweep").text());
    }
}
