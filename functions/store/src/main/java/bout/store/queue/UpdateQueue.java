package bout.store.queue;

import bout.competition.journal.Competition.Subject;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of standings to update, of contests and erasures to carry on, and of ladders with new bots. A message's
 * body is the task's text; it only says that something may have changed, so it may be sent at any time.
 *
 * <p>The queue delays messages for two seconds, and accepts one per task in two seconds: further ones are covered by
 * the first, which has not been delivered yet. So standings are computed every few seconds while results arrive,
 * however many. If clocks differ so much that a message is dropped wrongly, the update of everything once a minute
 * makes up for it.
 */
public final class UpdateQueue extends Queue<UpdateQueue.Task> {

    public sealed interface Task {

        String CONTEST = "contest#";
        String ERASURE = "erasure#";
        String NEW_BOTS = "new-bots#";

        /** The text that {@link #of} reads. It fits a message group of SQS. */
        default String text() {
            return switch (this) {
                case Standings(Subject subject) -> subject.text();
                case Contest(String id) -> CONTEST + id;
                case Erasure(String owner) -> ERASURE + owner;
                case NewBots(String game) -> NEW_BOTS + game;
            };
        }

        /** @throws IllegalArgumentException when the text is not what {@link #text} makes */
        static Task of(String text) {
            int end = text.indexOf('#') + 1;
            String rest = text.substring(end);
            return switch (text.substring(0, end)) {
                case CONTEST -> new Contest(rest);
                case ERASURE -> new Erasure(rest);
                case NEW_BOTS -> new NewBots(rest);
                default -> new Standings(Subject.of(text));
            };
        }

        /** Bring the standings of a tournament or ladder up to date. */
        record Standings(Subject subject) implements Task {}

        record Contest(String id) implements Task {}

        record Erasure(String owner) implements Task {}

        /** Start the first ladder matches of bots that have never played. */
        record NewBots(String game) implements Task {}
    }

    /** How long the queue delays a message; the same as in template.yaml. */
    static final Duration KEPT_BACK = Duration.ofSeconds(2);

    public UpdateQueue(SqsClient sqs, String url, Clock clock) {
        super(sqs, url, Task::text, Task::text, task -> task.text() + "@" + clock.millis() / KEPT_BACK.toMillis());
    }
}
