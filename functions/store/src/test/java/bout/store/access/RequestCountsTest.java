package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestStore;
import bout.table.TableLayout;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class RequestCountsTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final RequestCounts counts = instance();
    private final String caller = "caller-" + UUID.randomUUID();

    private RequestCounts instance() {
        return new RequestCounts(store.table(), store.clock, Duration.ofSeconds(1));
    }

    @Test
    void a_caller_may_send_as_many_requests_in_a_second_as_the_limit_says() {
        assertEquals(OptionalInt.of(1), counts.count(caller, 2));
        assertEquals(OptionalInt.of(0), counts.count(caller, 2));
        assertEquals(OptionalInt.empty(), counts.count(caller, 2));
        assertEquals(OptionalInt.of(1), counts.count(caller + "-2", 2));
        store.clock.forwardMillis(876); // the clock of these tests begins at 123 ms
        assertEquals(OptionalInt.empty(), counts.count(caller, 2));
        store.clock.forwardMillis(1);
        assertEquals(OptionalInt.of(1), counts.count(caller, 2));
    }

    @Test
    void a_minute_may_be_the_period() {
        RequestCounts minutes = new RequestCounts(store.table(), store.clock, Duration.ofMinutes(1));
        assertEquals(OptionalInt.of(0), minutes.count(caller, 1));
        long left = minutes.secondsLeft();
        assertTrue(left >= 1 && left <= 60, "" + left);
        store.clock.forwardMillis((left - 1) * 1000);
        assertEquals(OptionalInt.empty(), minutes.count(caller, 1));
        store.clock.forwardMillis(1000);
        assertEquals(OptionalInt.of(0), minutes.count(caller, 1));
    }

    @Test
    void of_a_flood_over_many_instances_exactly_as_many_pass_as_may() {
        List<OptionalInt> answers = TestStore.atOnce(40, i -> instance().count(caller, 7));
        assertEquals(7, answers.stream().filter(OptionalInt::isPresent).count(), answers.toString());
    }

    @Test
    void a_flood_asks_the_table_no_more_once_it_is_over() {
        counts.count(caller, 1);
        counts.count(caller, 1);
        store.wire.forget();
        for (int i = 0; i < 100; i++) {
            assertEquals(OptionalInt.empty(), counts.count(caller, 1));
        }
        assertEquals(List.of(), store.wire.operations());
    }

    @Test
    void a_count_goes_away_by_itself() {
        counts.count(caller, 1);
        long now = store.clock.instant().getEpochSecond();
        assertTrue(store.item(TableLayout.requestsKey(caller, now)).whole(TableLayout.EXPIRES) <= now + 61);
    }
}
