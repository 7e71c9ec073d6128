package bout.stack;

import bout.bots.HttpAnswer;
import bout.cloud.Cloud;
import bout.cloud.CloudBucket;
import bout.cloud.CloudQueues;
import bout.cloud.CloudTable;
import bout.cloud.Observed;
import bout.cloud.Storage;
import bout.cloud.template.Application;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.engine.Plain;
import bout.stack.http.HttpRequest;
import bout.stack.http.RouteTable;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.queue.Inbox;
import bout.telemetry.Machine;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * The application of template.yaml without pollers, schedules and sockets: a test says which function runs when. Its
 * clock stands still until a test moves it.
 */
final class SteppedStack implements AutoCloseable {

    /** Nothing listens there: a message to a connection is not taken. */
    private static final String NOBODY = "http://127.0.0.1:1/live";

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final int STEPS_A_MINUTE = 12;

    final CloudTable table;
    final Clients clients;
    private final Application application;
    private final Clock clock;
    private final HttpApi api;
    private final Map<Application.Function, Map<String, String>> environments = new LinkedHashMap<>();
    private final Map<String, LocalFunction> functions = new LinkedHashMap<>();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();

    /** Parts of the names of queues and folders that cannot be reached. */
    private final Set<String> unreachable = ConcurrentHashMap.newKeySet();

    private volatile Instant now;

    private final Machine machine = new Machine() {
        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public void start(Runnable work) {
            Thread.startVirtualThread(
                    () -> ScopedValue.where(Machine.SIMULATED, this).run(work));
        }

        @Override
        public boolean parallel() {
            return false;
        }
    };

    SteppedStack(Instant start, Map<String, String> parameters) throws StackNotStarted {
        now = start;
        InstantSource time = () -> now;
        clock = time.withZone(ZoneOffset.UTC);
        application = Template.read(Template.ofThisRepository())
                .application(new Deployment("bout", parameters, URI.create("http://sqs.local"), "eu-central-1"));
        table = new CloudTable(Storage.inMemory(), application.tables().getFirst());
        CloudQueues queues = new CloudQueues(clock);
        CloudBucket bucket = new CloudBucket(clock);
        Cloud.make(application, queues, bucket);
        clients = new Clients(
                Observed.client(DynamoDbClient.class, table, (operation, request, call) -> call.with(request)),
                Observed.client(S3Client.class, bucket, this::call),
                Observed.client(SqsClient.class, queues, this::call));
        DrawnSecrets secrets = new DrawnSecrets();
        Map<Route, LocalFunction> routes = new HashMap<>();
        for (Application.Function function : application.functions()) {
            Map<String, String> own = new HashMap<>(secrets.resolve(function.environment()));
            own.put("AWS_REGION", "eu-central-1");
            own.put("AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI", NOBODY);
            environments.put(function, own);
            restart(function.logicalId());
            function.events(Route.class).forEach(route -> routes.put(route, functions.get(function.logicalId())));
        }
        api = new HttpApi(new RouteTable<>(routes));
    }

    private Object call(String operation, SdkRequest request, Observed.Call call) {
        String where = request.getValueForField("QueueUrl", String.class)
                .or(() -> request.getValueForField("Key", String.class))
                .orElse("");
        if (unreachable.stream().anyMatch(where::contains)) {
            throw SdkClientException.create(where + " cannot be reached");
        }
        return call.with(request);
    }

    private <T> T here(Supplier<T> work) {
        return ScopedValue.where(Machine.SIMULATED, machine).call(work::get);
    }

    Instant now() {
        return now;
    }

    void forward(Duration time) {
        now = now.plus(time);
    }

    /** Which batches a function did not take, and which runs failed. */
    Set<String> failures() {
        return failures;
    }

    /** Of all functions together. */
    String environment(String name) {
        return environment().get(name);
    }

    private Map<String, String> environment() {
        Map<String, String> all = new HashMap<>();
        environments.values().forEach(all::putAll);
        return all;
    }

    Aws aws() {
        return new Aws(environment(), clients);
    }

