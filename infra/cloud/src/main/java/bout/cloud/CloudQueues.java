package bout.cloud;

import bout.cloud.MessageQueue.Draft;
import bout.cloud.MessageQueue.Receipt;
import bout.cloud.MessageQueue.Received;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityResponse;
import software.amazon.awssdk.services.sqs.model.CreateQueueRequest;
import software.amazon.awssdk.services.sqs.model.CreateQueueResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageResponse;
import software.amazon.awssdk.services.sqs.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * SQS in the process: standard and FIFO queues in a {@link Storage}. Sending, receiving, deleting and hiding messages,
 * alone and in batches, and creating queues; everything else is refused. Limits and errors are those of SQS; only a
 * message, and all messages of one request together, have at most 256 KiB here, a quarter of what SQS takes. Answers
 * have only what the product reads: no digests and sequence numbers, and of a message's attributes its group and how
 * often it was received.
 *
 * <p>Of a queue's URL, only the last part counts. Safe for use by many threads.
 */
public final class CloudQueues implements SqsClient {

    private static final String URLS = "https://sqs.local/000000000000/";
    private static final int MOST_BYTES = 256 * 1024;
    private static final int MOST_ENTRIES = 10;
    private static final Duration MOST_DELAY = Duration.ofMinutes(15);
    private static final Duration MOST_HIDDEN = Duration.ofHours(12);
    private static final Duration MOST_WAIT = Duration.ofSeconds(20);
    private static final Pattern ENTRY_ID = Pattern.compile("[A-Za-z0-9_-]{1,80}");
    private static final Pattern GROUP = Pattern.compile("[!-~]{1,128}");
    private static final Pattern RECEIPT = Pattern.compile("([0-9a-f-]{36})\\.(\\d{1,9})");

    private final Clock clock;
    private final Storage storage;
    private final Map<String, MessageQueue> queues = new ConcurrentHashMap<>();

    /** In memory. @param clock decides about delays and visibility */
    public CloudQueues(Clock clock) {
        this(clock, Storage.inMemory());
    }

    /** Messages are stored; queues are to be created again after a restart, and then have their messages. */
    public CloudQueues(Clock clock, Storage storage) {
        this.clock = clock;
        this.storage = storage;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Others may use the queues further. */
    @Override
    public void close() {}

    @Override
    public synchronized CreateQueueResponse createQueue(CreateQueueRequest request) {
        String name = request.queueName();
        QueueSettings wanted = QueueSettings.of(request.attributesAsStrings());
        if (wanted.fifo() != name.endsWith(".fifo")) {
            throw invalid("the names of FIFO queues, and only those, end with .fifo");
        }
        MessageQueue there = queues.get(name);
        if (there == null) {
            queues.put(name, new MessageQueue(wanted, name, clock, storage, this::named));
        } else if (!there.settings.equals(wanted)) {
            throw refusal("QueueAlreadyExists", name + " has other attributes");
        }
        return CreateQueueResponse.builder().queueUrl(URLS + name).build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        Map<String, String> all = new HashMap<>(queue.settings.attributes());
        all.putAll(queue.counts());
        all.put(QueueAttributeName.QUEUE_ARN.toString(), QueueSettings.arn(queue.name));
        if (!request.attributeNames().contains(QueueAttributeName.ALL)) {
            all.keySet().retainAll(request.attributeNamesAsStrings());
        }
        return GetQueueAttributesResponse.builder().attributesWithStrings(all).build();
    }

    /**
     * When the next message of a queue can be received, for those who do not wait in a request: in milliseconds since
     * 1970, perhaps already past; {@link Long#MAX_VALUE} if it has none.
     */
    public long nextReceivable(String url) {
        return queue(url).nextReceivable();
    }

    private Optional<MessageQueue> named(String name) {
        return Optional.ofNullable(queues.get(name));
    }

    private MessageQueue queue(String url) {
        return named(url.substring(url.lastIndexOf('/') + 1))
                .orElseThrow(() -> refusal(
                        QueueDoesNotExistException.builder(),
                        "AWS.SimpleQueueService.NonExistentQueue",
                        "there is no queue " + url));
    }

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        Draft draft = draft(
                queue,
                SendMessageBatchRequestEntry.builder()
                        .id("0")
                        .messageBody(request.messageBody())
                        .delaySeconds(request.delaySeconds())
                        .messageAttributes(request.messageAttributes())
                        .messageGroupId(request.messageGroupId())
                        .messageDeduplicationId(request.messageDeduplicationId())
                        .build());
        long bytes = utf8(request.messageBody()).length;
        if (bytes > MOST_BYTES) {
            throw invalid("a message has at most " + MOST_BYTES + " bytes, and this one has " + bytes);
        }
        Queued sent = stored(() -> queue.send(List.of(draft))).getFirst();
        return SendMessageResponse.builder().messageId(sent.sent.id()).build();
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        checkIds(request.entries(), SendMessageBatchRequestEntry::id);
        Map<String, Draft> drafts = new LinkedHashMap<>();
        List<BatchResultErrorEntry> failed = each(
                request.entries(),
                SendMessageBatchRequestEntry::id,
                entry -> drafts.put(entry.id(), draft(queue, entry)));
        long bytes = drafts.values().stream()
                .mapToLong(draft -> utf8(draft.sent().body()).length)
                .sum();
        if (bytes > MOST_BYTES) {
            throw refusal(
                    "AWS.SimpleQueueService.BatchRequestTooLong",
                    "a batch has at most " + MOST_BYTES + " bytes, and this one has " + bytes);
        }
        List<Queued> sent = stored(() -> queue.send(List.copyOf(drafts.values())));
        List<SendMessageBatchResultEntry> successful = new ArrayList<>();
        drafts.keySet().forEach(id -> {
            successful.add(SendMessageBatchResultEntry.builder()
                    .id(id)
                    .messageId(sent.get(successful.size()).sent.id())
                    .build());
        });
        return SendMessageBatchResponse.builder()
                .successful(successful)
                .failed(failed)
                .build();
    }

