package bout.embedded;

import bout.embedded.Application.Bucket;
import bout.embedded.Application.Index;
import bout.embedded.Application.Key;
import bout.embedded.Application.Queue;
import bout.embedded.Application.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Makes an application's tables, queues and buckets, as CloudFormation would. What is there already stays. */
public final class Provisioning {

    private static final Duration INDEX_FILLED_WITHIN = Duration.ofSeconds(60);
    private static final Duration INDEX_LOOKED_AT_EVERY = Duration.ofMillis(50);

    /**
     * What a queue keeps from when it was made: SQS would not turn it into a FIFO queue or back, and the stand-in takes the
     * settings of a FIFO queue with no other request.
     */
    private static final Set<QueueAttributeName> FIXED = Set.of(
            QueueAttributeName.FIFO_QUEUE,
            QueueAttributeName.DEDUPLICATION_SCOPE,
            QueueAttributeName.FIFO_THROUGHPUT_LIMIT);

    private final Endpoints endpoints;

    public Provisioning(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /**
     * Makes all that is not there yet. Running it again changes nothing but what the template changed of queue attributes,
     * and adds the indexes that a table lacks: data of an older template is kept and goes on.
     */
    public void make(Application application) {
        try (DynamoDbClient dynamoDb = endpoints.dynamoDbClient()) {
            application.tables().forEach(table -> make(dynamoDb, table));
        }
        try (SqsClient sqs = endpoints.sqsClient()) {
            deadLetterQueuesFirst(application.queues()).forEach(queue -> make(sqs, queue));
        }
        try (S3Client s3 = endpoints.s3Client()) {
            application.buckets().forEach(bucket -> make(s3, bucket));
        }
    }

    private static void make(DynamoDbClient dynamoDb, Table table) {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(table.name())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attributes(table, table.indexes()))
                .keySchema(schema(table.key()));
        if (!table.indexes().isEmpty()) {
            request.globalSecondaryIndexes(
                    table.indexes().stream().map(Provisioning::index).toList());
        }
        try {
            dynamoDb.createTable(request.build());
        } catch (ResourceInUseException alreadyThere) {
            // made before, perhaps by another process at this moment
        }
        dynamoDb.waiter().waitUntilTableExists(wanted -> wanted.tableName(table.name()));
        addMissingIndexes(dynamoDb, table);
        table.expires().ifPresent(attribute -> expire(dynamoDb, table.name(), attribute));
    }

    /** What the keys of the table and of these of its indexes consist of; DynamoDB refuses any more. */
    private static List<AttributeDefinition> attributes(Table table, List<Index> indexes) {
        Set<String> used = new HashSet<>();
        Stream.concat(Stream.of(table.key()), indexes.stream().map(Index::key)).forEach(key -> {
            used.add(key.hash());
            key.range().ifPresent(used::add);
        });
        return table.attributes().entrySet().stream()
                .filter(attribute -> used.contains(attribute.getKey()))
                .map(attribute -> AttributeDefinition.builder()
                        .attributeName(attribute.getKey())
                        .attributeType(attribute.getValue())
                        .build())
                .toList();
    }

    /** One after the other: DynamoDB takes one new index at a time, and fills it from what the table holds. */
    private static void addMissingIndexes(DynamoDbClient dynamoDb, Table table) {
        Set<String> names = new HashSet<>();
        indexes(dynamoDb, table).forEach(index -> names.add(index.indexName()));
        List<Index> present = new ArrayList<>();
        List<Index> missing = new ArrayList<>();
        table.indexes().forEach(index -> (names.contains(index.name()) ? present : missing).add(index));
        for (Index index : missing) {
            present.add(index);
            GlobalSecondaryIndex wanted = index(index);
            dynamoDb.updateTable(update -> update.tableName(table.name())
                    .attributeDefinitions(attributes(table, present))
                    .globalSecondaryIndexUpdates(change -> change.create(create -> create.indexName(wanted.indexName())
                            .keySchema(wanted.keySchema())
                            .projection(wanted.projection()))));
            awaitIndex(dynamoDb, table, index.name());
        }
    }

