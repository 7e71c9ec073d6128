package bout.bench.usage;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was asked of the services in some period.
 *
 * @param requests the number of each kind of request, such as {@code DynamoDb.UpdateItem}; of S3 with the folder, such
 *     as {@code S3.PutObject.replays}, and of SQS with the end of the queue's name, such as
 *     {@code Sqs.SendMessageBatch.matches}
 * @param writeUnits write request units of the table and its indexes; a transaction counts twice
 * @param readUnits read request units
 */
public record Usage(SortedMap<String, Long> requests, double writeUnits, double readUnits) {

    public Usage {
        requests = new TreeMap<>(requests);
    }

    /** How many requests have a name that begins like this. */
    public long requests(String begin) {
        return requests.entrySet().stream()
                .filter(request -> request.getKey().startsWith(begin))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