    private static Draft draft(MessageQueue queue, SendMessageBatchRequestEntry entry) {
        if (entry.hasMessageAttributes() || entry.hasMessageSystemAttributes()) {
            throw new UnsupportedOperationException("the product sends no attributes with a message");
        }
        String body = entry.messageBody();
        if (body == null || body.isEmpty()) {
            throw refusal("MissingParameter", "the request must contain the parameter MessageBody");
        }
        if (!body.codePoints().allMatch(CloudQueues::isAllowed)) {
            throw refusal("InvalidMessageContents", "the message has characters that SQS does not take");
        }
        if (!Stream.of(entry.messageGroupId(), entry.messageDeduplicationId())
                .allMatch(text -> text == null || GROUP.matcher(text).matches())) {
            throw invalid("a group and a deduplication id have 1 to 128 letters, digits and signs");
        }
        if (queue.fifo) {
            if (entry.messageGroupId() == null) {
                throw refusal("MissingParameter", "the request must contain the parameter MessageGroupId");
            }
            if (entry.messageDeduplicationId() == null) {
                throw invalid("the message should have a MessageDeduplicationId");
            }
            if (entry.delaySeconds() != null && entry.delaySeconds() > 0) {
                throw invalid("a message of a FIFO queue has no delay of its own");
            }
        }
        return new Draft(
                new Queued.Sent(null, body, entry.messageGroupId(), entry.messageDeduplicationId(), 0),
                seconds("DelaySeconds", queue.fifo ? null : entry.delaySeconds(), MOST_DELAY),
                0);
    }

    private static boolean isAllowed(int character) {
        return character == '\t'
                || character == '\n'
                || character == '\r'
                || character >= 0x20 && character <= 0xd7ff
                || character >= 0xe000 && character <= 0xfffd
                || character > 0xffff;
    }

