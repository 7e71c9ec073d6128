package bout.cloud;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;

/**
 * One queue. The storage is written before the memory: a message that was sent is stored before it can be received, and
 * one that was deleted is gone from the storage before it is forgotten. After a restart no message is with a receiver
 * any more, so all are visible except those that were delayed or postponed; the ids of deleted messages are no longer
 * known for deduplication.
 */
final class MessageQueue {

    /** How long a FIFO queue drops messages with the same deduplication id. */
    private static final Duration DEDUPLICATION = Duration.ofMinutes(5);

    final String name;
    final boolean fifo;
    final QueueSettings settings;

    private final Clock clock;
    private final Function<String, Optional<MessageQueue>> queues;
    private final Storage storage;

    /** By sequence. */
    private final Storage.Rows<Long, byte[]> rows;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Queued> byId = new HashMap<>();
    private final Map<Object, Group> groups = new HashMap<>();
    private final TreeSet<Group> order = new TreeSet<>(
            Comparator.<Group>comparingLong(group -> group.readyAt).thenComparingLong(group -> group.first));

    /** The messages of the last minutes by what they are deduplicated by, the earliest first. */
    private final LinkedHashMap<String, Queued> recent = new LinkedHashMap<>();

    private long nextSequence;

    /** The messages of a group; in a queue without groups, a single message. Of one group, only one batch is taken. */
    private static final class Group {
        final Object key;
        final TreeMap<Long, Queued> messages = new TreeMap<>();
        final Set<Queued> taken = new HashSet<>();
        long readyAt;
        long first;

        Group(Object key) {
            this.key = key;
        }
    }

    /** @param queues finds the dead-letter queue by its name */
    MessageQueue(
            QueueSettings settings,
            String name,
            Clock clock,
            Storage storage,
            Function<String, Optional<MessageQueue>> queues) {
        this.name = name;
        this.fifo = settings.fifo();
        this.settings = settings;
        this.clock = clock;
        this.queues = queues;
        this.storage = storage;
        this.rows = storage.rows("queue/" + name, LongDataType.INSTANCE, ByteArrayDataType.INSTANCE);
        rows.now().forEach((sequence, bytes) -> {
            Queued message = Queued.decode(sequence, bytes);
            nextSequence = sequence + 1;
            insert(message);
            if (fifo) {
                recent.put(deduplication(message.sent), message);
            }
        });
        // Greater than those of deleted messages too.
        nextSequence = Math.max(nextSequence, clock.millis() << 20);
    }

    /**
     * A message to add: {@link #send} gives it a time, and an id if it has none. A dead letter was received already.
     */
    record Draft(Queued.Sent sent, Optional<Duration> delay, int received) {}

    /**
     * Adds messages in this order.
     *
     * @return for each the message that is now in the queue, or the earlier one with the same deduplication id
     */
    List<Queued> send(List<Draft> drafts) {
        return send(drafts, () -> {});
    }

    /** @param together changes what is stored in the same moment */
    private List<Queued> send(List<Draft> drafts, Runnable together) {
        List<Queued> added = new ArrayList<>();
        List<Queued> answers;
        try {
            // All in the write: a duplicate is confirmed only once the first is stored.
            answers = storage.write(() -> {
                List<Queued> found = locked(() -> withoutDuplicates(drafts, added));
                together.run();
                added.forEach(message -> rows.now().put(message.sequence, message.encode(message.visibleAt)));
                return found;
            });
        } catch (StorageException notStored) {
            change(() -> added.forEach(message -> recent.remove(deduplication(message.sent), message)));
            throw notStored;
        }
        change(() -> added.forEach(this::insert));
        return answers;
    }

    private List<Queued> withoutDuplicates(List<Draft> drafts, List<Queued> added) {
        long now = clock.millis();
        forgetBefore(now - DEDUPLICATION.toMillis());
        return drafts.stream()
                .map(draft -> {
                    Queued earlier = fifo ? recent.get(deduplication(draft.sent())) : null;
                    // One whose write has failed is here until its sender knows.
                    if (earlier != null
                            && (earlier.stored
                                    || added.contains(earlier)
                                    || rows.now().containsKey(earlier.sequence))) {
                        return earlier;
                    }
                    Queued created = create(draft, now);
                    added.add(created);
                    return created;
                })
                .toList();
    }

