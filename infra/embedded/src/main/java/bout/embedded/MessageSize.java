package bout.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * SQS's limit for a message, and for all messages of one call together: ElasticMQ does not add up the messages of a
 * call. AWS raised the limit to 1 MiB in 2025; the local stack keeps to the old one, which holds everywhere. The SDK
 * finds this class through the file {@code execution.interceptors} of its SQS client.
 */
public final class MessageSize implements ExecutionInterceptor {

    private static final int MAX_BYTES = 256 * 1024;
    private static final int BAD_REQUEST = 400;

    /** Called by the SDK. */
    public MessageSize() {}

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        long bytes =
                switch (context.request()) {
                    case SendMessageRequest one -> bytes(one.messageBody(), one.messageAttributes());
                    case SendMessageBatchRequest batch ->
                        batch.entries().stream()
                                .mapToLong(each -> bytes(each.messageBody(), each.messageAttributes()))
                                .sum();
                    default -> 0;
                };
        if (bytes > MAX_BYTES) {
            throw SqsException.builder()
                    .message(bytes + " bytes in one call; SQS takes at most " + MAX_BYTES)
                    .statusCode(BAD_REQUEST)
                    .build();
        }
    }

    private static long bytes(String body, Map<String, MessageAttributeValue> attributes) {
        return bytes(body)
                + attributes.entrySet().stream()
                        .flatMap(each -> Stream.of(
                                each.getKey(),
                                each.getValue().dataType(),
                                each.getValue().stringValue()))
                        .mapToLong(MessageSize::bytes)
                        .sum();
    }

    private static long bytes(String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
