package bout.store;

import bout.telemetry.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The clients of the table, the bucket and the queues. Each is made when it is first needed. */
public record Clients(Supplier<DynamoDbClient> dynamoDb, Supplier<S3Client> s3, Supplier<SqsClient> sqs) {

    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 4;
    private static final String IDLE_CONNECTIONS = "http.maxConnections";

    static {
        // The JDK keeps no more than 5 idle connections to a host. A runner that plays 100 matches talks to DynamoDB on
        // many more, and would open a new connection (TCP, then TLS) for most of its calls.
        if (System.getProperty(IDLE_CONNECTIONS) == null) {
            System.setProperty(IDLE_CONNECTIONS, "100");
        }
    }

    /** The same for everybody; nobody's closing them must end them. */
    public Clients(DynamoDbClient dynamoDb, S3Client s3, SqsClient sqs) {
        this(() -> dynamoDb, () -> s3, () -> sqs);
    }

    /**
     * AWS in the region {@code AWS_REGION}. {@code AWS_ENDPOINT_URL_DYNAMODB}, {@code AWS_ENDPOINT_URL_S3} and
     * {@code AWS_ENDPOINT_URL_SQS} point to something like it instead. S3 paths then begin with the bucket, and the
     * credentials are made up, so that real ones are never sent there.
     */
    public static Clients of(Map<String, String> environment) {
        Settings settings = new Settings(environment);
        return new Clients(
                // Its slowest answers take about 100 ms; one that takes ten times as long will not come.
                () -> configure(
                                settings,
                                DynamoDbClient.builder(),
                                "AWS_ENDPOINT_URL_DYNAMODB",
                                Duration.ofMillis(1500))
                        .build(),
                () -> s3(settings).build(),
                () -> configure(settings, SqsClient.builder(), "AWS_ENDPOINT_URL_SQS", Duration.ofSeconds(3))
                        .build());
    }

    /** For files of a few KB. */
    static S3ClientBuilder s3(Settings settings) {
        return configure(settings, S3Client.builder(), "AWS_ENDPOINT_URL_S3", Duration.ofSeconds(4))
                .forcePathStyle(settings.find("AWS_ENDPOINT_URL_S3").isPresent())
                // Asking before sending is worth the round trip only for large files. In one chunk, the file's checksum
                // is a header instead of a trailer that not every store understands.
                .serviceConfiguration(s3 -> s3.expectContinueEnabled(false).chunkedEncodingEnabled(false));
    }

    private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configure(
            Settings settings, B client, String endpointVariable, Duration attempt) {
        Optional<URI> endpoint = settings.url(endpointVariable);
        // An imitation of AWS on one machine starts slowly: its first answer may take seconds.
        Duration patience = endpoint.isEmpty() ? attempt : attempt.multipliedBy(10);
        client.region(Region.of(settings.text("AWS_REGION")))
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(patience))
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .apiCallAttemptTimeout(patience)
                        .apiCallTimeout(patience.multipliedBy(ATTEMPTS + 1))
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build())
                        .build());
        endpoint.ifPresent(url -> client.endpointOverride(url)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"))));
        return client;
    }
}
