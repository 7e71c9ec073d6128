package bout.runner;

import bout.cloud.Cloud;
import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.TestContext;
import bout.store.TestMessages;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The runner's function in its own process: plays the matches in the folder that is its first argument, whose ids are
 * the others, as one batch, then prints how many messages failed and the largest heap usage after a garbage collection.
 */
final class HostileBatch {

    private static final String REGION = "eu-central-1";
    private static final Application APPLICATION = Template.read(Template.ofThisRepository())
            .application(new Deployment(
                    "hostile",
                    Map.of("BOUT_BOT_ADDRESSES", "loopback", "Access", "open"),
                    URI.create("http://sqs.local"),
                    REGION));

    private HostileBatch() {}

    /** What both processes have in a folder, one after the other. */
    static Cloud in(Path folder) {
        return Cloud.in(folder, APPLICATION);
    }

    static Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(Map.of("AWS_REGION", REGION));
        APPLICATION.functions().forEach(function -> all.putAll(function.environment()));
        return all;
    }

    static Clients clients(Cloud cloud) {
        return new Clients(cloud.table(), cloud.bucket(), cloud.queues());
    }

    public static void main(String[] arguments) {
        List<String> ids = List.of(arguments).subList(1, arguments.length);
        Map<String, String> environment = environment();
        // All calls run at the same time.
        environment.put("BOUT_CALLS_PER_BOT", Integer.toString(2 * ids.size()));
        SQSBatchResponse response;
        try (Cloud cloud = in(Path.of(arguments[0]))) {
            response = new RunnerHandler(new Aws(environment, clients(cloud)))
                    .handleRequest(TestMessages.event(ids), TestContext.of(900_000));
        }
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
