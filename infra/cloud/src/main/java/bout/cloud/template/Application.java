package bout.cloud.template;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A serverless application described by a template, with every name and reference resolved for one {@link Deployment}:
 * its resources and how they connect.
 */
public record Application(
        List<Table> tables,
        List<Queue> queues,
        List<Bucket> buckets,
        List<Function> functions,
        Optional<WebSocketApi> lines,
        Optional<Cdn> cdn) {

    public Queue queue(String logicalId) {
        return queues.stream()
                .filter(each -> each.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }

    /** @param handler the name of the class */
    public Function function(String handler) {
        return functions.stream()
                .filter(each -> each.handler().equals(handler))
                .findFirst()
                .orElseThrow();
    }

    /**
     * @param attributes the types of the key attributes by name ({@code S}, {@code N} or {@code B})
     * @param expires the attribute with the expiry time of an item, in seconds since 1970
     */
    public record Table(
            String logicalId,
            String name,
            Map<String, String> attributes,
            Key key,
            List<Index> indexes,
            Optional<String> expires) {}

    public record Key(String hash, Optional<String> range) {}

    /** @param projection {@code ALL} or {@code KEYS_ONLY} */
    public record Index(String name, Key key, String projection) {}

    /**
     * @param attributes settings that differ from SQS's defaults, under SQS's names ({@code VisibilityTimeout}, ...)
     * @param redrive where a message goes after too many receives
     */
    public record Queue(
            String logicalId,
            String name,
            URI url,
            boolean fifo,
            Map<String, String> attributes,
            Optional<Redrive> redrive) {}

    /** The name of a queue's dead-letter queue, and how often a message may be received before it goes there. */
    public record Redrive(String deadLetterQueue, int maxReceiveCount) {}

    public record Bucket(String logicalId, String name) {}

    /**
     * @param handler the class, without the method
     * @param codeUri the jar, relative to the template
     */
    public record Function(
            String logicalId,
            String name,
            String handler,
            String codeUri,
            Duration timeout,
            Map<String, String> environment,
            List<Event> events) {

        public <E extends Event> List<E> events(Class<E> kind) {
            return events.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }

    public sealed interface Event {}

    /**
     * @param method an HTTP method, or {@code ANY}
     * @param path with {@code {parameter}} segments, the last possibly {@code {parameter+}}
     */
    public record Route(String method, String path) implements Event {

        public static final String ANY = "ANY";

        /** API Gateway's name for the route, such as {@code GET /api/games}. */
        public String key() {
            return method + " " + path;
        }
    }

    /**
     * @param batchSize the most messages per invocation
     * @param window the longest time to collect messages for a batch
     * @param reportsFailures whether the function reports which messages failed; otherwise a batch succeeds or fails as
     *     a whole
     */
    public record QueueBatches(
            Queue queue, int batchSize, Duration window, boolean reportsFailures, int maximumConcurrency)
            implements Event {}

    public record Schedule(Duration every) implements Event {}

    /**
     * The WebSocket API.
     *
     * @param url where clients connect in a deployment, such as {@code wss://Id.execute-api.region.amazonaws.com/stage}
     * @param stage the last part of the URL
     * @param routes the logical id of each route's function, by the route's key: {@code $connect}, {@code $disconnect}
     *     and {@code $default}
     */
    public record WebSocketApi(String url, String stage, Map<String, String> routes) {}

    /**
     * The CDN: which origin serves which path.
     *
     * @param rootObject the object served for {@code /}
     * @param behaviors in order of precedence; the last one matches every path
     */
    public record Cdn(String rootObject, List<Behavior> behaviors) {

        /** The behavior for all paths that no other behavior matches; it serves the site. */
        public Behavior defaultBehavior() {
            return behaviors.getLast();
        }
    }

    /**
     * Serves the paths that match a pattern.
     *
     * @param pathPattern with {@code *} for any characters
     * @param methods the allowed HTTP methods
     * @param headers added to each response
     * @param viewerHeader the header of requests that a function of the CDN sets to the viewer's address
     */
    public record Behavior(
            String pathPattern,
            Origin origin,
            List<String> methods,
            Map<String, String> headers,
            Optional<String> viewerHeader) {

        /**
         * Matches the paths of this behavior: {@code *} stands for any characters, {@code ?} for one; the first slash
         * is optional.
         */
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

    public sealed interface Origin {}

    /**
     * The HTTP API.
     *
     * @param headers added by the CDN to each request; values may refer to secrets
     */
    public record ApiOrigin(Map<String, String> headers) implements Origin {}

    /**
     * A function of the CDN that sends viewers on.
     *
     * @param prefix the regular expression of what the place of a request is without
     * @param places where a place is appended
     * @param page where requests without a place lead
     */
    public record Redirect(String prefix, String places, String page) implements Origin {

        public String location(String path) {
            String place = path.replaceFirst(prefix, "");
            return place.isEmpty() ? page : places + place;
        }
    }

    /** The objects of a bucket; the request's path is the key. */
    public record BucketOrigin(Bucket bucket) implements Origin {}
}
