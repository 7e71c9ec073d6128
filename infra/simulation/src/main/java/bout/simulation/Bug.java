package bout.simulation;

import bout.cloud.Observed.Call;
import bout.cloud.Observed.Observer;
import bout.simulation.Scheduler.Actor;
import bout.telemetry.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.utils.builder.CopyableBuilder;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * A planted bug: the effect of a wrong line in the store or in a function on its calls of the services. The simulation
 * must find each; that shows what its silence is worth.
 */
public enum Bug {
    /** Nothing is wrong. */
    NONE(() -> (operation, request, call) -> call.with(request)),

    // Of the store: a condition or a mark is missing.

    FENCE_UNCHECKED(unchecked("match#", "fence = ")),
    STATUS_UNCHECKED(unchecked("match#", "status = ")),
    CANCELLED_UNCHECKED(edited(write -> write.sets("status", "cancelled") ? write.without(part -> true) : write)),
    RESULT_FOLDED_TWICE(unchecked("match#", "due = results")),
    /** A journal grows from a length that was read, although another caller has lengthened it since. */
    JOURNAL_UNCHECKED(unchecked("journal#", "")),
    /** The end of a match makes no room in quotas. */
    ROOM_KEPT(skipped(request -> request instanceof UpdateItemRequest update
            && update.updateExpression() != null
            && update.updateExpression().startsWith("DELETE")
            && update.key().get("sk").s().equals("quota"))),
    ROOM_UNCHECKED(unchecked("matches-of#", "(attribute_not_exists(open) OR size(open)")),
    /** The ids that a crash left in quotas are not looked for. */
    ROOM_NEVER_LOOKED_FOR(() -> Bug::refusesLooks),
    /** The search for them also frees the ids of matches that are still open. */
    OPEN_TAKEN_FOR_OVER(() -> (operation, request, call) -> uncounted(call.with(request))),
    /** A machine whose clock is behind begins the count of the day before again. */
    DAY_GOES_BACK(edited(write -> write.pk().startsWith("matches-of#")
            ? write.withConditions(text -> text.replace("#day < ", "#day <> ").replace("#day >= ", "#day = "))
            : write)),
    RESULT_NOT_MARKED(edited(write -> write.sets("due", "results") ? write.unset("due", "dueAt") : write)),
    /** Nothing says when the message of a queued match counts as lost. */
    QUEUED_NOT_MARKED(edited(write -> write.unset("requeueAt"))),
    KEY_UNCHECKED(unchecked("idempotency#", "")),
    /** A refused change is taken for one's own if status and fence fit. */
    CHANGE_WITHOUT_NAME(() -> Bug::mistaken),
    USES_UNCHECKED(unchecked("invitation#", "used < uses")),
    REVOCATION_UNCHECKED(unchecked("invitation#", "attribute_not_exists(revokedAt)")),
    /** The journal of a contest grows from a length that was read, although another caller has lengthened it since. */
    CONTEST_UNCHECKED(unchecked("contest#", "count = ")),
    /** A contest takes the code that it finds when it closes. */
    CODE_AT_CLOSING(() -> (operation, request, call) -> request instanceof QueryRequest query
                    && query.expressionAttributeValues().values().stream()
                            .anyMatch(value -> value.s() != null && value.s().startsWith("replaced#"))
            ? QueryResponse.builder().build()
            : call.with(request)),
    /** A contest closes while a publication that was in time is not written yet, and then is. */
    LATE_CODE_ACCEPTED(unchecked("bot#", "revision = ")),
    WEBHOOK_NOT_MARKED(edited(write -> write.sets("due", "webhooks") ? write.unset("due", "dueAt") : write)),

    // Of the functions: a call is missing, made too early, or its answer ignored.