    private static List<GlobalSecondaryIndexDescription> indexes(DynamoDbClient dynamoDb, Table table) {
        return dynamoDb.describeTable(asked -> asked.tableName(table.name()))
                .table()
                .globalSecondaryIndexes();
    }

    private static void awaitIndex(DynamoDbClient dynamoDb, Table table, String name) {
        long deadline = System.nanoTime() + INDEX_FILLED_WITHIN.toNanos();
        while (indexes(dynamoDb, table).stream()
                .noneMatch(index -> index.indexName().equals(name) && index.indexStatus() == IndexStatus.ACTIVE)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the new index " + name + " of the table " + table.name()
                        + " was not filled within " + INDEX_FILLED_WITHIN.toSeconds() + " s");
            }
            LockSupport.parkNanos(INDEX_LOOKED_AT_EVERY.toNanos());
        }
    }

    private static void expire(DynamoDbClient dynamoDb, String table, String attribute) {
        TimeToLiveDescription now =
                dynamoDb.describeTimeToLive(asked -> asked.tableName(table)).timeToLiveDescription();
        if (now.timeToLiveStatus() == TimeToLiveStatus.ENABLED || now.timeToLiveStatus() == TimeToLiveStatus.ENABLING) {
            return; // to enable it twice is an error
        }
        dynamoDb.updateTimeToLive(update -> update.tableName(table)
                .timeToLiveSpecification(ttl -> ttl.attributeName(attribute).enabled(true)));
    }

    private static GlobalSecondaryIndex index(Index index) {
        return GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection -> {
                    projection.projectionType(index.projection());
                    if (!index.included().isEmpty()) {
                        projection.nonKeyAttributes(index.included());
                    }
                })
                .build();
    }

    private static List<KeySchemaElement> schema(Key key) {
        List<KeySchemaElement> schema = new ArrayList<>();
        schema.add(KeySchemaElement.builder()
                .attributeName(key.hash())
                .keyType(KeyType.HASH)
                .build());
        key.range()
                .ifPresent(range -> schema.add(KeySchemaElement.builder()
                        .attributeName(range)
                        .keyType(KeyType.RANGE)
                        .build()));
        return schema;
    }

    /** A redrive policy may only name a queue that is there. */
    private static SequencedCollection<Queue> deadLetterQueuesFirst(List<Queue> queues) {
        Map<String, Queue> byName = new HashMap<>();
        queues.forEach(queue -> byName.put(queue.name(), queue));
        SequencedCollection<Queue> ordered = new LinkedHashSet<>();
        for (Queue queue : queues) {
            queue.redrive()
                    .map(redrive -> byName.get(redrive.deadLetterQueue()))
                    .ifPresent(ordered::add);
        }
        ordered.addAll(queues);
        return ordered;
    }

    private static void make(SqsClient sqs, Queue queue) {
        Map<QueueAttributeName, String> attributes = new HashMap<>();
        queue.attributes().forEach((name, value) -> attributes.put(QueueAttributeName.fromValue(name), value));
        queue.redrive().ifPresent(redrive -> {
            // The stand-in's own words for the dead-letter queue's ARN: they differ in what they think the region is.
            String url = sqs.getQueueUrl(asked -> asked.queueName(redrive.deadLetterQueue()))
                    .queueUrl();
            String arn = sqs.getQueueAttributes(
                            asked -> asked.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                    .attributes()
                    .get(QueueAttributeName.QUEUE_ARN);
            attributes.put(
                    QueueAttributeName.REDRIVE_POLICY,
                    "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":" + redrive.maxReceiveCount() + "}");
        });
        try {
            String url = sqs.getQueueUrl(asked -> asked.queueName(queue.name())).queueUrl();
            attributes.keySet().removeAll(FIXED);
            sqs.setQueueAttributes(changed -> changed.queueUrl(url).attributes(attributes));
        } catch (QueueDoesNotExistException notYet) {
            sqs.createQueue(wanted -> wanted.queueName(queue.name()).attributes(attributes));
        }
    }

    private static void make(S3Client s3, Bucket bucket) {
        try {
            s3.createBucket(wanted -> wanted.bucket(bucket.name()));
        } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException alreadyThere) {
            // made before
        }
    }
}
