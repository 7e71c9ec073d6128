package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.competition.journal.Competition;
import bout.competition.journal.Subject;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.MatchRunner.Outcome;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.id.MatchIds;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.Lease;
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.queue.ResultQueue;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** How the runner and the sweeper treat matches whose results count for a tournament or a ladder. */
@Tag("aws")
class CompetitionTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final Subject LADDER = new Subject.Ladder("ajax-tiles");
    private static final int TURNS = 20;
    private static final Result DRAW = new Result(null, 3, 3, "full");

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));
    private final Journals journals = aws.journals();
    private final SqsClient sqs = aws.sqs();
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT);

    @AfterEach
    void close() {
        client.close();
        sqs.close();
    }

    private String queued(TestServer server) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        GameSettings.of("ajax-tiles").withOptions(Map.of("maxTurns", TURNS)),
                        List.of(PlayerRecord.url("one", server.url().text()), PlayerRecord.house("expand", "expand")),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(1, 0)),
                Instant.now());
        matches.acceptMatch(match, null);
        return match.id();
    }

    private final TestRunners runners = new TestRunners(aws, client, LeaseTimes.lasting(Duration.ofMinutes(1)));

    private void sweep(Clock clock) {
        new SweeperHandler(
                        aws.abandonedMatches(clock),
                        aws.tournaments(clock),
                        aws.matchQueue(),
                        EndMessages.of(aws, clock))
                .handleRequest(new ScheduledEvent(), new TestContext(60_000));
    }

    /** Receives and deletes the available messages; returns their bodies. */
    private List<String> queuedResults() {
        List<String> bodies = new ArrayList<>();
        List<Message> messages;
        do {
            messages = sqs.receiveMessage(wanted -> wanted.queueUrl(environment.get("BOUT_RESULTS_QUEUE"))
                            .maxNumberOfMessages(10)
                            .waitTimeSeconds(1))
                    .messages();
            for (Message message : messages) {
                bodies.add(message.body());
                sqs.deleteMessage(gone ->
                        gone.queueUrl(environment.get("BOUT_RESULTS_QUEUE")).receiptHandle(message.receiptHandle()));
            }
        } while (!messages.isEmpty());
        return bodies;
    }

    private MatchRecord record(String id) {
        return matches.find(id).orElseThrow();
    }

    @Test
    void the_result_is_queued_for_the_journal_with_the_calls_of_both_bots() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server);
            assertEquals(Outcome.DONE, runners.run(id));
            assertEquals(List.of(id), queuedResults());
            List<SeatTally> tallies = record(id).outcome().tallies();
            assertEquals(TURNS / 2, tallies.getFirst().calls());
            assertEquals(TURNS / 2, tallies.getFirst().times().count());
            assertEquals(Map.of(), tallies.getFirst().failures());
            assertEquals(SeatTally.NONE, tallies.getLast());
            assertEquals(1, journals.append(LADDER, List.of(record(id))));
            assertEquals(tallies, journals.read(LADDER, 0, 10).getFirst().tallies());
        }
    }

    @Test
    void a_match_without_competition_has_tallies_and_is_not_queued() throws Exception {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        GameSettings.of("ajax-tiles").withOptions(Map.of("maxTurns", TURNS)),
                        List.of(PlayerRecord.house("one", "expand"), PlayerRecord.house("two", "expand")),
                        "7"),
                MatchOrigin.UNKNOWN,
                Instant.now());
        matches.acceptMatch(match, null);
        runners.run(match.id());
        assertEquals(SeatTally.NO_CALLS, record(match.id()).outcome().tallies());
        assertEquals(List.of(), queuedResults());
        assertEquals(List.of(), aws.matchOutbox(later).unjournalled(10));
    }

    @Test
    void a_runner_that_finds_the_replay_of_another_queues_the_same_result_once() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server);
            aws.runners(Clock.systemUTC()).start("paused", Duration.ofMinutes(1));
            Lease lost = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, "paused"))
                    .lease();
            assertEquals(Outcome.DONE, runners.runLater(id));
            MatchRecord finished = record(id);
            assertEquals(Status.FINISHED, finished.status());
            assertTrue(!leases.finishMatch(lost, DRAW, List.of(), 1, SeatTally.NO_CALLS));
            assertEquals(finished, record(id));
            assertEquals(List.of(id), queuedResults());
        }
    }

    @Test
    void a_runner_that_finds_a_replay_takes_the_tallies_from_it() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            // The replay comes from another match with the same players and seed, as if a runner had died after storing
            // it.
            String played = queued(server);
            runners.run(played);
            String id = queued(server);
            aws.replays()
                    .put(
                            aws.seatKey().fileName(record(id)),
                            aws.replays()
                                    .get(aws.seatKey().fileName(record(played)))
                                    .orElseThrow());
            runners.die(id);
            assertEquals(Outcome.DONE, runners.runLater(id));
            assertEquals(
                    record(played).outcome().tallies(), record(id).outcome().tallies());
            assertEquals(record(played).outcome().result(), record(id).outcome().result());
            assertEquals(List.of(played, id), queuedResults());
        }
    }

    @Test
    void the_sweeper_queues_an_unsent_result_until_it_is_in_the_journal() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server);
            EndMessages nowhere = new EndMessages(
                    aws.webhookQueue(),
                    new ResultQueue(sqs, environment.get("BOUT_RESULTS_QUEUE") + "-not-there"),
                    aws.matchOutbox(Clock.systemUTC()));
            assertEquals(
                    Outcome.DONE,
                    runners.with(new MatchMessages(aws.matchQueue(), aws.deadLetters(), nowhere))
                            .run(id));
            assertEquals(Status.FINISHED, record(id).status());
            sweep(Clock.systemUTC());
            assertEquals(List.of(), queuedResults(), "the runner may just be about to send it");
            sweep(later);
            assertEquals(List.of(id), queuedResults());
            journals.append(LADDER, List.of(record(id)));
            assertEquals(List.of(), aws.matchOutbox(later).unjournalled(10));
        }
    }

    @Test
    void a_failed_match_is_not_queued_for_a_journal() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server);
            Lease lease = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, "a-runner"))
                    .lease();
            assertTrue(leases.failMatch(lease, "no"));
            EndMessages.of(aws, Clock.systemUTC()).send(lease.match(), Status.FAILED);
            sweep(later);
            assertEquals(List.of(), queuedResults());
        }
    }
}
