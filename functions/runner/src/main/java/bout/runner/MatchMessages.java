package bout.runner;

import bout.store.Aws;
import bout.store.queue.DeadLetters;
import bout.store.queue.MatchQueue;
import java.time.Clock;

/** Where a runner sends a match that it does not play to its end, and what it sends when it does. */
public record MatchMessages(MatchQueue queue, DeadLetters deadLetters, EndMessages ends) {

    public static MatchMessages of(Aws aws, Clock clock) {
        return new MatchMessages(aws.matchQueue(), aws.deadLetters(), EndMessages.of(aws, clock));
    }
}
