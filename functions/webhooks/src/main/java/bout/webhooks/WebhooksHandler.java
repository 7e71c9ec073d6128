package bout.webhooks;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.player.Reply;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.contest.ContestRecord;
import bout.store.contest.Contests;
import bout.store.match.Matches;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.queue.QueueWork;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.store.webhook.WebhookTarget;
import bout.telemetry.Machine;
import bout.telemetry.MatchLog;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The function that sends webhooks, only a few of one owner at a time. Each message is the id of a match or a
 * tournament that has ended, or of a contest with the number of an entry, and the number of earlier attempts if it was
 * sent again. A webhook that cannot be delivered stays in the queue and is tried again after a back-off that grows from
 * 5 seconds to 10 hours; after 8 attempts, within about 28 hours, it goes to the dead-letter queue.
 */
public final class WebhooksHandler extends Primed implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(WebhooksHandler.class);

    /** The back-off after each attempt except the last. SQS hides a message for at most 12 hours. */
    private static final List<Duration> BACK_OFF = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(10));

    private static final int TIME_LIMIT = 10_000;

    /** The receiver wants no more webhooks at this URL. */
    private static final int GONE = 410;

    private static final String ATTEMPT = "ApproximateReceiveCount";

    /** Twice the time limit, because opening a connection may take as long as the request. */
    private static final long START_WITHIN = TimeUnit.SECONDS.toNanos(20);

    /** A delivery to a receiver that never answers takes this long, once it has begun. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(25);

    /** In milliseconds. */
    private static final int SPREAD = 10_000;

    private final Matches matches;
    private final Tournaments tournaments;
    private final Contests contests;
    private final WebhookQueue queue;
    private final BotClient client;
    private final QueueWork work;
    private final URI site;

    public WebhooksHandler() {
        this(new Aws(System.getenv()));
    }

    public WebhooksHandler(Aws aws) {
        this(aws, new BotClient(aws.botAddresses(), BotClient.DEFAULT_CALLS_PER_BOT));
    }

    public WebhooksHandler(Aws aws, BotClient client) {
        this.client = client;
        matches = aws.matches(Machine.systemClock());
        tournaments = new Tournaments(aws.table(), Machine.systemClock());
        contests = new Contests(aws.table());
        queue = aws.webhookQueue();
        site = aws.site();
        work = new QueueWork(queue.inbox(), QueueWork.Limits.OF_HOSTS);
        prime(matches::prime, queue::prime);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long end = Machine.current().nanoTime() + TimeUnit.MILLISECONDS.toNanos(context.getRemainingTimeInMillis());
        // Not all invocations stop receiving at the same time.
        long receiveUntil =
                end - LONGEST - TimeUnit.MILLISECONDS.toNanos(Machine.current().random(SPREAD));
        return work.run(
                event, new Deliveries(end - LONGEST), () -> Machine.current().nanoTime() - receiveUntil < 0);
    }

    private final class Deliveries implements QueueWork.Work {

        private final long startBefore;

        /** @param startBefore after this, the invocation would end before a delivery does, and it would be repeated */
        Deliveries(long startBefore) {
            this.startBefore = startBefore;
        }

        @Override
        public String owner(SQSEvent.SQSMessage message) {
            String id = id(message);
            if (isOfContest(id)) {
                return contest(id).map(contest -> contest.settings().owner()).orElse(null);
            }
            return IdKind.TOURNAMENT.is(id)
                    ? tournaments.find(id).map(TournamentRecord::owner).orElse(null)
                    : matches.find(id).map(match -> match.origin().owner()).orElse(null);
        }

        @Override
        public boolean done(SQSEvent.SQSMessage message, Runnable settled) {
            Optional<Ended> found = ended(id(message));
            if (found.isEmpty()) {
                LOG.atInfo()
                        .addKeyValue(what(message), id(message))
                        .log("Nothing that has ended has this id and a webhook");
                return true;
            }
            Ended ended = found.get();
            if (attempt(message) > BACK_OFF.size() + 1) {
                // It was sent again, and SQS makes it a dead letter only when it has delivered this message 8 times as
                // well.
                queue.postpone(message.getReceiptHandle(), Duration.ZERO);
                return false;
            }
            return switch (BotUrl.read(ended.target.url(), client.policy())) {
                case BotUrl.Refused refused -> failed(message, ended, "The URL is not allowed: " + refused.text());
                case BotUrl.Allowed(BotUrl url) -> posted(message, ended, post(ended, url));
            };
        }

        private BotClient.Posted post(Ended ended, BotUrl url) {
            WebhookTarget target = ended.target;
            long now = Machine.current().nanoTime();
            long atLatest = now + Math.min(START_WITHIN, startBefore - now);
            return target.chat() != null
                    ? client.post(url, ended.message.body(target.chat()), TIME_LIMIT, atLatest)
                    : client.postSigned(url, secret(target), ended.body.id(), ended.body.body(), TIME_LIMIT, atLatest);
        }

        /** Returns whether the message is done. */
        private boolean posted(SQSEvent.SQSMessage message, Ended ended, BotClient.Posted posted) {
            int status = posted.status();
            if (status >= 200 && status < 300 || status == GONE) {
                ended.log.apply(Level.INFO).log("Webhook delivered, or refused for good (status 410)");
                return true;
            }
            return switch (posted.reply()) {
                case Reply.Failed failed ->
                    failed(message, ended, failed.failure().text());
                case Reply.Answered _ -> failed(message, ended, "The receiver answered with status " + status + ".");
                case Reply.BrokenOff() -> {
                    ended.log
                            .apply(Level.INFO)
                            .log("There were too many calls to this URL at the same time; the webhook waits again");
                    queue.inbox().sendBack(owner(message), again(message), Duration.ZERO);
                    yield true;
                }
            };
        }

        /** @param why without the URL */
        private boolean failed(SQSEvent.SQSMessage message, Ended ended, String why) {
            int attempt = attempt(message);
            ended.log
                    .apply(Level.WARN)
                    .addKeyValue("attempt", attempt)
                    .addKeyValue("why", why)
                    .log("Could not deliver the webhook");
            if (attempt <= BACK_OFF.size()) {
                queue.postpone(message.getReceiptHandle(), BACK_OFF.get(attempt - 1));
            }
            return false;
        }

        private static int attempt(SQSEvent.SQSMessage message) {
            String[] body = message.getBody().split(" ");
            int before = body.length < 2 ? 0 : Integer.parseInt(body[1]);
            return before + Integer.parseInt(message.getAttributes().getOrDefault(ATTEMPT, "1"));
        }

        /** With the number of attempts so far, because SQS counts those of each message alone. */
        @Override
        public String again(SQSEvent.SQSMessage message) {
            return id(message) + " " + (attempt(message) - 1);
        }
    }

    private static String id(SQSEvent.SQSMessage message) {
        return message.getBody().split(" ")[0];
    }

    private static String what(SQSEvent.SQSMessage message) {
        return isOfContest(id(message)) ? "contest" : IdKind.TOURNAMENT.is(id(message)) ? "tournament" : "match";
    }

    private static boolean isOfContest(String id) {
        return id.contains(WebhookQueue.ENTRY);
    }

    /** As it was with the entry of which the webhook tells. */
    private Optional<ContestRecord> contest(String id) {
        String[] parts = id.split(WebhookQueue.ENTRY);
        return contests.find(parts[0]).map(contest -> contest.until(Integer.parseInt(parts[1])));
    }

    private record Ended(
            WebhookTarget target, WebhookBody body, ChatMessage message, Function<Level, LoggingEventBuilder> log) {}

    /** Empty if it has no webhook or has not ended: a match that was requeued will send another one at its end. */
    private Optional<Ended> ended(String id) {
        if (isOfContest(id)) {
            return contest(id)
                    .filter(contest -> contest.settings().webhook() != null)
                    .map(contest -> new Ended(
                            contest.settings().webhook(),
                            WebhookBody.of(contest),
                            ChatMessage.of(contest, site),
                            level -> LOG.atLevel(level).addKeyValue("contest", id)));
        }
        if (IdKind.TOURNAMENT.is(id)) {
            return tournaments
                    .find(id)
                    .filter(tournament -> tournament.settings().webhook() != null
                            && tournament.state().over())
                    .map(tournament -> new Ended(
                            tournament.settings().webhook(),
                            WebhookBody.of(tournament),
                            ChatMessage.of(tournament, site),
                            level -> LOG.atLevel(level).addKeyValue("tournament", id)));
        }
        return matches.find(id)
                .filter(match ->
                        match.origin().webhook() != null && match.status().over())
                .map(match -> new Ended(
                        match.origin().webhook(),
                        WebhookBody.of(match),
                        ChatMessage.of(match, site),
                        level -> new MatchLog(WebhooksHandler.class, id, match.game())
                                .at(level, match.progress().turn())));
    }

    private static WebhookSecret secret(WebhookTarget target) {
        return switch (WebhookSecret.read(target.secret())) {
            case WebhookSecret.Accepted accepted -> accepted.secret();
            case WebhookSecret.Refused refused ->
                throw new IllegalStateException("the record has an invalid secret: " + refused.text());
        };
    }
}
