package bout.store.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.TestAws;
import bout.store.TestCloud;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LadderSnapshotsTest {

    @Test
    void a_snapshot_takes_the_place_of_the_one_before() {
        String game = "game-" + UUID.randomUUID();
        LadderSnapshots snapshots =
                new LadderSnapshots(TestAws.aws(TestCloud.environment()).bucket());
        assertEquals(Optional.empty(), snapshots.latest(game, Object.class));
        snapshots.save(game, List.of(0.1 + 0.2));
        assertEquals(Optional.of(List.of(0.1 + 0.2)), snapshots.latest(game, Object.class));
        snapshots.save(game, List.of(25.0 / 3));
        assertEquals(Optional.of(List.of(25.0 / 3)), snapshots.latest(game, Object.class));
    }
}
