package bout.store;

import bout.cloud.Cloud;
import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * AWS for tests, chosen by the system property {@code bout.aws}: {@code memory} (the default), in this process, or
 * {@code localstack} (a container; needs Docker). Each {@link #application() application} has its own table, queues and
 * bucket from template.yaml, under unique names.
 *
 * <p>Tag test classes that use it with {@code aws}: {@code .ci/run} runs those on both.
 *
 * <p>A test that needs an empty table requests an application per test; others request one per class, in a static
 * field.
 */
public final class TestAws {

    private static final boolean LOCALSTACK =
            switch (System.getProperty("bout.aws", "memory").toLowerCase(Locale.ROOT)) {
                case "memory" -> false;
                case "localstack" -> true;
                default ->
                    throw new IllegalArgumentException(
                            "-Dbout.aws must be memory or localstack, not " + System.getProperty("bout.aws"));
            };

    private static final String TABLE = "BOUT_TABLE";
    private static final Template TEMPLATE = Template.read(Template.ofThisRepository());
    private static final Map<String, Clients> CLIENTS = new ConcurrentHashMap<>();

    private TestAws() {}

    public static TestApplication application() {
        return application(TEMPLATE, Map.of("BOUT_BOT_ADDRESSES", "loopback", "Access", "open"));
    }

    public static TestApplication application(Template template, Map<String, String> parameters) {
        String stackName = "t" + UUID.randomUUID().toString().substring(0, 13);
        URI queues = LOCALSTACK ? LocalStack.ENDPOINTS.sqs() : URI.create("http://sqs.local");
        String region = LOCALSTACK ? LocalStack.ENDPOINTS.region() : "eu-central-1";
        TestApplication made = new TestApplication(
                template.application(new Deployment(stackName, parameters, queues, region)), region);
        CLIENTS.put(made.environment().get(TABLE), make(made));
        return made;
    }

    private static Clients make(TestApplication made) {
        if (LOCALSTACK) {
            new LocalStackResources(localStack()).make(made.application());
            return localStack();
        }
        Cloud cloud = Cloud.inMemory(made.application());
        return new Clients(cloud.table(), cloud.bucket(), cloud.queues());
    }

    public static Clients localStack() {
        return Clients.of(LocalStack.ENDPOINTS.environment());
    }

    /** What reaches the application whose table an environment names; or any other, if there is no such table. */
    public static Clients clients(Map<String, String> environment) {
        Clients clients = CLIENTS.get(environment.getOrDefault(TABLE, ""));
        return clients == null ? CLIENTS.values().iterator().next() : clients;
    }

    public static Aws aws(Map<String, String> environment) {
        return new Aws(environment, clients(environment));
    }

    public static Aws aws(Map<String, String> environment, Wire wire) {
        return new Aws(environment, wire.over(clients(environment)));
    }

    public record TestApplication(Application application, String region) {

        /** The environment variables of all functions together: BOUT_TABLE and the like, and the region. */
        public Map<String, String> environment() {
            Map<String, String> variables = outer();
            application.functions().forEach(function -> variables.putAll(function.environment()));
            return variables;
        }

        public Map<String, String> environment(String logicalId) {
            Map<String, String> variables = outer();
            variables.putAll(application.functions().stream()
                    .filter(function -> function.logicalId().equals(logicalId))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the template has no function " + logicalId))
                    .environment());
            return variables;
        }

        private Map<String, String> outer() {
            return new LinkedHashMap<>(LOCALSTACK ? LocalStack.ENDPOINTS.environment() : Map.of("AWS_REGION", region));
        }

        public Clients clients() {
            return TestAws.clients(environment());
        }
    }

    /** Started on first use, once per JVM. A separate class, so that Testcontainers is only loaded when needed. */
    private static final class LocalStack {

        /** The last version that runs without an account. */
        private static final String IMAGE = "localstack/localstack:4.14.0";

        static final Endpoints ENDPOINTS = start();

        /**
         * To start takes longer than most classes of tests. So where TESTCONTAINERS_REUSE_ENABLE is set, the first
         * JVM's container is used by all that run under the same name, and {@code .ci/localstack/stop} removes it.
         */
        private static Endpoints start() {
            LocalStackContainer container =
                    new LocalStackContainer(DockerImageName.parse(IMAGE)).withServices("dynamodb", "s3", "sqs");
            // Ready is then ready for requests. On a machine with much else to do that takes minutes, not the usual
            // seconds.
            container.withEnv("EAGER_SERVICE_LOADING", "1");
            container.withStartupTimeout(Duration.ofMinutes(5));
            container.withLabel("bout.localstack", System.getProperty("bout.localstack", ""));
            container.withReuse(true);
            container.start();
            if (!TestcontainersConfiguration.getInstance().environmentSupportsReuse()) {
                Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
            }
            URI endpoint = container.getEndpoint();
            return new Endpoints(endpoint, endpoint, endpoint, container.getRegion());
        }
    }
}