    private Queued create(Draft draft, long now) {
        long sequence = nextSequence++;
        Queued.Sent sent = draft.sent();
        Queued message = new Queued(
                new Queued.Sent(
                        sent.id() == null ? new UUID(name.hashCode(), sequence).toString() : sent.id(),
                        sent.body(),
                        sent.group(),
                        sent.deduplication(),
                        now),
                sequence,
                now + draft.delay().orElse(settings.delay()).toMillis());
        message.received = draft.received();
        if (fifo) {
            recent.putLast(deduplication(message.sent), message);
        }
        return message;
    }

    private String deduplication(Queued.Sent sent) {
        return settings.deduplicatesGroups() ? sent.group() + "\n" + sent.deduplication() : sent.deduplication();
    }

    private void forgetBefore(long time) {
        Iterator<Queued> earliest = recent.values().iterator();
        while (earliest.hasNext() && earliest.next().sent.at() <= time) {
            earliest.remove();
        }
    }

    private <R> R locked(Supplier<R> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** With the lock, and those who wait for messages look again. */
    private void change(Runnable change) {
        locked(() -> {
            change.run();
            changed.signalAll();
            return null;
        });
    }

    private void insert(Queued message) {
        message.stored = true;
        byId.put(message.sent.id(), message);
        regroup(message, group -> group.messages.put(message.sequence, message));
    }

    /** Changes the group of a message. */
    private void regroup(Queued message, Consumer<Group> change) {
        Group group = groups.computeIfAbsent(fifo ? message.sent.group() : message.sent.id(), Group::new);
        order.remove(group);
        change.accept(group);
        reorder(group);
    }

    /** Puts a group back that was taken out of the order before it was changed. */
    private void reorder(Group group) {
        if (group.messages.isEmpty()) {
            groups.remove(group.key);
            return;
        }
        Queued head = group.messages.firstEntry().getValue();
        group.first = head.sequence;
        group.readyAt = group.taken.stream()
                .mapToLong(message -> message.visibleAt)
                .max()
                .orElse(head.visibleAt);
        order.add(group);
    }

    /** The effect of a receiver's request on a queue. */
    private static final class Take {
        final List<Queued> received = new ArrayList<>();
        final List<Queued> expired = new ArrayList<>();
        final List<Queued> dead = new ArrayList<>();

        boolean isEmpty() {
            return received.isEmpty() && expired.isEmpty() && dead.isEmpty();
        }
    }

    /**
     * Receives messages, and waits if there are none.
     *
     * @param hidden how long they are hidden from others; empty = as long as the queue says
     * @return copies as they are when received
     */
    List<Received> receive(int most, Optional<Duration> hidden, Duration wait) throws InterruptedException {
        long waitsUntil = System.nanoTime() + wait.toNanos();
        Optional<MessageQueue> deadLetters = settings.deadLetterQueue().flatMap(queues);
        while (true) {
            Take take = new Take();
            List<Received> received = new ArrayList<>();
            lock.lock();
            try {
                take(take, most, hidden.orElse(settings.visibility()), deadLetters.isPresent());
                long left = waitsUntil - System.nanoTime();
                if (take.isEmpty() && left > 0) {
                    long next = nextReceivable() - clock.millis();
                    changed.awaitNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(next)));
                    continue;
                }
                take.received.forEach(
                        message -> received.add(new Received(message.sent, message.receipt(), message.received)));
            } finally {
                lock.unlock();
            }
            store(take, deadLetters);
            if (!received.isEmpty() || System.nanoTime() - waitsUntil >= 0) {
                return received;
            }
        }
    }

    record Received(Queued.Sent sent, String receipt, int count) {}

    private void take(Take take, int most, Duration hidden, boolean givesUp) {
        long now = clock.millis();
        List<Group> touched = new ArrayList<>();
        while (take.received.size() < most && !order.isEmpty() && order.first().readyAt <= now) {
            Group group = order.pollFirst();
            touched.add(group);
            group.taken.removeIf(message -> message.visibleAt <= now);
            Iterator<Queued> messages = group.messages.values().iterator();
            while (take.received.size() < most && messages.hasNext()) {
                Queued message = messages.next();
                if (message.visibleAt > now) {
                    break;
                }
                boolean old = message.sent.at() + settings.retention().toMillis() <= now;
                if (old || givesUp && message.received >= settings.mostReceives()) {
                    messages.remove();
                    byId.remove(message.sent.id());
                    (old ? take.expired : take.dead).add(message);
                    continue;
                }
                message.received++;
                message.visibleAt = now + hidden.toMillis();
                group.taken.add(message);
                take.received.add(message);
            }
        }
        touched.forEach(this::reorder);
    }

    long nextReceivable() {
        return locked(() -> order.isEmpty() ? Long.MAX_VALUE : order.first().readyAt);
    }

    /**
     * No caller waits for the disk here: a deletion that is not stored after a crash leads to one more delivery. A
     * message that was deleted meanwhile is not stored again.
     */
    private void store(Take take, Optional<MessageQueue> deadLetters) {
        Runnable change = () -> {
            take.received.forEach(message -> rows.now().replace(message.sequence, message.encode(clock.millis())));
            remove(take.expired);
            remove(take.dead);
        };
        try {
            if (!take.dead.isEmpty()) {
                // With one write, so that dead letters are in one queue if it fails.
                deadLetters
                        .orElseThrow()
                        .send(take.dead.stream().map(this::dead).toList(), change);
            } else if (!take.isEmpty()) {
                storage.writeSoon(() -> {
                    change.run();
                    return null;
                });
            }
        } catch (StorageException notStored) {
            change(() -> take.dead.forEach(this::insert));
            throw notStored;
        }
    }

    /** Only in a write. */
    private void remove(List<Queued> messages) {
        messages.forEach(message -> rows.now().remove(message.sequence));
    }

    private Draft dead(Queued message) {
        Queued.Sent sent = message.sent;
        return new Draft(
                new Queued.Sent(sent.id(), sent.body(), sent.group(), sent.id(), sent.at()),
                Optional.empty(),
                message.received);
    }

    /** The receipts of messages that exist, without those of messages that were deleted or received again. */
    private Optional<Queued> find(Receipt receipt) {
        Queued message = byId.get(receipt.id());
        return message != null && message.received == receipt.count() ? Optional.of(message) : Optional.empty();
    }

    record Receipt(String id, int count) {}

    /** Whether this message may be deleted by this receipt: that of a FIFO queue ends with the message's time. */
    boolean isExpired(Receipt receipt) {
        return fifo
                && locked(() -> find(receipt).filter(message -> message.visibleAt <= clock.millis()))
                        .isPresent();
    }

    void delete(Collection<Receipt> receipts) {
        List<Queued> messages = locked(() ->
                receipts.stream().flatMap(receipt -> find(receipt).stream()).toList());
        if (!messages.isEmpty()) {
            storage.write(() -> {
                remove(messages);
                return null;
            });
        }
        change(() -> messages.forEach(message -> {
            if (byId.remove(message.sent.id(), message)) {
                regroup(message, group -> {
                    group.messages.remove(message.sequence);
                    group.taken.remove(message);
                });
            }
        }));
    }

    /** Makes a message visible after this time from now on. @return whether someone has it by this receipt */
    boolean hide(Receipt receipt, Duration time) {
        Optional<Queued> hidden = locked(() -> {
            Optional<Queued> taken = find(receipt).filter(message -> message.visibleAt > clock.millis());
            taken.ifPresent(message -> regroup(message, group -> message.visibleAt = clock.millis() + time.toMillis()));
            changed.signalAll();
            return taken;
        });
        hidden.ifPresent(message -> {
            byte[] bytes = message.encode(message.visibleAt);
            storage.writeSoon(() -> rows.now().replace(message.sequence, bytes));
        });
        return hidden.isPresent();
    }

    /** How many messages may be received, are with a receiver, and are delayed, under SQS's names. */
    Map<String, String> counts() {
        return locked(() -> {
            long now = clock.millis();
            int visible = 0;
            int hidden = 0;
            for (Queued message : byId.values()) {
                visible += message.visibleAt <= now ? 1 : 0;
                hidden += message.visibleAt > now && message.received > 0 ? 1 : 0;
            }
            return Map.of(
                    "ApproximateNumberOfMessages", Integer.toString(visible),
                    "ApproximateNumberOfMessagesNotVisible", Integer.toString(hidden),
                    "ApproximateNumberOfMessagesDelayed", Integer.toString(byId.size() - visible - hidden));
        });
    }
}
