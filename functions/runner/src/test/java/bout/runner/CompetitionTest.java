package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.runner.MatchRunner.LeaseTimes;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestQueues;
import bout.store.journal.Journals;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Replays;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class CompetitionTest {

    private static final Subject LADDER = new Subject.Ladder("ajax-tiles");
    private static final int TURNS = 20;

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final TestQueues queues = new TestQueues(environment);
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Journals journals = new Journals(aws.table());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, LeaseTimes.lasting(Duration.ofMinutes(1)));

    private String queued(TestServer server) {
        return runners.accepted(
                        TestRunners.tiles(TURNS),
                        TestRunners.url(server),
                        PlayerRecord.house("expand", "expand"),
                        MatchOrigin.competition(new Competition.OfLadder(1, 0)))
                .id();
    }

    private List<String> queuedResults() {
        return queues.take("BOUT_RESULTS_QUEUE");
    }

    @Test
    void the_result_is_queued_for_the_journal_with_the_calls_of_both_bots() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(server);
        assertTrue(runners.run(id));
        assertEquals(List.of(id), queuedResults());
        List<SeatTally> tallies = runners.record(id).outcome().tallies();
        assertEquals(TURNS / 2, tallies.getFirst().calls());
        assertEquals(TURNS / 2, tallies.getFirst().times().count());
        assertEquals(Map.of(), tallies.getFirst().failures());
        assertEquals(SeatTally.NONE, tallies.getLast());
        assertEquals(1, journals.append(LADDER, List.of(runners.record(id))));
        assertEquals(tallies, journals.read(LADDER, 0, 10).getFirst().tallies());
    }

    @Test
    void a_match_without_competition_has_tallies_and_is_not_queued() throws Exception {
        PlayerRecord house = PlayerRecord.house("one", "expand");
        String id = runners.queued(TestRunners.tiles(TURNS), house, house);
        runners.run(id);
        assertEquals(SeatTally.NO_CALLS, runners.record(id).outcome().tallies());
        assertEquals(List.of(), queuedResults());
        assertEquals(List.of(), aws.matches(TestRunners.LATER).unjournalled(10));
    }

    @Test
    void a_runner_that_finds_a_replay_takes_the_tallies_from_it() throws Exception {
        TestServer server = servers.of(Painter::serve);
        // The replay comes from another match with the same players and seed, as if a runner had died after storing
        // it.
        String played = queued(server);
        runners.run(played);
        int calls = server.requests.get();
        String id = queued(server);
        new Replays(aws.bucket())
                .put(
                        new SeatKey(aws.table()).fileName(runners.record(id)),
                        new Replays(aws.bucket())
                                .get(new SeatKey(aws.table()).fileName(runners.record(played)))
                                .orElseThrow());
        runners.die(id);
        assertTrue(runners.runLater(id));
        assertEquals(calls, server.requests.get(), "no bot is called again");
        assertEquals(
                runners.record(played).outcome().tallies(),
                runners.record(id).outcome().tallies());
        assertEquals(
                runners.record(played).outcome().result(),
                runners.record(id).outcome().result());
        assertEquals(List.of(played, id), queuedResults());
    }

    @Test
    void the_sweeper_queues_an_unsent_result_until_it_is_in_the_journal() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(server);
        Map<String, String> nowhere = new HashMap<>(environment);
        nowhere.compute("BOUT_RESULTS_QUEUE", (name, url) -> url + "-not-there");
        assertTrue(runners.seeing(TestAws.aws(nowhere)).run(id));
        assertEquals(Status.FINISHED, runners.record(id).status());
        runners.sweep(Clock.systemUTC());
        assertEquals(List.of(), queuedResults(), "the runner may just be about to send it");
        runners.sweep(TestRunners.LATER);
        assertEquals(List.of(id), queuedResults());
        journals.append(LADDER, List.of(runners.record(id)));
        assertEquals(List.of(), aws.matches(TestRunners.LATER).unjournalled(10));
    }

    @Test
    void results_that_never_come_into_their_journal_do_not_keep_a_later_one_from_being_queued() {
        for (int i = 0; i < SweeperHandler.RESULTS; i++) {
            finished();
        }
        String later = finished();
        runners.sweep(TestRunners.LATER);
        assertEquals(
                SweeperHandler.RESULTS, queues.takeAll("BOUT_RESULTS_QUEUE").size());
        runners.sweep(TestRunners.LATER);
        assertEquals(List.of(later), queuedResults());
    }

    private String finished() {
        PlayerRecord house = PlayerRecord.house("one", "expand");
        MatchRecord match = runners.accepted(
                TestRunners.tiles(TURNS), house, house, MatchOrigin.competition(new Competition.OfLadder(1, 0)));
        LeaseResult.Leased leased = (LeaseResult.Leased) leases.takeLease(match.id(), "a-runner");
        assertTrue(leases.finishMatch(
                leased.lease(), Result.of(Seat.FIRST, 9, 3, "full"), List.of(), TURNS, SeatTally.NO_CALLS));
        return match.id();
    }

    @Test
    void a_failed_match_is_not_queued_for_a_journal() throws Exception {
        PlayerRecord nobody = PlayerRecord.house("nobody", "no-such-bot");
        MatchRecord match = runners.accepted(
                TestRunners.tiles(TURNS), nobody, nobody, MatchOrigin.competition(new Competition.OfLadder(1, 0)));
        for (int fault = 1; fault <= MatchRunner.MAX_FAULTS; fault++) {
            assertTrue(runners.run(match.id()));
        }
        assertEquals(Status.FAILED, runners.record(match.id()).status());
        runners.sweep(TestRunners.LATER);
        assertEquals(List.of(), queuedResults());
    }
}
