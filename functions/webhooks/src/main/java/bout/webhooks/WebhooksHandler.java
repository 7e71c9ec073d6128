package bout.webhooks;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.store.Aws;
import bout.store.id.TournamentIds;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.WebhookTarget;
import bout.store.queue.Batch;
import bout.store.queue.WebhookQueue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.telemetry.MatchLog;
import bout.telemetry.Settings;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The function that tells whoever asked for it of the end of a match or a tournament: takes messages, each the id of one,
 * and posts the webhooks. One that does not arrive stays in the queue and comes again after a wait that grows from 5 seconds to 10
 * hours; after 8 attempts, within a good day, it goes to the dead-letter queue.
 */
public final class WebhooksHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(WebhooksHandler.class);

    /** After each attempt but the last; SQS keeps a message away for 12 hours at most. */
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(10));

    /** How long the receiver may take, in milliseconds. */
    private static final int TIME_LIMIT = 10_000;

    private static final String ATTEMPT = "ApproximateReceiveCount";

    /** Two attempts' worth: opening a connection may take as long as the request. */
    private static final long START_WITHIN = TimeUnit.SECONDS.toNanos(20);

    private final Matches matches;
    private final Tournaments tournaments;
    private final WebhookQueue queue;
    private final BotClient client;

    /** As Lambda makes it. */
    public WebhooksHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, and what {@link Aws} reads for the table and the queue
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public WebhooksHandler(Map<String, String> environment) {
        Aws aws = new Aws(environment);
        matches = aws.matches(Clock.systemUTC());
        tournaments = aws.tournaments(Clock.systemUTC());
        queue = aws.webhookQueue();
        client = new BotClient(
                AddressPolicy.of(new Settings(environment)
                        .choice("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code(), AddressPolicy.LOOPBACK.code())),
                BotClient.DEFAULT_CALLS_PER_HOST);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long startBefore = System.nanoTime() + START_WITHIN;
        return Batch.work(event, message -> done(message, startBefore), (message, fault) -> LOG.atError()
                .addKeyValue(what(message), message.getBody())
                .setCause(fault)
                .log("The webhook could not be worked on"));
    }

    /** What a message is about, by the name that logs know it under. */
    private static String what(SQSEvent.SQSMessage message) {
        return TournamentIds.isId(message.getBody()) ? "tournament" : "match";
    }

    /** Whether the message is done with. */
    private boolean done(SQSEvent.SQSMessage message, long startBefore) {
        return TournamentIds.isId(message.getBody())
                ? ofTournament(message, startBefore)
                : ofMatch(message, startBefore);
    }

    private boolean ofMatch(SQSEvent.SQSMessage message, long startBefore) {
        Optional<MatchRecord> found = matches.find(message.getBody());
        if (found.isEmpty() || found.get().origin().webhook() == null) {
            LOG.atWarn().addKeyValue("match", message.getBody()).log("There is no match with this id to be told of");
            return true;
        }
        MatchRecord match = found.get();
        MatchLog log = new MatchLog(WebhooksHandler.class, match.id(), match.game());
        if (!match.status().over()) {
            log.at(Level.INFO, match.progress().turn()).log(
                    "The match was put back; its end will make another webhook");
            return true;
        }
        return done(
                message,
                deliver(match.origin().webhook(), WebhookBody.of(match), startBefore),
                level -> log.at(level, match.progress().turn()));
    }

    private boolean ofTournament(SQSEvent.SQSMessage message, long startBefore) {
        Optional<TournamentRecord> found = tournaments
                .find(message.getBody())
                .filter(tournament -> tournament.settings().webhook() != null
                        && tournament.state().over());
        if (found.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("tournament", message.getBody())
                    .log("There is no tournament with this id to be told of");
            return true;
        }
        TournamentRecord tournament = found.get();
        return done(
                message,
                deliver(tournament.settings().webhook(), WebhookBody.of(tournament), startBefore),
                level -> LOG.atLevel(level).addKeyValue("tournament", tournament.id()));
    }

    /** @param log begins a line about what the webhook tells of */
    private boolean done(SQSEvent.SQSMessage message, Delivery delivery, Function<Level, LoggingEventBuilder> log) {
        return switch (delivery) {
            case Delivery.Delivered delivered -> {
                log.apply(Level.INFO).log("The webhook is delivered");
                yield true;
            }
            case Delivery.Unwanted unwanted -> {
                log.apply(Level.INFO).log("The receiver wants no webhooks any more");
                yield true;
            }
            case Delivery.NotDelivered not -> {
                int attempt = attempt(message);
                log.apply(Level.WARN)
                        .addKeyValue("attempt", attempt)
                        .addKeyValue("why", not.text())
                        .log("The webhook could not be delivered");
                if (attempt <= WAITS.size()) {
                    queue.postpone(message.getReceiptHandle(), WAITS.get(attempt - 1));
                }
                yield false;
            }
        };
    }

    private Delivery deliver(WebhookTarget target, WebhookBody webhook, long startBefore) {
        WebhookSecret secret =
                switch (WebhookSecret.read(target.secret())) {
                    case WebhookSecret.Accepted accepted -> accepted.secret();
                    case WebhookSecret.Refused refused ->
                        throw new IllegalStateException("the record has a secret that is none: " + refused.text());
                };
        return switch (BotUrl.read(target.url(), client.policy())) {
            case BotUrl.Allowed allowed ->
                Delivery.of(client.postSigned(
                        allowed.url(), secret, webhook.id(), webhook.body(), TIME_LIMIT, startBefore));
            case BotUrl.Refused refused -> new Delivery.NotDelivered("Its URL is not allowed: " + refused.text());
        };
    }

    private static int attempt(SQSEvent.SQSMessage message) {
        return Integer.parseInt(message.getAttributes().getOrDefault(ATTEMPT, "1"));
    }
}
