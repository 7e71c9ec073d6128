package bout.stack;

import bout.engine.Plain;
import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * What a stack has stored at one moment: one line of JSON for its time and whatever a test has to know, then one for
 * each item, file and message.
 *
 * @param known texts by their names
 */
record Recording(
        Instant at,
        Map<String, String> known,
        List<Map<String, AttributeValue>> items,
        List<File> files,
        List<Sent> messages) {

    /** A file of the bucket. */
    record File(String key, String type, String encoding, String cache, byte[] content) {}

    /** A message in a queue. */
    record Sent(String queue, String group, String body) {}

    private static final String DEAD_LETTERS = "MatchesDeadLetterQueue";

    /** Takes all messages from a stack, whose clock goes on until none is hidden. */
    static Recording of(SteppedStack stack, Map<String, String> known) {
        Instant at = stack.now();
        List<Map<String, AttributeValue>> items = stack.table.all();
        List<File> files = new ArrayList<>();
        S3Client s3 = stack.clients.s3().get();
        String bucket = stack.environment("BOUT_BUCKET");
        for (S3Object object : s3.listObjectsV2(list -> list.bucket(bucket)).contents()) {
            var answer = s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key()));
            GetObjectResponse head = answer.response();
            files.add(new File(
                    object.key(),
                    head.contentType(),
                    head.contentEncoding(),
                    head.cacheControl(),
                    answer.asByteArray()));
        }
        List<Sent> messages = new ArrayList<>();
        List<String> queues = new ArrayList<>(
                stack.queues().stream().map(queue -> queue.logicalId()).toList());
        queues.add(DEAD_LETTERS);
        stack.forward(java.time.Duration.ofHours(1));
        for (String queue : queues) {
            List<Message> received;
            do {
                received = stack.receive(queue, 10);
                received.forEach(message -> messages.add(
                        new Sent(queue, message.attributesAsStrings().get("MessageGroupId"), message.body())));
            } while (!received.isEmpty());
        }
        return new Recording(at, known, items, files, messages);
    }

    /** Stores all of it in an empty stack. */
    void into(SteppedStack stack) {
        items.forEach(
                item -> stack.clients.dynamoDb().get().putItem(put -> put.tableName(stack.environment("BOUT_TABLE"))
                        .item(item)));
        files.forEach(file -> stack.clients
                .s3()
                .get()
                .putObject(
                        put -> put.bucket(stack.environment("BOUT_BUCKET"))
                                .key(file.key)
                                .contentType(file.type)
                                .contentEncoding(file.encoding)
                                .cacheControl(file.cache),
                        RequestBody.fromBytes(file.content)));
        messages.forEach(message -> stack.send(message.queue, message.group, message.body));
    }

    Recording with(UnaryOperator<Map<String, AttributeValue>> eachItem, UnaryOperator<Sent> eachMessage) {
        return new Recording(
                at,
                known,
                items.stream().map(eachItem).toList(),
                files,
                messages.stream().map(eachMessage).toList());
    }

    String text() {
        StringBuilder lines = new StringBuilder();
        line(lines, Plain.object("at", at.toString(), "known", new TreeMap<>(known)));
        items.forEach(item -> line(lines, Map.of("item", plain(item))));
        files.forEach(file -> line(
                lines,
                Plain.object(
                        "file",
                        file.key,
                        "type",
                        file.type,
                        "encoding",
                        file.encoding,
                        "cache",
                        file.cache,
                        "content",
                        Base64.getEncoder().encodeToString(file.content))));
        messages.forEach(message ->
                line(lines, Plain.object("queue", message.queue, "group", message.group, "body", message.body)));
        return lines.toString();
    }

    private static void line(StringBuilder lines, Map<String, Object> line) {
        lines.append(Json.text(line)).append('\n');
    }

    static Recording read(String text) throws Json.NotJson {
        Instant at = null;
        Map<String, String> known = new HashMap<>();
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        List<File> files = new ArrayList<>();
        List<Sent> messages = new ArrayList<>();
        for (String each : text.lines().toList()) {
            Map<?, ?> line = (Map<?, ?>) Json.read(each);
            if (line.containsKey("at")) {
                at = Instant.parse((String) line.get("at"));
                ((Map<?, ?>) line.get("known")).forEach((name, value) -> known.put((String) name, (String) value));
            } else if (line.containsKey("item")) {
                items.add(attributes((Map<?, ?>) line.get("item")));
            } else if (line.containsKey("file")) {
                files.add(new File(
                        (String) line.get("file"),
                        (String) line.get("type"),
                        (String) line.get("encoding"),
                        (String) line.get("cache"),
                        Base64.getDecoder().decode((String) line.get("content"))));
            } else {
                messages.add(
                        new Sent((String) line.get("queue"), (String) line.get("group"), (String) line.get("body")));
            }
        }
        return new Recording(at, known, items, files, messages);
    }

    /** Attributes in DynamoDB's JSON. */
    private static Map<String, Object> plain(Map<String, AttributeValue> attributes) {
        Map<String, Object> plain = new TreeMap<>();
        attributes.forEach((name, value) -> plain.put(
                name,
                switch (value.type()) {
                    case S -> Map.of("S", value.s());
                    case N -> Map.of("N", value.n());
                    case BOOL -> Map.of("BOOL", value.bool());
                    case B ->
                        Map.of("B", Base64.getEncoder().encodeToString(value.b().asByteArray()));
                    case SS -> Map.of("SS", value.ss());
                    case M -> Map.of("M", plain(value.m()));
                    default -> throw new IllegalArgumentException("nothing is stored as " + value.type());
                }));
        return plain;
    }

    private static Map<String, AttributeValue> attributes(Map<?, ?> plain) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        plain.forEach((name, typed) -> {
            Map.Entry<?, ?> value = ((Map<?, ?>) typed).entrySet().iterator().next();
            attributes.put(
                    (String) name,
                    switch ((String) value.getKey()) {
                        case "S" -> AttributeValue.fromS((String) value.getValue());
                        case "N" -> AttributeValue.fromN((String) value.getValue());
                        case "BOOL" -> AttributeValue.fromBool((Boolean) value.getValue());
                        case "B" ->
                            AttributeValue.fromB(
                                    SdkBytes.fromByteArray(Base64.getDecoder().decode((String) value.getValue())));
                        case "SS" ->
                            AttributeValue.fromSs(((List<?>) value.getValue())
                                    .stream().map(String.class::cast).toList());
                        case "M" -> AttributeValue.fromM(attributes((Map<?, ?>) value.getValue()));
                        default -> throw new IllegalArgumentException("not an attribute: " + typed);
                    });
        });
        return attributes;
    }
}
