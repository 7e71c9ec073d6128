package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bout.competition.journal.Competition;
import bout.engine.Seat;
import bout.store.TestCloud;
import bout.store.TestStore;
import bout.store.match.MatchRecord.MatchOrigin;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class SeatKeyTest {

    private static String id(TestStore store, String match) {
        return new SeatKey(store.table()).ids().of(match, Seat.SECOND);
    }

    @Test
    void all_functions_of_a_deployment_have_the_same_key_also_if_they_draw_it_at_once() {
        try (TestStore store = new TestStore(TestCloud.freshEnvironment());
                TestStore other = new TestStore(TestCloud.freshEnvironment())) {
            String match = store.ids.next();
            List<String> ids = TestStore.atOnce(8, i -> id(store, match));
            assertEquals(1, ids.stream().distinct().count(), ids.toString());
            assertEquals(ids.getFirst(), id(store, match), "later, too");
            assertNotEquals(ids.getFirst(), id(other, match));
        }
    }

    @Test
    void a_key_whose_write_was_repeated_is_the_stored_one() {
        try (TestStore store = new TestStore(TestCloud.freshEnvironment())) {
            String match = store.ids.next();
            store.wire.loseNextAnswerOf("PutItem");
            assertEquals(id(store, match), id(store, match));
        }
    }

    @Test
    void nobody_guesses_the_files_of_rated_and_hidden_matches() {
        try (TestStore store = new TestStore(TestCloud.freshEnvironment())) {
            SeatKey key = new SeatKey(store.table());
            MatchRecord open = store.queued(MatchOrigin.owner("owner"));
            assertEquals(open.id(), key.fileName(open));
            for (MatchOrigin origin : List.of(
                    MatchOrigin.competition(new Competition.OfLadder(0, 0)),
                    new MatchOrigin("owner", null, null, true))) {
                MatchRecord match = store.queued(origin);
                assertNotEquals(match.id(), key.fileName(match), origin.toString());
                assertEquals(key.ids().fileName(match.id()), key.fileName(match));
            }
        }
    }
}