    @Override
    public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        int most = request.maxNumberOfMessages() == null ? 1 : request.maxNumberOfMessages();
        if (most < 1 || most > MOST_ENTRIES) {
            throw invalid("MaxNumberOfMessages must be from 1 to 10, and is " + most);
        }
        Optional<Duration> hidden = seconds("VisibilityTimeout", request.visibilityTimeout(), MOST_HIDDEN);
        Duration wait =
                seconds("WaitTimeSeconds", request.waitTimeSeconds(), MOST_WAIT).orElse(Duration.ZERO);
        List<Received> received = stored(() -> {
            try {
                return queue.receive(most, hidden, wait);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw AbortedException.create("interrupted while waiting for messages", interrupted);
            }
        });
        return ReceiveMessageResponse.builder()
                .messages(received.stream()
                        .map(message -> message(request, message))
                        .toList())
                .build();
    }

    private static Message message(ReceiveMessageRequest request, Received received) {
        Map<MessageSystemAttributeName, String> attributes = new HashMap<>();
        attributes.put(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, Integer.toString(received.count()));
        if (received.sent().group() != null) {
            attributes.put(
                    MessageSystemAttributeName.MESSAGE_GROUP_ID, received.sent().group());
        }
        if (!request.messageSystemAttributeNames().contains(MessageSystemAttributeName.ALL)) {
            attributes.keySet().retainAll(request.messageSystemAttributeNames());
        }
        return Message.builder()
                .messageId(received.sent().id())
                .receiptHandle(received.receipt())
                .body(received.sent().body())
                .attributes(attributes)
                .build();
    }

    @Override
    public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        Receipt receipt = deletable(queue, request.receiptHandle());
        stored(() -> {
            queue.delete(List.of(receipt));
            return null;
        });
        return DeleteMessageResponse.builder().build();
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        checkIds(request.entries(), DeleteMessageBatchRequestEntry::id);
        Map<String, Receipt> receipts = new LinkedHashMap<>();
        List<BatchResultErrorEntry> failed = each(
                request.entries(),
                DeleteMessageBatchRequestEntry::id,
                entry -> receipts.put(entry.id(), deletable(queue, entry.receiptHandle())));
        stored(() -> {
            queue.delete(receipts.values());
            return null;
        });
        return DeleteMessageBatchResponse.builder()
                .successful(receipts.keySet().stream()
                        .map(id ->
                                DeleteMessageBatchResultEntry.builder().id(id).build())
                        .toList())
                .failed(failed)
                .build();
    }

    private static Receipt deletable(MessageQueue queue, String handle) {
        Receipt receipt = receipt(handle);
        if (queue.isExpired(receipt)) {
            throw invalid("Value " + handle
                    + " for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.");
        }
        return receipt;
    }

    private static Receipt receipt(String handle) {
        Matcher parts = RECEIPT.matcher(handle == null ? "" : handle);
        if (!parts.matches()) {
            throw refusal("ReceiptHandleIsInvalid", "this is no receipt handle: " + handle);
        }
        return new Receipt(parts.group(1), Integer.parseInt(parts.group(2)));
    }

    @Override
    public ChangeMessageVisibilityResponse changeMessageVisibility(ChangeMessageVisibilityRequest request) {
        MessageQueue queue = queue(request.queueUrl());
        Receipt receipt = receipt(request.receiptHandle());
        Duration time = seconds("VisibilityTimeout", request.visibilityTimeout(), MOST_HIDDEN)
                .orElseThrow(
                        () -> refusal("MissingParameter", "the request must contain the parameter VisibilityTimeout"));
        if (!stored(() -> queue.hide(receipt, time))) {
            throw refusal(
                    "AWS.SimpleQueueService.MessageNotInflight", "nobody has this message by this receipt handle");
        }
        return ChangeMessageVisibilityResponse.builder().build();
    }

    private static <E> void checkIds(List<E> entries, Function<E, String> id) {
        if (entries.isEmpty()) {
            throw refusal(
                    EmptyBatchRequestException.builder(),
                    "AWS.SimpleQueueService.EmptyBatchRequest",
                    "there must be an entry in the request");
        }
        if (entries.size() > MOST_ENTRIES) {
            throw refusal(
                    "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
                    "a batch has at most 10 entries, and this one has " + entries.size());
        }
        if (!entries.stream().map(id).allMatch(text -> ENTRY_ID.matcher(text).matches())) {
            throw refusal(
                    "AWS.SimpleQueueService.InvalidBatchEntryId",
                    "an id has up to 80 letters, digits, hyphens and underscores");
        }
        if (entries.stream().map(id).distinct().count() < entries.size()) {
            throw refusal("AWS.SimpleQueueService.BatchEntryIdsNotDistinct", "two entries have the same id");
        }
    }

    private interface Work<E> {
        void on(E entry);
    }

    /** Does the same with each entry. @return why it could not be done with some */
    private static <E> List<BatchResultErrorEntry> each(List<E> entries, Function<E, String> id, Work<E> work) {
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (E entry : entries) {
            try {
                work.on(entry);
            } catch (SqsException refused) {
                if (refused.statusCode() != Refusal.BAD_REQUEST) {
                    throw refused;
                }
                failed.add(BatchResultErrorEntry.builder()
                        .id(id.apply(entry))
                        .code(refused.awsErrorDetails().errorCode())
                        .message(refused.awsErrorDetails().errorMessage())
                        .senderFault(true)
                        .build());
            }
        }
        return failed;
    }

    private static <R> R stored(Supplier<R> work) {
        return Refusal.stored(SqsException::builder, "Sqs", "InternalFailure", work);
    }

    private static Optional<Duration> seconds(String parameter, Integer seconds, Duration most) {
        if (seconds != null && (seconds < 0 || seconds > most.toSeconds())) {
            throw invalid(parameter + " must be from 0 to " + most.toSeconds() + ", and is " + seconds);
        }
        return Optional.ofNullable(seconds).map(Duration::ofSeconds);
    }

    private static AwsServiceException invalid(String why) {
        return refusal("InvalidParameterValue", why);
    }

    private static AwsServiceException refusal(String code, String why) {
        return refusal(SqsException.builder(), code, why);
    }

    private static AwsServiceException refusal(SqsException.Builder exception, String code, String why) {
        return Refusal.of(exception, "Sqs", Refusal.BAD_REQUEST, code, why);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
