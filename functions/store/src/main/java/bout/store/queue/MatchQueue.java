package bout.store.queue;

import bout.store.match.WaitingMatch;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of matches that wait for a runner. A message's body is a match's id, and after a space its owner if the
 * owner has limits; the match itself is in the table.
 *
 * <p>A message may be delivered twice, and a match may have several messages.
 */
public final class MatchQueue extends Queue<WaitingMatch> {

    public MatchQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    @Override
    String body(WaitingMatch match) {
        return match.text();
    }

    @Override
    String group(WaitingMatch match) {
        return match.owner();
    }

    /**
     * Sends matches without an owner's limit to the runners.
     *
     * @throws NotSent when SQS refused some of them several times; all others are sent. They stay queued in the table,
     *     where the sweeper finds them
     */
    public void send(List<String> ids) {
        sendMatches(ids.stream().map(id -> new WaitingMatch(id, null)).toList(), Duration.ZERO);
    }

    /** @param delay whole seconds, at most 15 minutes */
    public void sendMatches(List<WaitingMatch> matches, Duration delay) {
        sendTogether(matches.stream().distinct().toList(), () -> delay);
    }
}
