package bout.store.queue;

import bout.store.table.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Sends messages to a queue in batches, and again those that SQS did not take. */
final class Sending {

    private static final int BATCH = 10;
    private static final int ATTEMPTS = 5;

    private Sending() {}

    /** Messages that SQS refused several times, by their ids, and its words for why. */
    record Refused(List<String> ids, String why) {}

    /**
     * @param messages each with an id that no other of them has
     * @param batch one request of the queue's owner, which SQS may refuse in part
     * @return what was not sent; all others are
     */
    static Optional<Refused> send(
            List<SendMessageBatchRequestEntry> messages,
            Function<List<SendMessageBatchRequestEntry>, List<BatchResultErrorEntry>> batch) {
        List<String> notSent = new ArrayList<>();
        String why = "";
        for (int from = 0; from < messages.size(); from += BATCH) {
            List<SendMessageBatchRequestEntry> rest = messages.subList(from, Math.min(from + BATCH, messages.size()));
            for (int attempt = 1; !rest.isEmpty(); attempt++) {
                List<BatchResultErrorEntry> refused = batch.apply(rest);
                Set<String> ids =
                        refused.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
                rest = rest.stream()
                        .filter(message -> ids.contains(message.id()))
                        .toList();
                if (!rest.isEmpty() && (attempt == ATTEMPTS || refused.stream().anyMatch(r -> r.senderFault()))) {
                    notSent.addAll(
                            rest.stream().map(SendMessageBatchRequestEntry::id).toList());
                    why = refused.getFirst().code() + ", " + refused.getFirst().message();
                    break;
                }
                if (!rest.isEmpty()) {
                    Backoff.pause(attempt);
                }
            }
        }
        return notSent.isEmpty() ? Optional.empty() : Optional.of(new Refused(List.copyOf(notSent), why));
    }
}