    /** All files by key, unzipped. */
    Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        S3Client s3 = clients.s3().get();
        String bucket = environment("BOUT_BUCKET");
        for (S3Object object : s3.listObjectsV2(list -> list.bucket(bucket)).contents()) {
            byte[] content = s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key()))
                    .asByteArray();
            boolean zipped = content.length > 1 && content[0] == 0x1f && content[1] == (byte) 0x8b;
            files.put(
                    object.key(),
                    zipped ? new GZIPInputStream(new ByteArrayInputStream(content)).readAllBytes() : content);
        }
        return files;
    }

    /** Does something while what has such a part in its name cannot be reached. */
    void without(String part, Runnable work) {
        unreachable.add(part);
        work.run();
        unreachable.remove(part);
    }

    /** @param token {@code null} for none */
    HttpAnswer request(String token, String method, String path, String body) {
        return request(token, method, path, body, Map.of());
    }

    HttpAnswer request(
            String token, String method, String path, String body, Map<String, List<String>> furtherHeaders) {
        Map<String, List<String>> headers = new LinkedHashMap<>(furtherHeaders);
        if (token != null) {
            headers.put("authorization", List.of("Bearer " + token));
        }
        if (!body.isEmpty()) {
            headers.put("content-type", List.of("application/json"));
        }
        String[] parts = path.split("\\?", 2);
        HttpRequest request = new HttpRequest(
                method,
                parts[0],
                parts.length < 2 ? "" : parts[1],
                "127.0.0.1",
                headers,
                body.getBytes(StandardCharsets.UTF_8));
        return here(() -> api.answer(request));
    }

    /** What the API answers to a request that it takes. */
    Plain api(String token, String method, String path, Object... body) {
        HttpAnswer answer = request(token, method, path, body.length == 0 ? "" : Json.text(Plain.object(body)));
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        if (answer.status() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.status() + " " + text);
        }
        try {
            return Plain.of(text.isEmpty() ? Map.of() : Json.read(text));
        } catch (Json.NotJson wrong) {
            throw new AssertionError(text, wrong);
        }
    }

    /** Opens a connection of the WebSocket API; the status of the answer. */
    int connect(String connection, String ticket) {
        APIGatewayV2WebSocketEvent.RequestContext context = new APIGatewayV2WebSocketEvent.RequestContext();
        context.setConnectionId(connection);
        context.setEventType("CONNECT");
        APIGatewayV2WebSocketEvent event = new APIGatewayV2WebSocketEvent();
        event.setRequestContext(context);
        event.setQueryStringParameters(Map.of("ticket", ticket));
        return here(() -> functions
                .get("ConnectionsFunction")
                .invoke(event, APIGatewayV2WebSocketResponse.class)
                .getStatusCode());
    }

    /** Runs what runs each minute. */
    void clock(String function) {
        ScheduledEvent event = new ScheduledEvent();
        event.setTime(new DateTime(now.toEpochMilli(), DateTimeZone.UTC));
        try {
            here(() -> functions.get(function).invoke(event, Void.class));
        } catch (RuntimeException failed) {
            failures.add(function + ": " + failed);
        }
    }

    /** Gives the function of a queue one batch of its messages; how many there were. */
    int deliver(String queueId) {
        Application.Function function = application.functions().stream()
                .filter(each -> each.events(QueueBatches.class).stream()
                        .anyMatch(source -> source.queue().logicalId().equals(queueId)))
                .findFirst()
                .orElseThrow();
        String url = application.queue(queueId).url().toString();
        List<Message> messages = receive(queueId, 10);
        if (messages.isEmpty()) {
            return 0;
        }
        SQSBatchResponse answer =
                here(() -> functions.get(function.logicalId()).invoke(Inbox.event(messages), SQSBatchResponse.class));
        Set<String> failed = answer.getBatchItemFailures().stream()
                .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                .collect(Collectors.toSet());
        for (Message message : messages) {
            if (failed.contains(message.messageId())) {
                failures.add(queueId + ": " + message.body());
            } else {
                clients.sqs().get().deleteMessage(delete -> delete.queueUrl(url)
                        .receiptHandle(message.receiptHandle()));
            }
        }
        return messages.size();
    }

    List<Message> receive(String queueId, int most) {
        return clients.sqs()
                .get()
                .receiveMessage(receive -> receive.queueUrl(
                                application.queue(queueId).url().toString())
                        .maxNumberOfMessages(most)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    void send(String queueId, String group, String body) {
        Application.Queue queue = application.queue(queueId);
        clients.sqs().get().sendMessage(send -> send.queueUrl(queue.url().toString())
                .messageGroupId(group)
                .messageDeduplicationId(queue.fifo() ? queueId + body.hashCode() : null)
                .messageBody(body));
    }

    /** Delivers all that can be received now, except of some queues. */
    void deliverAll(String... except) {
        int delivered;
        do {
            delivered = 0;
            for (Application.Queue queue : queues()) {
                if (!List.of(except).contains(queue.logicalId())) {
                    delivered += deliver(queue.logicalId());
                }
            }
        } while (delivered > 0);
    }

    /** The queues whose messages a function gets. */
    List<Application.Queue> queues() {
        return application.functions().stream()
                .flatMap(function -> function.events(QueueBatches.class).stream())
                .map(QueueBatches::queue)
                .toList();
    }

    /** Lets minutes go by, in which everything runs, until something is so. */
    void await(int minutes, BooleanSupplier condition) {
        for (int minute = 0; minute < minutes && !condition.getAsBoolean(); minute++) {
            for (Application.Function function : application.functions()) {
                if (function.events(Schedule.class).stream()
                        .anyMatch(schedule -> schedule.every().toMinutes() == 1)) {
                    clock(function.logicalId());
                }
            }
            for (int step = 0; step < STEPS_A_MINUTE; step++) {
                deliverAll();
                forward(STEP);
            }
        }
    }

    /** Asks a function to end what it does. */
    void stop(String functionId) {
        functions.get(functionId).stop();
    }

    /** Makes another instance of a function, for the next invocations by queues and clocks. */
    void restart(String functionId) throws StackNotStarted {
        Map.Entry<Application.Function, Map<String, String>> function = environments.entrySet().stream()
                .filter(each -> each.getKey().logicalId().equals(functionId))
                .findFirst()
                .orElseThrow();
        functions.put(
                functionId,
                ScopedValue.where(Machine.SIMULATED, machine)
                        .call(() -> LocalFunction.of(function.getKey(), new Aws(function.getValue(), clients))));
    }

    @Override
    public void close() {
        functions.values().forEach(LocalFunction::stop);
    }
}
