package bout.store;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;

/** Messages of a queue as Lambda hands them to a function, and what it learns from the answer. */
public final class TestMessages {

    private TestMessages() {}

    public static SQSEvent event(List<String> bodies) {
        SQSEvent event = new SQSEvent();
        event.setRecords(bodies.stream()
                .map(body -> {
                    SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
                    message.setMessageId(id(body));
                    message.setBody(body);
                    return message;
                })
                .toList());
        return event;
    }

    /** The id of the message of an {@link #event} that has this body. */
    public static String id(String body) {
        return "message of " + body;
    }

    /** The ids of the messages that are to come again. */
    public static List<String> failed(SQSBatchResponse answer) {
        return answer.getBatchItemFailures().stream()
                .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                .toList();
    }
}