    REPLAY_REPLACED(() -> (operation, request, call) ->
            call.with(isReplay(request) ? ((PutObjectRequest) request).copy(put -> put.ifNoneMatch(null)) : request)),
    /** A runner whose replay comes second takes it for the first. */
    REPLAY_REFUSAL_IGNORED(() -> Bug::neverRefused),
    RESULT_BEFORE_REPLAY(swapped(Bug::isReplay, request -> sets(request, "status", "finished"))),
    /** The old checkpoint is deleted before the record names the new one. */
    CHECKPOINT_DELETED_EARLY(swapped(
            request -> request instanceof UpdateItemRequest update
                    && Expression.of(update).changes("checkpoint")
                    && !Expression.of(update).changes("status"),
            request -> request instanceof DeleteObjectRequest)),
    /** A runner records that the webhook is in its queue before it sends it there. */
    WEBHOOK_UNMARKED_EARLY(swapped(
            request -> isSent(request, "webhooks"),
            request -> request instanceof UpdateItemRequest update
                    && Expression.of(update).requires("due = webhooks"))),
    /** A webhook is sent before the end of its match is committed. */
    WEBHOOK_BEFORE_COMMIT(swapped(request -> sets(request, "due", "webhooks"), request -> isSent(request, "webhooks"))),
    /** The message of a webhook is deleted before the webhook is delivered: {@link Functions}. */
    WEBHOOK_DELETED_EARLY(NONE.plant),
    /** A receiver's refusal of a webhook is taken for its acceptance: {@link Simulation}. */
    WEBHOOK_REFUSAL_IGNORED(NONE.plant),
    LEASE_NOT_RENEWED(
            edited(write -> write.pk().equals("runners") && !write.assignments().isEmpty() && !write.changes("state")
                    ? write.unset("leaseUntil")
                    : write)),
    /** A runner takes matches before it is stored, and then is not. */
    RUNNER_NOT_STORED(skipped(request ->
            request instanceof PutItemRequest put && put.item().get("pk").s().equals("runners"))),
    /** The matches of a dead runner are not looked for. */
    DEAD_RUNNER_LEFT_ALONE(() -> (operation, request, call) -> request instanceof QueryRequest query
                    && by("sweeper")
                    && query.expressionAttributeValues().values().stream()
                            .anyMatch(value -> value.s() != null && value.s().startsWith("running#"))
            ? QueryResponse.builder().build()
            : call.with(request)),
    /** The sweeper queues a match again in its record only. */
    REQUEUED_NOT_SENT(skipped(request -> by("sweeper") && isSent(request, "matches"))),
    /** The sweeper skips a webhook of its outbox, and records that it is in its queue. */
    OUTBOX_ENTRY_SKIPPED(skipped(request -> by("sweeper") && isSent(request, "webhooks"))),
    RESULT_NOT_SENT_AGAIN(skipped(request -> by("sweeper") && isSent(request, "results.fifo"))),
    /** The journal grows, and the standings are not notified: not the journal, and not the matchmaker each minute. */
    UPDATES_NOT_SENT(skipped(request -> isSent(request, "updates.fifo"))),
    /** An update records which files it has published before it publishes them. */
    PAGES_LISTED_EARLY(swapped(
            request -> isFile(request, "standings/ladders/" + Callers.GAME + ".json"),
            request -> isFile(request, "standings/pages/"))),
    DEAD_LETTER_SKIPPED(skipped(request -> isSent(request, "matches-dead-letters")));

    private final Supplier<Observer> plant;

    Bug(Supplier<Observer> plant) {
        this.plant = plant;
    }

    /** The effect of this bug on the calls of one run. */
    Observer plant() {
        return plant.get();
    }

    /** Whether it shows only where there are standings, which few runs have. */
    boolean needsStandings() {
        return needsContest() || this == PAGES_LISTED_EARLY || this == UPDATES_NOT_SENT;
    }

    /** Whether it shows only where there is a contest. */
    boolean needsContest() {
        return this == CONTEST_UNCHECKED || this == CODE_AT_CLOSING || this == LATE_CODE_ACCEPTED;
    }

    /** Drops the parts of conditions that begin so, of items whose partition key begins so. */
    private static Supplier<Observer> unchecked(String pk, String part) {
        return edited(write -> write.pk().startsWith(pk) ? write.without(each -> each.startsWith(part)) : write);
    }

    private static Supplier<Observer> edited(UnaryOperator<Expression> edit) {
        return () -> (operation, request, call) -> call.with(
                switch (request) {
                    case PutItemRequest put -> edited(put, edit);
                    case UpdateItemRequest update -> edited(update, edit);
                    case TransactWriteItemsRequest all ->
                        all.copy(some -> some.transactItems(all.transactItems().stream()
                                .map(part -> part.copy(
                                        it -> it.put(edited(part.put(), edit)).update(edited(part.update(), edit))))
                                .toList()));
                    default -> request;
                });
    }

