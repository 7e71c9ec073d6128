package bout.store;

import bout.address.AddressPolicy;
import bout.store.bucket.Bucket;
import bout.store.connection.ConnectionPosts;
import bout.store.match.Leases;
import bout.store.match.Matches;
import bout.store.queue.CheckQueue;
import bout.store.queue.Inbox;
import bout.store.queue.Queue.DeadLetters;
import bout.store.queue.Queue.MatchQueue;
import bout.store.queue.Queue.ResultQueue;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.queue.UpdateQueue;
import bout.store.replay.LiveReplays;
import bout.table.Table;
import bout.telemetry.Settings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
    private final Shared<DynamoDbClient> dynamoDb;
    private final Shared<S3Client> s3;
    private final Shared<SqsClient> sqs;

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
        this.dynamoDb = new Shared<>(clients.dynamoDb());
        this.s3 = new Shared<>(clients.s3());
        this.sqs = new Shared<>(clients.sqs());
    }

    /** All of the function's environment variables. */
    public Settings settings() {
        return settings;
    }

    /** Which addresses bots may have, as {@code BOUT_BOT_ADDRESSES} says; without it, public ones. */
    public AddressPolicy botAddresses() {
        return AddressPolicy.of(settings.text("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code()));
    }

    /** The site's address, {@code BOUT_SITE}. */
    public URI site() {
        return settings.url("BOUT_SITE")
                .orElseThrow(() -> new IllegalArgumentException("The environment variable BOUT_SITE is not set."));
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

    /**
     * Messages to connections of the WebSocket API at {@code BOUT_LINES}.
     * {@code AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI} points to the local stack instead.
     */
    public ConnectionPosts connectionPosts() {
        Optional<URI> local = settings.url("AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI");
        Supplier<AwsCredentials> credentials = local.isPresent()
                ? () -> AwsBasicCredentials.create("local", "local")
                : DefaultCredentialsProvider.builder().build()::resolveCredentials;
        return new ConnectionPosts(
                UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(Duration.ofSeconds(3))
                        .build(),
                credentials,
                settings.text("AWS_REGION"),
                local.orElseGet(() -> URI.create(settings.text("BOUT_LINES").replaceFirst("^ws", "http"))));
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
}
