package bout.chaos;

import bout.wire.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the writes of each match's result and replay, as seen by the services. Each must be written once, however
 * often runners tried.
 */
final class WriteCounter implements FaultyProxy.Witness {

    private static final Pattern REPLAY = Pattern.compile(".*/replays/([^/]+)\\.json");
    private static final int OK = 200;

    private final Set<String> transactions = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> results = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> replays = new ConcurrentHashMap<>();

    @Override
    public void answered(String method, String path, String target, byte[] body, int status) {
        if (status != OK) {
            return;
        }
        if (target.endsWith(".UpdateItem")) {
            update(read(body), "");
        } else if (target.endsWith(".TransactWriteItems")) {
            Map<?, ?> transaction = read(body);
            for (Object part : (List<?>) transaction.get("TransactItems")) {
                if (((Map<?, ?>) part).get("Update") instanceof Map<?, ?> update) {
                    update(update, String.valueOf(transaction.get("ClientRequestToken")));
                }
            }
        } else if (method.equals("PUT")) {
            Matcher replay = REPLAY.matcher(path);
            if (replay.matches()) {
                count(replays, replay.group(1));
            }
        }
    }

    /**
     * Counts an update to the status {@code finished}. Only the end of a match writes that status; conditions compare
     * with others.
     *
     * @param token the transaction's token; DynamoDB acknowledges a repeated token without writing again
     */
    private void update(Map<?, ?> update, String token) {
        if (update.get("ExpressionAttributeValues") instanceof Map<?, ?> values
                && values.values().contains(Map.of("S", "finished"))
                && (token.isEmpty() || transactions.add(token))) {
            count(results, Json.text(update.get("Key")));
        }
    }

    private static Map<?, ?> read(byte[] body) {
        try {
            return (Map<?, ?>) Json.read(body);
        } catch (Json.NotJson broken) {
            throw new IllegalStateException("DynamoDB accepted a request that is not JSON", broken);
        }
    }

    private static void count(Map<String, AtomicInteger> counts, String key) {
        counts.computeIfAbsent(key, unseen -> new AtomicInteger()).incrementAndGet();
    }

    /** How often the result of this match was written. */
    int resultWrites(String id) {
        // The keys are up to the store; count every key that contains the match's id.
        return results.entrySet().stream()
                .filter(written -> written.getKey().contains(id))
                .mapToInt(written -> written.getValue().get())
                .sum();
    }

    /** How often the replay of this match was stored. */
    int replayWrites(String id) {
        AtomicInteger count = replays.get(id);
        return count == null ? 0 : count.get();
    }

    int results() {
        return sum(results.values());
    }

    int replays() {
        return sum(replays.values());
    }

    private static int sum(Collection<AtomicInteger> counts) {
        return counts.stream().mapToInt(AtomicInteger::get).sum();
    }
}
