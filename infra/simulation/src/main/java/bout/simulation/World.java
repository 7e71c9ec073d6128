package bout.simulation;

import bout.cloud.CloudTable;
import bout.simulation.Scheduler.Actor;
import bout.store.match.Lease;
import bout.store.table.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What all actors of a run share: the table, the bucket and the queues, and the promises that must hold at each write.
 */
final class World {

    /** A promise was broken. */
    static final class Broken extends AssertionError {
        private static final long serialVersionUID = 1;

        Broken(String promise) {
            super(promise);
        }
    }

    /** A message of a queue: delivered once, twice or late, never in a certain order. */
    record Message(String body, long visibleAt) {}

    /**
     * An actor that waits for a message.
     *
     * @param late how long after the message is there it notices, in milliseconds
     */
    private record Idle(Actor actor, int late) {}

    /** How long everything may go wrong; then it must come right by itself. */
    private static final Duration FAULTS_LAST = Duration.ofMinutes(8);

    private final Scheduler scheduler;
    private final CloudTable table;
    private final Bug bug;
    private final Faults faults;
    private final Map<String, byte[]> bucket = new TreeMap<>();
    private final Map<String, List<Message>> queues = new HashMap<>();
    private final Map<String, List<Idle>> idle = new HashMap<>();
    private final Set<String> deletedCheckpoints = new HashSet<>();
    private final Set<String> over = new HashSet<>();
    private final Map<Actor, Lease> leases = new HashMap<>();
    private final Set<String> notified = new HashSet<>();
    private final Set<String> deadWebhooks = new HashSet<>();

    /** The open matches that count in a quota, by whose it is. */
    private final Map<String, Set<String>> counting = new HashMap<>();

    /** How many matches each quota has counted for a day. */
    private final Map<String, Integer> countedForDays = new HashMap<>();

    private int mostOpen;

    World(Scheduler scheduler, CloudTable table, Bug bug, Faults faults) {
        this.scheduler = scheduler;
        this.table = table;
        this.bug = bug;
        this.faults = faults;
        table.indexLag();
        table.watch(this::written);
    }

    /** How many open matches each quota allows. */
    void limitOpenMatches(int most) {
        mostOpen = most;
    }

    Bug bug() {
        return bug;
    }

    /** What goes wrong now. */
    Faults faults() {
        return scheduler.now().isBefore(Scheduler.START.plus(FAULTS_LAST)) ? faults : Faults.NONE;
    }

    Table table(String name, FaultyTable.Line line) {
        return new Table(new FaultyTable(bug.in(table), line), name);
    }

    /** The table as it is, for the checks at the end. */
    Table quiet(String name) {
        return new Table(table, name);
    }

    /** Lets the indexes follow the table, now and then. */
    void updateIndexes(Actor actor) {
        if (actor.random(3) > 0) {
            table.updateIndexes(1 + actor.random(4));
        }
    }

    void settleIndexes() {
        table.updateIndexes(Integer.MAX_VALUE);
    }

    // The queues.

    void send(FaultyTable.Line line, String queue, String body, Duration delay) {
        line.call(
                () -> "sends " + body + " to " + queue,
                () -> {
                    long late = line.actor().random(10) == 0 ? line.actor().random(60_000) : 0;
                    add(queue, new Message(body, scheduler.millis() + delay.toMillis() + late));
                    if (line.actor().random(10) == 0) {
                        add(
                                queue,
                                new Message(
                                        body, scheduler.millis() + line.actor().random(90_000)));
                    }
                    return true;
                },
                () -> true);
    }

    /** Delivers a message again that could not be handled. */
    void redeliver(String queue, String body, Duration delay) {
        add(queue, new Message(body, scheduler.millis() + delay.toMillis()));
    }

    private void add(String queue, Message message) {
        queues.computeIfAbsent(queue, none -> new ArrayList<>()).add(message);
        idle.getOrDefault(queue, List.of())
                .forEach(waiting -> waiting.actor().wakeAt(message.visibleAt() + waiting.late()));
    }

    /** Waits until a message of the queue may be received, and a little longer. */
    void await(Actor actor, String queue, Duration longest) {
        Idle waiting = new Idle(actor, actor.random((int) longest.toMillis()));
        long next = queues.getOrDefault(queue, List.of()).stream()
                .mapToLong(Message::visibleAt)
                .min()
                .orElse(Long.MAX_VALUE);
        List<Idle> others = idle.computeIfAbsent(queue, none -> new ArrayList<>());
        others.add(waiting);
        if (next == Long.MAX_VALUE) {
            actor.sleepUntilWoken();
        } else {
            actor.sleep(Duration.ofMillis(Math.max(next - scheduler.millis(), 0) + waiting.late()));
        }
        others.remove(waiting);
    }

