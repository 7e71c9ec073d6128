package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Quota;
import bout.table.TableLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.SdkClientException;

@Tag("aws")
class MatchLimitsTest {

    private static final MatchLimits TWO_OPEN = new MatchLimits(2, 0);
    private static final MatchLimits TWO_A_DAY = new MatchLimits(0, 2);

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;
    private final String owner = "owner-" + UUID.randomUUID();

    private MatchRecord queued() {
        return store.queued(MatchOrigin.owner(owner));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0", "1001, 0, 0", "0, -1, 0", "0, 0, -1", "0, 0, 1001"})
    void no_other_limits_exist(int open, int day, int ofBot) {
        assertThrows(IllegalArgumentException.class, () -> new MatchLimits(open, day, ofBot));
    }

    private Creation<MatchRecord> accept(MatchLimits limits) {
        return accept(queued(), null, limits);
    }

    private Creation<MatchRecord> accept(MatchRecord match, IdempotencyKey key, MatchLimits limits) {
        return matches.acceptMatch(match, key, limits, Set.of());
    }

    private MatchRecord accepted(MatchLimits limits) {
        return TestStore.made(accept(limits));
    }

    private Quota quota(String whose) {
        return new Quota(store.table(), TableLayout.MATCH, whose);
    }

    private Set<String> taken() {
        return quota(owner).open();
    }

    private static IdempotencyKey key() {
        return new IdempotencyKey("caller", "key-" + UUID.randomUUID(), "h");
    }

    private static final MatchLimits TWO_OF_A_BOT = new MatchLimits(5, 0, 2);

    private final String bot = "bot_" + UUID.randomUUID();

    private Creation<MatchRecord> acceptWithBot(String asker) {
        return matches.acceptMatch(store.queued(MatchOrigin.owner(asker)), null, TWO_OF_A_BOT, Set.of(bot));
    }

    @Test
    void strangers_together_have_as_many_open_matches_of_a_bot_as_its_limit_says() {
        MatchRecord first = TestStore.made(acceptWithBot(owner));
        TestStore.made(acceptWithBot(owner + "-2"));
        assertEquals(new Creation.TooManyOpen<>(bot), acceptWithBot(owner));
        assertEquals(new Creation.TooManyOpen<>(bot), acceptWithBot(owner + "-3"));
        assertEquals(Set.of(first.id()), matches.openOf(owner), "what was refused takes no room");
        assertEquals(2, matches.openOf(bot).size());
        assertInstanceOf(
                Creation.New.class,
                accept(queued(), null, TWO_OF_A_BOT),
                "the owner's own matches of the bot are not limited by this");
    }

    @Test
    void however_a_match_ends_it_makes_room_for_others_with_a_bot() {
        Lease finished = store.leased(TestStore.made(acceptWithBot(owner)).id());
        Lease cancelled =
                store.leased(TestStore.made(acceptWithBot(owner + "-2")).id());
        assertTrue(store.finish(finished));
        assertEquals(Set.of(cancelled.id()), matches.openOf(bot));
        assertTrue(matches.cancel(cancelled.id(), "no").isPresent());
        assertEquals(Set.of(), matches.openOf(bot));
        Lease failing = store.leased(TestStore.made(acceptWithBot(owner)).id());
        assertTrue(leases.failMatch(failing, "no"));
        assertEquals(Set.of(), matches.openOf(bot));
        assertEquals(Set.of(), matches.openOf(owner));
    }

    @Test
    void a_challenger_has_a_quarter_of_a_bots_places_and_at_least_one() {
        for (int places : List.of(1, 2, 8, 20)) {
            String asked = bot + places;
            MatchLimits limits = new MatchLimits(0, 0, places);
            int share = Math.max(1, places / 4);
            List<Creation<MatchRecord>> answers =
                    TestStore.atOnce(2 * places, i -> matches.acceptMatch(queued(), null, limits, Set.of(asked)));
            assertEquals(share, TestStore.count(answers, Creation.New.class), answers.toString());
            for (Creation<MatchRecord> answer : answers) {
                if (answer instanceof Creation.TooManyOpen<MatchRecord>(String whose)) {
                    assertEquals(asked, MatchLimits.botOf(whose));
                }
            }
            MatchRecord others = store.queued(MatchOrigin.owner(owner + "-2"));
            Creation<MatchRecord> others2 = matches.acceptMatch(others, key(), limits, Set.of(asked));
            assertEquals(places > share, others2 instanceof Creation.New, others2.toString());

            matches.cancelOfOthers(asked, "enough");
            assertEquals(Set.of(), matches.openOf(asked));
            TestStore.made(matches.acceptMatch(queued(), key(), limits, Set.of(asked)));
        }
    }

    @Test
    void a_match_keeps_its_place_while_it_goes_from_runner_to_runner() {
        MatchRecord match = accepted(new MatchLimits(1, 0));
        assertTrue(leases.releaseLease(store.leased(match.id()), Handover.NOTHING_NEW));
        Lease lost = store.leased(match.id());
        Lease lease = store.leasedAfterCrash(match.id());
        assertEquals(Set.of(match.id()), taken());

        assertFalse(store.finish(lost), "a lost lease changes nothing");
        assertEquals(Set.of(match.id()), taken());
        assertTrue(store.finish(lease));
        assertEquals(Set.of(), taken());
    }

    @Test
    void a_failed_match_that_is_put_back_takes_no_place_and_gives_none_back() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease failed = store.leased(accepted(one).id());
        assertTrue(leases.failMatch(failed, "a fault of ours"));
        MatchRecord next = accepted(one);

        assertEquals(Matches.Requeued.QUEUED, store.matches.requeueFailed(failed.id()));
        Lease again = store.leased(failed.id());
        assertEquals(Set.of(), again.quotasOf());
        assertTrue(store.finish(again));
        assertEquals(Set.of(next.id()), taken());
    }

