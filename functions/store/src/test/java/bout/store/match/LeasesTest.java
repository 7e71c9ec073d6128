package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.MatchRecord.MatchProgress;
import bout.table.Creator.IdempotencyKey;
import bout.table.Item;
import bout.table.TableLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("aws")
class LeasesTest {

    private static final Duration LEASE = TestStore.LEASE;

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    @Test
    void a_queued_match_can_be_leased_and_then_runs() {
        MatchRecord match = store.accepted();
        store.clock.forwardMillis(2500);
        Lease lease = store.leased(match.id());
        assertEquals(match.id(), lease.id());
        assertEquals(1, lease.fence());
        assertFalse(lease.takenOver());
        assertEquals(Status.RUNNING, lease.match().status());
        assertEquals(store.clock.instant(), lease.match().progress().startedAt());
        assertEquals(match.players(), lease.match().players());
        assertEquals(lease.match(), store.found(match.id()));
    }

    @Test
    void a_leased_match_is_held_until_the_sweeper_finds_its_runner_dead() {
        String runner = store.runner();
        Lease lease = store.leased();
        assertEquals(new LeaseResult.Held(runner), leases.takeLease(lease.id(), "another"));
        assertEquals(new LeaseResult.Held(runner), leases.takeLease(lease.id(), runner), "a message that came twice");
        store.clock.forward(LEASE.multipliedBy(3));
        assertEquals(
                new LeaseResult.Held(runner), leases.takeLease(lease.id(), "another"), "a clock alone decides nothing");
        assertEquals(List.of(lease.id()), store.swept());
        assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(lease.id(), "another"));
    }

    @Test
    void a_match_that_is_over_or_unknown_cannot_be_leased() {
        Lease finished = store.leased();
        assertTrue(store.finish(finished));
        assertEquals(new LeaseResult.Over(Status.FINISHED), store.take(finished.id()));
        Lease failed = store.leased();
        assertTrue(leases.failMatch(failed, "no"));
        assertEquals(new LeaseResult.Over(Status.FAILED), store.take(failed.id()));
        assertEquals(new LeaseResult.Unknown(), store.take(store.ids.next()));
    }

    @Test
    void of_many_runners_at_once_exactly_one_gets_the_lease() {
        String id = store.accepted().id();
        for (int round = 1; round <= 4; round++) {
            String runner = store.runner();
            List<LeaseResult> answers = TestStore.atOnce(16, i -> leases.takeLease(id, runner));
            assertEquals(1, TestStore.count(answers, LeaseResult.Leased.class), answers.toString());
            assertEquals(15, TestStore.count(answers, LeaseResult.Held.class), answers.toString());
            assertEquals(List.of(id), store.crash());
        }
        assertEquals(5, store.leased(id).fence());
    }

    @Test
    void a_lost_lease_changes_nothing_any_more() {
        Lease lost = store.leased();
        store.crash();
        assertLost(lost);
        Lease lease = store.leased(lost.id());
        assertLost(lost);
        assertTrue(store.finish(lease));
        assertLost(lost);
        assertLost(lease);
    }

    private void assertLost(Lease lost) {
        MatchRecord before = store.found(lost.id());
        assertFalse(
                leases.finishMatch(lost, Result.of(Seat.FIRST, 1, 0, "forfeit"), List.of(), 99, SeatTally.NO_CALLS));
        assertFalse(leases.failMatch(lost, "no"));
        assertFalse(leases.saveCheckpoint(lost, 99, "checkpoints/late"));
        assertFalse(leases.releaseAfterFault(lost));
        assertFalse(leases.releaseLease(lost, Handover.NOTHING_NEW));
        assertFalse(leases.releaseLease(lost, new Handover("checkpoints/late", 99, null)));
        assertEquals(before, store.found(lost.id()));
    }

    /** The sweeper's write looks like a release: the match is queued, under the same fence. */
    @Test
    void a_runner_does_not_take_the_write_of_the_sweeper_for_its_own() {
        Lease lost = store.leased();
        assertTrue(leases.saveCheckpoint(lost, 40, "checkpoints/that-counts"));
        assertEquals(List.of(lost.id()), store.crash());
        assertFalse(
                leases.releaseLease(lost, new Handover("checkpoints/late", 41, null)),
                "otherwise the runner would remove the checkpoint that counts");
        assertEquals("checkpoints/that-counts", store.leased(lost.id()).checkpoint());
    }

    @Test
    void a_runner_does_not_take_the_result_of_another_write_under_its_lease_for_its_own() {
        Lease lease = store.leased();
        assertTrue(leases.releaseLease(lease, new Handover("checkpoints/a", 7, null)));
        assertFalse(leases.releaseLease(lease, new Handover("checkpoints/b", 8, null)));
        assertFalse(leases.releaseAfterFault(lease));
        assertEquals("checkpoints/a", store.leased(lease.id()).checkpoint());
    }

    @Test
    void a_finished_match_has_its_result_and_its_times() {
        Lease lease = store.leased();
        Instant started = store.clock.instant();
        store.clock.forwardMillis(1234);
        assertTrue(store.finish(lease));
        MatchRecord match = store.found(lease.id());
        assertEquals(new MatchProgress(Status.FINISHED, 9, started), match.progress());
        assertEquals(
                new MatchOutcome(TestStore.WON, List.of(), 0, SeatTally.NO_CALLS, null, started.plusMillis(1234), null),
                match.outcome());
    }

    @Test
    void the_scores_of_a_result_come_back_bit_for_bit() {
        double[] scores = {0.0, 1, -17, 0.1, 1.0 / 3, 9007199254740993.0, 123456789012345680000.0};
        double[] extremes = {Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, 2.2250738585072014E-308};
        for (double score : DoubleStream.concat(DoubleStream.of(scores), DoubleStream.of(extremes))
                .toArray()) {
            Lease lease = store.leased();
            // Lists of numbers are equal if all bits are.
            Result given = Result.of(null, score, -score, "full");
            assertTrue(leases.finishMatch(lease, given, List.of(), 1, SeatTally.NO_CALLS));
            assertEquals(given, store.found(lease.id()).outcome().result());
        }
    }

    /** Their item is stored twice, and each kilobyte of it costs. */
    @Test
    void the_failures_of_a_bot_that_never_answers_take_hardly_any_room() {
        List<FailedCall> failures = new ArrayList<>();
        for (int turn = 0; turn < MatchOutcome.STORED_FAILURES; turn++) {
            String text = "No answer within 1000 ms: connected to 203.0.113." + turn + " after " + turn + " ms.";
            failures.add(new FailedCall(turn, turn, Seat.FIRST, new Failure(Failure.Kind.TIME_OUT, text)));
        }
        Lease lease = store.leased();
        assertTrue(leases.finishMatch(lease, TestStore.WON, failures, 25, SeatTally.NO_CALLS));
        assertEquals(failures, store.found(lease.id()).outcome().failures());
        AttributeValue stored =
                store.item(TableLayout.matchKey(lease.id())).attributes().get("failures");
        assertTrue(stored.b().asByteArray().length < 512, stored::toString);
    }

    @Test
    void a_match_that_has_ended_expires_unless_matches_are_kept_for_ever() {
        Duration kept = Duration.ofDays(30);
        Leases expiring = new Leases(store.table(), store.clock, kept);
        Matches cancelling = new Matches(store.table(), store.clock, kept);
        Long then = store.clock.instant().plus(kept).getEpochSecond();
        Lease finished = store.leased();
        Lease failed = store.leased();
        Lease cancelled = store.leased();
        assertTrue(expiring.finishMatch(finished, TestStore.WON, List.of(), 25, SeatTally.NO_CALLS));
        assertTrue(expiring.failMatch(failed, "no"));
        cancelling.cancel(cancelled.id(), "no");
        for (Lease ended : List.of(finished, failed, cancelled)) {
            assertEquals(then, expires(ended));
        }
        store.matches.requeueFailed(failed.id());
        assertNull(expires(failed), "it is played again");

        Lease forEver = store.leased();
        assertTrue(store.finish(forEver));
        assertNull(expires(forEver));
    }

    private Long expires(Lease lease) {
        Item item = store.item(TableLayout.matchKey(lease.id()));
        return item.has(TableLayout.EXPIRES) ? item.whole(TableLayout.EXPIRES) : null;
    }

    @Test
    void the_first_20_failures_are_kept_and_all_are_counted() {
        List<FailedCall> failures = new ArrayList<>();
        for (int i = 0; i < 57; i++) {
            failures.add(new FailedCall(
                    2 * i,
                    i,
                    Seat.of(1 + i % 2),
                    new Failure(
                            Failure.Kind.values()[i % Failure.Kind.values().length],
                            "Antwort „" + i + "“ ist kein JSON 🐙")));
        }
        Lease lease = store.leased();
        leases.finishMatch(lease, TestStore.WON, failures, 57, SeatTally.NO_CALLS);
        MatchRecord match = store.found(lease.id());
        assertEquals(failures.subList(0, 20), match.outcome().failures());
        assertEquals(57, match.outcome().failureCount());
    }

    @Test
    void the_failure_that_decides_who_loses_is_kept_whenever_it_comes() {
        List<FailedCall> failures = new ArrayList<>();
        for (int i = 0; i < 57; i++) {
            Failure.Kind kind = i < 30 ? Failure.Kind.STATUS : Failure.Kind.OUT_OF_TIME;
            failures.add(new FailedCall(i, i, Seat.FIRST, new Failure(kind, "failure " + i)));
        }
        Lease lease = store.leased();
        leases.finishMatch(lease, TestStore.WON, failures, 57, SeatTally.NO_CALLS);
        List<FailedCall> kept = store.found(lease.id()).outcome().failures();
        assertEquals(20, kept.size());
        assertEquals(failures.subList(0, 19), kept.subList(0, 19));
        assertEquals(failures.get(30), kept.getLast());
    }

    @Test
    void a_failed_match_has_a_reason_and_no_result() {
        Lease lease = store.leased();
        store.clock.forwardMillis(10);
        assertTrue(leases.failMatch(lease, "It was given up."));
        MatchRecord match = store.found(lease.id());
        assertEquals(Status.FAILED, match.status());
        assertEquals(
                new MatchOutcome(null, List.of(), 0, List.of(), "It was given up.", store.clock.instant(), null),
                match.outcome());
    }

    @Test
    void a_released_match_is_queued_and_the_next_lease_keeps_its_start() {
        Lease lease = store.leased();
        leases.saveCheckpoint(lease, 40, "checkpoints/a");
        assertTrue(leases.releaseLease(lease, Handover.NOTHING_NEW));
        MatchRecord released = store.found(lease.id());
        assertEquals(Status.QUEUED, released.status());
        assertEquals(40, released.progress().turn());

        store.clock.forwardMillis(700);
        Lease next = store.leased(lease.id());
        assertEquals(2, next.fence());
        assertTrue(next.takenOver());
        assertEquals(
                lease.match().progress().startedAt(), next.match().progress().startedAt());
        assertFalse(leases.releaseLease(lease, Handover.NOTHING_NEW));
    }

    @Test
    void whoever_takes_a_match_after_another_gets_what_that_one_saved_last() {
        Lease first = store.leased();
        assertNull(first.checkpoint());
        assertTrue(leases.saveCheckpoint(first, 40, "checkpoints/a"));
        assertEquals(40, store.found(first.id()).progress().turn());
        assertTrue(leases.saveCheckpoint(first, 80, "checkpoints/b"));
        Lease second = store.leasedAfterCrash(first.id());
        assertEquals("checkpoints/b", second.checkpoint());
        assertTrue(leases.releaseLease(second, new Handover("checkpoints/c", 90, null)));
        Lease third = store.leased(first.id());
        assertEquals("checkpoints/c", third.checkpoint());
        assertEquals(90, third.match().progress().turn());
        assertTrue(leases.releaseLease(third, Handover.NOTHING_NEW));
        assertEquals("checkpoints/c", store.leased(first.id()).checkpoint());
    }

    @Test
    void faults_and_expired_leases_are_counted_each_for_itself_and_continuations_are_not() {
        Lease lease = store.leased();
        for (int i = 1; i <= 5; i++) {
            assertTrue(leases.releaseLease(lease, new Handover("checkpoints/" + i, i, null)));
            lease = store.leased(lease.id());
        }
        assertEquals(List.of(0, 0), List.of(lease.faults(), lease.expiredLeases()));
        store.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(leases.releaseAfterFault(lease), "counted once, if the answer was lost");
        lease = store.leased(lease.id());
        assertEquals(List.of(1, 0), List.of(lease.faults(), lease.expiredLeases()));
        lease = store.leasedAfterCrash(lease.id());
        assertEquals(List.of(1, 1), List.of(lease.faults(), lease.expiredLeases()));
        lease = store.leasedAfterCrash(lease.id());
        assertEquals(List.of(1, 2), List.of(lease.faults(), lease.expiredLeases()));
        assertEquals("checkpoints/5", lease.checkpoint());
    }

    @Test
    void a_lease_whose_answer_was_lost_is_not_lost_itself() {
        MatchRecord match = store.accepted();
        store.wire.loseNextAnswerOf("UpdateItem");
        Lease lease = store.leased(match.id());
        assertEquals(1, lease.fence());
        assertTrue(store.finish(lease));
    }

    @Test
    void a_change_whose_answer_was_lost_has_happened() {
        List<Predicate<Lease>> changes = List.of(
                store::finish,
                lease -> leases.failMatch(lease, "no"),
                lease -> leases.releaseLease(lease, Handover.NOTHING_NEW),
                lease -> leases.saveCheckpoint(lease, 3, "checkpoints/a"));
        for (Predicate<Lease> change : changes) {
            Lease lease = store.leased();
            store.wire.loseNextAnswerOf("UpdateItem");
            assertTrue(change.test(lease));
        }
    }

    @Test
    void the_whole_life_of_a_match_is_a_write_for_each_change_and_no_read() {
        String runner = store.runner();
        store.wire.forget();
        MatchRecord match = store.queued();
        assertEquals(
                3,
                store.writeUnitsOf(() -> matches.acceptMatch(
                        match, new IdempotencyKey("caller", match.id(), "h"), MatchLimits.NONE, Set.of())));
        assertEquals(
                2, store.writeUnitsOf(() -> matches.acceptMatch(store.queued(), null, MatchLimits.NONE, Set.of())));
        Lease[] lease = new Lease[1];
        assertEquals(3, store.writeUnitsOf(() -> lease[0] = store.leased(match.id())));
        assertEquals(1, store.writeUnitsOf(() -> store.runners.renew(runner, LEASE, List.of())));
        assertEquals(
                3,
                store.writeUnitsOf(
                        () -> leases.finishMatch(lease[0], TestStore.WON, List.of(), 25, SeatTally.NO_CALLS)));
        assertEquals(
                List.of("PutItem", "PutItem", "PutItem", "UpdateItem", "UpdateItem", "UpdateItem"),
                store.wire.operations());
    }
}
