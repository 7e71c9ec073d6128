package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Slots;
import bout.store.table.TableLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class MatchLimitsTest {

    private static final Result WON = new Result(Seat.SECOND, 12, 13, "full");
    private static final MatchLimits TWO_OPEN = new MatchLimits(2, 0);
    private static final MatchLimits TWO_A_DAY = new MatchLimits(0, 2);

    private final TestStore ledger = new TestStore();
    private final Matches matches = ledger.matches;
    private final Leases leases = ledger.leases;
    private final FailedMatches failed = ledger.failed;
    private final String owner = "owner-" + UUID.randomUUID();

    @AfterEach
    void close() {
        ledger.close();
    }

    private MatchRecord queued() {
        return ledger.queued(MatchOrigin.owner(owner));
    }

    private Creation<MatchRecord> accept(MatchLimits limits) {
        return matches.acceptMatch(queued(), null, limits);
    }

    private MatchRecord accepted(MatchLimits limits) {
        return TestStore.made(accept(limits));
    }

    private Map<Integer, String> taken() {
        return new Slots(ledger.table(), TableLayout.MATCH).taken(owner);
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
        assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN));
        assertEquals(2, taken().size());
    }

    @Test
    void owners_do_not_count_for_each_other() {
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        MatchRecord others = ledger.queued(MatchOrigin.owner(owner + "-2"));
        assertInstanceOf(Creation.New.class, matches.acceptMatch(others, null, TWO_OPEN));
    }

    @Test
    void a_match_that_ends_makes_room_for_another() {
        Lease finished = ledger.leased(accepted(TWO_OPEN).id());
        Lease failed = ledger.leased(accepted(TWO_OPEN).id());
        assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN), "a running match is open, too");

        assertTrue(leases.finishMatch(finished, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(WON, ledger.found(finished.id()).outcome().result());
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN));

        assertTrue(leases.failMatch(failed, "no"));
        assertEquals("no", ledger.found(failed.id()).outcome().reason());
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN));
    }

    @Test
    void a_match_keeps_its_place_while_it_goes_from_runner_to_runner() {
        MatchRecord match = accepted(new MatchLimits(1, 0));
        assertTrue(leases.releaseLease(ledger.leased(match.id())));
        Lease lost = ledger.leased(match.id());
        ledger.clock.forward(TestStore.LEASE);
        Lease lease = ledger.leased(match.id());
        assertEquals(Map.of(1, match.id()), taken());

        assertFalse(leases.finishMatch(lost, WON, List.of(), 9, SeatTally.NO_CALLS), "a lost lease changes nothing");
        assertEquals(Map.of(1, match.id()), taken());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(), taken());
    }

    @Test
    void a_failed_match_that_is_put_back_takes_no_place_and_gives_none_back() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease failed = ledger.leased(accepted(one).id());
        assertTrue(leases.failMatch(failed, "a fault of ours"));
        MatchRecord next = accepted(one);

        assertEquals(FailedMatches.Redriven.QUEUED, ledger.failed.redrive(failed.id()));
        Lease again = ledger.leased(failed.id());
        assertNull(again.slot());
        assertTrue(leases.finishMatch(again, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(1, next.id()), taken());
    }

    @Test
    void to_end_a_match_twice_gives_back_no_place_of_another() {
        MatchLimits one = new MatchLimits(1, 0);
        Lease lease = ledger.leased(accepted(one).id());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        MatchRecord next = accepted(one);
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS), "it has happened");
        assertFalse(leases.failMatch(lease, "no"));
        assertEquals(Map.of(1, next.id()), taken());
    }

    @Test
    void an_end_whose_answer_was_lost_has_happened_once() {
        Lease lease = ledger.leased(accepted(TWO_OPEN).id());
        ledger.wire.loseNextAnswerOf("TransactWriteItems");
        assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertEquals(Map.of(), taken());
        assertEquals(Status.FINISHED, ledger.found(lease.id()).status());
    }

    @Test
    void a_match_whose_answer_was_lost_is_accepted_and_counted_once() {
        for (IdempotencyKey key : new IdempotencyKey[] {null, key()}) {
            MatchRecord match = queued();
            ledger.wire.loseNextAnswerOf("TransactWriteItems");
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
            held.add(ledger.leased(accepted(new MatchLimits(16, 0)).id()));
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
            held.add(ledger.leased(accepted(new MatchLimits(4, 0)).id()));
        }
        for (Lease lease : held) {
            if (taken().size() >= 2) {
                assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN));
            }
            leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        }
        accepted(TWO_OPEN);
        accepted(TWO_OPEN);
        assertEquals(new Creation.TooManyOpen<>(), accept(TWO_OPEN));
    }

    // A day --------------------------------------------------------------------------------------------------------

    @Test
    void a_day_has_as_many_matches_as_the_limit_says_also_when_they_end() {
        accepted(TWO_A_DAY);
        leases.finishMatch(ledger.leased(accepted(TWO_A_DAY).id()), WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(new Creation.TooManyToday<>(Instant.parse("2026-03-02T00:00:00Z")), accept(TWO_A_DAY));
        ledger.clock.forward(Duration.ofHours(12));
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
        leases.finishMatch(ledger.leased(first.id()), WON, List.of(), 9, SeatTally.NO_CALLS);
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
        ledger.wire.forget();
        MatchRecord match = accepted(MatchLimits.NONE);
        Lease lease = ledger.leased(match.id());
        assertNull(lease.slot());
        leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(List.of("PutItem", "UpdateItem", "UpdateItem"), ledger.wire.operations());
        assertEquals(8, ledger.wire.writeUnits());
    }

    @Test
    void what_limits_cost_is_what_the_layout_says() {
        ledger.wire.forget();
        MatchRecord match = accepted(new MatchLimits(2, 2));
        double accepted = ledger.wire.writeUnits();
        Lease lease = ledger.leased(match.id());
        leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(
                List.of("Query", "TransactWriteItems", "UpdateItem", "TransactWriteItems"), ledger.wire.operations());
        assertEquals("6.0 17.0", accepted + " " + ledger.wire.writeUnits());
    }

    @Test
    void a_match_of_nobody_cannot_be_counted() {
        assertThrows(IllegalArgumentException.class, () -> matches.acceptMatch(ledger.queued(), null, TWO_OPEN));
        assertThrows(IllegalArgumentException.class, () -> new MatchLimits(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> new MatchLimits(10_001, 0));
    }
}