    private static <B extends SdkPojo & CopyableBuilder<B, T>, T extends SdkPojo & ToCopyableBuilder<B, T>> T edited(
            T write, UnaryOperator<Expression> edit) {
        if (write == null) {
            return null;
        }
        Expression before = Expression.of(write);
        Expression after = edit.apply(before);
        return after.equals(before) ? write : after.in(write);
    }

    /** Does not make these calls. */
    private static Supplier<Observer> skipped(Predicate<SdkRequest> which) {
        return () -> (operation, request, call) -> which.test(request) ? done(request) : call.with(request);
    }

    /** Makes a call only after another one that should come after it. */
    private static Supplier<Observer> swapped(Predicate<SdkRequest> first, Predicate<SdkRequest> second) {
        return () -> {
            List<Runnable> waiting = new ArrayList<>();
            return (operation, request, call) -> {
                if (first.test(request)) {
                    waiting.add(() -> call.with(request));
                    return done(request);
                }
                Object answer = call.with(request);
                if (second.test(request)) {
                    List<Runnable> now = List.copyOf(waiting);
                    waiting.clear();
                    now.forEach(Runnable::run);
                }
                return answer;
            };
        };
    }

    /** The answer of a call that has worked. */
    private static Object done(SdkRequest request) {
        return switch (request) {
            case PutItemRequest put -> PutItemResponse.builder().build();
            case UpdateItemRequest update -> UpdateItemResponse.builder().build();
            case PutObjectRequest put -> PutObjectResponse.builder().build();
            case SendMessageRequest send -> SendMessageResponse.builder().build();
            case SendMessageBatchRequest send ->
                SendMessageBatchResponse.builder().build();
            default -> throw new IllegalArgumentException("cannot leave out " + request);
        };
    }

    private static boolean isReplay(SdkRequest request) {
        return isFile(request, "replays/");
    }

    private static boolean isFile(SdkRequest request, String key) {
        return request instanceof PutObjectRequest put && put.key().startsWith(key);
    }

    private static boolean sets(SdkRequest request, String attribute, String value) {
        return request instanceof UpdateItemRequest update
                && Expression.of(update).sets(attribute, value);
    }

    private static boolean isSent(SdkRequest request, String queue) {
        return request instanceof SendMessageRequest send && send.queueUrl().endsWith("-" + queue)
                || request instanceof SendMessageBatchRequest batch
                        && batch.queueUrl().endsWith("-" + queue);
    }

    private static boolean by(String function) {
        return ((Actor) Machine.current()).process.name.startsWith(function);
    }

    private static Object refusesLooks(String operation, SdkRequest request, Call call) {
        if (request instanceof UpdateItemRequest update && Expression.of(update).changes("lookedAt")) {
            throw ConditionalCheckFailedException.builder()
                    .message("a planted bug")
                    .build();
        }
        return call.with(request);
    }

    private static Object uncounted(Object any) {
        if (!(any instanceof BatchGetItemResponse answer)) {
            return any;
        }
        Map<String, List<Map<String, AttributeValue>>> items = new HashMap<>();
        answer.responses()
                .forEach((table, found) -> items.put(
                        table,
                        found.stream()
                                .map(item -> {
                                    Map<String, AttributeValue> rest = new HashMap<>(item);
                                    rest.remove("quotasOf");
                                    return rest;
                                })
                                .toList()));
        return answer.copy(changed -> changed.responses(items));
    }

    private static Object neverRefused(String operation, SdkRequest request, Call call) {
        try {
            return call.with(request);
        } catch (S3Exception refused) {
            if (isReplay(request)) {
                return done(request);
            }
            throw refused;
        }
    }

    private static Object mistaken(String operation, SdkRequest request, Call call) {
        try {
            return call.with(request);
        } catch (ConditionalCheckFailedException refused) {
            if (request instanceof UpdateItemRequest update && refused.hasItem()) {
                throw mistaken(Expression.of(update), refused);
            }
            throw refused;
        }
    }

    private static ConditionalCheckFailedException mistaken(Expression write, ConditionalCheckFailedException refused) {
        Map<String, AttributeValue> found = refused.item();
        String change = write.value("change");
        boolean fits = change != null
                && found.containsKey("status")
                && write.sets("status", found.get("status").s())
                && write.requires("fence = " + found.get("fence").n());
        if (!fits) {
            return refused;
        }
        Map<String, AttributeValue> item = new HashMap<>(found);
        item.put("change", AttributeValue.fromS(change));
        return refused.toBuilder().item(item).build();
    }
}
