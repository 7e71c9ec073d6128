package bout.wire.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchIdsTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final MatchIds ids = new MatchIds(clock, new SecureRandom());

    private void forwardMillis(long millis) {
        now.updateAndGet(before -> before.plusMillis(millis));
    }

    @Test
    void an_id_is_a_uuid_of_version_7_with_the_time_in_its_first_48_bits() {
        String id = ids.next();
        UUID uuid = UUID.fromString(id);
        assertTrue(MatchIds.isId(id), id);
        assertEquals(7, uuid.version());
        assertEquals(2, uuid.variant());
        assertEquals(clock.millis(), uuid.getMostSignificantBits() >>> 16);
        assertEquals(clock.instant(), MatchIds.time(id));
        assertEquals(id, uuid.toString());
    }

    @Test
    void ids_of_different_milliseconds_sort_by_time_also_from_different_processes() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            made.add(new MatchIds(clock, new SecureRandom()).next());
            forwardMillis(1);
        }
        assertEquals(made.stream().sorted().toList(), made);
    }

    @Test
    void ids_of_one_millisecond_sort_by_the_order_in_which_they_were_made() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            made.add(ids.next());
        }
        assertEquals(made.stream().sorted().distinct().toList(), made);
    }

    @Test
    void a_clock_that_is_set_back_does_not_turn_the_order_round() {
        String before = ids.next();
        forwardMillis(-5000);
        String after = ids.next();
        assertTrue(before.compareTo(after) < 0, before + " " + after);
    }

    @Test
    void when_a_millisecond_has_no_id_left_the_next_one_is_used() {
        MatchIds last = new MatchIds(clock, new AllOnes());
        String before = last.next();
        String after = last.next();
        assertTrue(before.compareTo(after) < 0, before + " " + after);
        assertEquals(clock.millis() + 1, UUID.fromString(after).getMostSignificantBits() >>> 16);
        assertTrue(MatchIds.isId(before) && MatchIds.isId(after), before + " " + after);
    }

    @Test
    void threads_never_get_the_same_id() {
        List<String> made = java.util.Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                threads.submit(() -> {
                    for (int j = 0; j < 200; j++) {
                        made.add(ids.next());
                    }
                });
            }
        }
        assertEquals(10_000, new HashSet<>(made).size());
    }

    @Test
    void the_bound_of_a_time_lies_between_the_ids_made_before_it_and_those_made_since() {
        String before = ids.next();
        forwardMillis(1);
        String bound = MatchIds.before(clock.instant());
        String since = ids.next();
        assertTrue(before.compareTo(bound) < 0);
        assertTrue(bound.compareTo(since) < 0);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "match",
                "019caa6c-1c00-4000-8000-000000000000",
                "019CAA6C-1C00-7000-8000-000000000000",
                "019caa6c-1c00-7000-c000-000000000000",
                "019caa6c1c0070008000000000000000",
                "019caa6c-1c00-7000-8000-000000000000 ",
                "../019caa6c-1c00-7000-8000-000000000000",
                "019caa6c-1c00-7000-8000-000000000000\n"
            })
    void another_text_is_no_id(String text) {
        assertFalse(MatchIds.isId(text));
    }

    private static final class AllOnes implements RandomGenerator {
        @Override
        public long nextLong() {
            return -1;
        }
    }

    @Test
    void each_of_the_two_matches_on_a_board_leads_to_the_other_and_to_no_third() {
        Instant time = Instant.parse("2026-03-01T12:00:00Z");
        for (int board = 0; board < 100; board++) {
            String first = MatchIds.onBoard(false, time, "cup", Integer.toString(board));
            String second = MatchIds.onBoard(true, time, "cup", Integer.toString(board));
            assertTrue(MatchIds.isId(first) && MatchIds.isId(second));
            assertNotEquals(first, second);
            assertEquals(second, MatchIds.otherOnBoard(first));
            assertEquals(first, MatchIds.otherOnBoard(second));
            assertEquals(time, MatchIds.time(second));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60, 01991f3a-7c1e-7b4a-9a52-3a1d0d9e4f60, 01991f3a-7c1e-7b4a-9a52-3a1d00000000",
        "01991f3a-7c1e-7b4a-8a52-3a1c0d9e4f60, 01991f3a-7c1e-7b4a-aa52-3a1d0d9e4f60, 01991f3a-7c1e-7b4a-a000-000000000000",
        "01991f3a-7c1e-7b4a-8a52-3a1c0d9e4f60, 01991f4a-7c1e-7b4a-aa52-3a1d0d9e4f60, 01991f40-0000-7000-8000-000000000000",
    })
    void between_two_ids_is_a_text_that_tells_neither(String lower, String higher, String between) {
        assertEquals(between, MatchIds.between(lower, higher));
        assertTrue(MatchIds.isId(between));
    }
}
