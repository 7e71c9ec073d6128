package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Parallel;
import bout.store.table.Slots;
import bout.store.table.TableLayout;
import bout.store.table.TakenSlots;
import bout.store.tally.SeatTally;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class MatchLimitsTest {

    private static final Result WON = new Result(Seat.SECOND, 12, 13, "full");
    private static final MatchLimits TWO_OPEN = new MatchLimits(2, 0);
    private static final MatchLimits TWO_A_DAY = new MatchLimits(0, 2);

    private final TestStore store = new TestStore();
    private final Matches matches = store.matches;
    private final Leases leases = store.leases;
    private final FailedMatches failed = store.failed;
    private final String owner = "owner-" + UUID.randomUUID();

    @AfterEach
    void close() {
        store.close();
    }

    private MatchRecord queued() {
        return store.queued(MatchOrigin.owner(owner));
    }

    private Creation<MatchRecord> accept(MatchLimits limits) {
        return matches.acceptMatch(queued(), null, limits);
    }

    private MatchRecord accepted(MatchLimits limits) {
        return TestStore.made(accept(limits));
    }

    private Map<Integer, String> taken() {
        return new Slots(store.table(), TableLayout.MATCH).taken(owner);
    }

    private static IdempotencyKey key() {
        return new IdempotencyKey("caller", "key-" + UUID.randomUUID(), "h");
    }

    private static long count(List<Creation<MatchRecord>> answers, Class<?> kind) {
        return answers.stream().filter(kind::isInstance).count();
    }

    // Open matches -------------------------------------------------------------------------------------------------

    @Test
    void an_owner_has_as_many_open_matches_as_the_limit_says_and_then_no_more() {
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
        assertEquals(2, taken().size());
    }

    @Test
    void owners_do_not_count_for_each_other() {
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        MatchRecord others = store.queued(MatchOrigin.owner(owner + "-2"));
        assertInstanceOf(Creation.New.class, matches.acceptMatch(others, null, TWO_OPEN));
    }

    @Test
    void a_match_that_ends_makes_room_for_another() {
        Lease finished = store.leased(accepted(TWO_OPEN).id());
        Lease failed = store.leased(accepted(TWO_OPEN).id());
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN), "a running match is open, too");

        assertTrue(leases.finishMatch(finished, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(WON, store.found(finished.id()).outcome().result());
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));

        assertTrue(leases.failMatch(failed, "no"));
        assertEquals("no", store.found(failed.id()).outcome().reason());
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
    }

    // Bots of others -----------------------------------------------------------------------------------------------

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
        assertEquals(Set.of(first.id()), matches.openOf(owner), "what was refused takes no slot");
        assertEquals(2, matches.openOf(bot).size());
        assertInstanceOf(
                Creation.New.class,
                matches.acceptMatch(queued(), null, TWO_OF_A_BOT),
                "the owner's own matches of the bot are not limited by this");
    }

    @Test
    void however_a_match_ends_it_frees_its_slot_of_a_bot() {
        Lease finished = store.leased(TestStore.made(acceptWithBot(owner)).id());
        Lease cancelled = store.leased(TestStore.made(acceptWithBot(owner)).id());
        assertTrue(leases.finishMatch(finished, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Set.of(cancelled.id()), matches.openOf(bot));
        assertTrue(matches.cancel(cancelled.id(), "no").isPresent());
        assertEquals(Set.of(), matches.openOf(bot));
        Lease failing = store.leased(TestStore.made(acceptWithBot(owner)).id());
        assertTrue(leases.failMatch(failing, "no"));
        assertEquals(Set.of(), matches.openOf(bot));
        assertEquals(Set.of(), matches.openOf(owner));
    }

    @Test
    void without_a_limit_for_its_owner_a_match_still_takes_a_slot_of_a_bot() {
        MatchLimits ofBotOnly = new MatchLimits(0, 0, 1);
        MatchRecord match = TestStore.made(matches.acceptMatch(queued(), null, ofBotOnly, Set.of(bot)));
        assertEquals(new Creation.TooManyOpen<>(bot), matches.acceptMatch(queued(), null, ofBotOnly, Set.of(bot)));
        assertTrue(leases.finishMatch(store.leased(match.id()), WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Set.of(), matches.openOf(bot));
    }

    @Test
    void requests_at_the_same_time_do_not_pass_a_bots_limit() {
        List<Creation<MatchRecord>> answers =
                Parallel.call(IntStream.range(0, 12).boxed().toList(), asker -> acceptWithBot(owner + "-" + asker));
        assertEquals(2, count(answers, Creation.New.class), answers.toString());
        assertEquals(2, matches.openOf(bot).size());
    }

    @Test
    void a_repeated_request_takes_no_second_slot_of_a_bot() {
        IdempotencyKey key = key();
        MatchLimits one = new MatchLimits(0, 0, 1);
        MatchRecord made = TestStore.made(matches.acceptMatch(queued(), key, one, Set.of(bot)));
        assertEquals(new Creation.Repeated<>(made), matches.acceptMatch(queued(), key, one, Set.of(bot)));
        assertEquals(Set.of(made.id()), matches.openOf(bot));
    }

    @Test
    void a_match_keeps_its_place_while_it_goes_from_runner_to_runner() {
        MatchRecord match = accepted(new MatchLimits(1, 0));
        assertTrue(leases.releaseLease(store.leased(match.id()), Handover.NOTHING_NEW));
        Lease lost = store.leased(match.id());
        Lease lease = store.leasedAfterCrash(match.id());
        assertEquals(Map.of(1, match.id()), taken());

        assertFalse(leases.finishMatch(lost, WON, List.of(), 9, SeatTally.NO_CALLS), "a lost lease changes nothing");
        assertEquals(Map.of(1, match.id()), taken());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(), taken());
    }

    @Test
    void a_failed_match_that_is_put_back_takes_no_place_and_gives_none_back() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease failed = store.leased(accepted(one).id());
        assertTrue(leases.failMatch(failed, "a fault of ours"));
        MatchRecord next = accepted(one);

        assertEquals(FailedMatches.Redriven.QUEUED, store.failed.redrive(failed.id()));
        Lease again = store.leased(failed.id());
        assertEquals(TakenSlots.NONE, again.slots());
        assertTrue(leases.finishMatch(again, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(1, next.id()), taken());
    }

    @Test
    void to_end_a_match_twice_gives_back_no_place_of_another() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease lease = store.leased(accepted(one).id());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        MatchRecord next = accepted(one);
        assertFalse(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertFalse(leases.failMatch(lease, "no"));
        assertEquals(Map.of(1, next.id()), taken());
    }

    @Test
    void an_end_whose_answer_was_lost_has_happened_once() {
        Lease lease = store.leased(accepted(TWO_OPEN).id());
        store.wire.loseNextAnswerOf("TransactWriteItems");
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(), taken());
        assertEquals(Status.FINISHED, store.found(lease.id()).status());
    }

    @Test
    void a_match_whose_answer_was_lost_is_accepted_and_counted_once() {
        for (IdempotencyKey key : new IdempotencyKey[] {null, key()}) {
            MatchRecord match = queued();
            store.wire.loseNextAnswerOf("TransactWriteItems");
            assertEquals(new Creation.New<>(match), matches.acceptMatch(match, key, new MatchLimits(2, 2)));
        }
        assertEquals(2, taken().size());
        assertInstanceOf(Creation.TooManyToday.class, accept(TWO_A_DAY));
    }

    @Test
    void of_two_requests_at_the_limit_exactly_one_passes() {
        for (int round = 0; round < 5; round++) {
            MatchLimits oneMore = new MatchLimits(round + 1, 0);
            List<Creation<MatchRecord>> answers = TestStore.atOnce(2, i -> accept(oneMore));
            assertEquals(1, count(answers, Creation.New.class), answers.toString());
            assertEquals(1, count(answers, Creation.TooManyOpen.class), answers.toString());
        }
    }

    @Test
    void of_many_requests_at_once_exactly_as_many_pass_as_there_are_places() {
        List<Creation<MatchRecord>> answers = TestStore.atOnce(24, i -> accept(new MatchLimits(10, 0)));
        assertEquals(10, count(answers, Creation.New.class), answers.toString());
        assertEquals(14, count(answers, Creation.TooManyOpen.class), answers.toString());
        assertEquals(10, taken().size());
    }

    @Test
    void matches_that_end_at_once_all_give_their_places_back() {
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            held.add(store.leased(accepted(new MatchLimits(16, 0)).id()));
        }
        assertEquals(16, taken().size());
        assertTrue(
                TestStore.atOnce(16, i -> leases.finishMatch(held.get(i), WON, List.of(), 9, SeatTally.NO_CALLS))
                        .stream()
                        .allMatch(finished -> finished));
        assertEquals(Map.of(), taken());
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
            leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        }
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(owner), accept(TWO_OPEN));
    }

    // A day --------------------------------------------------------------------------------------------------------

    @Test
    void a_day_has_as_many_matches_as_the_limit_says_also_when_they_end() {
        accepted(TWO_A_DAY);
        leases.finishMatch(store.leased(accepted(TWO_A_DAY).id()), WON, List.of(), 9, SeatTally.NO_CALLS);
        Instant midnight = store.clock.instant().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
        assertEquals(new Creation.TooManyToday<>(midnight), accept(TWO_A_DAY));
        store.clock.forward(Duration.ofHours(12));
        accepted(TWO_A_DAY);
    }

    @Test
    void of_many_requests_at_once_a_day_takes_exactly_as_many_as_may_be() {
        List<Creation<MatchRecord>> answers = TestStore.atOnce(8, i -> accept(new MatchLimits(0, 3)));
        assertEquals(3, count(answers, Creation.New.class), answers.toString());
        assertEquals(5, count(answers, Creation.TooManyToday.class), answers.toString());
    }

    @Test
    void a_refused_match_leaves_nothing_behind() {
        accepted(new MatchLimits(2, 1));
        MatchRecord refused = queued();
        IdempotencyKey key = key();
        assertInstanceOf(Creation.TooManyToday.class, matches.acceptMatch(refused, key, new MatchLimits(2, 1)));
        assertEquals(1, taken().size());
        assertTrue(matches.find(refused.id()).isEmpty());
        assertInstanceOf(
                Creation.New.class, matches.acceptMatch(refused, key, new MatchLimits(2, 2)), "its key is free");
    }

    // Equal requests -----------------------------------------------------------------------------------------------

    @Test
    void an_equal_request_is_no_match_of_its_own_and_passes_at_every_limit() {
        MatchLimits one = new MatchLimits(1, 1);
        IdempotencyKey key = key();
        MatchRecord first = queued();
        assertEquals(new Creation.New<>(first), matches.acceptMatch(first, key, one));
        assertEquals(new Creation.Repeated<>(first), matches.acceptMatch(queued(), key, one));
        assertEquals(new Creation.Repeated<>(first), matches.acceptMatch(queued(), key, TWO_A_DAY));
        leases.finishMatch(store.leased(first.id()), WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(
                new Creation.Repeated<>(first), matches.acceptMatch(queued(), key, one), "where only the day is full");
        assertEquals(Map.of(), taken());
        assertInstanceOf(Creation.New.class, accept(TWO_A_DAY), "the day counted one match");
        assertInstanceOf(Creation.TooManyToday.class, accept(TWO_A_DAY));
    }

    @Test
    void of_many_equal_requests_at_once_one_is_counted() {
        IdempotencyKey key = key();
        List<Creation<MatchRecord>> answers =
                TestStore.atOnce(12, i -> matches.acceptMatch(queued(), key, new MatchLimits(1, 1)));
        assertEquals(1, count(answers, Creation.New.class), answers.toString());
        assertEquals(11, count(answers, Creation.Repeated.class), answers.toString());
        assertEquals(1, taken().size());
    }

    // Without limits -----------------------------------------------------------------------------------------------

    @Test
    void without_limits_a_match_of_an_owner_costs_what_it_always_did() {
        store.runner();
        store.wire.forget();
        MatchRecord match = accepted(MatchLimits.NONE);
        Lease lease = store.leased(match.id());
        assertEquals(TakenSlots.NONE, lease.slots());
        leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(List.of("PutItem", "UpdateItem", "UpdateItem"), store.wire.operations());
        assertEquals(8, store.wire.writeUnits());
    }

    @Test
    void what_limits_cost_is_what_the_layout_says() {
        store.runner();
        store.wire.forget();
        MatchRecord match = accepted(new MatchLimits(2, 2));
        double accepted = store.wire.writeUnits();
        Lease lease = store.leased(match.id());
        leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(
                List.of("Query", "TransactWriteItems", "UpdateItem", "TransactWriteItems"), store.wire.operations());
        assertEquals("6.0 17.0", accepted + " " + store.wire.writeUnits());
    }

    @Test
    void a_match_of_nobody_cannot_be_counted() {
        assertThrows(IllegalArgumentException.class, () -> matches.acceptMatch(store.queued(), null, TWO_OPEN));
        assertThrows(IllegalArgumentException.class, () -> new MatchLimits(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> new MatchLimits(10_001, 0));
    }
}
