package bout.standings.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.TestMessages;
import bout.store.TestQueues;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.queue.Queue.ResultQueue;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class JournalHandlerTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final Result WON = Result.of(Seat.FIRST, 7, 5, "full");

    private static final Subject LADDER = new Subject.Ladder("tokens");

    private final TestApplication application = TestAws.application();
    private final Map<String, String> environment = application.environment();
    private final Aws aws = TestAws.aws(environment);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Journals journals = new Journals(aws.table());
    private final ResultQueue results = aws.resultQueue();
    private final TestQueues queues = new TestQueues(environment);

    private final JournalHandler handler = new JournalHandler(TestAws.aws(application.environment("JournalFunction")));
    private final String tournament = "trn_" + UUID.randomUUID();
    private final Subject cup = new Subject.Tournament(tournament);

    private MatchRecord finished(Competition competition) {
        return finished(accepted(IDS.next(), competition));
    }

    private MatchRecord accepted(String id, Competition competition) {
        MatchRecord match = MatchRecord.queued(
                id,
                new MatchSettings(
                        GameSettings.of("tokens"),
                        List.of(PlayerRecord.house("naive", "naive"), PlayerRecord.house("lazy", "lazy")),
                        "7"),
                MatchOrigin.competition(competition),
                Instant.now());
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match;
    }

    private MatchRecord finished(MatchRecord match) {
        Lease lease = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(match.id(), "a-runner"))
                .lease();
        assertTrue(leases.finishMatch(lease, WON, List.of(), 25, SeatTally.NO_CALLS));
        return matches.find(match.id()).orElseThrow();
    }

    private List<MatchRecord> finishedOfLadder(int count) {
        return Stream.generate(() -> finished(new Competition.OfLadder(0, 0)))
                .limit(count)
                .toList();
    }

    private static List<String> ids(List<MatchRecord> records) {
        return records.stream().map(MatchRecord::id).toList();
    }

    /** The messages that are to come again, when the function has had them. */
    private List<String> failed(List<String> messages) {
        return TestMessages.failed(handler.handleRequest(TestMessages.event(messages), null));
    }

    private void assertJournal(Subject subject, List<MatchRecord> expected) {
        List<JournalEntry> entries = journals.read(subject, 0, 1000);
        assertEquals(
                LongStream.rangeClosed(1, expected.size()).boxed().toList(),
                entries.stream().map(JournalEntry::sequence).toList());
        assertEquals(
                new HashSet<>(ids(expected)),
                new HashSet<>(entries.stream().map(JournalEntry::match).toList()));
    }

    @Test
    void results_are_written_to_the_journal_in_queue_order() {
        List<MatchRecord> all = finishedOfLadder(5);
        all.forEach(results::send);
        results.send(all.getFirst());
        List<String> bodies = queues.takeAll("BOUT_RESULTS_QUEUE");
        assertEquals(ids(all), bodies, "and the one that was sent twice came once");
        assertEquals(List.of(), failed(bodies));
        assertJournal(LADDER, all);
        assertEquals(
                ids(all),
                journals.read(LADDER, 0, 10).stream().map(JournalEntry::match).toList());
        assertEquals(List.of(LADDER.text()), queues.takeAll("BOUT_UPDATES_QUEUE"));
    }

    @Test
    void each_match_of_a_batch_goes_into_the_journal_of_its_subject() {
        List<MatchRecord> ofLadder = finishedOfLadder(3);
        MatchRecord first = finished(new Competition.OfTournament(tournament, new Fixture(0, 0, 1)));
        MatchRecord second = finished(new Competition.OfTournament(tournament, new Fixture(0, 1, 0)));
        List<String> mixed = List.of(
                ofLadder.get(0).id(),
                first.id(),
                ofLadder.get(1).id(),
                second.id(),
                ofLadder.get(2).id());
        assertEquals(List.of(), failed(mixed));
        assertJournal(LADDER, ofLadder);
        assertJournal(cup, List.of(first, second));
        assertEquals(
                List.of(LADDER.text(), cup.text()),
                queues.takeAll("BOUT_UPDATES_QUEUE").stream().sorted().toList());
    }

    @Test
    void repeated_messages_write_nothing_and_request_the_update_again() {
        List<MatchRecord> all = finishedOfLadder(2);
        handler.handleRequest(TestMessages.event(ids(all)), null);
        assertEquals(List.of(LADDER.text()), queues.takeAll("BOUT_UPDATES_QUEUE"));
        assertEquals(List.of(), failed(ids(all)));
        assertEquals(List.of(), failed(ids(all).subList(1, 2)));
        assertJournal(LADDER, all);
        assertTrue(queues.takeAll("BOUT_UPDATES_QUEUE").contains(LADDER.text()));
    }

    private MatchRecord firstOnBoard() {
        return accepted(IDS.next(), new Competition.OfLadder(0, 0));
    }

    private MatchRecord otherOnBoard(MatchRecord first) {
        return accepted(first.otherOnBoard(), first.origin().competition());
    }

    @Test
    void a_result_waits_until_the_other_match_on_its_board_is_over() {
        MatchRecord first = firstOnBoard();
        MatchRecord second = otherOnBoard(first);
        finished(first);
        assertEquals(List.of(), failed(List.of(first.id())));
        assertJournal(LADDER, List.of());
        assertEquals(List.of(), queues.takeAll("BOUT_UPDATES_QUEUE"));

        finished(second);
        assertEquals(List.of(), failed(List.of(second.id())));
        assertJournal(LADDER, List.of(first, second));
        assertEquals(List.of(), failed(List.of(first.id(), second.id())));
        assertJournal(LADDER, List.of(first, second));
    }

    @Test
    void a_result_counts_and_is_swept_as_soon_as_the_other_match_on_its_board_gets_none() {
        MatchRecord first = firstOnBoard();
        MatchRecord second = otherOnBoard(first);
        finished(first);
        Matches later = aws.matches(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)));
        assertEquals(List.of(), ids(later.unjournalled(10)));
        matches.cancel(second.id(), "for a test");
        assertEquals(List.of(first.id()), ids(later.unjournalled(10)));
        handler.handleRequest(TestMessages.event(List.of(first.id())), null);
        assertJournal(LADDER, List.of(first));
    }

    @Test
    void the_sweeper_finds_a_result_behind_many_that_wait() {
        for (int i = 0; i < 3; i++) {
            MatchRecord first = firstOnBoard();
            otherOnBoard(first);
            finished(first);
        }
        Set<String> two = Set.copyOf(ids(finishedOfLadder(2)));
        Matches later = aws.matches(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)));
        assertEquals(1, later.unjournalled(1).size());
        assertEquals(two, Set.copyOf(ids(later.unjournalled(2))));
        assertEquals(two, Set.copyOf(ids(later.unjournalled(10))));
    }

    @Test
    void messages_for_unknown_matches_or_without_competition_are_deleted() {
        MatchRecord plain = finished((Competition) null);
        MatchRecord counting = finished(new Competition.OfLadder(0, 0));
        List<String> messages = List.of(plain.id(), IDS.next(), "no id", counting.id());
        assertEquals(List.of(), failed(messages));
        assertJournal(LADDER, List.of(counting));
    }

    @Test
    void if_the_update_cannot_be_requested_all_messages_of_the_subject_are_retried() {
        List<MatchRecord> all = finishedOfLadder(3);
        Map<String, String> nowhere = new HashMap<>(environment);
        nowhere.computeIfPresent("BOUT_UPDATES_QUEUE", (name, url) -> url + "-that-is-not-there");
        SQSBatchResponse answer =
                new JournalHandler(TestAws.aws(nowhere)).handleRequest(TestMessages.event(ids(all)), null);
        assertEquals(ids(all).stream().map(TestMessages::id).toList(), TestMessages.failed(answer));
        assertEquals(List.of(), failed(ids(all)));
        assertJournal(LADDER, all);
        assertEquals(List.of(LADDER.text()), queues.takeAll("BOUT_UPDATES_QUEUE"));
    }
}
