package bout.store.queue;

import bout.competition.journal.Subject;
import bout.store.match.MatchRecord;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of results to append to the journals of their competitions. A message's body is the match's id.
 *
 * <p>The messages of one competition are handled one after the other, those of several in parallel. SQS drops a message
 * that is sent again within five minutes; handling one twice has no effect.
 */
public final class ResultQueue extends Queue<MatchRecord> {

    public ResultQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    @Override
    String body(MatchRecord match) {
        return match.id();
    }

    /** @throws IllegalArgumentException when the match has no competition */
    @Override
    String group(MatchRecord match) {
        return match.subject()
                .map(Subject::text)
                .orElseThrow(() -> new IllegalArgumentException("the match " + match.id() + " has no competition"));
    }

    @Override
    String deduplication(MatchRecord match) {
        return match.id();
    }
}
