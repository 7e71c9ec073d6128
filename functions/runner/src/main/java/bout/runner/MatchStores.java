package bout.runner;

import bout.store.Aws;
import bout.store.match.Leases;
import bout.store.match.MatchRecord;
import bout.store.match.SeatKey;
import bout.store.replay.Checkpoints;
import bout.store.replay.Consoles;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import java.time.Clock;

/**
 * What a runner writes about a match (its record, its replay, its moves so far, and what its bots printed), and how its
 * bots know it.
 */
public record MatchStores(
        Leases leases, Replays replays, Checkpoints checkpoints, LiveReplays live, Consoles consoles, SeatKey seatKey) {

    public static MatchStores of(Aws aws, Clock clock) {
        return new MatchStores(
                aws.leases(clock), aws.replays(), aws.checkpoints(), aws.liveReplays(), aws.consoles(), aws.seatKey());
    }

    /** The name of a match's replay and live replay. */
    String fileName(MatchRecord match) {
        return seatKey.fileName(match);
    }
}
