package bout.store.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.Subject;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.TestStore;
import bout.store.Wire;
import bout.store.bucket.Bucket;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

@Tag("aws")
class LadderSnapshotsTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final Wire wire = new Wire();
    private final Map<String, String> environment = TestCloud.environment();

    @AutoClose
    private final S3Client s3 = TestAws.aws(environment, wire).s3();

    private final LadderSnapshots snapshots =
            new LadderSnapshots(store.table(), new Bucket(s3, environment.get("BOUT_BUCKET")));

    @BeforeEach
    void a_journal_with_an_entry() {
        MatchRecord match = store.queued(MatchOrigin.competition(new Competition.OfLadder(0, 1)));
        store.matches.acceptMatch(match, null);
        store.leases.finishMatch(
                store.leased(match.id()),
                new Result(null, 1, 1, "full"),
                List.of(),
                1,
                List.of(SeatTally.NONE, SeatTally.NONE));
        new Journals(store.table()).append(new Subject.Ladder(store.game), List.of(store.found(match.id())));
    }

    private Optional<Object> latest() {
        return snapshots.latest(store.game, Object.class);
    }

    private List<String> files() {
        return s3
                .listObjectsV2(
                        list -> list.bucket(environment.get("BOUT_BUCKET")).prefix("ladders/" + store.game + "/"))
                .contents()
                .stream()
                .map(S3Object::key)
                .map(key -> key.substring(key.lastIndexOf('/') + 1))
                .toList();
    }

    @Test
    void the_newest_snapshot_takes_the_place_of_the_one_before() {
        assertEquals(Optional.empty(), latest());
        assertTrue(snapshots.save(store.game, 1, List.of(0.1 + 0.2)));
        assertEquals(Optional.of(List.of(0.1 + 0.2)), latest());
        assertTrue(snapshots.save(store.game, 120, List.of(25.0 / 3)));
        assertEquals(Optional.of(List.of(25.0 / 3)), latest());
        assertEquals(List.of("000000000120.json"), files());
    }

    @Test
    void an_older_snapshot_does_not_take_the_place_of_a_newer_one() {
        snapshots.save(store.game, 120, List.of(120));
        assertFalse(snapshots.save(store.game, 100, List.of(100)));
        assertFalse(snapshots.save(store.game, 120, List.of(120)));
        assertEquals(Optional.of(List.of(120)), latest());
        assertEquals(List.of("000000000120.json"), files());
    }

    @Test
    void of_many_that_are_saved_at_once_the_newest_stays() {
        TestStore.atOnce(8, i -> snapshots.save(store.game, i + 1, List.of(i + 1)));
        assertEquals(Optional.of(List.of(8)), latest());
    }

    @Test
    void a_snapshot_that_is_replaced_while_it_is_looked_for_is_read_as_the_newer_one() {
        snapshots.save(store.game, 1, List.of(1));
        LadderSnapshots other = TestAws.aws(environment).ladderSnapshots();
        boolean[] replaced = {false};
        wire.before((operation, request) -> {
            if (operation.equals("GetObject") && !replaced[0]) {
                replaced[0] = true;
                other.save(store.game, 2, List.of(2));
            }
        });
        assertEquals(Optional.of(List.of(2)), latest());
    }

    @Test
    void a_ladder_without_a_journal_keeps_no_snapshot() {
        assertFalse(snapshots.save("no-journal-" + store.game, 1, List.of(1)));
        assertEquals(Optional.empty(), snapshots.latest("no-journal-" + store.game, Object.class));
        assertEquals(List.of(), files());
    }
}
