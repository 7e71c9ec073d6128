package bout.runner;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.ledger.Aws;
import bout.ledger.MatchRecord;
import bout.ledger.Matches;
import bout.ledger.NoticeQueue;
import bout.telemetry.MatchLog;
import bout.wire.WebhookSecret;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The function that tells whoever asked for it of the end of a match: takes messages, each the id of a match, and posts
 * the notices. One that does not arrive stays in the queue and comes again after a wait that grows from 5 seconds to 10
 * hours; after 8 attempts, within a good day, it goes to the dead-letter queue.
 */
public final class NoticesHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(NoticesHandler.class);

    /** After each attempt but the last; SQS keeps a message away for 12 hours at most. */
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(10));

    private static final String ATTEMPT = "ApproximateReceiveCount";

    /** Two attempts' worth: opening a connection may take as long as the request. */
    private static final long START_WITHIN = TimeUnit.SECONDS.toNanos(20);

    private final Matches matches;
    private final NoticeQueue queue;
    private final BotClient client;

    /** As Lambda makes it. */
    public NoticesHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, and what {@link Aws} reads for the table and the queue
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public NoticesHandler(Map<String, String> environment) {
        Aws aws = new Aws(environment);
        matches = aws.matches(Clock.systemUTC());
        queue = aws.noticeQueue();
        client = new BotClient(
                AddressPolicy.of(environment.getOrDefault("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code())),
                BotClient.DEFAULT_CALLS_PER_HOST);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long startBefore = System.nanoTime() + START_WITHIN;
        return Batch.work(event, message -> done(message, startBefore), (message, fault) -> LOG.atError()
                .addKeyValue("match", message.getBody())
                .setCause(fault)
                .log("The notice could not be worked on"));
    }

    /** Whether the message is done with. */
    private boolean done(SQSEvent.SQSMessage message, long startBefore) {
        Optional<MatchRecord> found = matches.find(message.getBody());
        if (found.isEmpty() || found.get().notified() == null) {
            LOG.atWarn().addKeyValue("match", message.getBody()).log("There is no match with this id to be told of");
            return true;
        }
        MatchRecord match = found.get();
        MatchLog log = new MatchLog(NoticesHandler.class, match.id(), match.game());
        if (!match.status().over()) {
            log.at(Level.INFO, match.turn()).log("The match was put back; its end will make another notice");
            return true;
        }
        return switch (deliver(match, startBefore)) {
            case Receiver.Delivered delivered -> {
                log.at(Level.INFO, match.turn()).log("The notice is delivered");
                yield true;
            }
            case Receiver.Unwanted unwanted -> {
                log.at(Level.INFO, match.turn()).log("The receiver wants no notices any more");
                yield true;
            }
            case Receiver.NotDelivered not -> {
                int attempt = attempt(message);
                log.at(Level.WARN, match.turn())
                        .addKeyValue("attempt", attempt)
                        .addKeyValue("why", not.text())
                        .log("The notice could not be delivered");
                if (attempt <= WAITS.size()) {
                    queue.postpone(message.getReceiptHandle(), WAITS.get(attempt - 1));
                }
                yield false;
            }
        };
    }

    private Receiver.Delivery deliver(MatchRecord match, long startBefore) {
        WebhookSecret secret =
                switch (WebhookSecret.read(match.notified().secret())) {
                    case WebhookSecret.Accepted accepted -> accepted.secret();
                    case WebhookSecret.Refused refused ->
                        throw new IllegalStateException("the record has a secret that is none: " + refused.text());
                };
        return switch (BotUrl.read(match.notified().url(), client.policy())) {
            case BotUrl.Allowed allowed ->
                client.receiver(allowed.url(), secret).deliver(Notice.of(match), startBefore);
            case BotUrl.Refused refused -> new Receiver.NotDelivered("Its URL is not allowed: " + refused.text());
        };
    }

    private static int attempt(SQSEvent.SQSMessage message) {
        return Integer.parseInt(message.getAttributes().getOrDefault(ATTEMPT, "1"));
    }
}
