package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.runner.Runners;
import bout.store.runner.Runners.RunnerRecord;
import bout.table.TableLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("aws")
class WatchingTest {

    private static final Duration LEASE = TestStore.LEASE;

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;
    private final Runners runners = store.runners;

    /** Whether the runner learns with its next renewal that the match is watched. */
    private boolean watchedAtRenewal(Lease lease) {
        RunnerRecord renewed = runners.renew(store.runner(), LEASE, List.of()).orElseThrow();
        Instant until = renewed.watched().get(lease.id());
        return until != null && until.isAfter(store.clock.instant());
    }

    private Map<String, AttributeValue> item(String id) {
        return store.item(TableLayout.matchKey(id)).attributes();
    }

    @Test
    void a_look_shows_the_match_as_it_is_and_the_next_renewal_tells_of_it() throws Exception {
        Lease lease = store.leased();
        matches.find(lease.id());
        assertFalse(watchedAtRenewal(lease), "to find a match is not to watch it");
        assertEquals(Optional.of(store.found(lease.id())), matches.watch(lease.id()));
        assertTrue(watchedAtRenewal(lease));
    }

    @Test
    void a_match_counts_as_watched_for_half_a_minute_after_a_look() throws Exception {
        Lease lease = store.leased();
        matches.watch(lease.id());
        store.clock.forward(Duration.ofSeconds(30).minusMillis(1));
        assertTrue(watchedAtRenewal(lease));
        store.clock.forwardMillis(1);
        assertFalse(watchedAtRenewal(lease));
    }

    @Test
    void a_lease_tells_whether_the_match_was_watched_while_it_waited() throws Exception {
        String watched = store.accepted().id();
        matches.watch(watched);
        assertEquals(
                store.clock.instant().plus(Matches.WATCHED_FOR),
                store.leased(watched).watchedUntil());
        assertNull(store.leased().watchedUntil());
    }

    @Test
    void a_match_that_was_watched_while_it_waited_is_marked_again_when_that_mark_wears_off() throws Exception {
        String id = store.accepted().id();
        matches.watch(id);
        Lease lease = store.leased(id);
        store.wire.forget();
        matches.watch(id);
        assertEquals(List.of("GetItem"), store.wire.operations());
        store.clock.forward(Duration.ofSeconds(16));
        matches.watch(id);
        assertTrue(watchedAtRenewal(lease));
    }

    @Test
    void a_runner_forgets_the_marks_of_matches_that_it_no_longer_has() throws Exception {
        Lease first = store.leased();
        Lease second = store.leased();
        matches.watch(first.id());
        matches.watch(second.id());
        runners.markStopped(store.runner(), first.id());
        RunnerRecord marked = runners.renew(store.runner(), LEASE, List.of()).orElseThrow();
        assertEquals(Set.of(first.id(), second.id()), marked.watched().keySet());
        assertEquals(Set.of(first.id()), marked.stopped());
        RunnerRecord forgotten =
                runners.renew(store.runner(), LEASE, List.of(first.id())).orElseThrow();
        assertEquals(Set.of(second.id()), forgotten.watched().keySet());
        assertEquals(Set.of(), forgotten.stopped());
    }

    @Test
    void a_runner_whose_watched_matches_all_end_at_once_keeps_its_lease() {
        Instant soon = store.clock.instant();
        for (int match = 0; match < 250; match++) {
            runners.markWatched(store.runner(), UUID.randomUUID().toString(), soon, soon.plus(LEASE));
        }
        Set<String> ended = Set.of();
        do {
            ended = runners.renew(store.runner(), LEASE, ended)
                    .orElseThrow()
                    .watched()
                    .keySet();
        } while (!ended.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "14999, 0", "15000, 0", "15001, 1", "29999, 1", "30000, 1", "86400000, 1"})
    void a_look_so_many_ms_after_another_takes_so_many_write_units(long after, double units) throws Exception {
        Lease lease = store.leased();
        matches.watch(lease.id());
        store.clock.forwardMillis(after);
        store.wire.forget();
        matches.watch(lease.id());
        assertEquals(units, store.wire.writeUnits());
        assertEquals(
                units > 0 ? List.of("GetItem", "GetItem", "UpdateItem") : List.of("GetItem", "GetItem"),
                store.wire.operations(),
                "the match, its runner, and the mark");
    }

    @Test
    void many_looks_in_the_same_moment_change_the_mark_once() {
        Lease lease = store.leased();
        store.wire.forget();
        TestStore.atOnce(16, i -> {
            try {
                return matches.watch(lease.id());
            } catch (Matches.NotNoted notNoted) {
                throw new AssertionError(notNoted);
            }
        });
        assertTrue(store.wire.writeUnits() <= 1, "a refused write is paid for, too, but changes nothing");
        assertTrue(watchedAtRenewal(lease));
    }

