package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.access.Invitations.Link;
import bout.store.access.Invitations.Welcome;
import bout.store.access.Owners.Held;
import bout.store.access.Owners.Issued;
import bout.store.access.Owners.KeyRecord;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.table.TableLayout;
import bout.wire.BearerToken;
import bout.wire.InvitationSecret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("aws")
class OwnersTest {

    private static final String NO_ONE = "own_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @AutoClose
    private final TestStore store = new TestStore();

    private final Owners owners = new Owners(store.table(), store.clock);
    private final Invitations invitations = new Invitations(store.table(), store.clock);

    private boolean works(Issued issued) {
        return owners.find(issued.token()).orElseThrow().works();
    }

    private Issued another(Issued first, String name) {
        return owners.addKey(first.owner(), first.key().id(), name, Scope.PLAY).orElseThrow();
    }

    private InvitationSecret link(OwnerRecord owner, int uses) {
        return owners.addLink(owner, null, new Link("Team Blue", uses, Duration.ofDays(1), Scope.PLAY))
                .orElseThrow()
                .secret();
    }

    @Test
    void an_owner_is_found_by_the_token_of_its_key() {
        Issued issued = owners.create("Zoë 🐙", Scope.PLAY);
        Instant now = store.clock.instant();
        OwnerRecord owner = issued.owner();
        assertEquals(
                new OwnerRecord(
                        owner.id(),
                        "Zoë 🐙",
                        Scope.PLAY,
                        now,
                        null,
                        null,
                        Quotas.NONE,
                        issued.recovery().id()),
                owner);
        assertEquals(
                new KeyRecord(issued.token().id(), owner.id(), Owners.FIRST_KEY, Scope.PLAY, now, null, null),
                issued.key());
        assertEquals(Optional.of(new Held(owner, issued.key())), owners.find(issued.token()));
        assertEquals(Optional.of(owner), owners.find(owner.id()));
        assertTrue(works(issued));
        assertEquals(Optional.empty(), owners.find(BearerToken.draw(new SecureRandom())));
    }

    @Test
    void the_table_does_not_hold_the_token_or_the_recovery_code() {
        Issued issued = owners.create("mine", Scope.ADMIN);
        String items = "";
        for (var key : List.of(
                TableLayout.tokenKey(issued.key().id()),
                TableLayout.ownerKey(issued.owner().id()),
                TableLayout.invitationKey(issued.recovery().id()))) {
            items += store.item(key).attributes();
        }
        assertTrue(items.contains("mine"), items);
        assertFalse(items.contains(issued.token().text().substring(5, 48)), "the token is in the table");
        assertFalse(items.contains(issued.recovery().text()), "the recovery code is in the table");
    }

    @Test
    void a_revoked_key_link_or_code_is_deleted_after_30_days_and_no_other() {
        Issued first = owners.create("Ada", Scope.PLAY);
        String owner = first.owner().id();
        Issued laptop = another(first, "Laptop");
        InvitationSecret link = link(first.owner(), 1);
        InvitationSecret kept = link(first.owner(), 1);
        owners.revokeKey(owner, laptop.key().id());
        owners.revokeLink(owner, link.id());
        InvitationSecret code =
                owners.replaceRecovery(first.owner(), first.recovery()).orElseThrow();
        long inAMonth = store.clock.instant().plus(Duration.ofDays(30)).getEpochSecond();
        for (Map<String, AttributeValue> key : List.of(
                TableLayout.tokenKey(laptop.key().id()),
                TableLayout.keyOfOwnerKey(owner, laptop.key().id()),
                TableLayout.invitationKey(link.id()),
                TableLayout.linkOfOwnerKey(owner, link.id()),
                TableLayout.invitationKey(first.recovery().id()))) {
            assertEquals(inAMonth, store.item(key).whole(TableLayout.EXPIRES), key::toString);
        }
        for (Map<String, AttributeValue> key : List.of(
                TableLayout.tokenKey(first.key().id()),
                TableLayout.keyOfOwnerKey(owner, first.key().id()),
                TableLayout.invitationKey(kept.id()),
                TableLayout.linkOfOwnerKey(owner, kept.id()),
                TableLayout.invitationKey(code.id()),
                TableLayout.ownerKey(owner))) {
            assertFalse(store.item(key).has(TableLayout.EXPIRES));
        }
    }

