package bout.runner;

import bout.store.TestContext;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;

/**
 * The runner's function in its own process: plays the matches whose ids are its arguments as one batch, then prints how
 * many messages failed and the largest heap usage after a garbage collection.
 */
final class HostileBatch {

    private HostileBatch() {}

    public static void main(String[] ids) {
        List<SQSEvent.SQSMessage> messages = new ArrayList<>();
        for (String id : ids) {
            SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
            message.setMessageId("message of " + id);
            message.setBody(id);
            messages.add(message);
        }
        SQSEvent event = new SQSEvent();
        event.setRecords(messages);
        SQSBatchResponse response = new RunnerHandler(System.getenv()).handleRequest(event, new TestContext(900_000));
        long live = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
        System.out.println("failed " + response.getBatchItemFailures().size() + ", live after the last collection "
                + (live >> 20) + " MB");
        System.exit(0);
    }
}
