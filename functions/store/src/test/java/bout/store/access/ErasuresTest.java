package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.access.Erasures.Erasure;
import bout.store.access.Invitations.Link;
import bout.store.access.Owners.Issued;
import bout.store.access.Owners.OwnerRecord;
import bout.wire.InvitationSecret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ErasuresTest {

    private static final String NO_ONE = "own_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestStore store = new TestStore();

    private final Owners owners = new Owners(store.table(), store.clock);
    private final Invitations invitations = new Invitations(store.table(), store.clock);
    private final Erasures erasures = new Erasures(store.table(), store.clock);
    private final Issued ada = owners.create("Ada", Scope.PLAY);
    private final String id = ada.owner().id();

    private Erasure begun() {
        erasures.begin(id);
        return erasures.find(id).orElseThrow();
    }

    @Test
    void an_erasure_begins_with_a_blocked_owner_and_is_due_at_once() {
        OwnerRecord blocked = erasures.begin(id).orElseThrow();
        assertTrue(blocked.blocked());
        assertFalse(owners.find(ada.token()).orElseThrow().works());
        assertTrue(erasures.due().contains(id));
        assertEquals(
                new Erasure(id, store.clock.instant(), store.clock.instant(), 0, null, false, Set.of(), Set.of()),
                erasures.find(id).orElseThrow());
    }

    @Test
    void an_owner_who_does_not_exist_is_not_erased() {
        for (String nobody : List.of(NO_ONE, "admin", "")) {
            assertEquals(Optional.empty(), erasures.begin(nobody));
        }
        assertEquals(Optional.empty(), erasures.find(NO_ONE));
        assertEquals(Optional.empty(), owners.find(NO_ONE));
    }

    @Test
    void the_name_and_each_way_in_are_removed() {
        Issued laptop =
                owners.addKey(ada.owner(), ada.key().id(), "Laptop", Scope.PLAY).orElseThrow();
        InvitationSecret link = owners.addLink(ada.owner(), null, new Link("Team", 3, Duration.ofDays(1), Scope.PLAY))
                .orElseThrow()
                .secret();
        begun();
        erasures.removeAccess(id);
        erasures.removeAccess(id);
        assertEquals(Erasures.NAME, owners.find(id).orElseThrow().name());
        assertEquals(Optional.empty(), owners.find(ada.token()));
        assertEquals(Optional.empty(), owners.find(laptop.token()));
        assertEquals(List.of(), owners.keys(id));
        assertEquals(List.of(), owners.links(id));
        assertEquals(
                List.of(),
                owners.list().stream().map(OwnerRecord::id).filter(id::equals).toList());
        for (InvitationSecret gone : List.of(link, ada.recovery())) {
            assertEquals(Optional.empty(), invitations.find(gone.id()));
        }
    }

    @Test
    void it_goes_on_from_where_it_was_saved_and_not_before_its_time() {
        Erasure found = begun().at(2, "last", true, Set.of("a", "b"), Set.of("b"));
        erasures.save(found);
        assertEquals(Optional.of(found), erasures.find(id));
        assertTrue(found.at(3, null, false, Set.of(), Set.of()).found(), "once in a pass is found");

        Erasure again = found.again(store.clock.instant().plusSeconds(60));
        erasures.save(again);
        assertFalse(again.found());
        assertEquals(Set.of("a", "b"), again.codes());
        assertFalse(erasures.due().contains(id));
        store.clock.forward(Duration.ofSeconds(60));
        assertTrue(erasures.due().contains(id));

        erasures.over(again);
        assertEquals(Optional.empty(), erasures.find(id));
        assertFalse(erasures.due().contains(id));
        assertTrue(owners.isBlocked(id));
    }

    @Test
    void who_is_erased_gets_no_other_name_or_recovery_code_and_is_not_let_in_again() {
        Erasure last = begun();
        for (int pass = 0; pass < 2; pass++) {
            assertEquals(Optional.empty(), owners.change(id, "Eve", null));
            assertEquals(Optional.empty(), owners.change(id, null, false));
            assertEquals(Optional.empty(), owners.replaceRecovery(ada.owner(), null));
            assertTrue(owners.isBlocked(id));
            erasures.removeAccess(id);
            erasures.over(last);
        }
        assertEquals(Erasures.NAME, owners.find(id).orElseThrow().name());
    }

    @Test
    void what_has_begun_again_is_not_ended_by_the_one_before() {
        Erasure first = begun();
        store.clock.forwardMillis(1);
        Erasure second = begun();
        erasures.save(first.at(5, "last", true, Set.of(), Set.of()));
        erasures.over(first);
        assertEquals(Optional.of(second), erasures.find(id));
    }
}
