package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.access.Invitations.Blocked;
import bout.store.access.Invitations.Joined;
import bout.store.access.Invitations.TooManyKeys;
import bout.store.access.Invitations.Welcome;
import bout.store.access.Owners.Issued;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class IdentitiesTest {

    private static final String ISSUER = "https://login.example.org";

    @AutoClose
    private final TestStore store = new TestStore();

    private final Owners owners = new Owners(store.table(), store.clock);
    private final Identities identities = new Identities(store.table(), store.clock);
    private final String subject = UUID.randomUUID().toString();

    private Joined signIn() {
        store.clock.forward(Duration.ofSeconds(1));
        return identities.signIn(ISSUER, subject, "Ada");
    }

    private Issued session() {
        return assertInstanceOf(Welcome.class, signIn()).issued();
    }

    private boolean works(Issued session) {
        return owners.find(session.token()).orElseThrow().works();
    }

    @Test
    void a_person_is_one_owner_and_another_one_at_another_provider() {
        Issued first = session();
        assertEquals("Ada", first.owner().name());
        assertEquals(first.owner().id(), session().owner().id());
        Joined elsewhere = identities.signIn("https://login.example.com", subject, "Ada");
        assertNotEquals(
                first.owner().id(),
                assertInstanceOf(Welcome.class, elsewhere).issued().owner().id());
    }

    @Test
    void who_signs_in_with_several_browsers_at_once_becomes_one_owner() {
        Set<String> ids = new HashSet<>();
        for (Joined joined : TestStore.atOnce(4, i -> identities.signIn(ISSUER, subject, "Ada"))) {
            if (joined instanceof Welcome(Issued issued)) {
                ids.add(issued.owner().id());
            }
        }
        assertEquals(1, ids.size());
    }

    @Test
    void a_further_session_ends_the_oldest() {
        List<Issued> sessions = new ArrayList<>();
        for (int i = 0; i <= Identities.MOST_SESSIONS; i++) {
            sessions.add(session());
        }
        assertFalse(works(sessions.getFirst()));
        assertTrue(sessions.stream().skip(1).allMatch(this::works));
    }

    @Test
    void other_keys_leave_less_room_for_sessions() {
        Issued first = session();
        for (int i = 1; i < Owners.MOST_KEYS; i++) {
            owners.addKey(first.owner(), null, "machine", Scope.PLAY).orElseThrow();
        }
        Issued second = session();
        assertFalse(works(first));
        owners.revokeKey(second.owner().id(), second.key().id());
        owners.addKey(second.owner(), null, "machine", Scope.PLAY).orElseThrow();
        assertInstanceOf(TooManyKeys.class, signIn());
    }

    @Test
    void a_blocked_owner_gets_no_session() {
        owners.change(session().owner().id(), null, true);
        assertInstanceOf(Blocked.class, signIn());
    }
}
