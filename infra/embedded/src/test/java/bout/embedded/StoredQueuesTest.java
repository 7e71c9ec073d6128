package bout.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.typesafe.config.ConfigFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;
import org.elasticmq.MessageContent;
import org.elasticmq.MillisVisibilityTimeout;
import org.elasticmq.NeverReceived$;
import org.elasticmq.QueueData;
import org.elasticmq.actor.queue.InternalMessage;
import org.elasticmq.actor.queue.QueueEvent;
import org.elasticmq.persistence.sql.GetAllMessages;
import org.elasticmq.persistence.sql.SqlQueuePersistenceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map$;
import scala.collection.mutable.ArrayBuffer;
import scala.collection.mutable.Buffer;
import scala.jdk.javaapi.FutureConverters;

class StoredQueuesTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static ActorSystem actors;
    private static ActorRef storage;

    /** Once: ElasticMQ has one pool of connections to databases for the whole process. */
    @BeforeAll
    static void start(@TempDir Path folder) {
        actors = ActorSystem.create(
                "test",
                ConfigFactory.parseString("pekko.loglevel = OFF, pekko.stdout-loglevel = OFF")
                        .withFallback(ConfigFactory.load(StoredQueuesTest.class.getClassLoader())),
                StoredQueuesTest.class.getClassLoader());
        storage = actors.actorOf(Props.create(
                StoredQueues.class,
                new SqlQueuePersistenceConfig(
                        true, "org.h2.Driver", "jdbc:h2:" + folder.resolve("queues"), "", "", false),
                List$.MODULE$.empty()));
    }

    private static void createQueue(String name) {
        OffsetDateTime now = OffsetDateTime.now();
        storage.tell(
                new QueueEvent.QueueCreated(new QueueData(
                        name,
                        new MillisVisibilityTimeout(1000),
                        Duration.ZERO,
                        Duration.ZERO,
                        now,
                        now,
                        Option.empty(),
                        false,
                        false,
                        Option.empty(),
                        Option.empty(),
                        Map$.MODULE$.<String, String>empty())),
                ActorRef.noSender());
    }

    @AfterAll
    static void stop() throws Exception {
        FutureConverters.asJava(actors.terminate()).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void a_message_that_gets_a_receipt_while_it_is_stored_is_stored() throws Exception {
        createQueue("changing");
        ask(new QueueEvent.MessageAdded("changing", message("first", receiptBeingAdded())));

        ask(new QueueEvent.MessageAdded("changing", message("later", new ArrayBuffer<>())));
        assertEquals(2, ((List<?>) ask(new GetAllMessages("changing"))).size());
    }

    @Test
    void after_a_message_that_cannot_be_stored_later_ones_are() throws Exception {
        createQueue("refusing");
        ask(new QueueEvent.MessageAdded("refusing", message("once", new ArrayBuffer<>())));
        // Its id is taken, so the database refuses it.
        storage.tell(
                new QueueEvent.MessageAdded("refusing", message("once", new ArrayBuffer<>())), ActorRef.noSender());

        ask(new QueueEvent.MessageAdded("refusing", message("later", new ArrayBuffer<>())));
        assertEquals(2, ((List<?>) ask(new GetAllMessages("refusing"))).size());
    }

    /** Receipts as another thread sees them while one is added: at first its place, and in it nothing yet. */
    @SuppressWarnings("unchecked")
    private static Buffer<String> receiptBeingAdded() {
        Buffer<String> receipts = new ArrayBuffer<>();
        receipts.append((String) null);
        return (Buffer<String>) Proxy.newProxyInstance(
                Buffer.class.getClassLoader(), new Class<?>[] {Buffer.class}, (proxy, method, arguments) -> {
                    Object seen = method.invoke(receipts, arguments);
                    receipts.update(0, "receipt");
                    return seen;
                });
    }

    private static Object ask(Object event) throws Exception {
        return Patterns.ask(storage, event, SOON).toCompletableFuture().get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static InternalMessage message(String id, Buffer<String> receipts) {
        return new InternalMessage(
                id,
                receipts,
                0,
                new MessageContent("text"),
                Map$.MODULE$.empty(),
                OffsetDateTime.now(),
                0,
                NeverReceived$.MODULE$,
                0,
                false,
                Option.empty(),
                Option.empty(),
                Option.empty(),
                Option.empty(),
                Option.empty());
    }
}
