package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Failure;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.table.IdempotencyKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class LeasesTest {

    private static final Result WON = new Result(Seat.SECOND, 12, 13, "full");
    private static final Duration LEASE = TestStore.LEASE;

    private final TestStore ledger = new TestStore();
    private final Matches matches = ledger.matches;
    private final Leases leases = ledger.leases;
    private final AbandonedMatches abandoned = ledger.abandoned;

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void a_queued_match_can_be_leased_and_then_runs() {
        MatchRecord match = ledger.accepted();
        ledger.clock.forwardMillis(2500);
        Lease lease = ledger.leased(match.id());
        assertEquals(match.id(), lease.id());
        assertEquals(1, lease.fence());
        assertFalse(lease.takenOver());
        assertEquals(Status.RUNNING, lease.match().status());
        assertEquals(ledger.clock.instant(), lease.match().progress().startedAt());
        assertEquals(match.players(), lease.match().players());
        assertEquals(lease.match(), ledger.found(match.id()));
    }

    @Test
    void a_leased_match_is_held_until_its_lease_runs_out() {
        Lease lease = ledger.leased();
        Instant until = ledger.clock.instant().plus(LEASE);
        assertEquals(new LeaseResult.Held(until), leases.takeLease(lease.id(), LEASE));
        ledger.clock.forward(LEASE.minusMillis(1));
        assertEquals(new LeaseResult.Held(until), leases.takeLease(lease.id(), LEASE));
        ledger.clock.forwardMillis(1);
        assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(lease.id(), LEASE));
    }

    @Test
    void a_lease_that_is_taken_over_has_a_higher_fence_and_says_so() {
        Lease lost = ledger.leased();
        ledger.clock.forward(LEASE);
        Lease lease = ledger.leased(lost.id());
        assertEquals(2, lease.fence());
        assertTrue(lease.takenOver());
        assertEquals(
                lost.match().progress().startedAt(), lease.match().progress().startedAt());
    }

    @Test
    void a_match_that_nobody_knows_cannot_be_leased() {
        assertEquals(new LeaseResult.Unknown(), leases.takeLease(ledger.ids.next(), LEASE));
    }

    @Test
    void a_match_that_is_over_cannot_be_leased() {
        Lease finished = ledger.leased();
        assertTrue(leases.finishMatch(finished, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(new LeaseResult.Over(Status.FINISHED), leases.takeLease(finished.id(), LEASE));
        Lease failed = ledger.leased();
        assertTrue(leases.failMatch(failed, "no"));
        assertEquals(new LeaseResult.Over(Status.FAILED), leases.takeLease(failed.id(), LEASE));
    }

    @Test
    void of_many_runners_at_once_exactly_one_gets_the_lease() {
        String id = ledger.accepted().id();
        for (int round = 1; round <= 4; round++) {
            List<LeaseResult> answers = TestStore.atOnce(16, i -> leases.takeLease(id, LEASE));
            List<LeaseResult> leased = answers.stream()
                    .filter(LeaseResult.Leased.class::isInstance)
                    .toList();
            assertEquals(1, leased.size(), answers.toString());
            assertEquals(round, ((LeaseResult.Leased) leased.getFirst()).lease().fence());
            assertEquals(
                    15,
                    answers.stream().filter(LeaseResult.Held.class::isInstance).count());
            ledger.clock.forward(LEASE);
        }
    }

    @Test
    void renewing_keeps_others_away_and_says_how_far_the_match_is() {
        Lease lease = ledger.leased();
        ledger.clock.forward(LEASE.dividedBy(2));
        assertInstanceOf(Renewal.Renewed.class, leases.renewLease(lease, 17, LEASE));
        assertEquals(17, ledger.found(lease.id()).progress().turn());
        ledger.clock.forward(LEASE.dividedBy(2));
        assertEquals(
                new LeaseResult.Held(ledger.clock.instant().plus(LEASE.dividedBy(2))),
                leases.takeLease(lease.id(), LEASE));
    }

    @Test
    void a_lease_that_ran_out_can_be_renewed_while_nobody_took_the_match() {
        Lease lease = ledger.leased();
        ledger.clock.forward(LEASE.multipliedBy(3));
        assertInstanceOf(Renewal.Renewed.class, leases.renewLease(lease, 1, LEASE));
        assertInstanceOf(LeaseResult.Held.class, leases.takeLease(lease.id(), LEASE));
    }

    @Test
    void a_lost_lease_changes_nothing_any_more() {
        Lease lost = ledger.leased();
        ledger.clock.forward(LEASE);
        Lease lease = ledger.leased(lost.id());
        MatchRecord before = ledger.found(lost.id());

        assertEquals(new Renewal.Lost(), leases.renewLease(lost, 99, LEASE));
        assertFalse(leases.finishMatch(lost, WON, List.of(), 99, SeatTally.NO_CALLS));
        assertFalse(leases.failMatch(lost, "no"));
        assertFalse(leases.releaseLease(lost));
        assertEquals(before, ledger.found(lost.id()));

        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        MatchRecord after = ledger.found(lost.id());
        assertEquals(new Renewal.Lost(), leases.renewLease(lost, 99, LEASE));
        assertFalse(
                leases.finishMatch(lost, new Result(Seat.FIRST, 1, 0, "forfeit"), List.of(), 99, SeatTally.NO_CALLS));
        assertFalse(leases.failMatch(lost, "no"));
        assertFalse(leases.releaseLease(lost));
        assertEquals(after, ledger.found(lost.id()));
    }

    @Test
    void a_finished_match_has_its_result_and_its_times() {
        Lease lease = ledger.leased();
        Instant started = ledger.clock.instant();
        ledger.clock.forwardMillis(1234);
        assertTrue(leases.finishMatch(lease, WON, List.of(), 25, SeatTally.NO_CALLS));
        MatchRecord match = ledger.found(lease.id());
        assertEquals(Status.FINISHED, match.status());
        assertEquals(WON, match.outcome().result());
        assertEquals(25, match.progress().turn());
        assertEquals(List.of(), match.outcome().failures());
        assertEquals(0, match.outcome().failureCount());
        assertNull(match.outcome().reason());
        assertEquals(started, match.progress().startedAt());
        assertEquals(started.plusMillis(1234), match.outcome().finishedAt());
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0.0,
                -0.0,
                1,
                -17,
                0.1,
                1.0 / 3,
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                9007199254740993.0,
                123456789012345680000.0,
                2.2250738585072014E-308,
                5e-324
            })
    void the_scores_of_a_result_come_back_bit_for_bit(double score) {
        Lease lease = ledger.leased();
        Result given = new Result(null, score, -score, "full");
        leases.finishMatch(lease, given, List.of(), 1, SeatTally.NO_CALLS);
        Result result = ledger.found(lease.id()).outcome().result();
        assertEquals(bits(given.firstScore()), bits(result.firstScore()));
        assertEquals(bits(given.secondScore()), bits(result.secondScore()));
        assertNull(result.winner());
    }

    private static long bits(double score) {
        return Double.doubleToRawLongBits(score);
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
        Lease lease = ledger.leased();
        leases.finishMatch(lease, WON, failures, 57, SeatTally.NO_CALLS);
        MatchRecord match = ledger.found(lease.id());
        assertEquals(failures.subList(0, 20), match.outcome().failures());
        assertEquals(57, match.outcome().failureCount());
    }

    @Test
    void a_failed_match_has_a_reason_and_no_result() {
        Lease lease = ledger.leased();
        ledger.clock.forwardMillis(10);
        assertTrue(leases.failMatch(lease, "The match was given up after 5 attempts."));
        MatchRecord match = ledger.found(lease.id());
        assertEquals(Status.FAILED, match.status());
        assertEquals("The match was given up after 5 attempts.", match.outcome().reason());
        assertEquals(ledger.clock.instant(), match.outcome().finishedAt());
        assertNull(match.outcome().result());
    }

    @Test
    void to_finish_twice_is_the_same_as_once() {
        Lease lease = ledger.leased();
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        MatchRecord match = ledger.found(lease.id());
        ledger.clock.forwardMillis(10);
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertFalse(leases.failMatch(lease, "no"));
        assertFalse(leases.releaseLease(lease));
        assertEquals(new Renewal.Lost(), leases.renewLease(lease, 10, LEASE));
        assertEquals(match, ledger.found(lease.id()));
    }

    @Test
    void of_many_lease_holders_that_finish_at_once_only_the_newest_counts() {
        String id = ledger.accepted().id();
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            held.add(ledger.leased(id));
            ledger.clock.forward(LEASE);
        }
        List<Integer> finished = TestStore.atOnce(
                        12,
                        i -> leases.finishMatch(
                                        held.get(i), new Result(null, i, i, "full"), List.of(), i, SeatTally.NO_CALLS)
                                ? i
                                : -1)
                .stream()
                .filter(i -> i >= 0)
                .toList();
        assertEquals(List.of(11), finished);
        assertEquals(11, ledger.found(id).progress().turn());
    }

    @Test
    void a_released_match_is_queued_and_the_next_lease_keeps_its_start() {
        Lease lease = ledger.leased();
        leases.renewLease(lease, 40, LEASE);
        assertTrue(leases.releaseLease(lease));
        MatchRecord released = ledger.found(lease.id());
        assertEquals(Status.QUEUED, released.status());
        assertEquals(40, released.progress().turn());
        assertEquals(new Renewal.Lost(), leases.renewLease(lease, 41, LEASE));
        assertTrue(leases.releaseLease(lease), "released already, by this very lease");

        ledger.clock.forwardMillis(700);
        Lease next = ledger.leased(lease.id());
        assertEquals(2, next.fence());
        assertTrue(next.takenOver());
        assertEquals(
                lease.match().progress().startedAt(), next.match().progress().startedAt());
        assertFalse(leases.releaseLease(lease));
    }

    @Test
    void whoever_takes_a_match_after_another_gets_what_that_one_saved_last() {
        Lease first = ledger.leased();
        assertNull(first.checkpoint());
        assertTrue(leases.saveCheckpoint(first, 40, "checkpoints/a", LEASE));
        assertEquals(40, ledger.found(first.id()).progress().turn());
        assertTrue(leases.saveCheckpoint(first, 80, "checkpoints/b", LEASE));
        ledger.clock.forward(LEASE);
        Lease second = ledger.leased(first.id());
        assertEquals("checkpoints/b", second.checkpoint());
        assertTrue(leases.releaseLease(second, 90, "checkpoints/c"));
        Lease third = ledger.leased(first.id());
        assertEquals("checkpoints/c", third.checkpoint());
        assertEquals(90, third.match().progress().turn());
        assertTrue(leases.releaseLease(third), "with nothing new");
        assertEquals("checkpoints/c", ledger.leased(first.id()).checkpoint());
    }

    @Test
    void to_save_a_match_renews_its_lease() {
        Lease lease = ledger.leased();
        ledger.clock.forward(LEASE.minusMillis(1));
        assertTrue(leases.saveCheckpoint(lease, 1, "checkpoints/a", LEASE));
        ledger.clock.forward(LEASE.minusMillis(1));
        assertInstanceOf(LeaseResult.Held.class, leases.takeLease(lease.id(), LEASE));
    }

    @Test
    void what_a_runner_saves_after_it_lost_its_lease_does_not_count() {
        Lease lost = ledger.leased();
        leases.saveCheckpoint(lost, 40, "checkpoints/a", LEASE);
        ledger.clock.forward(LEASE);
        Lease lease = ledger.leased(lost.id());
        assertFalse(leases.saveCheckpoint(lost, 41, "checkpoints/late", LEASE));
        assertFalse(leases.releaseLease(lost, 41, "checkpoints/late"));
        assertTrue(leases.releaseLease(lease));
        assertFalse(leases.saveCheckpoint(lost, 42, "checkpoints/later", LEASE), "nor when nobody plays it");
        assertEquals("checkpoints/a", ledger.leased(lost.id()).checkpoint());
    }

    @Test
    void faults_and_leases_that_ran_out_are_counted_each_for_itself_and_continuations_are_not() {
        Lease lease = ledger.leased();
        for (int i = 1; i <= 5; i++) {
            assertTrue(leases.releaseLease(lease, i, "checkpoints/" + i));
            lease = ledger.leased(lease.id());
        }
        assertEquals(List.of(0, 0), List.of(lease.faults(), lease.expiredLeases()));
        assertTrue(leases.releaseAfterFault(lease));
        assertTrue(leases.releaseAfterFault(lease), "counted once, if the answer was lost");
        lease = ledger.leased(lease.id());
        assertEquals(List.of(1, 0), List.of(lease.faults(), lease.expiredLeases()));
        ledger.clock.forward(LEASE);
        lease = ledger.leased(lease.id());
        assertEquals(List.of(1, 1), List.of(lease.faults(), lease.expiredLeases()));
        ledger.clock.forward(LEASE);
        assertEquals(List.of(lease.id()), abandoned.requeue(10));
        lease = ledger.leased(lease.id());
        assertEquals(List.of(1, 2), List.of(lease.faults(), lease.expiredLeases()));
        assertEquals("checkpoints/5", lease.checkpoint());
    }

    @Test
    void a_match_that_the_sweeper_puts_back_while_a_runner_takes_it_over_is_the_runners() {
        Lease lost = ledger.leased();
        ledger.clock.forward(LEASE);
        AtomicInteger updates = new AtomicInteger();
        ledger.wire.before((operation, request) -> {
            // The first attempt found the lease run out; before the second comes the sweeper.
            if (operation.equals("UpdateItem") && updates.incrementAndGet() == 2) {
                abandoned.requeue(10);
            }
        });
        Lease lease = ledger.leased(lost.id());
        assertEquals(List.of(2L, 1L), List.of(lease.fence(), (long) lease.expiredLeases()));
    }

    @Test
    void a_lease_whose_answer_was_lost_is_not_lost_itself() {
        MatchRecord match = ledger.accepted();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        Lease lease = ledger.leased(match.id());
        assertEquals(1, lease.fence());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
    }

    @Test
    void a_change_whose_answer_was_lost_has_happened() {
        Lease finished = ledger.leased();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(leases.finishMatch(finished, WON, List.of(), 9, SeatTally.NO_CALLS));
        Lease failed = ledger.leased();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(leases.failMatch(failed, "no"));
        Lease released = ledger.leased();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(leases.releaseLease(released));
        Lease renewed = ledger.leased();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        assertInstanceOf(Renewal.Renewed.class, leases.renewLease(renewed, 3, LEASE));
    }

    @Test
    void the_whole_life_of_a_match_is_a_write_for_each_change_and_no_read() {
        MatchRecord match = ledger.queued();
        assertEquals(6, writeUnitsOf(() -> matches.acceptMatch(match, new IdempotencyKey("caller", match.id(), "h"))));
        assertEquals(2, writeUnitsOf(() -> matches.acceptMatch(ledger.queued(), null)));
        Lease[] lease = new Lease[1];
        assertEquals(3, writeUnitsOf(() -> lease[0] = ledger.leased(match.id())));
        assertEquals(2, writeUnitsOf(() -> leases.renewLease(lease[0], 10, LEASE)));
        assertEquals(3, writeUnitsOf(() -> leases.finishMatch(lease[0], WON, List.of(), 25, SeatTally.NO_CALLS)));
        assertEquals(
                List.of("TransactWriteItems", "PutItem", "UpdateItem", "UpdateItem", "UpdateItem"),
                ledger.wire.operations());
    }

    private double writeUnitsOf(Runnable change) {
        double before = ledger.wire.writeUnits();
        change.run();
        return ledger.wire.writeUnits() - before;
    }
}
