package bout.store;

import bout.store.access.AccessTokens;
import bout.store.access.Invitations;
import bout.store.access.Joins;
import bout.store.access.OwnerCounts;
import bout.store.access.RequestCounts;
import bout.store.bot.Bots;
import bout.store.bot.Publications;
import bout.store.bot.PublishedCode;
import bout.store.bucket.Bucket;
import bout.store.journal.Journals;
import bout.store.journal.LadderRuns;
import bout.store.journal.LadderSnapshots;
import bout.store.journal.StandingsFiles;
import bout.store.line.LineKey;
import bout.store.line.LinePosts;
import bout.store.line.Lines;
import bout.store.match.AbandonedMatches;
import bout.store.match.FailedMatches;
import bout.store.match.Leases;
import bout.store.match.MatchOutbox;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.queue.CheckQueue;
import bout.store.queue.DeadLetters;
import bout.store.queue.Inbox;
import bout.store.queue.MatchQueue;
import bout.store.queue.ResultQueue;
import bout.store.queue.UpdateQueue;
import bout.store.queue.WebhookQueue;
import bout.store.replay.Checkpoints;
import bout.store.replay.Consoles;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.store.table.Table;
import bout.store.tournament.Tournaments;
import bout.telemetry.Settings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The table, the bucket and the queues that a function's environment variables name.
 *
 * <p>These are {@code BOUT_TABLE}, {@code BOUT_BUCKET}, the queues' URLs ({@code BOUT_MATCHES_QUEUE} and so on),
 * {@code BOUT_SPECTATOR_DELAY} (whole seconds), {@code BOUT_MATCHES_KEPT_DAYS} and {@code AWS_REGION}.
 *
 * <p>Everything made here shares one client per service, and is safe for use by many threads.
 */
public final class Aws {

    private static final Duration CONNECT = Duration.ofSeconds(1);

    /** The same as in the template. */
    private static final Duration SPECTATOR_DELAY = Duration.ofSeconds(15);

    private final Settings settings;
    private final Clients clients;

    private final Shared<DynamoDbClient> dynamoDb = new Shared<>(this::dynamoDb);
    private final Shared<S3Client> s3 = new Shared<>(this::s3);
    private final Shared<SqsClient> sqs = new Shared<>(this::sqs);

    private static final class Shared<C> {
        private final Supplier<C> maker;
        private C client;

        private Shared(Supplier<C> maker) {
            this.maker = maker;
        }

        private synchronized C get() {
            if (client == null) {
                client = maker.get();
            }
            return client;
        }
    }

    public Aws(Map<String, String> environment) {
        this(environment, Clients.of(environment));
    }

    public Aws(Map<String, String> environment, Clients clients) {
        this.settings = new Settings(environment);
        this.clients = clients;
    }

    public Matches matches(Clock clock) {
        return new Matches(table(), clock, matchesKept());
    }

    public Leases leases(Clock clock) {
        return new Leases(table(), clock, matchesKept());
    }

    private Duration matchesKept() {
        return Duration.ofDays(settings.wholeNumber("BOUT_MATCHES_KEPT_DAYS", 0, 3650, 0));
    }

    public SeatKey seatKey() {
        return new SeatKey(table());
    }

    public LineKey lineKey() {
        return new LineKey(table());
    }

    public Lines lines(Clock clock) {
        return new Lines(table(), clock);
    }

    /**
     * Messages to connections of the WebSocket API at {@code BOUT_LINES}.
     * {@code AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI} points to the local stack instead.
     */
    public LinePosts linePosts() {
        Optional<URI> local = settings.url("AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI");
        Supplier<AwsCredentials> credentials = local.isPresent()
                ? () -> AwsBasicCredentials.create("local", "local")
                : DefaultCredentialsProvider.builder().build()::resolveCredentials;
        return new LinePosts(
                UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(Duration.ofSeconds(3))
                        .build(),
                credentials,
                settings.text("AWS_REGION"),
                local.orElseGet(() -> URI.create(settings.text("BOUT_LINES").replaceFirst("^ws", "http"))));
    }

    public Runners runners(Clock clock) {
        return new Runners(table(), clock);
    }

