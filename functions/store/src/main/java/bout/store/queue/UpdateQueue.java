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

        /** The text that {@link #of} reads. It fits a message group of SQS. */
        String text();

        /** @throws IllegalArgumentException when the text is not what {@link #text} makes */
        static Task of(String text) {
            int end = text.indexOf('#') + 1;
            String rest = text.substring(end);
            return switch (text.substring(0, end)) {
                case NewBots.PREFIX -> new NewBots(rest);
                case Erasure.PREFIX -> new Erasure(rest);
                case Contest.PREFIX -> new Contest(rest);
                default -> new Standings(Subject.of(text));
            };
        }

        /** Bring the standings of a tournament or ladder up to date. */
        record Standings(Subject subject) implements Task {

            @Override
            public String text() {
                return subject.text();
            }
        }

        record Contest(String id) implements Task {

            private static final String PREFIX = "contest#";

            @Override
            public String text() {
                return PREFIX + id;
            }
        }

        record Erasure(String owner) implements Task {

            private static final String PREFIX = "erasure#";

            @Override
            public String text() {
                return PREFIX + owner;
            }
        }

        /** Start the first ladder matches of bots that have never played. */
        record NewBots(String game) implements Task {

            private static final String PREFIX = "new-bots#";

            @Override
            public String text() {
                return PREFIX + game;
            }
        }
    }

    /** How long the queue delays a message; the same as in template.yaml. */
    static final Duration KEPT_BACK = Duration.ofSeconds(2);

    private final Clock clock;

    public UpdateQueue(SqsClient sqs, String url, Clock clock) {
        super(sqs, url);
        this.clock = clock;
    }

    @Override
    String body(Task task) {
        return task.text();
    }

    @Override
    String group(Task task) {
        return task.text();
    }

    @Override
    String deduplication(Task task) {
        return task.text() + "@" + clock.millis() / KEPT_BACK.toMillis();
    }
}
