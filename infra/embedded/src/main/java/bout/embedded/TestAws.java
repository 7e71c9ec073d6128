package bout.embedded;

import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * AWS for tests. One backend per JVM, chosen by the system property {@code bout.aws}: {@code embedded} (the default) or
 * {@code localstack} (a container; needs Docker). Each {@link #application() application} has its own tables, queues
 * and buckets from template.yaml, under unique names. The backend ends with the JVM.
 *
 * <p>Tag test classes that use it with {@code aws}: {@code .ci/run} runs those on both backends.
 *
 * <p>A test that needs an empty table requests an application per test; others request one per class, in a static
 * field.
 */
public final class TestAws {

    private static final String BACKEND = "bout.aws";

    /** The last version that runs without an account. */
    private static final String LOCALSTACK = "localstack/localstack:4.14.0";

    private static final Template TEMPLATE = Template.read(Template.ofThisRepository());

    private TestAws() {}

    /** The endpoints of this JVM's backend. Starts it on the first call. */
    public static Endpoints endpoints() {
        return Backend.ENDPOINTS;
    }

    /** Creates the application of this repository's template under unique names. */
    public static TestApplication application() {
        return application(TEMPLATE, Map.of("BOUT_BOT_ADDRESSES", "loopback", "Access", "open"));
    }

    /** Creates the application of a template with these parameters under unique names. */
    public static TestApplication application(Template template, Map<String, String> parameters) {
        String stackName = "t" + UUID.randomUUID().toString().substring(0, 13);
        Application application = template.application(new Deployment(
                stackName, parameters, endpoints().sqs(), endpoints().region()));
        new Provisioning(endpoints()).make(application);
        return new TestApplication(application, endpoints());
    }

    /** An application created for one test or one class of tests. */
    public record TestApplication(Application application, Endpoints endpoints) {

        /**
         * The environment variables of all functions together: BOUT_TABLE and the like, the region and the endpoints.
         */
        public Map<String, String> environment() {
            Map<String, String> variables = new LinkedHashMap<>(endpoints.environment());
            application.functions().forEach(function -> variables.putAll(function.environment()));
            return variables;
        }

        /** The environment of the function with this logical id, plus the region and the endpoints. */
        public Map<String, String> environment(String logicalId) {
            Map<String, String> variables = new LinkedHashMap<>(endpoints.environment());
            variables.putAll(application.functions().stream()
                    .filter(function -> function.logicalId().equals(logicalId))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the template has no function " + logicalId))
                    .environment());
            return variables;
        }
    }

    /** Started on first use, once per JVM. */
    private static final class Backend {

        static final Endpoints ENDPOINTS = start(Optional.ofNullable(System.getProperty(BACKEND))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .orElse("embedded"));

        private static Endpoints start(String backend) {
            return switch (backend) {
                case "embedded" -> {
                    try {
                        EmbeddedAws embedded = EmbeddedAws.inMemory();
                        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                            try {
                                embedded.close();
                            } catch (IOException failed) {
                                System.err.println("the local services did not stop: " + failed);
                            }
                        }));
                        yield embedded.endpoints();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                }
                case "localstack" -> LocalStack.start();
                default ->
                    throw new IllegalArgumentException(
                            "-D" + BACKEND + " must be embedded or localstack, not " + backend);
            };
        }
    }

    /** A separate class, so that Testcontainers is only loaded when needed. */
    private static final class LocalStack {

        /**
         * To start takes longer than most classes of tests. So where TESTCONTAINERS_REUSE_ENABLE is set, the first
         * JVM's container is used by all that run under the same name, and {@code .ci/localstack/stop} removes it.
         */
        static Endpoints start() {
            LocalStackContainer container =
                    new LocalStackContainer(DockerImageName.parse(LOCALSTACK)).withServices("dynamodb", "s3", "sqs");
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
