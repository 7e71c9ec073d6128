package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.webhook.WebhookTarget;
import bout.table.Quota;
import bout.table.TableLayout;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class CancellingTest {

    private static final String WHY = "It was cancelled.";

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    private Set<String> stopped() {
        return store.runners
                .renew(store.runner(), TestStore.LEASE, List.of())
                .orElseThrow()
                .stopped();
    }

    private MatchRecord cancelled(String id) {
        MatchRecord match = matches.cancel(id, WHY).orElseThrow();
        assertEquals(store.found(id), match);
        return match;
    }

    @Test
    void a_queued_match_is_cancelled_and_no_runner_takes_it() {
        String id = store.accepted().id();
        MatchRecord match = cancelled(id);
        assertEquals(Status.CANCELLED, match.status());
        assertEquals(WHY, match.outcome().reason());
        assertEquals(store.clock.instant(), match.outcome().finishedAt());
        assertNull(match.outcome().result());
        assertEquals(new LeaseResult.Over(Status.CANCELLED), store.take(id));
        store.clock.forward(TestStore.LEASE.multipliedBy(2));
        assertEquals(List.of(), store.swept());
        assertEquals(match, cancelled(id), "a second time has no effect");
    }

    @Test
    void a_running_match_is_cancelled_at_once_and_its_runner_learns_of_it() {
        Lease lease = store.leased();
        assertEquals(Status.CANCELLED, cancelled(lease.id()).status());
        assertEquals(Set.of(lease.id()), stopped());
        assertFalse(leases.saveCheckpoint(lease, 3, "checkpoints/a"));
        assertFalse(leases.releaseLease(lease, Handover.NOTHING_NEW));
        assertFalse(store.finish(lease));
        assertEquals(Status.CANCELLED, store.found(lease.id()).status());
        assertEquals(List.of(), store.crash());
    }

    @Test
    void a_match_that_has_ended_stays_as_it_is() {
        Lease finished = store.leased();
        store.finish(finished);
        assertEquals(Status.FINISHED, cancelled(finished.id()).status());
        Lease failed = store.leased();
        leases.failMatch(failed, "no");
        assertEquals(Status.FAILED, cancelled(failed.id()).status());
        assertEquals(Optional.empty(), matches.cancel(store.ids.next(), WHY));
        assertEquals(Optional.empty(), matches.cancel("no id at all", WHY));
    }

    @Test
    void a_match_that_goes_on_meanwhile_is_cancelled_as_it_is_then() {
        String id = store.accepted().id();
        store.wire.beforeNext("UpdateItem", () -> store.leased(id));
        assertEquals(Status.CANCELLED, cancelled(id).status());
        assertEquals(Set.of(id), stopped());
    }

    @Test
    void a_match_that_finishes_meanwhile_is_finished() {
        Lease lease = store.leased();
        store.wire.beforeNext("UpdateItem", () -> assertTrue(store.finish(lease)));
        assertEquals(Status.FINISHED, cancelled(lease.id()).status());
    }

    @Test
    void a_cancelled_match_makes_room_even_if_the_answer_is_lost() {
        String owner = "somebody-" + store.ids.next();
        MatchRecord match = store.queued(MatchOrigin.owner(owner));
        matches.acceptMatch(match, null, new MatchLimits(5, 0), Set.of());
        assertEquals(Set.of(match.id()), matches.openOf(owner));
        store.wire.loseNextAnswerOf("UpdateItem");
        assertEquals(Status.CANCELLED, cancelled(match.id()).status());
        assertEquals(Set.of(), new Quota(store.table(), TableLayout.MATCH, owner).open());
    }

    @Test
    void the_webhook_of_a_cancelled_match_is_due_at_once() {
        MatchRecord match =
                store.queued(new MatchOrigin("somebody", new WebhookTarget("https://hook.example/", "whsec_x"), null));
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        cancelled(match.id());
        assertTrue(store.matches.unsentWebhooks(1000).contains(match.id()));
    }

    @Test
    void a_runner_cancels_a_match_under_its_lease_only() {
        Lease lease = store.leased();
        Lease next = store.leasedAfterCrash(lease.id());
        assertFalse(leases.cancelMatch(lease, WHY));
        assertTrue(leases.cancelMatch(next, WHY));
        assertEquals(Status.CANCELLED, store.found(lease.id()).status());
        assertEquals(Matches.Requeued.OVER, store.matches.requeueFailed(lease.id()));
    }
}
