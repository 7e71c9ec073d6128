package bout.embedded;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;
import org.elasticmq.StrictSQSLimits$;
import org.elasticmq.actor.QueueManagerActor;
import org.elasticmq.actor.queue.QueueEvent;
import org.elasticmq.persistence.sql.SqlQueuePersistenceConfig;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.elasticmq.rest.sqs.TheSQSRestServerBuilder;
import org.elasticmq.util.NowProvider;
import scala.Option;
import scala.collection.immutable.List$;
import scala.jdk.javaapi.FutureConverters;

/** ElasticMQ: an SQS substitute in this process. */
final class ElasticMq implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ActorSystem actors;
    private final Optional<String> database;
    private final SQSRestServer server;
    private final URI endpoint;

    /**
     * Starts ElasticMQ on a free loopback port.
     *
     * @param folder where queues and messages are stored; empty = in memory
     */
    ElasticMq(Optional<Path> folder, String region) throws IOException {
        // By default, H2 closes as soon as this process begins to exit, while messages are still sent and received.
        database = folder.map(data -> "jdbc:h2:" + data.toAbsolutePath().resolve("queues") + ";DB_CLOSE_ON_EXIT=FALSE");
        actors = ActorSystem.create(
                "elasticmq",
                ConfigFactory.parseMap(Map.of(
                                "pekko.loglevel", "OFF",
                                "pekko.stdout-loglevel", "OFF",
                                "pekko.log-dead-letters", "off",
                                "pekko.daemonic", "on",
                                // We stop it ourselves.
                                "pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", "off",
                                "pekko.jvm-exit-on-fatal-error", "off",
                                // It fails to parse some of the SDK's headers as standard ones, at some cost, and uses
                                // none of them.
                                "pekko.http.server.parsing.modeled-header-parsing", "off",
                                "pekko.http.server.idle-timeout", "10 minutes"))
                        .withFallback(ConfigFactory.load(ElasticMq.class.getClassLoader())),
                ElasticMq.class.getClassLoader());
        try {
            Option<ActorRef> storage = Option.empty();
            if (folder.isPresent()) {
                Files.createDirectories(folder.get());
                storage = Option.apply(actors.actorOf(Props.create(
                        StoredQueues.class,
                        new SqlQueuePersistenceConfig(true, "org.h2.Driver", database.get(), "", "", false),
                        List$.MODULE$.empty())));
            }
            ActorRef queues = actors.actorOf(
                    Props.create(QueueManagerActor.class, new NowProvider(), StrictSQSLimits$.MODULE$, storage));
            if (storage.isDefined()) {
                await(Patterns.ask(storage.get(), new QueueEvent.Restore(queues), TIMEOUT));
            }
            TheSQSRestServerBuilder builder = SQSRestServerBuilder.withActorSystem(actors)
                    .withQueueManagerActor(queues)
                    .withInterface("127.0.0.1")
                    .withDynamicPort()
                    .withAWSRegion(region);
            server = (storage.isDefined() ? builder.withQueueEventListener(storage.get()) : builder).start();
            endpoint = URI.create("http://127.0.0.1:"
                    + server.waitUntilStarted().localAddress().getPort());
        } catch (IOException | RuntimeException failed) {
            actors.terminate();
            throw failed;
        }
    }

    URI endpoint() {
        return endpoint;
    }

    @Override
    public void close() throws IOException {
        server.stopAndWait();
        await(FutureConverters.asJava(actors.terminate()));
        if (database.isPresent()) {
            try (Connection connection = DriverManager.getConnection(database.get(), "", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CHECKPOINT SYNC");
            } catch (SQLException failed) {
                throw new IOException("cannot close the queues' database: " + failed.getMessage(), failed);
            }
        }
    }

    private static <T> T await(CompletionStage<T> stage) throws IOException {
        try {
            return stage.toCompletableFuture().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting or stopping ElasticMQ", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("ElasticMQ: " + failed.getMessage(), failed);
        }
    }
}
