package bout.store;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Bucket;
import bout.cloud.template.Application.Index;
import bout.cloud.template.Application.Key;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Creates an application's table, queues and bucket, as CloudFormation would. */
record LocalStackResources(Clients clients) {

    private static final Logger LOG = LoggerFactory.getLogger(LocalStackResources.class);

    void make(Application application) {
        try (DynamoDbClient dynamoDb = clients.dynamoDb().get();
                SqsClient sqs = clients.sqs().get();
                S3Client s3 = clients.s3().get()) {
            application.tables().forEach(table -> make(dynamoDb, table));
            Map<String, String> urls = new HashMap<>();
            deadLetterQueuesFirst(application.queues()).forEach(queue -> make(sqs, queue, urls));
            application.buckets().forEach(bucket -> make(s3, bucket));
        }
    }

    private static void make(S3Client s3, Bucket bucket) {
        try {
            s3.createBucket(request -> request.bucket(bucket.name()));
        } catch (BucketAlreadyOwnedByYouException madeBefore) {
            LOG.debug("{} was there already", bucket.name());
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
                    table.indexes().stream().map(LocalStackResources::index).toList());
        }
        try {
            dynamoDb.createTable(request.build());
        } catch (ResourceInUseException madeBefore) {
            // By this call: its first answer came too late. Nobody else uses the name.
            LOG.debug("{} was there already", table.name());
        }
        dynamoDb.waiter().waitUntilTableExists(query -> query.tableName(table.name()));
        table.expires()
                .ifPresent(attribute -> dynamoDb.updateTimeToLive(update -> update.tableName(table.name())
                        .timeToLiveSpecification(
                                ttl -> ttl.attributeName(attribute).enabled(true))));
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

    private static GlobalSecondaryIndex index(Index index) {
        return GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema(index.key()))
                .projection(projection -> projection.projectionType(index.projection()))
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

    /** @param urls of the queues that exist, by name; the queue's is added */
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
        urls.put(
                queue.name(),
                sqs.createQueue(request -> request.queueName(queue.name()).attributes(attributes))
                        .queueUrl());
    }
}
