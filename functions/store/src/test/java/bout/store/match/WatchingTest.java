package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestCloud;
import bout.store.TestStore;
import bout.store.table.TableLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("aws")
class WatchingTest {

    private static final Result WON = new Result(Seat.SECOND, 12, 13, "full");
    private static final Duration LEASE = TestStore.LEASE;
    private static final Renewal WATCHED = new Renewal.Renewed(true);
    private static final Renewal UNWATCHED = new Renewal.Renewed(false);

    private final TestStore ledger = new TestStore();
    private final Matches matches = ledger.matches;
    private final Leases leases = ledger.leases;
    private final AbandonedMatches abandoned = ledger.abandoned;

    @AfterEach
    void close() {
        ledger.close();
    }

    private Map<String, AttributeValue> item(String id) {
        return ledger.dynamoDb
                .getItem(GetItemRequest.builder()
                        .tableName(ledger.table)
                        .key(TableLayout.matchKey(id))
                        .consistentRead(true)
                        .build())
                .item();
    }

    private static Map<String, AttributeValue> without(Map<String, AttributeValue> item, String name) {
        Map<String, AttributeValue> rest = new HashMap<>(item);
        rest.remove(name);
        return rest;
    }

    @Test
    void a_look_shows_the_match_as_it_is_and_the_next_renewal_tells_of_it() throws Exception {
        Lease lease = ledger.leased();
        assertEquals(UNWATCHED, leases.renewLease(lease, 3, LEASE));
        assertEquals(Optional.of(ledger.found(lease.id())), matches.watch(lease.id()));
        assertEquals(WATCHED, leases.renewLease(lease, 4, LEASE));
        assertEquals(4, ledger.found(lease.id()).progress().turn());
    }

    @Test
    void to_find_a_match_is_not_to_watch_it() {
        Lease lease = ledger.leased();
        matches.find(lease.id());
        assertEquals(UNWATCHED, leases.renewLease(lease, 1, LEASE));
    }

    @Test
    void a_match_counts_as_watched_for_half_a_minute_after_a_look() throws Exception {
        Lease lease = ledger.leased();
        matches.watch(lease.id());
        ledger.clock.forward(Duration.ofSeconds(30).minusMillis(1));
        assertEquals(WATCHED, leases.renewLease(lease, 1, LEASE));
        ledger.clock.forwardMillis(1);
        assertEquals(UNWATCHED, leases.renewLease(lease, 2, LEASE));
    }

