package bout.cloud;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The attributes of a queue.
 *
 * @param attributes as SQS names them, with SQS's defaults
 * @param visibility how long a received message is hidden
 * @param delay before a message can be received for the first time
 * @param retention after which a message is dropped
 * @param deduplicatesGroups whether two groups may have messages with the same deduplication id
 * @param deadLetterQueue the name of the queue for messages that were received {@code mostReceives} times
 */
record QueueSettings(
        Map<String, String> attributes,
        boolean fifo,
        Duration visibility,
        Duration delay,
        Duration retention,
        boolean deduplicatesGroups,
        Optional<String> deadLetterQueue,
        int mostReceives) {

    private static final String ARN = "arn:aws:sqs:local:000000000000:";
    private static final Pattern TARGET = Pattern.compile("\"deadLetterTargetArn\"\\s*:\\s*\"[^\"]*:([^\":]+)\"");
    private static final Pattern MOST = Pattern.compile("\"maxReceiveCount\"\\s*:\\s*\"?(\\d+)");

    private static final Map<String, String> DEFAULTS = Map.of(
            "VisibilityTimeout", "30",
            "DelaySeconds", "0",
            "MessageRetentionPeriod", "345600");

    /** @throws NumberFormatException if an attribute that is a number is none */
    static QueueSettings of(Map<String, String> given) {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(given);
        if (Boolean.parseBoolean(all.get("ContentBasedDeduplication"))) {
            throw new UnsupportedOperationException("the product gives each message a deduplication id");
        }
        String redrive = all.getOrDefault("RedrivePolicy", "");
        Matcher target = TARGET.matcher(redrive);
        Matcher most = MOST.matcher(redrive);
        return new QueueSettings(
                Map.copyOf(all),
                Boolean.parseBoolean(all.get("FifoQueue")),
                seconds(all, "VisibilityTimeout"),
                seconds(all, "DelaySeconds"),
                seconds(all, "MessageRetentionPeriod"),
                "messageGroup".equals(all.get("DeduplicationScope")),
                target.find() ? Optional.of(target.group(1)) : Optional.empty(),
                most.find() ? Integer.parseInt(most.group(1)) : Integer.MAX_VALUE);
    }

    private static Duration seconds(Map<String, String> attributes, String name) {
        return Duration.ofSeconds(Integer.parseInt(attributes.get(name)));
    }

    static String arn(String queue) {
        return ARN + queue;
    }
}