    /** What can happen to a match between the read and the write of a look at it. */
    private enum Meanwhile {
        NOTHING,
        LEASED,
        RENEWED,
        SAVED,
        RELEASED,
        SWEPT,
        TAKEN_OVER,
        FINISHED,
        FAILED
    }

    @ParameterizedTest
    @EnumSource
    void whatever_happens_to_a_match_during_a_look_happens_as_without_it(Meanwhile what) throws Exception {
        // Two matches with the same life: one is looked at, the other is not.
        Lease looked = what == Meanwhile.LEASED ? null : store.leased();
        Lease twin = what == Meanwhile.LEASED ? null : store.leased();
        String id = looked == null ? store.accepted().id() : looked.id();
        String twinId = twin == null ? store.accepted().id() : twin.id();
        AtomicBoolean once = store.wire.beforeNext("UpdateItem", () -> {
            if (what == Meanwhile.SWEPT || what == Meanwhile.TAKEN_OVER) {
                // Both matches have the same runner.
                store.crash();
            }
            happen(what, id, looked);
            happen(what, twinId, twin);
        });
        matches.watch(id);
        assertTrue(once.get());

        Map<String, AttributeValue> marked = new HashMap<>(item(id));
        Map<String, AttributeValue> unmarked = new HashMap<>(item(twinId));
        Set<String> own = Set.of("pk", "id", "createdAt", "change", "due", "checkpoint", "startedAt");
        marked.keySet().removeAll(own);
        unmarked.keySet().removeAll(own);
        assertEquals(unmarked, marked, "the mark is in the runner's item");
    }

    private void happen(Meanwhile what, String id, Lease lease) {
        switch (what) {
            case NOTHING, SWEPT -> {}
            case LEASED, TAKEN_OVER -> store.leased(id);
            case RENEWED -> watchedAtRenewal(lease);
            case SAVED -> leases.saveCheckpoint(lease, 5, "checkpoints/a");
            case RELEASED -> leases.releaseLease(lease, Handover.NOTHING_NEW);
            case FINISHED -> assertTrue(store.finish(lease));
            case FAILED -> assertTrue(leases.failMatch(lease, "no"));
        }
    }

    @Test
    void a_watched_match_is_saved_released_taken_and_finished_like_any_other() throws Exception {
        Lease lease = store.leased();
        matches.watch(lease.id());
        assertTrue(watchedAtRenewal(lease));
        assertTrue(leases.saveCheckpoint(lease, 2, "checkpoints/a"));
        Instant until = store.clock.instant().plus(Matches.WATCHED_FOR);
        assertTrue(leases.releaseLease(lease, new Handover(null, 0, until)));
        Lease next = store.leased(lease.id());
        assertEquals(until, next.watchedUntil(), "the mark outlives a change of runners");
        assertEquals(2, next.fence());
        assertTrue(store.finish(next));
        assertFalse(item(lease.id()).containsKey("watchedUntil"), "of no use any more");
    }

    @Test
    void the_mark_outlives_a_crash() throws Exception {
        Lease lease = store.leased();
        store.clock.forward(LEASE.minusSeconds(5));
        matches.watch(lease.id());
        store.clock.forward(LEASE.minusSeconds(5).negated());
        assertEquals(
                store.clock.instant().plus(LEASE).minusSeconds(5).plus(Matches.WATCHED_FOR),
                store.leasedAfterCrash(lease.id()).watchedUntil());
    }

    @Test
    void a_look_whose_answer_was_lost_counts() throws Exception {
        Lease lease = store.leased();
        store.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(matches.watch(lease.id()).isPresent());
        assertTrue(watchedAtRenewal(lease));
    }

    @Test
    void a_look_that_cannot_be_written_down_still_tells_what_was_found() {
        Lease lease = store.leased();
        store.wire.beforeNext("UpdateItem", () -> {
            throw SdkClientException.create("no network");
        });
        Matches.NotNoted notNoted = assertThrows(Matches.NotNoted.class, () -> matches.watch(lease.id()));
        assertEquals(store.found(lease.id()), notNoted.match());
        assertFalse(watchedAtRenewal(lease));
    }

    @Test
    void a_match_that_is_over_or_that_nobody_knows_is_looked_at_without_a_write() throws Exception {
        Lease lease = store.leased();
        store.finish(lease);
        store.wire.forget();
        assertEquals(Status.FINISHED, matches.watch(lease.id()).orElseThrow().status());
        assertEquals(Optional.empty(), matches.watch(store.ids.next()));
        assertEquals(Optional.empty(), matches.watch("no id at all"));
        assertEquals(List.of("GetItem", "GetItem"), store.wire.operations());
    }
}
