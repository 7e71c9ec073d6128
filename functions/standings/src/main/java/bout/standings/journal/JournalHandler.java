package bout.standings.journal;

import bout.competition.journal.Competition.Subject;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.queue.Batch;
import bout.store.queue.UpdateQueue;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the results of finished tournament and ladder matches into the journals, and requests an update of the
 * standings. A message that is delivered again finds its result in the journal and requests the update again, because
 * the first attempt may have failed in between.
 *
 * <p>The messages of one subject form one message group. They are returned together or not at all, so their order is
 * kept.
 */
public final class JournalHandler extends Primed implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(JournalHandler.class);

    private final Matches matches;
    private final Journals journals;
    private final UpdateQueue updates;

    public JournalHandler() {
        this(new Aws(System.getenv()));
    }

    public JournalHandler(Aws aws) {
        this.matches = aws.matches(Machine.systemClock());
        this.journals = new Journals(aws.table());
        this.updates = aws.updateQueue(Machine.systemClock());
        prime(matches::prime, updates::prime);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        List<String> ids =
                event.getRecords().stream().map(SQSEvent.SQSMessage::getBody).toList();
        Set<String> failed = new HashSet<>();
        bySubject(ids).forEach((subject, finished) -> {
            try {
                int appended = journals.append(subject, finished);
                updates.send(new UpdateQueue.Task.Standings(subject));
                LOG.atInfo()
                        .addKeyValue("subject", subject.text())
                        .addKeyValue("appended", appended)
                        .addKeyValue("repeated", finished.size() - appended)
                        .log("Results written to the journal");
            } catch (RuntimeException fault) {
                LOG.atError()
                        .addKeyValue("subject", subject.text())
                        .addKeyValue(
                                "matches",
                                finished.stream().map(MatchRecord::id).toList())
                        .setCause(fault)
                        .log("Could not write results to the journal; they will be delivered again");
                finished.forEach(match -> failed.add(match.id()));
            }
        });
        return Batch.failed(event, message -> failed.contains(message.getBody()));
    }

    /**
     * The finished matches that belong to a subject, in the order of their messages. A match that shares its board with
     * one that is not over waits for that one, whose message then brings both; the sweeper sends those whose other
     * match never gets a result.
     */
    private Map<Subject, List<MatchRecord>> bySubject(List<String> ids) {
        Map<Subject, List<MatchRecord>> bySubject = new LinkedHashMap<>();
        Set<String> counting = new HashSet<>();
        List<MatchRecord> finished = matches.find(ids).stream()
                .filter(match -> match.status() == Status.FINISHED && match.rated())
                .toList();
        Map<String, MatchRecord> others = new HashMap<>();
        matches.find(finished.stream().map(MatchRecord::otherOnBoard).toList())
                .forEach(other -> others.put(other.otherOnBoard(), other));
        for (MatchRecord match : finished) {
            counting.add(match.id());
            Optional<MatchRecord> other = Optional.ofNullable(others.get(match.id()));
            if (other.isEmpty() || other.get().status().over()) {
                List<MatchRecord> results =
                        bySubject.computeIfAbsent(match.subject().orElseThrow(), first -> new ArrayList<>());
                results.add(match);
                other.filter(each -> each.status() == Status.FINISHED).ifPresent(results::add);
            }
        }
        for (String id : ids) {
            if (!counting.contains(id)) {
                LOG.atWarn().addKeyValue("match", id).log("No finished tournament or ladder match has this id");
            }
        }
        return bySubject;
    }
}
