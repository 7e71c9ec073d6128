package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class AcceptingTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    private static IdempotencyKey key(String bodyHash) {
        return new IdempotencyKey("caller", "key-" + UUID.randomUUID(), bodyHash);
    }

    private Creation<MatchRecord> accept(MatchRecord match, IdempotencyKey with) {
        return matches.acceptMatch(match, with, MatchLimits.NONE, Set.of());
    }

    @Test
    void an_accepted_match_is_found_as_it_was_given() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("whole", 5);
        options.put("flag", true);
        options.put("choice", "größer");
        options.put("real", 0.1 + 0.2);
        MatchRecord match = MatchRecord.queued(
                store.ids.next(),
                new MatchSettings(
                        GameSettings.of(store.game).withOptions(options),
                        List.of(
                                PlayerRecord.url("Zoë 🐙 \u202Eabc\"\\\n", "https://bücher.example/ä?x=1&y=%20#"),
                                PlayerRecord.house("", "random")),
                        "seed — 種 \u0000"),
                MatchOrigin.owner("tok_0123456789abcdef0123456789abcdef"),
                Instant.parse("2026-03-01T11:59:59.999999999Z"));
        assertEquals(new Creation.New<>(match), accept(match, null));
        assertEquals(Optional.of(match), matches.find(match.id()));
        assertEquals(Instant.parse("2026-03-01T11:59:59.999Z"), match.createdAt());
        assertEquals(
                List.copyOf(options.keySet()),
                List.copyOf(store.found(match.id()).settings().game().options().keySet()));
    }

    @Test
    void a_text_that_is_no_id_is_not_even_looked_up() {
        store.wire.forget();
        assertEquals(Optional.empty(), matches.find("../secret"));
        assertEquals(new LeaseResult.Unknown(), leases.takeLease("x".repeat(5000), "a-runner"));
        assertEquals(List.of(), store.wire.operations());
        assertEquals(Optional.empty(), matches.find(store.ids.next()));
    }

    @Test
    void a_match_that_is_not_queued_or_whose_game_is_not_listed_is_not_accepted() {
        for (MatchRecord match : List.of(store.leased().match(), store.queued("chess"))) {
            assertThrows(IllegalArgumentException.class, () -> accept(match, null));
        }
    }

    @Test
    void an_id_is_accepted_for_one_match_only() {
        MatchRecord match = store.accepted();
        MatchRecord other = MatchRecord.queued(
                match.id(),
                new MatchSettings(GameSettings.of(match.game()), match.players(), "another seed"),
                MatchOrigin.UNKNOWN,
                match.createdAt());
        assertThrows(IllegalStateException.class, () -> accept(other, null));
        assertEquals(match, store.found(match.id()));
    }

    @Test
    void the_same_request_again_gives_the_match_as_it_was_first_accepted() {
        IdempotencyKey key = key("h");
        MatchRecord first = store.queued();
        assertEquals(new Creation.New<>(first), accept(first, key));
        assertEquals(new Creation.Repeated<>(first), accept(store.queued(), key));

        Lease lease = store.leased(first.id());
        assertEquals(new Creation.Repeated<>(first), accept(store.queued(), key));
        leases.finishMatch(lease, Result.of(Seat.FIRST, 1, 0, "full"), List.of(), 9, SeatTally.NO_CALLS);
        assertEquals(new Creation.Repeated<>(first), accept(store.queued(), key));
    }

    @Test
    void another_body_under_the_same_key_conflicts_and_writes_nothing() {
        IdempotencyKey key = key("one");
        MatchRecord first = store.queued();
        accept(first, key);
        MatchRecord other = store.queued();
        assertEquals(new Creation.Conflicting<>(), accept(other, new IdempotencyKey(key.caller(), key.key(), "other")));
        assertEquals(Optional.empty(), matches.find(other.id()));
        assertEquals(new Creation.Repeated<>(first), accept(store.queued(), key));
    }

    @Test
    void a_key_is_forgotten_by_the_clock_after_24_hours_though_its_item_is_still_there() {
        IdempotencyKey key = key("h");
        MatchRecord first = store.queued();
        accept(first, key);
        store.clock.forward(Duration.ofHours(24).minusSeconds(1));
        assertEquals(new Creation.Repeated<>(first), accept(store.queued(), key));
        assertEquals(
                new Creation.Conflicting<>(),
                accept(store.queued(), new IdempotencyKey(key.caller(), key.key(), "other")));

        store.clock.forward(Duration.ofSeconds(1));
        MatchRecord second = store.queued();
        IdempotencyKey reused = new IdempotencyKey(key.caller(), key.key(), "other");
        assertEquals(new Creation.New<>(second), accept(second, reused));
        assertEquals(new Creation.Repeated<>(second), accept(store.queued(), reused));
    }

    @Test
    void different_requests_under_one_key_at_the_same_time_give_one_match_and_conflicts() {
        IdempotencyKey key = key("h");
        List<Creation<MatchRecord>> answers = TestStore.atOnce(
                12, i -> accept(store.queued(), new IdempotencyKey(key.caller(), key.key(), "hash " + i)));
        assertEquals(1, TestStore.count(answers, Creation.New.class));
        assertEquals(11, TestStore.count(answers, Creation.Conflicting.class));
    }
}
