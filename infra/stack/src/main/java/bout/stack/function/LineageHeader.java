package bout.stack.function;

import bout.cloud.Observed;
import java.util.Map;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Sends the lineage of functions on with the messages that they send. In Lambda the SDK does that itself, from a
 * property of the whole JVM; here many invocations share one JVM, so each has its lineage in its threads.
 */
public final class LineageHeader {

    /** Inherited, because a runner plays each match on a thread of its own. */
    private static final InheritableThreadLocal<Lineage> CURRENT = new InheritableThreadLocal<>();

    private LineageHeader() {}

    /** Sets the lineage of this thread and of those that it starts from now on; {@code null} for none. */
    static void set(Lineage lineage) {
        if (lineage == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(lineage);
        }
    }

    /** A client whose messages have the lineage of the thread that sends them. */
    public static SqsClient over(SqsClient queues) {
        return Observed.client(SqsClient.class, queues, (operation, request, call) -> {
            Lineage lineage = CURRENT.get();
            return call.with(lineage == null ? request : with(header(lineage), request));
        });
    }

    private static Map<MessageSystemAttributeNameForSends, MessageSystemAttributeValue> header(Lineage lineage) {
        return Map.of(
                MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                MessageSystemAttributeValue.builder()
                        .dataType("String")
                        .stringValue(lineage.header())
                        .build());
    }

    private static SdkRequest with(
            Map<MessageSystemAttributeNameForSends, MessageSystemAttributeValue> header, SdkRequest request) {
        return switch (request) {
            case SendMessageRequest one ->
                one.toBuilder().messageSystemAttributes(header).build();
            case SendMessageBatchRequest batch ->
                batch.toBuilder()
                        .entries(batch.entries().stream()
                                .map(entry -> entry.toBuilder()
                                        .messageSystemAttributes(header)
                                        .build())
                                .toList())
                        .build();
            default -> request;
        };
    }
}
