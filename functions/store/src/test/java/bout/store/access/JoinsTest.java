package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Invitations.Joined;
import bout.store.access.Invitations.Welcome;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.table.Item;
import bout.table.Quota;
import bout.table.TableLayout;
import bout.wire.InvitationSecret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class JoinsTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final Owners owners = new Owners(store.table(), store.clock);
    private final Invitations invitations = new Invitations(store.table(), store.clock);

    private Invitations.Created invitation(int uses) {
        return invitations.create("CS 101", uses, Duration.ofDays(7), Quotas.NONE);
    }

    private InvitationRecord now(Invitations.Created created) {
        return invitations.find(created.record().id()).orElseThrow();
    }

    @Test
    void the_table_does_not_hold_the_secret() {
        Invitations.Created created = invitation(1);
        String item = store.item(TableLayout.invitationKey(created.record().id()))
                .attributes()
                .toString();
        assertTrue(item.contains("CS 101"), item);
        assertFalse(item.contains(created.secret().text()), "the secret is in the table");
        assertFalse(item.contains(created.secret().text().replace("-", "")), "the secret is in the table");
    }

    @Test
    void an_invitation_that_is_used_up_expired_revoked_or_unknown_says_so() {
        assertEquals(
                new Invitations.UnknownSecret(), invitations.join(InvitationSecret.draw(new SecureRandom()), "Eve"));
        Invitations.Created full = invitation(1);
        invitations.join(full.secret(), "Ada");
        assertEquals(new Invitations.UsedUp(now(full)), invitations.join(full.secret(), "Ben"));

        Invitations.Created revoked = invitation(1);
        InvitationRecord record = invitations.revoke(revoked.record().id()).orElseThrow();
        assertEquals(new Invitations.Revoked(record), invitations.join(revoked.secret(), "Ben"));
        store.clock.forwardMillis(5);
        assertEquals(Optional.of(record), invitations.revoke(record.id()), "a second time changes nothing");

        Invitations.Created last = invitation(2);
        store.clock.forward(Duration.ofDays(7).minusMillis(1));
        assertInstanceOf(Welcome.class, invitations.join(last.secret(), "Ben"));
        store.clock.forwardMillis(1);
        assertEquals(new Invitations.Expired(now(last)), invitations.join(last.secret(), "Cid"));
    }

    @Test
    void of_a_hundred_who_join_at_once_as_many_get_in_as_may() {
        Invitations.Created created = invitation(40);
        List<Joined> answers = TestStore.atOnce(100, i -> invitations.join(created.secret(), "student " + i));
        assertEquals(40, TestStore.count(answers, Welcome.class), answers.toString());
        assertEquals(60, TestStore.count(answers, Invitations.UsedUp.class), answers.toString());
        assertEquals(40, now(created).used());
        assertEquals(
                answers.stream()
                        .filter(Welcome.class::isInstance)
                        .map(answer -> ((Welcome) answer).issued().owner().id())
                        .collect(Collectors.toSet()),
                invitations.joined(created.record().id()).stream()
                        .map(OwnerRecord::id)
                        .collect(Collectors.toSet()));
    }

    @Test
    void an_invitation_whose_answer_was_lost_is_created_once() {
        store.wire.loseNextAnswerOf("PutItem");
        Invitations.Created created = invitation(1);
        assertEquals(created.record(), now(created));
    }

    /** Whoever joins while the invitation is revoked and its owners are blocked is refused, or blocked, too. */
    @Test
    void revoking_leaves_no_owner_whoever_joins_meanwhile() {
        for (int round = 0; round < 5; round++) {
            Invitations.Created created = invitation(100);
            String id = created.record().id();
            List<Object> answers = TestStore.atOnce(20, i -> {
                if (i != 10) {
                    return invitations.join(created.secret(), "student " + i);
                }
                invitations.revoke(id);
                invitations.joined(id).forEach(owner -> owners.change(owner.id(), null, true));
                return "revoked";
            });
            List<Welcome> welcomes = answers.stream()
                    .filter(Welcome.class::isInstance)
                    .map(Welcome.class::cast)
                    .toList();
            for (Welcome welcome : welcomes) {
                assertFalse(
                        owners.find(welcome.issued().token()).orElseThrow().works(),
                        welcome.issued().owner().name() + " has a key that counts");
            }
            assertEquals(welcomes.size(), now(created).used());
            assertEquals(20 - 1 - welcomes.size(), TestStore.count(answers, Invitations.Revoked.class));
        }
    }

    @Test
    void all_invitations_are_listed_the_newest_first() {
        Invitations.Created first = invitation(1);
        store.clock.forwardMillis(1);
        Invitations.Created second = invitation(2);
        invitations.join(second.secret(), "Ada");
        List<InvitationRecord> listed = invitations.list().stream()
                .filter(record ->
                        Set.of(first.record().id(), second.record().id()).contains(record.id()))
                .toList();
        assertEquals(List.of(now(second), first.record()), listed);
    }

    @Test
    void as_many_join_from_a_network_in_a_day_as_may() {
        String network = "network " + UUID.randomUUID();
        List<Joined> answers = TestStore.atOnce(30, i -> invitations.join("Ada", network, 7));
        assertEquals(7, TestStore.count(answers, Welcome.class), answers.toString());
        Invitations.TooManyToday refused =
                assertInstanceOf(Invitations.TooManyToday.class, invitations.join("Ben", network, 7));
        assertInstanceOf(Welcome.class, invitations.join("Ben", network + "-2", 7), "another network");
        store.clock.forwardMillis(
                Duration.between(store.clock.instant(), refused.until()).toMillis());
        assertInstanceOf(Welcome.class, invitations.join("Ben", network, 7), "the next day");
    }

    @Test
    void a_limit_of_0_is_none_and_counts_nothing() {
        String network = "network " + UUID.randomUUID();
        for (int i = 0; i < 5; i++) {
            Welcome welcome = assertInstanceOf(Welcome.class, invitations.join("Ada", network, 0));
            assertEquals(null, welcome.issued().owner().invitation());
        }
        assertInstanceOf(Welcome.class, invitations.join("Ada", network, 1));
    }

    @Test
    void a_count_of_joins_goes_away_by_itself() {
        String network = "network " + UUID.randomUUID();
        assertInstanceOf(Welcome.class, invitations.join("Ada", network, 2));
        Item item = store.item(TableLayout.joinsKey(network, Quota.day(store.clock.instant())));
        assertEquals(1, item.count(TableLayout.COUNT));
        assertTrue(item.whole(TableLayout.EXPIRES)
                <= store.clock.instant().plus(Duration.ofDays(2)).getEpochSecond());
    }
}
