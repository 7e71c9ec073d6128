package bout.embedded;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.elasticmq.actor.queue.QueueEventWithOperationStatus;
import org.elasticmq.persistence.CreateQueueMetadata;
import org.elasticmq.persistence.sql.SqlQueuePersistenceActor;
import org.elasticmq.persistence.sql.SqlQueuePersistenceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.PartialFunction;
import scala.collection.immutable.List;
import scala.runtime.BoxedUnit;

/**
 * Stores ElasticMQ's queues and messages.
 *
 * <p>ElasticMQ hands over messages that another thread may still change: if a receiver is waiting, it adds the receipt
 * while this actor reads the message, which then fails. Left to itself, ElasticMQ answers the sender after 21 s, and
 * starts a new actor, which knows no queues and silently stores nothing. So the message is stored a moment later, and
 * no failure ends this actor.
 */
final class StoredQueues extends SqlQueuePersistenceActor {

    private static final Logger LOG = LoggerFactory.getLogger(StoredQueues.class);

    private static final int ATTEMPTS = 5;

    StoredQueues(SqlQueuePersistenceConfig config, List<CreateQueueMetadata> queues) {
        super(config, queues);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as Pekko declares it for Java
    public void aroundReceive(PartialFunction receive, Object event) {
        for (int attempt = 1; ; attempt++) {
            try {
                super.aroundReceive((PartialFunction<Object, BoxedUnit>) receive, event);
                return;
            } catch (Exception failed) { // Scala also throws checked ones
                // A message is read completely before anything of it is stored.
                boolean changed = failed instanceof RuntimeException && event instanceof QueueEventWithOperationStatus;
                if (!changed || attempt == ATTEMPTS) {
                    // The sender gets no answer, and tries again. Later messages are stored.
                    LOG.error("Cannot store a message or a queue", failed);
                    return;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }
}
