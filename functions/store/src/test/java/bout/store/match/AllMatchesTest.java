package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord.MatchOrigin;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class AllMatchesTest {

    private static final Result WON = Result.of(Seat.FIRST, 2, 1, "full");

    @AutoClose
    private final TestStore store = new TestStore();

    private List<String> page(Status status, String behind, int most) {
        return store.matches.page(store.game, status, behind, most).stream()
                .map(MatchRecord::id)
                .toList();
    }

    private MatchRecord hidden() {
        MatchRecord match = store.queued(new MatchOrigin("ada", null, null, true));
        return TestStore.made(store.matches.acceptMatch(match, null));
    }

    private MatchRecord finished() {
        Lease lease = store.leased();
        assertTrue(store.leases.finishMatch(lease, WON, List.of(), 7, List.of()));
        return store.found(lease.id());
    }

    /** Three matches that run, of two runners. */
    private List<String> running() {
        String other = UUID.randomUUID().toString();
        store.runners.start(other, TestStore.LEASE);
        List<String> ids = Stream.generate(() -> store.accepted().id()).limit(3).toList();
        store.leased(ids.get(0));
        store.leases.takeLease(ids.get(1), other);
        store.leased(ids.get(2));
        return ids.reversed();
    }

    @Test
    void matches_of_each_status_are_listed_newest_first_also_hidden_ones() {
        String over = finished().id();
        List<String> running = running();
        String hidden = hidden().id();
        assertEquals(List.of(over), page(Status.FINISHED, null, 10));
        assertEquals(List.of(hidden), page(Status.QUEUED, null, 10));
        assertEquals(running, page(Status.RUNNING, null, 10));
        assertEquals(running.subList(1, 2), page(Status.RUNNING, running.getFirst(), 1));
    }

    @Test
    void a_match_that_is_over_is_renamed_and_one_that_was_put_back_is_not() {
        MatchRecord over = finished();
        MatchRecord renamed = over.erased(player -> player.house() == null ? player.erased() : player, true);
        store.matches.rename(over, renamed);
        assertEquals(renamed, store.found(over.id()));

        MatchRecord running = store.found(store.leased().id());
        store.crash();
        store.matches.rename(running, running.erased(PlayerRecord::erased, true));
        MatchRecord back = store.found(running.id());
        assertEquals(running.settings().players(), back.settings().players());
        assertNull(back.outcome().result());
    }
}
