package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import bout.store.TestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class SweepingTest {

    private static final Result DRAW = new Result(null, 3, 3, "full");

    private final TestStore ledger = new TestStore(2);
    private final Leases leases = ledger.leases;
    private final AbandonedMatches abandoned = ledger.abandoned;

    @AfterEach
    void close() {
        ledger.close();
    }

    private List<String> sweep() {
        return abandoned.requeue(100);
    }

    @Test
    void a_match_is_left_alone_for_a_minute_and_then_sent_again() {
        String id = ledger.accepted().id();
        ledger.clock.forward(Duration.ofSeconds(60).minusMillis(1));
        assertEquals(List.of(), sweep());
        ledger.clock.forwardMillis(1);
        assertEquals(List.of(), sweep(), "an id made in this very millisecond a minute ago");
        ledger.clock.forwardMillis(1);
        assertEquals(List.of(id), sweep());
        assertEquals(Status.QUEUED, ledger.found(id).status());
    }

    @Test
    void a_match_that_still_waits_is_sent_again_after_ever_longer_waits() {
        String id = ledger.accepted().id();
        List<Integer> sentInMinute = new ArrayList<>();
        for (int minute = 1; minute <= 240; minute++) {
            ledger.clock.forwardMillis(60_001);
            if (sweep().contains(id)) {
                sentInMinute.add(minute);
            }
        }
        assertEquals(List.of(1, 5, 21, 81, 141, 201), sentInMinute);
    }

    @Test
    void a_match_whose_lease_ran_out_is_queued_again_and_its_runner_has_lost_it() {
        Lease lost = ledger.leased();
        ledger.clock.forward(TestStore.LEASE.minusMillis(1));
        assertEquals(List.of(), sweep());
        ledger.clock.forwardMillis(1);
        assertEquals(List.of(lost.id()), sweep());
        assertEquals(Status.QUEUED, ledger.found(lost.id()).status());
        assertEquals(List.of(), sweep());

        assertEquals(new Renewal.Lost(), leases.renewLease(lost, 9, TestStore.LEASE));
        assertFalse(leases.finishMatch(lost, DRAW, List.of(), 9, SeatTally.NO_CALLS));
        Lease lease = ledger.leased(lost.id());
        assertEquals(2, lease.fence());
        assertTrue(lease.takenOver());
        assertEquals(
                lost.match().progress().startedAt(), lease.match().progress().startedAt());
    }

    @Test
    void a_match_whose_lease_ran_out_and_whose_new_message_is_lost_is_sent_again_a_minute_later() {
        Lease lost = ledger.leased();
        ledger.clock.forward(TestStore.LEASE);
        assertEquals(List.of(lost.id()), sweep());
        ledger.clock.forward(Duration.ofSeconds(60));
        assertEquals(List.of(lost.id()), sweep());
    }

    @Test
    void a_released_match_whose_message_is_lost_is_sent_again_a_minute_later() {
        Lease lease = ledger.leased();
        ledger.clock.forwardMillis(30_000);
        leases.releaseLease(lease);
        ledger.clock.forwardMillis(59_999);
        assertEquals(List.of(), sweep());
        ledger.clock.forwardMillis(1);
        assertEquals(List.of(lease.id()), sweep());
    }

    @Test
    void matches_that_run_under_a_renewed_lease_or_are_over_are_left_alone() {
        Lease running = ledger.leased();
        Lease finished = ledger.leased();
        Lease failed = ledger.leased();
        leases.finishMatch(finished, DRAW, List.of(), 25, SeatTally.NO_CALLS);
        leases.failMatch(failed, "no");
        for (int i = 0; i < 5; i++) {
            ledger.clock.forward(TestStore.LEASE.dividedBy(2));
            assertInstanceOf(Renewal.Renewed.class, leases.renewLease(running, i, TestStore.LEASE));
            assertEquals(List.of(), sweep());
        }
    }

    @Test
    void a_lease_begins_the_waits_anew() {
        String id = ledger.accepted().id();
        for (int i = 0; i < 4; i++) {
            ledger.clock.forward(Duration.ofHours(1));
            assertEquals(List.of(id), sweep());
        }
        Lease lease = ledger.leased(id);
        leases.releaseLease(lease);
        ledger.clock.forward(Duration.ofSeconds(60));
        assertEquals(List.of(id), sweep());
    }

    @Test
    void at_most_as_many_as_asked_for_come_at_a_time_those_that_ran_first_and_then_the_oldest() {
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(ledger.accepted(ledger.games.get(i % 2)).id());
        }
        Lease first = ledger.leased(ledger.accepted(ledger.games.get(0)).id());
        Lease second = ledger.leased(ledger.accepted(ledger.games.get(1)).id());
        ledger.clock.forward(Duration.ofMinutes(2));
        assertEquals(List.of(first.id()), abandoned.requeue(1));
        assertEquals(List.of(second.id(), waiting.get(0), waiting.get(1)), abandoned.requeue(3));
        assertEquals(waiting.subList(2, 5), abandoned.requeue(10));
        assertEquals(List.of(), abandoned.requeue(10));
    }

    @Test
    void sweepers_at_the_same_time_get_each_match_once() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(ledger.accepted(ledger.games.get(i % 2)).id());
        }
        for (int i = 0; i < 10; i++) {
            ids.add(ledger.leased().id());
        }
        ledger.clock.forward(Duration.ofMinutes(2));
        List<String> swept = TestStore.atOnce(4, i -> sweep()).stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
        assertEquals(ids, swept);
    }

    @Test
    void a_match_that_a_runner_takes_while_the_sweeper_looks_stays_with_the_runner() {
        String id = ledger.accepted().id();
        ledger.clock.forward(Duration.ofMinutes(2));
        AtomicBoolean taken = new AtomicBoolean();
        ledger.wire.before((operation, request) -> {
            if (operation.equals("UpdateItem") && taken.compareAndSet(false, true)) {
                ledger.leased(id);
            }
        });
        assertEquals(List.of(), sweep());
        assertTrue(taken.get());
        assertInstanceOf(LeaseResult.Held.class, leases.takeLease(id, TestStore.LEASE));
    }

    @Test
    void a_lease_that_is_renewed_while_the_sweeper_looks_is_not_taken_away() {
        Lease lease = ledger.leased();
        ledger.clock.forward(TestStore.LEASE);
        AtomicBoolean renewed = new AtomicBoolean();
        ledger.wire.before((operation, request) -> {
            if (operation.equals("UpdateItem") && renewed.compareAndSet(false, true)) {
                leases.renewLease(lease, 9, TestStore.LEASE);
            }
        });
        assertEquals(List.of(), sweep());
        assertTrue(leases.finishMatch(lease, DRAW, List.of(), 25, SeatTally.NO_CALLS));
    }

    @Test
    void a_sweep_that_finds_nothing_reads_the_running_and_the_waiting_of_each_game_and_writes_nothing() {
        ledger.accepted();
        ledger.leased();
        ledger.wire.forget();
        assertEquals(List.of(), sweep());
        assertEquals(List.of("Query", "Query", "Query", "Query"), ledger.wire.operations());
    }
}