    @Test
    void a_lease_tells_whether_the_match_was_watched_while_it_waited() throws Exception {
        String watched = ledger.accepted().id();
        String left = ledger.accepted().id();
        matches.watch(left);
        ledger.clock.forward(Duration.ofSeconds(30));
        matches.watch(watched);
        assertTrue(ledger.leased(watched).watched());
        assertFalse(ledger.leased(left).watched(), "nobody has looked for half a minute");
        assertFalse(ledger.leased().watched());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "14999, 0", "15000, 0", "15001, 2", "29999, 2", "30000, 2", "86400000, 2"})
    void a_look_so_many_ms_after_another_takes_so_many_write_units(long after, double units) throws Exception {
        Lease lease = ledger.leased();
        matches.watch(lease.id());
        ledger.clock.forwardMillis(after);
        ledger.wire.forget();
        matches.watch(lease.id());
        assertEquals(units, ledger.wire.writeUnits());
        assertEquals(units > 0 ? List.of("GetItem", "UpdateItem") : List.of("GetItem"), ledger.wire.operations());
    }

    @Test
    void the_first_look_takes_two_write_units_and_no_other_of_the_next_fifteen_seconds_takes_any() throws Exception {
        Lease lease = ledger.leased();
        ledger.wire.forget();
        for (int i = 0; i < 60; i++) {
            matches.watch(lease.id());
            ledger.clock.forwardMillis(250);
        }
        assertEquals(2, ledger.wire.writeUnits());
        leases.renewLease(lease, 1, LEASE);
        assertEquals(4, ledger.wire.writeUnits(), "a renewal costs what it did");
    }

    @Test
    void many_looks_in_the_same_moment_change_the_mark_once() {
        Lease lease = ledger.leased();
        ledger.wire.forget();
        TestStore.atOnce(16, i -> {
            try {
                return matches.watch(lease.id());
            } catch (Matches.NotNoted notNoted) {
                throw new AssertionError(notNoted);
            }
        });
        assertTrue(ledger.wire.writeUnits() <= 2, "a refused write is paid for, too, but changes nothing");
        assertEquals(WATCHED, leases.renewLease(lease, 1, LEASE));
    }

    /** What can happen to a match between the read and the write of a look at it. */
    private enum Meanwhile {
        NOTHING,
        LEASED,
        RENEWED,
        SAVED,
        RELEASED,
        SWEPT,
        TAKEN_OVER,
        FINISHED,
        FAILED
    }

    @ParameterizedTest
    @EnumSource
    void whatever_happens_to_a_match_during_a_look_happens_as_without_it(Meanwhile what) throws Exception {
        // Two matches with the same life: one is looked at, the other is not.
        Lease looked = what == Meanwhile.LEASED ? null : ledger.leased();
        Lease twin = what == Meanwhile.LEASED ? null : ledger.leased();
        String id = looked == null ? ledger.accepted().id() : looked.id();
        String twinId = twin == null ? ledger.accepted().id() : twin.id();
        AtomicBoolean once = new AtomicBoolean();
        ledger.wire.before((operation, request) -> {
            if (operation.equals("UpdateItem") && once.compareAndSet(false, true)) {
                happen(what, id, looked);
            }
        });
        matches.watch(id);
        assertTrue(once.get());
        happen(what, twinId, twin);

        Map<String, AttributeValue> marked = item(id);
        Map<String, AttributeValue> unmarked = item(twinId);
        for (String own : List.of("pk", "id", "createdAt", "holder", "checkpoint", "startedAt")) {
            marked = without(marked, own);
            unmarked = without(unmarked, own);
        }
        boolean over = what == Meanwhile.FINISHED || what == Meanwhile.FAILED;
        assertEquals(!over, marked.containsKey("watchedUntil"), "a match that is over is not changed");
        assertEquals(unmarked, without(marked, "watchedUntil"));
    }

    private void happen(Meanwhile what, String id, Lease lease) {
        switch (what) {
            case NOTHING -> {}
            case LEASED, TAKEN_OVER -> {
                if (what == Meanwhile.TAKEN_OVER) {
                    ledger.clock.forward(LEASE);
                }
                ledger.leased(id);
                if (what == Meanwhile.TAKEN_OVER) {
                    ledger.clock.forward(LEASE.negated());
                }
            }
            case RENEWED -> leases.renewLease(lease, 5, LEASE);
            case SAVED -> leases.saveCheckpoint(lease, 5, "checkpoints/a", LEASE);
            case RELEASED -> leases.releaseLease(lease);
            case SWEPT -> {
                ledger.clock.forward(LEASE);
                abandoned.requeue(10);
                ledger.clock.forward(LEASE.negated());
            }
            case FINISHED -> assertTrue(leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS));
            case FAILED -> assertTrue(leases.failMatch(lease, "no"));
        }
    }

    @Test
    void a_watched_match_is_renewed_saved_released_taken_and_finished_like_any_other() throws Exception {
        Lease lease = ledger.leased();
        matches.watch(lease.id());
        assertEquals(WATCHED, leases.renewLease(lease, 1, LEASE));
        assertTrue(leases.saveCheckpoint(lease, 2, "checkpoints/a", LEASE));
        assertTrue(leases.releaseLease(lease));
        Lease next = ledger.leased(lease.id());
        assertTrue(next.watched(), "the mark outlives a change of runners");
        assertEquals(2, next.fence());
        assertEquals(new Renewal.Lost(), leases.renewLease(lease, 3, LEASE));
        assertTrue(leases.finishMatch(next, WON, List.of(), 9, SeatTally.NO_CALLS));
        assertFalse(item(lease.id()).containsKey("watchedUntil"), "of no use any more");
    }

    @Test
    void the_end_of_a_match_that_takes_a_place_goes_well_beside_looks_at_it() throws Exception {
        MatchRecord owned = ledger.queued(MatchOrigin.owner("somebody-" + ledger.ids.next()));
        matches.acceptMatch(owned, null, new MatchLimits(5, 0));
        Lease lease = ledger.leased(owned.id());
        List<Boolean> ended = TestStore.atOnce(12, i -> {
            if (i == 6) {
                return leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
            }
            try {
                matches.watch(owned.id());
            } catch (Matches.NotNoted inTransaction) {
                assertEquals(owned.id(), inTransaction.match().id());
            }
            return false;
        });
        assertEquals(1, ended.stream().filter(each -> each).count());
        assertEquals(Status.FINISHED, ledger.found(owned.id()).status());
    }

    @Test
    void a_look_whose_answer_was_lost_counts() throws Exception {
        Lease lease = ledger.leased();
        ledger.wire.loseNextAnswerOf("UpdateItem");
        assertTrue(matches.watch(lease.id()).isPresent());
        assertEquals(WATCHED, leases.renewLease(lease, 1, LEASE));
    }

    @Test
    void a_look_that_cannot_be_written_down_still_tells_what_was_found() {
        Lease lease = ledger.leased();
        AtomicBoolean once = new AtomicBoolean();
        ledger.wire.before((operation, request) -> {
            if (operation.equals("UpdateItem") && once.compareAndSet(false, true)) {
                throw SdkClientException.create("no network");
            }
        });
        Matches.NotNoted notNoted = assertThrows(Matches.NotNoted.class, () -> matches.watch(lease.id()));
        assertEquals(ledger.found(lease.id()), notNoted.match());
        assertEquals(UNWATCHED, leases.renewLease(lease, 1, LEASE));
    }

    @Test
    void a_match_that_is_over_or_that_nobody_knows_is_looked_at_without_a_write() throws Exception {
        Lease lease = ledger.leased();
        leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
        ledger.wire.forget();
        assertEquals(Status.FINISHED, matches.watch(lease.id()).orElseThrow().status());
        assertEquals(Optional.empty(), matches.watch(ledger.ids.next()));
        assertEquals(Optional.empty(), matches.watch("no id at all"));
        assertEquals(List.of("GetItem", "GetItem"), ledger.wire.operations());
    }

    @Test
    void the_moves_so_far_are_a_file_that_is_written_over_and_kept_by_nobody_for_longer_than_a_second()
            throws Exception {
        Map<String, String> environment = TestCloud.environment();
        String id = ledger.ids.next();
        try (S3Client s3 = new Aws(environment).s3()) {
            LiveReplays live = new LiveReplays(s3, environment.get("BOUT_BUCKET"));
            live.put(id, "first".getBytes(StandardCharsets.UTF_8));
            live.put(id, "second".getBytes(StandardCharsets.UTF_8));
            var file = s3.getObjectAsBytes(
                    get -> get.bucket(environment.get("BOUT_BUCKET")).key("live/" + id + ".json"));
            assertArrayEquals("second".getBytes(StandardCharsets.UTF_8), file.asByteArray());
            assertEquals("public, max-age=1", file.response().cacheControl());
            assertEquals("application/json", file.response().contentType());
            assertEquals("gzip", file.response().contentEncoding());
            assertThrows(IllegalArgumentException.class, () -> live.put("../replays/" + id, new byte[0]));
        }
    }
}
