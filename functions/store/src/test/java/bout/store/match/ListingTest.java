package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

@Tag("aws")
class ListingTest {

    private static final Result DRAW = Result.of(null, 3, 3, "full");

    @AutoClose
    private final TestStore store = new TestStore(3);

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;

    private Listing.Page<MatchRecord> page(String game, Status status, int limit, String cursor) {
        return TestStore.page(matches.list(new PageRequest<>(game, status, limit, cursor)));
    }

    private List<String> idsOf(Listing.Page<MatchRecord> page) {
        return page.items().stream().map(MatchRecord::id).toList();
    }

    /** All ids over all pages; no page but the last is short. */
    private List<String> all(String game, Status status, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            Listing.Page<MatchRecord> page = page(game, status, limit, cursor);
            ids.addAll(idsOf(page));
            cursor = page.cursor();
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
                    assertTrue(leases.finishMatch(lease, DRAW, List.of(), 25, SeatTally.NO_CALLS));
                } else if (steps == 3) {
                    assertTrue(leases.failMatch(lease, "no"));
                }
            }
            now.add(store.found(id));
        }
        for (int limit : List.of(1, 7, 50, 100)) {
            if (limit > 1) {
                assertEquals(newestFirst(now.stream().map(MatchRecord::id).toList()), all(null, null, limit));
            }
            for (Status status : Status.values()) {
                assertEquals(
                        newestFirst(now.stream()
                                .filter(match ->
                                        match.status() == status && match.game().equals(store.games.get(1)))
                                .map(MatchRecord::id)
                                .toList()),
                        all(store.games.get(1), status, limit));
            }
        }
        for (Status status : Status.values()) {
            assertEquals(
                    newestFirst(now.stream()
                            .filter(match -> match.status() == status)
                            .map(MatchRecord::id)
                            .toList()),
                    all(null, status, 9));
        }
        assertEquals(
                newestFirst(now.stream()
                        .filter(match -> match.game().equals(store.games.get(2)))
                        .map(MatchRecord::id)
                        .toList()),
                all(store.games.get(2), null, 11));

        List<MatchRecord> newest = new ArrayList<>(now);
        Collections.reverse(newest);
        assertEquals(newest.subList(0, 20), page(null, null, 20, null).items());
    }

    @Test
    void a_page_that_just_holds_the_last_match_has_no_cursor() {
        for (int i = 0; i < 4; i++) {
            store.accepted();
        }
        assertNull(page(store.game, null, 4, null).cursor());
        String cursor = page(store.game, null, 2, null).cursor();
        assertNull(page(store.game, null, 2, cursor).cursor());
    }

    @Test
    void matches_that_are_added_while_someone_turns_pages_do_not_move_the_next_page() {
        List<String> before = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            before.add(store.accepted().id());
        }
        Listing.Page<MatchRecord> first = page(null, null, 3, null);
        store.accepted();
        Listing.Page<MatchRecord> second = page(null, null, 3, first.cursor());
        assertEquals(newestFirst(before).subList(3, 6), idsOf(second));
        assertNull(second.cursor());
    }

    @Test
    void a_cursor_stays_good_when_its_match_goes_on() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(store.accepted().id());
        }
        Listing.Page<MatchRecord> first = page(null, Status.QUEUED, 2, null);
        store.leased(first.items().getLast().id());
        assertEquals(newestFirst(ids).subList(2, 4), idsOf(page(null, Status.QUEUED, 2, first.cursor())));
    }

    @Test
    void a_match_that_starts_while_it_is_listed_is_listed_once_and_as_running() {
        MatchRecord match = store.accepted();
        AtomicBoolean started = new AtomicBoolean();
        beforeQueryOf(Status.RUNNING, () -> {
            if (started.compareAndSet(false, true)) {
                store.leased(match.id());
            }
        });
        Listing.Page<MatchRecord> page = page(store.game, null, 10, null);
        assertEquals(List.of(match.id()), idsOf(page));
        assertEquals(Status.RUNNING, page.items().getFirst().status());
    }

    @Test
    void a_match_that_ends_while_it_is_listed_is_listed_once_and_as_finished() {
        Lease lease = store.leased();
        AtomicBoolean finished = new AtomicBoolean();
        beforeQueryOf(Status.FINISHED, () -> {
            if (finished.compareAndSet(false, true)) {
                leases.finishMatch(lease, DRAW, List.of(), 25, SeatTally.NO_CALLS);
            }
        });
        Listing.Page<MatchRecord> page = page(store.game, null, 10, null);
        assertEquals(List.of(lease.id()), idsOf(page));
        assertEquals(Status.FINISHED, page.items().getFirst().status());
    }

    private void beforeQueryOf(Status status, Runnable action) {
        store.wire.before((operation, request) -> {
            if (request instanceof QueryRequest query
                    && query.expressionAttributeValues()
                            .getOrDefault(status == Status.RUNNING ? ":pk" : ":list", AttributeValue.fromS(""))
                            .s()
                            .endsWith(status == Status.RUNNING ? "runners" : "#" + status.code())) {
                action.run();
            }
        });
    }

    @Test
    void while_matches_are_played_no_page_misses_or_repeats_one() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            ids.add(store.accepted(store.games.get(i % 3)).id());
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> playing = threads.submit(() ->
                    ids.forEach(id -> leases.finishMatch(store.leased(id), DRAW, List.of(), 25, SeatTally.NO_CALLS)));
            boolean last;
            do {
                last = playing.isDone();
                assertEquals(newestFirst(ids), all(null, null, 25));
            } while (!last);
            playing.get();
        }
        assertEquals(newestFirst(ids), all(null, Status.FINISHED, 25));
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

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "MTo", "!!!", "019caa6c-1c00-7000-8000-000000000000"})
    void a_bad_cursor_is_a_value_and_asks_nothing_of_the_table(String cursor) {
        store.wire.forget();
        assertInstanceOf(Listing.BadCursor.class, matches.list(new PageRequest<>(null, null, 10, cursor)));
        assertEquals(List.of(), store.wire.operations());
    }

    @Test
    void a_cursor_of_one_list_works_for_another_as_a_place_in_time() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(store.accepted(store.games.get(i % 2)).id());
        }
        String cursor = page(store.games.get(0), null, 1, null).cursor();
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

    private List<Listing.Page<MatchRecord>> pagesOfBot(String bot, int limit, boolean all) {
        List<Listing.Page<MatchRecord>> pages = new ArrayList<>();
        String cursor = null;
        do {
            pages.add(TestStore.page(matches.list(
                    new PageRequest<>(store.game, new MatchFilter(null, null, bot, null, null), limit, cursor),
                    match -> all || !match.origin().seenByOwnerOnly(),
                    false)));
            cursor = pages.getLast().cursor();
        } while (cursor != null);
        return pages;
    }

    private String acceptedOf(String bot, boolean hidden) {
        MatchRecord match = store.queued(new MatchOrigin("ada", null, null, hidden ? true : null));
        PlayerRecord first = bot == null ? match.players().getFirst() : PlayerRecord.registered("Gary", bot);
        matches.acceptMatch(
                MatchRecord.queued(
                        match.id(),
                        new MatchSettings(
                                match.settings().game(),
                                List.of(first, match.players().getLast()),
                                "7"),
                        match.origin(),
                        match.createdAt()),
                null);
        return match.id();
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
                pages.stream().map(this::idsOf).toList());
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
            String cursor = page.cursor();
            assertTrue(
                    cursor == null
                            || hidden.stream()
                                    .noneMatch(id -> Listing.Cursor.behind(id).equals(cursor)),
                    "a cursor is the id of a hidden match");
        }
        assertEquals(
                hidden.reversed(),
                pagesOfBot(bot, 40, true).stream()
                        .flatMap(page -> idsOf(page).stream())
                        .limit(100)
                        .toList());
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
                pagesOfBot(bot, 20, false).stream().map(this::idsOf).toList());
    }
}
