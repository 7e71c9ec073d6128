package bout.runner;

import bout.store.Aws;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.queue.NoticeQueue;
import bout.store.queue.ResultQueue;

/**
 * What follows from the end of a match: a notice to whoever asked for one, or an entry in the journal of its competition.
 * That it is to be sent is written down with the end; see the attribute {@code outbox} of the table.
 */
public record Outgoing(NoticeQueue notices, ResultQueue results) {

    public static Outgoing of(Aws aws) {
        return new Outgoing(aws.noticeQueue(), aws.resultQueue());
    }

    /**
     * Sends what there is to send of a match that has just ended.
     *
     * @param end {@link Status#FINISHED} or {@link Status#FAILED}
     */
    void send(MatchRecord match, Status end, Matches matches) {
        if (match.origin().webhook() != null) {
            notices.send(match.id());
            matches.noticeSent(match.id());
        } else if (match.origin().competition() != null && end == Status.FINISHED) {
            results.send(match);
        }
    }
}