    public AbandonedMatches abandonedMatches(Clock clock) {
        return new AbandonedMatches(table(), clock);
    }

    public FailedMatches failedMatches(Clock clock) {
        return new FailedMatches(table(), clock);
    }

    public MatchOutbox matchOutbox(Clock clock) {
        return new MatchOutbox(table(), clock);
    }

    public AccessTokens tokens(Clock clock) {
        return new AccessTokens(table(), clock);
    }

    public Invitations invitations(Clock clock) {
        return new Invitations(table(), clock);
    }

    public Joins joins(Clock clock) {
        return new Joins(table(), clock, tokens(clock), invitations(clock));
    }

    public OwnerCounts ownerCounts(Clock clock) {
        return new OwnerCounts(table(), clock);
    }

    public Bots bots(Clock clock) {
        return new Bots(table(), clock);
    }

    public PublishedCode publishedCode() {
        return new PublishedCode(bucket());
    }

    public Publications publications(Clock clock) {
        return new Publications(table(), clock);
    }

    public Consoles consoles() {
        return new Consoles(bucket());
    }

    public Tournaments tournaments(Clock clock) {
        return new Tournaments(table(), clock);
    }

    public RequestCounts requestCounts(Clock clock, Duration period) {
        return new RequestCounts(table(), clock, period);
    }

    public Replays replays() {
        return new Replays(bucket());
    }

    public StandingsFiles standingsFiles() {
        return new StandingsFiles(bucket());
    }

    public LadderSnapshots ladderSnapshots() {
        return new LadderSnapshots(table(), bucket());
    }

    public LadderRuns ladderRuns() {
        return new LadderRuns(table());
    }

    public Checkpoints checkpoints() {
        return new Checkpoints(bucket());
    }

    public LiveReplays liveReplays() {
        return new LiveReplays(bucket(), settings.seconds("BOUT_SPECTATOR_DELAY", 0, 600, SPECTATOR_DELAY));
    }

    public MatchQueue matchQueue() {
        return new MatchQueue(sqs.get(), settings.text("BOUT_MATCHES_QUEUE"));
    }

    public WebhookQueue webhookQueue() {
        return new WebhookQueue(sqs.get(), settings.text("BOUT_WEBHOOKS_QUEUE"));
    }

    public DeadLetters deadLetters() {
        return new DeadLetters(sqs.get(), settings.text("BOUT_MATCHES_DEAD_LETTERS"));
    }

    public Inbox deadLetterInbox() {
        return new Inbox(sqs.get(), settings.text("BOUT_MATCHES_DEAD_LETTERS"));
    }

    public Journals journals() {
        return new Journals(table());
    }

    public ResultQueue resultQueue() {
        return new ResultQueue(sqs.get(), settings.text("BOUT_RESULTS_QUEUE"));
    }

    public UpdateQueue updateQueue(Clock clock) {
        return new UpdateQueue(sqs.get(), settings.text("BOUT_UPDATES_QUEUE"), clock);
    }

    public CheckQueue checkQueue() {
        return new CheckQueue(sqs.get(), settings.text("BOUT_CHECKS_QUEUE"));
    }

    public Bucket bucket() {
        return new Bucket(s3.get(), settings.text("BOUT_BUCKET"));
    }

    public Table table() {
        return new Table(dynamoDb.get(), settings.text("BOUT_TABLE"));
    }

    /**
     * Runs before Lambda takes the snapshot that every instance starts from (SnapStart). Makes one harmless call to
     * each service, so that the clients are loaded and warm. Without one of them the first invocations are only slower,
     * and a deployment should not fail because of that: permissions, for one, may not be effective yet.
     */
    public static void prime(List<Runnable> calls) {
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (Exception | LinkageError failed) {
                LoggerFactory.getLogger(Aws.class).error("Priming failed; the snapshot is taken without it", failed);
            }
        }
    }

    public DynamoDbClient dynamoDb() {
        return clients.dynamoDb().get();
    }

    public S3Client s3() {
        return clients.s3().get();
    }

    public SqsClient sqs() {
        return clients.sqs().get();
    }
}