    @Test
    void to_end_a_match_twice_gives_back_no_place_of_another() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease lease = store.leased(accepted(one).id());
        assertTrue(store.finish(lease));
        MatchRecord next = accepted(one);
        assertFalse(store.finish(lease));
        assertFalse(leases.failMatch(lease, "no"));
        assertEquals(Set.of(next.id()), taken());
    }

    @Test
    void a_match_whose_answer_was_lost_is_accepted_and_counted_once() {
        for (String lost : List.of("UpdateItem", "PutItem", "PutItem")) {
            MatchRecord match = queued();
            store.wire.loseNextAnswerOf(lost);
            IdempotencyKey key = taken().size() == 2 ? key() : null;
            assertEquals(new Creation.New<>(match), accept(match, key, new MatchLimits(3, 3)), lost);
        }
        assertEquals(3, taken().size());
        assertEquals(3, quota(owner).today(store.clock.instant()));
        assertInstanceOf(Creation.TooManyToday.class, accept(new MatchLimits(0, 3)));
    }

    @Test
    void of_many_requests_at_once_as_many_pass_as_there_are_places_and_all_give_them_back_at_once() {
        List<Creation<MatchRecord>> answers = TestStore.atOnce(24, i -> accept(new MatchLimits(10, 0)));
        assertEquals(10, TestStore.count(answers, Creation.New.class), answers.toString());
        assertEquals(14, TestStore.count(answers, Creation.TooManyOpen.class), answers.toString());
        List<Lease> held = taken().stream().map(store::leased).toList();
        assertEquals(10, held.size());
        TestStore.atOnce(10, i -> store.finish(held.get(i)));
        assertEquals(Set.of(), taken());
    }

    @Test
    void a_limit_that_was_lowered_holds_when_enough_matches_have_ended() {
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            held.add(store.leased(accepted(new MatchLimits(4, 0)).id()));
        }
        for (Lease lease : held) {
            if (taken().size() >= 2) {
                assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
            }
            store.finish(lease);
        }
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
    }

    @Test
    void a_day_has_as_many_matches_as_the_limit_says_whoever_asks_at_once_also_when_they_end() {
        List<Creation<MatchRecord>> answers = TestStore.atOnce(8, i -> accept(TWO_A_DAY));
        assertEquals(2, TestStore.count(answers, Creation.New.class), answers.toString());
        taken().forEach(id -> store.finish(store.leased(id)));
        Instant midnight = store.clock.instant().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
        assertEquals(new Creation.TooManyToday<>(midnight), accept(TWO_A_DAY));
        store.clock.forward(Duration.ofHours(12));
        accepted(TWO_A_DAY);
    }

    @Test
    void a_refused_match_leaves_nothing_behind() {
        accepted(new MatchLimits(2, 1));
        MatchRecord refused = queued();
        IdempotencyKey key = key();
        assertInstanceOf(Creation.TooManyToday.class, accept(refused, key, new MatchLimits(2, 1)));
        assertEquals(1, taken().size());
        assertTrue(matches.find(refused.id()).isEmpty());
        assertInstanceOf(Creation.New.class, accept(refused, key, new MatchLimits(2, 2)), "its key is free");
    }

    @Test
    void a_machine_whose_clock_is_behind_counts_for_the_day_that_has_begun() {
        accepted(TWO_A_DAY);
        store.clock.forward(Duration.ofHours(12));
        accepted(new MatchLimits(5, 2));
        store.clock.forward(Duration.ofHours(-12));
        accepted(new MatchLimits(5, 2));
        assertInstanceOf(Creation.TooManyToday.class, accept(new MatchLimits(5, 2)));
        assertEquals(2, quota(owner).today(store.clock.instant()));
    }

    @Test
    void a_match_that_finds_a_bot_busy_does_not_count_for_the_day() {
        MatchLimits limits = new MatchLimits(5, 2, 1);
        assertInstanceOf(Creation.New.class, matches.acceptMatch(queued(), null, limits, Set.of(bot)));
        assertEquals(new Creation.TooManyOpen<>(bot), matches.acceptMatch(queued(), null, limits, Set.of(bot)));
        assertEquals(1, quota(owner).today(store.clock.instant()));
        assertEquals(1, taken().size());
    }

    @Test
    void a_match_that_fails_at_the_quota_of_a_bot_takes_no_room_and_does_not_count_for_the_day() {
        secondUpdateFails();
        assertThrows(
                SdkClientException.class,
                () -> matches.acceptMatch(queued(), null, new MatchLimits(5, 2, 1), Set.of(bot)));
        assertEquals(Set.of(), taken());
        assertEquals(0, quota(owner).today(store.clock.instant()));
    }

    private void secondUpdateFails() {
        AtomicInteger updates = new AtomicInteger();
        store.wire.before((operation, request) -> {
            if (operation.equals("UpdateItem") && updates.incrementAndGet() == 2) {
                throw SdkClientException.create("the table is unreachable");
            }
        });
    }

    /** A runner that dies after the end of a match and before it has made room for another. */
    private Lease endedWithoutFreeingCapacity(MatchLimits limits) {
        Lease lease = store.leased(accepted(limits).id());
        secondUpdateFails();
        assertTrue(store.finish(lease), "the match has ended");
        return lease;
    }

    @Test
    void a_match_that_has_ended_makes_room_when_there_is_none() {
        for (IdempotencyKey key : new IdempotencyKey[] {null, key()}) {
            MatchLimits one = new MatchLimits(1, 0);
            Lease ended = endedWithoutFreeingCapacity(one);
            assertEquals(Set.of(ended.id()), taken());
            assertEquals(Set.of(), matches.openOf(owner));

            MatchRecord next = queued();
            assertEquals(new Creation.New<>(next), accept(next, key, one));
            assertEquals(Set.of(next.id()), taken());
            assertTrue(matches.cancel(next.id(), "no").isPresent());
            store.clock.forward(Duration.ofMinutes(1));
        }
    }

    @Test
    void a_match_that_was_never_stored_makes_room_after_fifteen_minutes() {
        String lost = store.ids.next();
        quota(owner).add(List.of(lost));
        MatchLimits one = new MatchLimits(1, 0);
        store.clock.forward(Duration.ofMinutes(15));
        assertEquals(new Creation.TooManyOpen<>(owner), accept(one), "it may just be being stored");
        store.clock.forward(Duration.ofMinutes(1));
        MatchRecord next = accepted(one);
        assertEquals(Set.of(next.id()), taken());
    }

    @Test
    void whoever_asks_again_and_again_without_room_pays_for_one_look_a_minute() {
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        accept(TWO_OPEN);
        store.wire.forget();
        for (int i = 0; i < 5; i++) {
            store.clock.forward(Duration.ofSeconds(10));
            assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
        }
        assertEquals(Collections.nCopies(5, "UpdateItem"), store.wire.operations());
        store.wire.forget();
        store.clock.forward(Duration.ofSeconds(10));
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
        assertEquals(List.of("UpdateItem", "UpdateItem", "BatchGetItem"), store.wire.operations());
    }

    @Test
    void an_equal_request_is_no_match_of_its_own_and_passes_at_every_limit() {
        MatchLimits one = new MatchLimits(1, 1);
        IdempotencyKey key = key();
        MatchRecord first = queued();
        assertEquals(new Creation.New<>(first), accept(first, key, one));
        assertEquals(new Creation.Repeated<>(first), accept(queued(), key, one));
        assertEquals(new Creation.Repeated<>(first), accept(queued(), key, TWO_A_DAY));
        store.finish(store.leased(first.id()));
        assertEquals(new Creation.Repeated<>(first), accept(queued(), key, one), "where only the day is full");
        assertEquals(Set.of(), taken());
        assertInstanceOf(Creation.New.class, accept(TWO_A_DAY), "the day counted one match");
        assertInstanceOf(Creation.TooManyToday.class, accept(TWO_A_DAY));
    }

    @Test
    void without_limits_a_match_of_an_owner_costs_one_unit_more_for_its_list() {
        store.runner();
        store.wire.forget();
        MatchRecord match = accepted(MatchLimits.NONE);
        Lease lease = store.leased(match.id());
        assertEquals(Set.of(), lease.quotasOf());
        store.finish(lease);
        assertEquals(List.of("PutItem", "UpdateItem", "UpdateItem"), store.wire.operations());
        assertEquals(9, store.wire.writeUnits());
    }

    @Test
    void what_limits_cost_is_what_the_layout_says() {
        store.runner();
        store.wire.forget();
        MatchRecord match = accepted(new MatchLimits(2, 2));
        double accepted = store.wire.writeUnits();
        Lease lease = store.leased(match.id());
        store.finish(lease);
        assertEquals(
                List.of("UpdateItem", "UpdateItem", "PutItem", "UpdateItem", "UpdateItem", "UpdateItem"),
                store.wire.operations(),
                "the first one finds that a new day has begun");
        assertEquals("4.0 11.0", accepted + " " + store.wire.writeUnits());
    }

    @Test
    void a_match_of_nobody_cannot_be_counted() {
        assertThrows(IllegalArgumentException.class, () -> accept(store.queued(), null, TWO_OPEN));
    }
}