    @Test
    void nobody_revokes_a_key_or_a_link_of_another_owner() {
        Issued ada = owners.create("Ada", Scope.PLAY);
        Issued eve = owners.create("Eve", Scope.PLAY);
        InvitationSecret link = link(ada.owner(), 1);
        assertEquals(
                Optional.empty(), owners.revokeKey(eve.owner().id(), ada.key().id()));
        assertEquals(Optional.empty(), owners.revokeLink(eve.owner().id(), link.id()));
        assertEquals(
                Optional.empty(),
                owners.revokeLink(ada.owner().id(), eve.recovery().id()));
        assertTrue(works(ada));
        assertInstanceOf(Welcome.class, invitations.join(link, "Ben"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tok_00000000000000000000000000000000", "tok_", "", "../secret"})
    void no_other_id_can_be_revoked(String id) {
        assertEquals(Optional.empty(), owners.revokeKey(NO_ONE, id));
        assertEquals(Optional.empty(), owners.revokeLink(NO_ONE, id.replace("tok", "inv")));
        assertEquals(Optional.empty(), owners.find(id));
        assertEquals(Optional.empty(), owners.change(id, "Eve", null));
        assertEquals(Optional.empty(), owners.change(NO_ONE, "Eve", null));
    }

    @Test
    void a_revoked_key_makes_no_others_even_where_it_is_still_cached() {
        Issued first = owners.create("Ada", Scope.PLAY);
        Issued stolen = another(first, "stolen");
        owners.revokeKey(first.owner().id(), stolen.key().id());
        assertEquals(Optional.empty(), owners.addKey(first.owner(), stolen.key().id(), "more", Scope.PLAY));
        assertEquals(
                Optional.empty(),
                owners.addLink(first.owner(), stolen.key().id(), new Link("more", 1, Duration.ofDays(1), Scope.PLAY)));
    }

    @Test
    void all_others_are_revoked_whatever_a_thief_makes_meanwhile() {
        for (int round = 0; round < 5; round++) {
            Issued first = owners.create("Ada", Scope.PLAY);
            Issued stolen = another(first, "stolen");
            List<Optional<Issued>> made = TestStore.atOnce(8, i -> {
                if (i != 3) {
                    return owners.addKey(first.owner(), stolen.key().id(), "theirs " + i, Scope.PLAY);
                }
                owners.revokeOthers(first.owner().id(), first.key().id());
                return Optional.empty();
            });
            made.stream()
                    .flatMap(Optional::stream)
                    .forEach(each -> assertFalse(works(each), each.key().name()));
            assertTrue(works(first));
        }
    }

    @Test
    void an_owner_has_no_more_keys_and_links_than_it_may_and_revoking_makes_room() {
        Issued first = owners.create("Ada", Scope.PLAY);
        List<Optional<Issued>> made =
                TestStore.atOnce(30, i -> owners.addKey(first.owner(), null, "key " + i, Scope.PLAY));
        List<Issued> keys = made.stream().flatMap(Optional::stream).toList();
        assertEquals(Owners.MOST_KEYS - 1, keys.size());
        owners.revokeKey(first.owner().id(), keys.getFirst().key().id());
        owners.revokeKey(first.owner().id(), keys.getFirst().key().id());
        InvitationSecret link = link(first.owner(), 2);
        assertEquals(Optional.empty(), owners.addKey(first.owner(), null, "one too many", Scope.PLAY));
        assertInstanceOf(Invitations.TooManyKeys.class, invitations.join(link, "Ben"));
        owners.revokeLink(first.owner().id(), link.id());
        assertInstanceOf(Invitations.Revoked.class, invitations.join(link, "Ben"));
        another(first, "the last one");
    }

    @Test
    void a_link_gives_keys_of_its_owner_as_often_as_it_may() {
        Issued first = owners.create("Team Blue", Scope.PLAY);
        InvitationSecret link = link(first.owner(), 2);
        Welcome ben = assertInstanceOf(Welcome.class, invitations.join(link, "Ben"));
        assertEquals(first.owner(), ben.issued().owner());
        assertEquals("Ben", ben.issued().key().name());
        assertNull(ben.issued().recovery());
        assertTrue(works(ben.issued()));
        assertInstanceOf(Welcome.class, invitations.join(link, "Cid"));
        assertInstanceOf(Invitations.UsedUp.class, invitations.join(link, "Eve"));
        assertEquals(2, owners.links(first.owner().id()).getFirst().used());
        assertEquals(Optional.empty(), invitations.find(link.id()), "it is none of an admin's invitations");
        assertEquals(Optional.empty(), invitations.revoke(link.id()));
    }

    @Test
    void who_has_lost_everything_gets_in_with_the_recovery_code_however_many_keys_there_are() {
        Issued first = owners.create("Ada", Scope.ADMIN);
        TestStore.atOnce(30, i -> owners.addKey(first.owner(), null, "key " + i, Scope.PLAY));
        Welcome back = assertInstanceOf(Welcome.class, invitations.join(first.recovery(), "new laptop"));
        assertEquals(first.owner(), back.issued().owner());
        assertEquals(Scope.ADMIN, back.issued().key().scope());
        owners.revokeOthers(first.owner().id(), back.issued().key().id());
        assertTrue(works(back.issued()));
        assertFalse(works(first));
        assertInstanceOf(Welcome.class, invitations.join(first.recovery(), "again"), "the code stays");
    }

    @Test
    void a_recovery_code_is_not_replaced_by_who_read_an_older_one() {
        Issued first = owners.create("Ada", Scope.PLAY);
        assertTrue(owners.replaceRecovery(first.owner(), first.recovery()).isPresent());
        assertEquals(Optional.empty(), owners.replaceRecovery(first.owner(), first.recovery()));
    }

    @Test
    void a_blocked_owner_gets_no_key_in_any_way_and_is_blocked_since_the_first_time() {
        Issued first = owners.create("Ada", Scope.PLAY);
        InvitationSecret link = link(first.owner(), 5);
        OwnerRecord blocked = owners.change(first.owner().id(), null, true).orElseThrow();
        assertTrue(owners.isBlocked(first.owner().id()));
        assertInstanceOf(Invitations.Blocked.class, invitations.join(link, "Ben"));
        assertInstanceOf(Invitations.Blocked.class, invitations.join(first.recovery(), "Ben"));
        assertEquals(Optional.empty(), owners.addKey(first.owner(), null, "another", Scope.PLAY));
        store.clock.forwardMillis(5);
        assertEquals(Optional.of(blocked), owners.change(first.owner().id(), null, true), "the time stays");
        assertEquals(Optional.of(blocked), owners.change(first.owner().id(), null, null), "nothing to change");
        assertFalse(owners.isBlocked("admin"));
    }

    @Test
    void the_last_use_of_a_key_is_known_to_the_hour() {
        Issued first = owners.create("Ada", Scope.PLAY);
        List<Instant> noted = new ArrayList<>();
        for (int minutes : List.of(0, 30, 31)) {
            store.clock.forwardMillis(Duration.ofMinutes(minutes).toMillis());
            owners.find(first.token());
            noted.add(owners.keys(first.owner().id()).getFirst().usedAt());
        }
        assertEquals(noted.get(0), noted.get(1));
        assertEquals(store.clock.instant(), noted.get(2));
    }

    @Test
    void all_owners_are_listed_the_newest_first() {
        Issued first = owners.create("first", Scope.READ);
        store.clock.forwardMillis(1);
        Issued second = owners.create("second", Scope.ADMIN);
        List<OwnerRecord> listed = owners.list().stream()
                .filter(owner ->
                        List.of(first.owner().id(), second.owner().id()).contains(owner.id()))
                .toList();
        assertEquals(List.of(second.owner(), first.owner()), listed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "own_1"})
    void a_record_with_another_id_is_refused(String id) {
        Instant now = store.clock.instant();
        assertThrows(
                IllegalArgumentException.class,
                () -> new OwnerRecord(id, "Ada", Scope.PLAY, now, null, null, Quotas.NONE, "inv"));
    }
}
