package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestCloud;
import bout.store.TestStore;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class SweepingTest {

    @AutoClose
    private final TestStore store = new TestStore(2);

    private final Leases leases = store.leases;
    private final Runners runners = store.runners;

    private List<String> sweep() {
        return store.swept();
    }

    private List<String> sweep(int most) {
        return sweep(store.abandoned, most);
    }

    @Test
    void a_match_is_left_alone_for_a_minute_and_then_sent_again() {
        String id = store.accepted().id();
        store.clock.forward(Duration.ofSeconds(60).minusMillis(1));
        assertEquals(List.of(), sweep());
        store.clock.forwardMillis(1);
        assertEquals(List.of(id), sweep());
        assertEquals(Status.QUEUED, store.found(id).status());
    }

    @Test
    void a_match_that_still_waits_is_sent_again_after_ever_longer_waits() {
        String id = store.accepted().id();
        List<Integer> sentInMinute = new ArrayList<>();
        for (int minute = 1; minute <= 240; minute++) {
            store.clock.forwardMillis(60_001);
            if (sweep().contains(id)) {
                sentInMinute.add(minute);
            }
        }
        assertEquals(List.of(1, 5, 21, 81, 141, 201), sentInMinute);
    }

    @Test
    void a_clock_that_goes_back_a_day_holds_up_no_queued_match() {
        String id = store.accepted().id();
        store.clock.forward(Duration.ofDays(-1));
        assertEquals(List.of(id), sweep());
        assertEquals(List.of(), sweep(), "once");
        store.clock.forward(Duration.ofMinutes(4));
        assertEquals(List.of(id), sweep(), "and as usual from then on");
    }

    @Test
    void a_match_whose_runner_died_is_queued_again_and_its_runner_has_lost_it() {
        String dead = store.runner();
        Lease lost = store.leased();
        store.clock.forward(TestStore.LEASE.minusMillis(1));
        assertEquals(List.of(), sweep());
        store.clock.forwardMillis(1);
        assertEquals(List.of(lost.id()), sweep());
        assertEquals(Status.QUEUED, store.found(lost.id()).status());
        assertEquals(List.of(), sweep());

        assertEquals(Optional.empty(), runners.renew(dead, TestStore.LEASE, List.of()));
        assertFalse(store.finish(lost));
        Lease lease = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(lost.id(), "another"))
                .lease();
        assertEquals(2, lease.fence());
        assertTrue(lease.takenOver());
        assertEquals(
                lost.match().progress().startedAt(), lease.match().progress().startedAt());
    }

    @Test
    void a_paused_runner_that_takes_another_match_after_its_death_loses_that_one_too() {
        String paused = store.runner();
        assertEquals(List.of(), store.crash());
        String id = store.accepted().id();
        assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, paused));
        store.clock.forward(Duration.ofMinutes(59));
        assertEquals(List.of(id), sweep());
        assertEquals(Status.QUEUED, store.found(id).status());
    }

    @Test
    void a_dead_runner_is_forgotten_after_an_hour_and_one_that_ended_after_a_minute() {
        String dead = store.runner();
        store.crash();
        String ended = store.runner();
        runners.end(ended);
        assertEquals(Set.of(dead, ended), known(dead, ended));
        store.clock.forward(Duration.ofMinutes(1).plusMillis(1));
        sweep();
        assertEquals(Set.of(dead), known(dead, ended));
        store.clock.forward(Duration.ofMinutes(59));
        sweep();
        assertEquals(Set.of(), known(dead, ended));
    }

    private Set<String> known(String... ids) {
        return runners.all().stream()
                .map(RunnerRecord::id)
                .filter(List.of(ids)::contains)
                .collect(Collectors.toSet());
    }

    @Test
    void a_match_that_a_runner_took_without_knowing_is_found_after_its_end() {
        String runner = store.runner();
        runners.end(runner);
        Lease late = store.leased();
        assertEquals(List.of(), sweep(), "its last writes may be under way");
        store.clock.forward(Duration.ofMinutes(1).plusMillis(1));
        assertEquals(List.of(late.id()), sweep());
        assertEquals(Set.of(runner), known(runner), "until a sweep finds nothing of it");
        sweep();
        assertEquals(Set.of(), known(runner));
    }

    @Test
    void a_runner_that_ended_cannot_be_declared_dead_and_a_dead_one_does_not_end() {
        String runner = store.runner();
        RunnerRecord active = runners.all().stream()
                .filter(each -> each.id().equals(runner))
                .findFirst()
                .orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> runners.remove(active));
        runners.end(runner);
        assertFalse(runners.declareDead(active));
        assertEquals(Optional.empty(), runners.renew(runner, TestStore.LEASE, List.of()));
    }

    @Test
    void matches_that_run_under_a_renewed_lease_or_are_over_are_left_alone() {
        Lease running = store.leased();
        Lease finished = store.leased();
        Lease failed = store.leased();
        store.finish(finished);
        leases.failMatch(failed, "no");
        for (int i = 0; i < 5; i++) {
            store.clock.forward(TestStore.LEASE.dividedBy(2));
            assertTrue(runners.renew(store.runner(), TestStore.LEASE, List.of()).isPresent());
            assertEquals(List.of(), sweep());
        }
        assertEquals(Status.RUNNING, store.found(running.id()).status());
    }

    @Test
    void a_lease_begins_the_waits_anew() {
        String id = store.accepted().id();
        for (int i = 0; i < 4; i++) {
            store.clock.forward(Duration.ofHours(1));
            assertEquals(List.of(id), sweep());
        }
        Lease lease = store.leased(id);
        leases.releaseLease(lease, Handover.NOTHING_NEW);
        store.clock.forward(Duration.ofSeconds(60));
        assertEquals(List.of(id), sweep());
    }

    @Test
    void at_most_as_many_as_asked_for_come_at_a_time_those_that_ran_first_and_then_the_oldest() {
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(store.accepted(store.games.get(i % 2)).id());
            // The index does not say which of two that are due at the same time comes first.
            store.clock.forwardMillis(1);
        }
        Lease first = store.leased(store.accepted(store.games.get(0)).id());
        Lease second = store.leased(store.accepted(store.games.get(1)).id());
        store.clock.forward(Duration.ofMinutes(2));
        assertEquals(List.of(first.id()), sweep(1));
        assertEquals(List.of(second.id(), waiting.get(0), waiting.get(1)), sweep(3));
        assertEquals(waiting.subList(2, 5), sweep(10));
        assertEquals(List.of(), sweep(10));
    }

    @Test
    void sweepers_at_the_same_time_get_each_match_once() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(store.accepted(store.games.get(i % 2)).id());
        }
        for (int i = 0; i < 10; i++) {
            ids.add(store.leased().id());
        }
        store.clock.forward(Duration.ofMinutes(2));
        List<String> swept = TestStore.atOnce(4, i -> sweep()).stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
        assertEquals(ids, swept);
    }

    @Test
    void a_match_that_a_runner_takes_while_the_sweeper_looks_stays_with_the_runner() {
        String id = store.accepted().id();
        store.clock.forward(Duration.ofMinutes(2));
        store.wire.beforeNext("UpdateItem", () -> store.leased(id));
        assertEquals(List.of(), sweep());
        assertInstanceOf(LeaseResult.Held.class, store.take(id));
    }

    @Test
    void a_lease_that_is_renewed_while_the_sweeper_looks_is_not_taken_away() {
        String runner = store.runner();
        Lease lease = store.leased();
        store.clock.forward(TestStore.LEASE);
        store.wire.beforeNext("UpdateItem", () -> runners.renew(runner, TestStore.LEASE, List.of()));
        assertEquals(List.of(), sweep());
        assertTrue(store.finish(lease));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1200})
    void a_sweep_reads_a_page_of_the_queued_matches_of_a_game_and_nothing_of_the_running_ones(int matches) {
        TestStore own = new TestStore(TestCloud.freshEnvironment());
        try (own) {
            TestStore.repeat(matches, own::accepted);
            TestStore.repeat(20, own::leased);
            own.wire.forget();
            assertEquals(List.of(), own.swept());
            assertEquals(List.of("Query", "Query"), own.wire.operations());
            assertEquals(1 + Math.min(matches, 1000), own.wire.itemsRead(), "the runner, and a page");
        }
    }

    private AbandonedMatches withPages(int items) {
        return new AbandonedMatches(store.table(), store.clock, store.games, items);
    }

    private static List<String> sweep(AbandonedMatches abandoned, int most) {
        return abandoned.requeue(most).stream().map(WaitingMatch::id).toList();
    }

    private List<String> waiting(int matches) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < matches; i++) {
            ids.add(store.accepted().id());
            store.clock.forwardMillis(1);
        }
        return ids;
    }

    @Test
    void a_sweep_begins_where_the_one_before_ended_and_after_the_last_match_with_the_oldest() {
        AbandonedMatches paged = withPages(2);
        List<String> first = waiting(4);
        store.clock.forward(Duration.ofSeconds(60));
        assertEquals(first, sweep(paged, 1000));
        List<String> behind = waiting(1);
        store.clock.forward(Duration.ofSeconds(60));
        assertEquals(List.of(), sweep(paged, 1000));
        assertEquals(List.of(), sweep(paged, 1000));
        assertEquals(behind, sweep(paged, 1000));
        store.clock.forward(Duration.ofMinutes(4));
        first.addAll(behind);
        assertEquals(first, sweep(paged, 1000));
    }

    @Test
    void what_did_not_come_because_there_was_too_much_comes_next() {
        AbandonedMatches paged = withPages(3);
        List<String> overdue = waiting(7);
        store.clock.forward(Duration.ofSeconds(60));
        List<String> swept = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            swept.addAll(sweep(paged, 1));
        }
        assertEquals(overdue, swept);
    }

    @Test
    void matches_that_arrive_faster_than_sweeps_read_do_not_hide_the_oldest() {
        AbandonedMatches paged = withPages(2);
        List<String> oldest = waiting(4);
        store.clock.forward(Duration.ofSeconds(60));
        assertEquals(oldest, sweep(paged, 1000));
        store.clock.forward(Duration.ofSeconds(210));
        List<String> swept = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiting(3);
            store.clock.forward(Duration.ofSeconds(10));
            swept.addAll(sweep(paged, 1000));
        }
        assertTrue(swept.containsAll(oldest), () -> oldest + " are not all in " + swept);
    }
}
