package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Coded;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.table.Listing;
import bout.table.Listing.PageRequest;
import bout.wire.id.IdKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

@Tag("aws")
class ListingTest {

    private static final Result DRAW = Result.of(null, 3, 3, "full");

    @AutoClose
    private final TestStore store = new TestStore(3);

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    private Listing.Page<MatchRecord> page(String game, Status status, int limit, String cursor) {
        return matches.list(new PageRequest<>(game, status, limit, cursor));
    }

    private static List<String> idsOf(Listing.Page<MatchRecord> page) {
        return TestStore.ids(page.items());
    }

    /** All ids over all pages; no page but the last is short. */
    private List<String> all(String game, Status status, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            Listing.Page<MatchRecord> page = page(game, status, limit, cursor);
            ids.addAll(idsOf(page));
            cursor = page.last();
            assertTrue(cursor == null || page.items().size() == limit, "a short page before the last");
        } while (cursor != null);
        return ids;
    }

    private static List<String> newestFirst(List<String> ids) {
        return ids.stream().sorted(Collections.reverseOrder()).toList();
    }

    @Test
    void where_there_are_no_matches_the_first_page_is_empty_and_the_last() {
        assertEquals(new Listing.Page<>(List.of(), null), page(null, null, 10, null));
        assertEquals(new Listing.Page<>(List.of(), null), page("no-such-game", Status.QUEUED, 10, null));
    }

    @Test
    void of_250_matches_of_all_games_and_statuses_the_pages_miss_none_and_repeat_none() {
        Random random = new Random(1);
        List<MatchRecord> now = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            store.clock.forwardMillis(random.nextInt(3));
            String id = store.accepted(store.games.get(random.nextInt(3))).id();
            int steps = random.nextInt(4);
            if (steps > 0) {
                Lease lease = store.leased(id);
                if (steps == 2) {
                    assertTrue(store.finish(lease));
                } else if (steps == 3) {
                    assertTrue(leases.failMatch(lease, "no"));
                }
            }
            now.add(store.found(id));
        }
        for (int limit : List.of(7, 50, 100)) {
            assertAll(now, null, null, limit);
            for (Status status : Status.values()) {
                assertAll(now, store.games.get(1), status, limit);
            }
        }
        for (Status status : Status.values()) {
            assertAll(now, null, status, 9);
            assertAll(now, store.games.get(1), status, 1);
        }
        assertAll(now, store.games.get(2), null, 11);
        assertEquals(now.reversed().subList(0, 20), page(null, null, 20, null).items());
    }

    private void assertAll(List<MatchRecord> now, String game, Status status, int limit) {
        List<MatchRecord> listed = now.stream()
                .filter(match -> game == null || match.game().equals(game))
                .filter(match -> status == null || match.status() == status)
                .toList();
        assertEquals(newestFirst(TestStore.ids(listed)), all(game, status, limit));
    }

    @Test
    void a_page_that_just_holds_the_last_match_has_no_cursor() {
        for (int i = 0; i < 4; i++) {
            store.accepted();
        }
        assertNull(page(store.game, null, 4, null).last());
        String cursor = page(store.game, null, 2, null).last();
        assertNull(page(store.game, null, 2, cursor).last());
    }

    @Test
    void matches_that_are_added_while_someone_turns_pages_do_not_move_the_next_page() {
        List<String> before = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            before.add(store.accepted().id());
        }
        Listing.Page<MatchRecord> first = page(null, null, 3, null);
        store.accepted();
        Listing.Page<MatchRecord> second = page(null, null, 3, first.last());
        assertEquals(newestFirst(before).subList(3, 6), idsOf(second));
        assertNull(second.last());
    }

    @Test
    void a_cursor_stays_good_when_its_match_goes_on() {
        List<String> ids = Stream.generate(() -> store.accepted().id()).limit(4).toList();
        Listing.Page<MatchRecord> first = page(null, Status.QUEUED, 2, null);
        store.leased(first.items().getLast().id());
        assertEquals(newestFirst(ids).subList(2, 4), idsOf(page(null, Status.QUEUED, 2, first.last())));
    }

    @Test
    void a_match_that_goes_on_while_it_is_listed_is_listed_once_and_as_it_is_then() {
        MatchRecord match = store.accepted();
        beforeQueryOf("runners", () -> store.leased(match.id()));
        assertListed(match.id(), Status.RUNNING);
        Lease lease = store.leasedAfterCrash(match.id());
        beforeQueryOf("#finished", () -> store.finish(lease));
        assertListed(match.id(), Status.FINISHED);
    }

    private void beforeQueryOf(String list, Runnable action) {
        AtomicBoolean done = new AtomicBoolean();
        store.wire.before((operation, request) -> {
            if (request instanceof QueryRequest query
                    && query.expressionAttributeValues().values().stream()
                            .anyMatch(value -> value.s() != null && value.s().endsWith(list))
                    && done.compareAndSet(false, true)) {
                action.run();
            }
        });
    }

    private void assertListed(String id, Status status) {
        Listing.Page<MatchRecord> page = page(store.game, null, 10, null);
        assertEquals(List.of(id), idsOf(page));
        assertEquals(status, page.items().getFirst().status());
    }

    @Test
    void pages_of_more_than_the_megabyte_that_a_query_gives_are_complete() {
        Random random = new Random(1);
        // Texts that do not get shorter by packing.
        List<FailedCall> failures = Stream.generate(() -> random.ints(1500, '!', '~')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append))
                .limit(20)
                .map(text -> new FailedCall(0, 0, Seat.FIRST, new Failure(Failure.Kind.STATUS, text.toString())))
                .toList();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Lease lease = store.leased();
            assertTrue(leases.finishMatch(lease, DRAW, failures, 25, SeatTally.NO_CALLS));
            ids.add(lease.id());
        }
        store.wire.forget();
        Listing.Page<MatchRecord> page = page(store.game, Status.FINISHED, 60, null);
        assertEquals(newestFirst(ids), idsOf(page));
        assertTrue(store.wire.operations().size() > 1, "one query gave it all: the test tests nothing");
    }

    @Test
    void a_cursor_of_one_list_works_for_another_as_a_place_in_time() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(store.accepted(store.games.get(i % 2)).id());
        }
        String cursor = page(store.games.get(0), null, 1, null).last();
        List<String> older = idsOf(page(store.games.get(1), null, 10, cursor));
        assertEquals(List.of(ids.get(3), ids.get(1)), older);
        assertEquals(2, new HashSet<>(older).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 101})
    void a_page_has_1_to_100_matches(int limit) {
        assertThrows(IllegalArgumentException.class, () -> new PageRequest<>(null, null, limit, null));
    }

    @Test
    void one_page_of_one_game_and_status_is_one_query() {
        store.accepted();
        store.wire.forget();
        page(store.game, Status.QUEUED, 10, null);
        assertEquals(List.of("Query"), store.wire.operations());
    }

    private List<String> allOf(Status status, String behind, int most) {
        return TestStore.ids(matches.page(store.game, status, behind, most));
    }

    @Test
    void all_matches_of_a_status_are_listed_newest_first_also_hidden_ones() {
        Lease over = store.leased();
        store.finish(over);
        String other = UUID.randomUUID().toString();
        store.runners.start(other, TestStore.LEASE);
        List<String> running =
                Stream.generate(() -> store.accepted().id()).limit(3).toList();
        store.leased(running.get(0));
        leases.takeLease(running.get(1), other);
        store.leased(running.get(2));
        String hidden = store.accepted(new MatchOrigin("ada", null, null, true)).id();
        assertEquals(List.of(over.id()), allOf(Status.FINISHED, null, 10));
        assertEquals(List.of(hidden), allOf(Status.QUEUED, null, 10));
        assertEquals(running.reversed(), allOf(Status.RUNNING, null, 10));
        assertEquals(running.subList(1, 2), allOf(Status.RUNNING, running.getLast(), 1));
    }

    @Test
    void a_match_that_is_over_is_renamed_and_one_that_was_put_back_is_not() {
        Lease lease = store.leased();
        store.finish(lease);
        MatchRecord over = store.found(lease.id());
        MatchRecord renamed = over.erased(player -> player.house() == null ? player.erased() : player, true);
        matches.rename(over, renamed);
        assertEquals(renamed, store.found(over.id()));

        MatchRecord running = store.found(store.leased().id());
        store.crash();
        matches.rename(running, running.erased(PlayerRecord::erased, true));
        assertEquals(
                running.settings().players(),
                store.found(running.id()).settings().players());
    }

    private List<Listing.Page<MatchRecord>> pagesOfBot(String bot, int limit, boolean all) {
        List<Listing.Page<MatchRecord>> pages = new ArrayList<>();
        String cursor = null;
        do {
            pages.add(matches.list(
                    new PageRequest<>(store.game, new MatchFilter(null, null, bot, null, null), limit, cursor),
                    match -> all || !match.origin().seenByOwnerOnly(),
                    false));
            cursor = pages.getLast().last();
        } while (cursor != null);
        return pages;
    }

    private String acceptedOf(String bot, boolean hidden) {
        MatchRecord match = store.queued(new MatchOrigin("ada", null, null, hidden));
        PlayerRecord first = bot == null ? match.players().getFirst() : PlayerRecord.registered("Gary", bot, null);
        matches.acceptMatch(
                MatchRecord.queued(
                        match.id(),
                        new MatchSettings(
                                match.settings().game(),
                                List.of(first, match.players().getLast()),
                                "7"),
                        match.origin(),
                        match.createdAt()),
                null,
                MatchLimits.NONE,
                Set.of());
        return match.id();
    }

    private String endedOf(String bot, Result result, List<SeatTally> tallies) {
        String id = acceptedOf(bot, false);
        assertTrue(leases.finishMatch(store.leased(id), result, List.of(), 9, tallies));
        return id;
    }

    private List<String> found(String bot, String opponent, String ending) {
        MatchFilter filter = new MatchFilter(
                null,
                null,
                bot,
                opponent,
                Coded.of(MatchFilter.Ending.class, ending).orElse(null));
        return idsOf(matches.list(new PageRequest<>(store.game, filter, 20, null), match -> true, false));
    }

    @Test
    void the_matches_of_a_bot_are_found_by_opponent_and_by_how_they_ended() {
        String bot = IdKind.BOT.next(store.ids);
        SeatTally late = new SeatTally(9, Map.of(Failure.Kind.TIME_OUT, 9), AnswerTimes.NONE);
        String won = endedOf(bot, Result.of(Seat.FIRST, 13, 12, "full"), SeatTally.NO_CALLS);
        String drawn = endedOf(bot, DRAW, SeatTally.NO_CALLS);
        String lost = endedOf(bot, TestStore.WON, SeatTally.NO_CALLS);
        String failed = endedOf(bot, TestStore.WON, List.of(late, SeatTally.NONE));
        String queued = acceptedOf(bot, false);

        assertEquals(List.of(won), found(bot, null, "won"));
        assertEquals(List.of(drawn), found(bot, null, "drawn"));
        assertEquals(List.of(failed, lost), found(bot, null, "lost"));
        assertEquals(List.of(failed), found(bot, null, "failed"));
        String opponent = store.queued().players().getLast().key();
        assertEquals(List.of(queued, failed, lost, drawn, won), found(bot, opponent, null));
        assertEquals(List.of(), found(bot, "house:nobody", null));
        assertEquals(List.of(), found(IdKind.BOT.next(store.ids), opponent, "won"));
        assertThrows(
                IllegalArgumentException.class, () -> new MatchFilter(null, null, null, null, MatchFilter.Ending.WON));
    }

    @Test
    void a_page_of_a_bots_matches_reads_so_many_and_its_cursor_goes_on() {
        String bot = IdKind.BOT.next(store.ids);
        String oldest = acceptedOf(bot, false);
        for (int i = 0; i < Matches.MOST_LOOKED_AT; i++) {
            acceptedOf(null, false);
        }
        List<Listing.Page<MatchRecord>> pages = pagesOfBot(bot, 20, false);
        assertEquals(
                List.of(List.of(), List.of(oldest)),
                pages.stream().map(ListingTest::idsOf).toList());
    }

    @Test
    void past_many_hidden_matches_no_cursor_tells_the_id_of_one() {
        String bot = IdKind.BOT.next(store.ids);
        String oldest = acceptedOf(bot, false);
        List<String> hidden = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hidden.add(acceptedOf(bot, true));
        }
        // So few are read that all of a page are hidden.
        List<Listing.Page<MatchRecord>> pages = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (int limit : List.of(1, 5)) {
            pages.addAll(pagesOfBot(bot, limit, false));
            found.addAll(pages.stream().flatMap(page -> idsOf(page).stream()).toList());
        }
        assertTrue(found.stream().allMatch(oldest::equals), found.toString());
        for (Listing.Page<MatchRecord> page : pages) {
            assertFalse(hidden.contains(page.last()), "the next page begins behind a hidden match");
        }
        assertEquals(
                hidden.reversed(),
                pagesOfBot(bot, 40, true).stream()
                        .flatMap(page -> idsOf(page).stream())
                        .limit(100)
                        .toList());
    }

    @Test
    void past_many_hidden_matches_a_page_for_everyone_is_short_and_its_cursor_goes_on() {
        String oldest = acceptedOf(null, false);
        for (int i = 0; i < 4 * Matches.MOST_LOOKED_AT; i++) {
            acceptedOf(null, true);
        }
        store.wire.forget();
        Listing.Page<MatchRecord> first = page(store.game, Status.QUEUED, 20, null);
        assertEquals(List.of(), idsOf(first));
        assertTrue(store.wire.itemsRead() <= 3 * Matches.MOST_LOOKED_AT, () -> store.wire.itemsRead() + " were read");
        assertTrue(
                store.wire.operations().size() < 20,
                () -> store.wire.operations().size() + " requests");
        assertEquals(List.of(oldest), idsOf(page(store.game, Status.QUEUED, 20, first.last())));
    }

    @Test
    void matches_older_than_a_bot_are_not_looked_through() {
        for (int i = 0; i < Matches.MOST_LOOKED_AT; i++) {
            acceptedOf(null, false);
        }
        store.clock.forward(Duration.ofHours(2));
        String bot = IdKind.BOT.next(store.ids);
        String match = acceptedOf(bot, false);
        assertEquals(
                List.of(List.of(match)),
                pagesOfBot(bot, 20, false).stream().map(ListingTest::idsOf).toList());
    }
}
