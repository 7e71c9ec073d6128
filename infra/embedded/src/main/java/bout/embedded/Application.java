package bout.embedded;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A serverless application as a template says it, with every name and reference resolved for one {@link Deployment}:
 * what is to be made, and what is to be wired to what.
 */
public record Application(
        List<Table> tables, List<Queue> queues, List<Bucket> buckets, List<Function> functions, Optional<Cdn> cdn) {

    public Application {
        tables = List.copyOf(tables);
        queues = List.copyOf(queues);
        buckets = List.copyOf(buckets);
        functions = List.copyOf(functions);
    }

    /**
     * A DynamoDB table.
     *
     * @param attributes the key attributes' types by name ({@code S}, {@code N} or {@code B})
     * @param expires the attribute that holds the epoch second after which an item may be deleted
     */
    public record Table(
            String logicalId,
            String name,
            Map<String, String> attributes,
            Key key,
            List<Index> indexes,
            Optional<String> expires) {}

    /** A primary key: the partition key, and the sort key where there is one. */
    public record Key(String hash, Optional<String> range) {}

    /**
     * A global secondary index.
     *
     * @param projection {@code ALL}, {@code KEYS_ONLY} or {@code INCLUDE}
     * @param included the attributes that {@code INCLUDE} names
     */
    public record Index(String name, Key key, String projection, List<String> included) {}

    /**
     * An SQS queue.
     *
     * @param attributes what is set otherwise than SQS's default, by SQS's own names ({@code VisibilityTimeout}, ...)
     * @param redrive where a message goes that was received too often
     */
    public record Queue(
            String logicalId,
            String name,
            URI url,
            boolean fifo,
            Map<String, String> attributes,
            Duration visibilityTimeout,
            Optional<Redrive> redrive) {}

    /** A queue's dead-letter queue, by name, and how often a message may be received before it goes there. */
    public record Redrive(String deadLetterQueue, int maxReceiveCount) {}

    /** An S3 bucket. */
    public record Bucket(String logicalId, String name) {}

    /**
     * A Lambda function.
     *
     * @param handler the class, without the method's name
     * @param codeUri the jar, relative to the template
     * @param memory MB
     */
    public record Function(
            String logicalId,
            String name,
            String handler,
            String codeUri,
            Duration timeout,
            int memory,
            Map<String, String> environment,
            List<Event> events) {}

    /** What makes a function run. */
    public sealed interface Event {}

    /**
     * A route of the HTTP API.
     *
     * @param method an HTTP method, or {@code ANY}
     * @param path a path with {@code {parameter}} segments, its last one perhaps {@code {parameter+}}, or
     *     {@code $default}
     */
    public record Route(String method, String path) implements Event {

        public static final String ANY = "ANY";
        public static final String DEFAULT = "$default";

        /** How API Gateway names the route, as {@code GET /api/games} or {@code $default}. */
        public String key() {
            return path.equals(DEFAULT) ? DEFAULT : method + " " + path;
        }
    }

    /**
     * Messages of a queue, in batches.
     *
     * @param batchSize messages in one invocation at most
     * @param window how long messages are gathered for a batch at most
     * @param reportsFailures whether the answer says which messages of the batch failed; else all do or none
     * @param maximumConcurrency invocations at the same time at most
     */
    public record QueueBatches(
            Queue queue, int batchSize, Duration window, boolean reportsFailures, int maximumConcurrency)
            implements Event {}

    /** A run at fixed intervals. */
    public record Schedule(Duration every) implements Event {}

    /**
     * The CDN in front of it all: which path is served by what.
     *
     * @param rootObject what a request for {@code /} gets
     * @param behaviors in the order in which they are tried; the last one takes every path
     */
    public record Cdn(String rootObject, List<Behavior> behaviors) {

        /** What serves every path that no other behavior takes; what it serves is the site. */
        public Behavior defaultBehavior() {
            return behaviors.getLast();
        }
    }

    /**
     * What serves the paths that match a pattern.
     *
     * @param pathPattern with {@code *} for any characters
     * @param methods those that are let through
     * @param headers what is set on each answer
     */
    public record Behavior(String pathPattern, Origin origin, List<String> methods, Map<String, String> headers) {

        /** The paths that match: {@code *} stands for any characters, {@code ?} for one; the first slash may be missing. */
        public Pattern paths() {
            StringBuilder regex = new StringBuilder("/?");
            for (char each : pathPattern.replaceFirst("^/", "").toCharArray()) {
                regex.append(
                        switch (each) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default -> Pattern.quote(String.valueOf(each));
                        });
            }
            return Pattern.compile(regex.toString(), Pattern.DOTALL);
        }
    }

    /** Where the CDN gets an answer from. */
    public sealed interface Origin {}

    /** The HTTP API. */
    public record ApiOrigin() implements Origin {}

    /** The objects of a bucket, by the request's path. */
    public record BucketOrigin(Bucket bucket) implements Origin {}
}