    /** A message of the queue, which is then gone; {@code null} if there is none. */
    String receive(FaultyTable.Line line, String queue) {
        Message message = next(line, queue);
        return message != null && queues.get(queue).remove(message) ? message.body() : null;
    }

    /** A message of the queue, which comes back after a time unless it is deleted; {@code null} if there is none. */
    Message take(FaultyTable.Line line, String queue, Duration time) {
        Message message = next(line, queue);
        return message != null && queues.get(queue).contains(message) ? postpone(queue, message, time) : null;
    }

    private Message next(FaultyTable.Line line, String queue) {
        List<Message> visible = new ArrayList<>();
        for (Message message : queues.getOrDefault(queue, List.of())) {
            if (message.visibleAt() <= scheduler.millis()) {
                visible.add(message);
            }
        }
        if (visible.isEmpty()) {
            return null;
        }
        line.actor().step(() -> "receives from " + queue);
        return visible.get(line.actor().random(visible.size()));
    }

    /** Hides a message that was taken for a time from now on. */
    Message postpone(String queue, Message taken, Duration time) {
        Message hidden = new Message(taken.body(), scheduler.millis() + time.toMillis());
        if (queues.get(queue).remove(taken)) {
            add(queue, hidden);
        }
        return hidden;
    }

    /** Deletes a message that was taken. */
    void delete(FaultyTable.Line line, String queue, Message taken) {
        line.call(
                () -> "deletes " + taken.body() + " from " + queue,
                () -> queues.get(queue).remove(taken),
                () -> true);
    }

    // The receivers of webhooks.

    /**
     * Posts the webhook of a match to its receiver.
     *
     * @return whether the receiver said that it has it
     */
    boolean postWebhook(FaultyTable.Line line, String match, boolean answers) {
        return line.call(
                () -> "posts the webhook of " + match,
                () -> {
                    if (!over(match)) {
                        throw new Broken("a webhook says that " + match + " is over, and it is not");
                    }
                    if (answers) {
                        notified.add(match);
                    }
                    // It may have it, and its answer be lost.
                    return answers && line.actor().random(4) > 0;
                },
                () -> answers);
    }

    /** Puts a webhook that could not be delivered aside. */
    void bury(String match) {
        deadWebhooks.add(match);
    }

    /** Whether the receiver has the webhook of a match, or it is in the dead-letter queue. */
    boolean webhookSettled(String match) {
        return notified.contains(match) || deadWebhooks.contains(match);
    }

    // The bucket.

    /** @return whether it was written; it is not if there is one */
    boolean putReplay(FaultyTable.Line line, String match, byte[] replay) {
        return line.call(
                () -> "stores the replay of " + match,
                () -> {
                    if (bucket.containsKey("replays/" + match) && bug != Bug.REPLAY_REPLACED) {
                        return false;
                    }
                    bucket.put("replays/" + match, replay);
                    return true;
                },
                () -> bug == Bug.REPLAY_REPLACED);
    }

    byte[] replay(FaultyTable.Line line, String match) {
        return read(line, "replays/" + match);
    }

    /** The replay that is stored, without a call; {@code null} if there is none. */
    byte[] stored(String match) {
        return bucket.get("replays/" + match);
    }

    String putCheckpoint(FaultyTable.Line line, String match, long fence, int turn, byte[] moves) {
        String key = "checkpoints/" + match + "/" + fence + "-" + turn;
        line.call(
                () -> "stores " + key,
                () -> {
                    bucket.put(key, moves);
                    return true;
                },
                () -> true);
        return key;
    }

    byte[] read(FaultyTable.Line line, String key) {
        return line.call(() -> "reads " + key, () -> bucket.get(key), () -> bucket.get(key));
    }

    void deleteCheckpoint(FaultyTable.Line line, String key) {
        line.call(
                () -> "deletes " + key,
                () -> {
                    bucket.remove(key);
                    deletedCheckpoints.add(key);
                    table.all().forEach(this::checkCheckpoint);
                    return true;
                },
                () -> true);
    }

    // The promises.

    /** Whether a match has ended, asked without a call. */
    boolean over(String match) {
        return over.contains("match#" + match);
    }

    /** Says which match an actor plays, under which lease. */
    void plays(Actor actor, Lease lease) {
        leases.put(actor, lease);
    }

