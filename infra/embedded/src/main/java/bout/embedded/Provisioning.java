package bout.embedded;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Bucket;
import bout.cloud.template.Application.Index;
import bout.cloud.template.Application.Key;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
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

/** Creates an application's tables, queues and buckets, as CloudFormation would. Keeps those that exist. */
public final class Provisioning {

    private static final Duration INDEX_FILLED_WITHIN = Duration.ofSeconds(60);
    private static final Duration INDEX_POLL_INTERVAL = Duration.ofMillis(50);

    /**
     * Attributes that cannot change after a queue was created: SQS cannot convert between standard and FIFO queues, and
     * ElasticMQ accepts the settings of a FIFO queue only on creation.
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
     * Creates all missing resources. Also updates changed queue attributes and adds missing indexes to tables, so that
     * data stored under an older template stays usable.
     */
    public void make(Application application) {
        try (DynamoDbClient dynamoDb = endpoints.dynamoDbClient()) {
            application.tables().forEach(table -> make(dynamoDb, table));
        }
        try (SqsClient sqs = endpoints.sqsClient()) {
            // One request for all queues: most are made for a single test, so asking for each took as long as making
            // it.
            Map<String, String> urls = urls(sqs, application.queues());
            deadLetterQueuesFirst(application.queues()).forEach(queue -> make(sqs, queue, urls));
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
        boolean created = true;
        try {
            dynamoDb.createTable(request.build());
        } catch (ResourceInUseException alreadyThere) {
            created = false; // exists already, perhaps created by another process just now
        }
        dynamoDb.waiter().waitUntilTableExists(query -> query.tableName(table.name()));
        if (!created) {
            addMissingIndexes(dynamoDb, table);
        }
        table.expires().ifPresent(attribute -> expire(dynamoDb, table.name(), attribute));
    }

    /** The key attributes of the table and of the given indexes. DynamoDB rejects any others. */
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

    /** One at a time: DynamoDB accepts one new index at a time, and fills it from the table. */
    private static void addMissingIndexes(DynamoDbClient dynamoDb, Table table) {
        Set<String> names = new HashSet<>();
        indexes(dynamoDb, table).forEach(index -> names.add(index.indexName()));
        List<Index> present = new ArrayList<>();
        List<Index> missing = new ArrayList<>();
        table.indexes().forEach(index -> (names.contains(index.name()) ? present : missing).add(index));
        for (Index index : missing) {
            present.add(index);
            GlobalSecondaryIndex definition = index(index);
            dynamoDb.updateTable(update -> update.tableName(table.name())
                    .attributeDefinitions(attributes(table, present))
                    .globalSecondaryIndexUpdates(
                            change -> change.create(create -> create.indexName(definition.indexName())
                                    .keySchema(definition.keySchema())
                                    .projection(definition.projection()))));
            awaitIndex(dynamoDb, table, index.name());
        }
    }

    private static List<GlobalSecondaryIndexDescription> indexes(DynamoDbClient dynamoDb, Table table) {
        return dynamoDb.describeTable(request -> request.tableName(table.name()))
                .table()
                .globalSecondaryIndexes();
    }

    private static void awaitIndex(DynamoDbClient dynamoDb, Table table, String name) {
        long deadline = System.nanoTime() + INDEX_FILLED_WITHIN.toNanos();
        while (indexes(dynamoDb, table).stream()
                .noneMatch(index -> index.indexName().equals(name) && index.indexStatus() == IndexStatus.ACTIVE)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the new index " + name + " of the table " + table.name()
                        + " was not built within " + INDEX_FILLED_WITHIN.toSeconds() + " s");
            }
            LockSupport.parkNanos(INDEX_POLL_INTERVAL.toNanos());
        }
    }

    private static void expire(DynamoDbClient dynamoDb, String table, String attribute) {
        TimeToLiveDescription now =
                dynamoDb.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
        if (now.timeToLiveStatus() == TimeToLiveStatus.ENABLED || now.timeToLiveStatus() == TimeToLiveStatus.ENABLING) {
            return; // enabling it twice is an error
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

    /** A redrive policy may only name an existing queue. */
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

    /** The URLs of those queues that exist, by name. */
    private static Map<String, String> urls(SqsClient sqs, List<Queue> queues) {
        Set<String> names = queues.stream().map(Queue::name).collect(Collectors.toSet());
        Map<String, String> urls = new HashMap<>();
        for (String url : sqs.listQueuesPaginator(
                        request -> request.queueNamePrefix(commonPrefix(names)).maxResults(1000))
                .queueUrls()) {
            String name = url.substring(url.lastIndexOf('/') + 1);
            if (names.contains(name)) {
                urls.put(name, url);
            }
        }
        return urls;
    }

    private static String commonPrefix(Set<String> names) {
        return names.stream()
                .reduce((one, other) -> {
                    int mismatch = Arrays.mismatch(one.toCharArray(), other.toCharArray());
                    return mismatch < 0 ? one : one.substring(0, mismatch);
                })
                .orElse("");
    }

    /** @param urls of the queues that exist; the queue's is added */
    private static void make(SqsClient sqs, Queue queue, Map<String, String> urls) {
        Map<QueueAttributeName, String> attributes = new HashMap<>();
        queue.attributes().forEach((name, value) -> attributes.put(QueueAttributeName.fromValue(name), value));
        queue.redrive().ifPresent(redrive -> {
            // Ask the service for the dead-letter queue's ARN: services differ in the region they report.
            String url = urls.get(redrive.deadLetterQueue());
            String arn = sqs.getQueueAttributes(
                            request -> request.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                    .attributes()
                    .get(QueueAttributeName.QUEUE_ARN);
            attributes.put(
                    QueueAttributeName.REDRIVE_POLICY,
                    "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":" + redrive.maxReceiveCount() + "}");
        });
        String url = urls.get(queue.name());
        if (url == null) {
            urls.put(
                    queue.name(),
                    sqs.createQueue(request -> request.queueName(queue.name()).attributes(attributes))
                            .queueUrl());
        } else {
            attributes.keySet().removeAll(FIXED);
            sqs.setQueueAttributes(changed -> changed.queueUrl(url).attributes(attributes));
        }
    }

    private static void make(S3Client s3, Bucket bucket) {
        try {
            s3.createBucket(request -> request.bucket(bucket.name()));
        } catch (BucketAlreadyOwnedByYouException | BucketAlreadyExistsException alreadyThere) {
            // exists already
        }
    }
}
