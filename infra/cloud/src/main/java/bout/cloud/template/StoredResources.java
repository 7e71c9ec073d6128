package bout.cloud.template;

import bout.cloud.template.Application.Index;
import bout.cloud.template.Application.Key;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Redrive;
import bout.cloud.template.Application.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the tables and queues of a template. */
final class StoredResources {

    static final String FIFO = ".fifo";

    private static final int DEFAULT_VISIBILITY_S = 30;

    /** The SQS attributes with the same name in CloudFormation. */
    private static final List<String> QUEUE_ATTRIBUTES = List.of(
            "ContentBasedDeduplication",
            "DeduplicationScope",
            "DelaySeconds",
            "FifoQueue",
            "FifoThroughputLimit",
            "MaximumMessageSize",
            "ReceiveMessageWaitTimeSeconds",
            "VisibilityTimeout");

    private final Resolution resolution;
    private final Deployment deployment;

    StoredResources(Resolution resolution, Deployment deployment) {
        this.resolution = resolution;
        this.deployment = deployment;
    }

    Table table(String logicalId) {
        Properties table = resolution.properties(
                logicalId, "AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "TimeToLiveSpecification");
        Map<String, String> attributes = new LinkedHashMap<>();
        table.each("AttributeDefinitions")
                .forEach(each -> attributes.put(each.text("AttributeName"), each.text("AttributeType")));
        List<Index> indexes = table.each("GlobalSecondaryIndexes").stream()
                .map(index -> {
                    Properties projection = index.under("Projection");
                    return new Index(
                            index.text("IndexName"),
                            key(index),
                            projection.text("ProjectionType"),
                            projection.texts("NonKeyAttributes"));
                })
                .toList();
        Properties timeToLive = table.under("TimeToLiveSpecification");
        return new Table(
                logicalId,
                resolution.tableName(logicalId),
                attributes,
                key(table),
                indexes,
                timeToLive.flag("Enabled") ? Optional.of(timeToLive.text("AttributeName")) : Optional.empty());
    }

    private Key key(Properties holder) {
        Map<String, String> byType = new LinkedHashMap<>();
        holder.each("KeySchema").forEach(each -> byType.put(each.text("KeyType"), each.text("AttributeName")));
        if (!byType.containsKey("HASH")) {
            throw new InvalidTemplate(holder.where() + ".KeySchema needs an attribute with KeyType HASH");
        }
        return new Key(byType.get("HASH"), Optional.ofNullable(byType.get("RANGE")));
    }

    Queue queue(String logicalId) {
        List<String> names = new ArrayList<>(QUEUE_ATTRIBUTES);
        names.add("RedrivePolicy");
        Properties queue = resolution.properties(logicalId, names.toArray(String[]::new));
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String attribute : QUEUE_ATTRIBUTES) {
            queue.optionalText(attribute).ifPresent(value -> attributes.put(attribute, value));
        }
        Optional<Redrive> redrive = Optional.empty();
        if (queue.has("RedrivePolicy")) {
            Properties policy = queue.under("RedrivePolicy");
            String arn = policy.text("deadLetterTargetArn");
            redrive = Optional.of(
                    new Redrive(arn.substring(arn.lastIndexOf(':') + 1), policy.number("maxReceiveCount", 10)));
        }
        String name = resolution.queueName(logicalId);
        if (queue.flag("FifoQueue") != name.endsWith(FIFO)) {
            throw new InvalidTemplate(
                    queue.where() + ": names of FIFO queues must end in .fifo, and names of other queues must not"
                            + FIFO + "; this one is " + name);
        }
        if (redrive.isPresent()
                && queue.flag("FifoQueue") != redrive.get().deadLetterQueue().endsWith(FIFO)) {
            throw new InvalidTemplate(queue.where() + ": a queue and its dead-letter queue "
                    + redrive.get().deadLetterQueue() + " must both be FIFO queues or neither");
        }
        return new Queue(
                logicalId,
                name,
                deployment.queueUrl(name),
                queue.flag("FifoQueue"),
                attributes,
                Duration.ofSeconds(queue.number("VisibilityTimeout", DEFAULT_VISIBILITY_S)),
                redrive);
    }
}