    private void written(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        String pk = after.getOrDefault("pk", before.get("pk")).s();
        if (pk.startsWith("matches-of#")) {
            checkQuota(pk.substring("matches-of#".length()), before, after);
        } else if (pk.startsWith("match#")) {
            checkMatch(before, after);
            checkOpenMatches(pk.substring("match#".length()), before, after);
        } else if (after.containsKey("uses")) {
            checkInvitation(after);
        }
    }

    private static void checkInvitation(Map<String, AttributeValue> after) {
        if (Integer.parseInt(after.get("used").n())
                > Integer.parseInt(after.get("uses").n())) {
            throw new Broken("an invitation for " + after.get("uses").n() + " was used "
                    + after.get("used").n() + " times");
        }
    }

    private void checkQuota(String owner, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (after.containsKey("open") && after.get("open").ss().size() > mostOpen) {
            throw new Broken("the quota of " + owner + " has room for " + mostOpen + ", and is taken by "
                    + after.get("open").ss());
        }
        if (after.containsKey("day")) {
            AttributeValue was = before.get("day");
            String is = after.get("day").s();
            if (was != null && is.compareTo(was.s()) < 0) {
                throw new Broken("the quota of " + owner + " counted for " + was.s() + ", and now counts for " + is);
            }
            int earlier = was != null && is.equals(was.s()) ? count(before) : 0;
            countedForDays.merge(owner, count(after) - earlier, Integer::sum);
        }
    }

    private static int count(Map<String, AttributeValue> quota) {
        return Integer.parseInt(quota.get("count").n());
    }

    /** Whatever the quotas say: no more matches are open than they allow, and each was counted for a day. */
    private void checkOpenMatches(String match, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        quotasOf(before).forEach(owner -> counting.get(owner).remove(match));
        for (String owner : quotasOf(after)) {
            Set<String> open = counting.computeIfAbsent(owner, none -> new HashSet<>());
            open.add(match);
            if (open.size() > mostOpen) {
                throw new Broken(open + " are open in the quota of " + owner + ", which allows " + mostOpen);
            }
        }
    }

    private static List<String> quotasOf(Map<String, AttributeValue> match) {
        return match.containsKey("quotasOf") ? match.get("quotasOf").ss() : List.of();
    }

    /** How many matches the quota of an owner has counted for all days. */
    int countedForDays(String owner) {
        return countedForDays.getOrDefault(owner, 0);
    }

    private void checkMatch(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        checkCheckpoint(after);
        checkLease(before, after);
        String was = status(before);
        String is = status(after);
        String match = after.get("pk").s();
        if (over.contains(match) && !is.equals(was)) {
            throw new Broken(match + " was " + was + ", and now is " + is);
        }
        if ("finished".equals(is) || "cancelled".equals(is)) {
            over.add(match);
        }
        if ("finished".equals(is)) {
            AttributeValue had = before.get("result");
            if (had != null && !had.equals(after.get("result"))) {
                throw new Broken(match + " had the result " + had.s() + ", and now has "
                        + after.get("result").s());
            }
            if (!bucket.containsKey("replays/" + match.substring("match#".length()))) {
                throw new Broken(match + " is finished and has no replay");
            }
        }
        if (was != null && fence(after) < fence(before)) {
            throw new Broken(match + " had the fence " + fence(before) + ", and now has " + fence(after));
        }
    }

    /** Once another runner has taken a match, the one that had it writes nothing. */
    private void checkLease(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        Lease lease = leases.get(scheduler.current());
        if (lease != null
                && after.get("pk").s().equals("match#" + lease.id())
                && fence(after) == fence(before)
                && fence(before) != lease.fence()) {
            throw new Broken("the match " + lease.id() + " has the fence " + fence(before)
                    + " and was written under the fence " + lease.fence());
        }
    }

    private void checkCheckpoint(Map<String, AttributeValue> item) {
        AttributeValue checkpoint = item.get("checkpoint");
        String status = status(item);
        if (checkpoint != null
                && deletedCheckpoints.contains(checkpoint.s())
                && ("queued".equals(status) || "running".equals(status))) {
            throw new Broken(
                    item.get("pk").s() + " is " + status + " and names " + checkpoint.s() + ", which is deleted");
        }
    }

    private static String status(Map<String, AttributeValue> item) {
        AttributeValue status = item.get("status");
        return status == null ? null : status.s();
    }

    private static long fence(Map<String, AttributeValue> item) {
        return Long.parseLong(item.get("fence").n());
    }
}
