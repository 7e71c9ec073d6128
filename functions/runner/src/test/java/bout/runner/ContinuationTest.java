package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.SteadyBot;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.runner.MatchRunner.LeaseTimes;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.TestMessages;
import bout.store.TestQueues;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.Handover;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Checkpoints;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.wire.ReplayFile;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

@Timeout(120)
@Tag("aws")
class ContinuationTest {

    private static final List<Replay.Player> PLAYERS = List.of(Replay.Player.named("one"), Replay.Player.named("two"));

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final LeaseTimes SAVED_OFTEN =
            new LeaseTimes(Duration.ofSeconds(45), Duration.ofHours(1), Duration.ofMillis(5));

    private static final int INTERRUPTED_TURNS = 24;

    private final Aws aws = TestAws.aws(ENVIRONMENT);
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Replays replays = new Replays(aws.bucket());
    private final Checkpoints checkpoints = new Checkpoints(aws.bucket());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final S3Client s3 = TestAws.clients(ENVIRONMENT).s3().get();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, TestRunners.SELDOM);

    private String queued(String game, Map<String, Object> options, Integer limit, PlayerRecord... players) {
        return runners.queued(GameSettings.of(game).withOptions(options).withTimeLimit(limit), players[0], players[1]);
    }

    private List<String> files(String id) {
        return s3
                .listObjectsV2(
                        list -> list.bucket(ENVIRONMENT.get("BOUT_BUCKET")).prefix("checkpoints/" + id + "/"))
                .contents()
                .stream()
                .map(S3Object::key)
                .toList();
    }

    private static int turn(TestServer.Request request) {
        return Integer.parseInt(request.headers().get("bout-turn"));
    }

    private static String answer(TestServer.Request request) {
        return TestServer.ok(SteadyBot.answer(request))
                .replaceFirst("\r\n", "\r\nBout-Note: asked for turn " + turn(request) + "\r\n");
    }

    /** How many moves it was asked for. */
    private static int moves(TestServer server) {
        return (int) server.received.stream()
                .filter(request -> !request.line().matches("POST .*/(start|end) .*"))
                .count();
    }

    private static Map<String, Object> brief(String game) {
        return game.equals("ajax-tiles") || game.equals("robotag") ? Map.of("maxTurns", INTERRUPTED_TURNS) : Map.of();
    }

    private static String strong(String game) {
        return Games.byId(game).orElseThrow().houseBots().getLast().name();
    }

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_match_handed_over_at_every_turn_ends_as_if_played_at_once(String game) throws Exception {
        AtomicReference<RunnerLease> runner = new AtomicReference<>();
        TestServer server = servers.replying(request -> {
            if (turn(request) < INTERRUPTED_TURNS && runner.get() != null) {
                runner.get().stop();
            }
            return answer(request);
        });
        String whole =
                queued(game, brief(game), null, TestRunners.url(server), PlayerRecord.house("near", strong(game)));
        assertTrue(runners.run(whole));
        int requests = moves(server);

        String pieces =
                queued(game, brief(game), null, TestRunners.url(server), PlayerRecord.house("near", strong(game)));
        int runs = 0;
        while (!runners.record(pieces).status().over()) {
            try (RunnerLease next = runners.start()) {
                runner.set(next);
                assertTrue(runners.run(pieces, next));
            }
            runs++;
        }
        assertTrue(runs >= Math.min(INTERRUPTED_TURNS / 2, requests), runs + " runs");
        assertEquals(2 * requests, moves(server), "nothing is asked twice");
        assertEquals(
                2,
                server.received.stream()
                        .map(request -> request.headers().get("bout-match"))
                        .distinct()
                        .count(),
                "every runner sends the same id");
        Replay atOnce = runners.finished(whole);
        Replay handedOver = runners.finished(pieces);
        assertEquals(atOnce.hash(), handedOver.hash());
        assertEquals(atOnce.calls().moves(), handedOver.calls().moves());
        assertEquals(requests, atOnce.calls().notes().size());
        assertEquals(atOnce.calls().notes(), handedOver.calls().notes());
        assertEquals(
                handedOver.calls().count(),
                handedOver.calls().times().stream().mapToInt(List::size).sum());
        assertEquals(List.of(), files(pieces), "what was saved is removed at the end");
    }

    static Stream<Arguments> pairs() {
        return Games.ALL.stream().flatMap(game -> {
            List<String> names = game.houseBots().stream().map(HouseBot::name).toList();
            return Stream.iterate(0, i -> i + 1)
                    .limit(names.size())
                    .map(i -> Arguments.of(game.card().id(), names.get(i), names.get((i + 1) % names.size())));
        });
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void house_bots_continue_as_if_never_interrupted(String gameId, String first, String second) throws Exception {
        Game<?> game = Games.byId(gameId).orElseThrow();
        Function<Seat, Player> players = seat -> new HousePlayer(
                game.houseBot(seat == Seat.FIRST ? first : second).orElseThrow().at(seat, "25"));
        Interrupted whole = interrupted(game, players, INTERRUPTED_TURNS, Integer.MAX_VALUE);
        Interrupted pieces = interrupted(game, players, INTERRUPTED_TURNS, 1);
        assertEquals(whole.hash, pieces.hash);
        assertEquals(whole.turns - 1, pieces.interruptions);
        assertTrue(whole.turns > 10, whole.toString());
    }

    record Interrupted(String hash, int turns, int interruptions) {}

    static <M> Interrupted interrupted(Game<M> game, Function<Seat, Player> players, int turns, int every)
            throws Exception {
        Options options = Options.defaults(game.card().options());
        Match<M> match = Match.draw(game, "25", options);
        for (int interruptions = 0; ; interruptions++) {
            int from = match.turn();
            Replay saved = ReplayFile.read(ReplayFile.write(Replay.of(match, PLAYERS)));
            try (Player one = players.apply(Seat.FIRST);
                    Player two = players.apply(Seat.SECOND)) {
                match = Checkpointer.resume(saved, () -> Match.draw(game, "25", options), List.of(one, two))
                        .orElseThrow();
                new MatchLoop(
                                List.of("s1", "s2"),
                                List.of(one, two),
                                TimeLimits.same(5000),
                                played -> played.turn() < turns && played.turn() - from < every)
                        .play(match);
            }
            if (match.over() || match.turn() >= turns) {
                return new Interrupted(match.hash(), match.turn(), interruptions);
            }
        }
    }

    @Test
    void no_turn_starts_in_the_last_seconds_of_an_invocation() throws Exception {
        Map<String, String> environment = TestAws.application().environment();
        Aws own = TestAws.aws(environment);
        TestQueues queues = new TestQueues(environment);
        TestRunners there = servers.closing(new TestRunners(own, TestRunners.SELDOM));
        // 15 s are reserved for the end, and twice the time limit for a last turn.
        Duration turnsBeginFor = Duration.ofSeconds(4);
        AtomicLong begun = new AtomicLong();
        TestServer bot = servers.replying(request -> {
            // When the first turn has begun, the runner knows when its last one can begin.
            begun.compareAndSet(0, System.nanoTime());
            while (turn(request) == 3 && System.nanoTime() - begun.get() < turnsBeginFor.toNanos()) {
                Thread.sleep(10);
            }
            return TestServer.ok(Painter.answer(request));
        });
        String match = inQueue(there, bot, 60_000);
        RunnerHandler handler = new RunnerHandler(TestAws.aws(environment));
        handle(handler, queues, 15_000 + 2 * 60_000 + (int) turnsBeginFor.toMillis());
        assertEquals(4, bot.requests.get());
        assertEquals(Status.QUEUED, there.record(match).status(), "and another invocation continues it");
        handle(new RunnerHandler(TestAws.aws(environment)), queues, 900_000);
        assertEquals(Status.FINISHED, there.record(match).status());
        assertEquals(160, bot.requests.get(), "nothing is asked twice");
    }

    private static String inQueue(TestRunners there, TestServer bot, int timeLimit) {
        String match = there.queued(
                TestRunners.tiles(160).withTimeLimit(timeLimit), TestRunners.url(bot), TestRunners.url(bot));
        there.aws().matchQueue().send(List.of(match));
        return match;
    }

    private static void handle(RunnerHandler handler, TestQueues queues, int remainingMilliseconds) {
        SQSBatchResponse response = handler.handleRequest(
                TestMessages.event(queues.take("BOUT_MATCHES_QUEUE")), TestContext.of(remainingMilliseconds));
        assertEquals(List.of(), response.getBatchItemFailures());
    }

    @Test
    void a_crash_loses_the_moves_since_the_checkpoint_and_the_old_runner_cannot_write() throws Exception {
        AtomicReference<String> id = new AtomicReference<>();
        AtomicInteger stoppedAt = new AtomicInteger(-1);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        List<Integer> askedAgain = new ArrayList<>();
        TestServer server = servers.replying(request -> {
            if (stoppedAt.get() >= 0) {
                askedAgain.add(turn(request));
            } else if (!files(id.get()).isEmpty()) {
                stoppedAt.set(turn(request));
                stopped.countDown();
                open.await();
            }
            return TestServer.ok(Painter.answer(request));
        });
        id.set(queued(
                "ajax-tiles",
                Map.of("nukes", 0),
                60_000,
                TestRunners.url(server),
                PlayerRecord.house("near", "warden")));
        Future<Boolean> dead =
                TestRunners.started(() -> runners.with(SAVED_OFTEN).run(id.get()));
        stopped.await();
        String file = files(id.get()).getLast();
        int saved = Integer.parseInt(file.substring(file.lastIndexOf('-') + 1, file.lastIndexOf('.')));
        assertTrue(saved > 0 && saved <= stoppedAt.get(), file + ", stopped at " + stoppedAt.get());

        assertTrue(runners.runLater(id.get()));
        MatchRecord finished = runners.record(id.get());
        assertEquals(Status.FINISHED, finished.status());
        assertEquals(saved % 2 == 0 ? saved : saved + 1, askedAgain.getFirst(), "the first turn that was not saved");
        byte[] stored = replays.get(id.get()).orElseThrow();

        open.countDown();
        assertTrue(dead.get());
        assertEquals(finished, runners.record(id.get()));
        assertEquals(
                new String(stored, StandardCharsets.ISO_8859_1),
                new String(replays.get(id.get()).orElseThrow(), StandardCharsets.ISO_8859_1));
    }

    @Test
    void after_a_crash_between_checkpoint_and_release_the_match_continues() throws Exception {
        TestServer server = servers.replying(request -> TestServer.ok(Painter.answer(request)));
        String id =
                queued("ajax-tiles", Map.of("maxTurns", 20), null, TestRunners.url(server), TestRunners.url(server));
        Lease lease = dead(id);
        byte[] tenTurns = tenTurns(id);
        assertTrue(leases.saveCheckpoint(lease, 10, checkpoints.put(lease.id(), lease.fence(), 10, tenTurns)));

        assertTrue(runners.runLater(id));
        assertEquals(Status.FINISHED, runners.record(id).status());
        assertEquals(20, runners.record(id).progress().turn());
        assertEquals(10, server.requests.get());
        assertEquals(10, turn(server.received.getFirst()));
    }

    private Lease dead(String id) {
        String runner = UUID.randomUUID().toString();
        new Runners(aws.table(), Clock.systemUTC()).start(runner, Duration.ofSeconds(45));
        return ((LeaseResult.Leased) leases.takeLease(id, runner)).lease();
    }

    private byte[] tenTurns(String id) throws Exception {
        MatchRecord record = runners.record(id);
        Game<?> game = Games.byId(record.game()).orElseThrow();
        Options options = ((Options.Valid) Options.read(
                        game.card().options(), record.settings().game().options()))
                .options();
        Match<?> match = Match.draw(game, record.settings().seed(), options);
        Player painter = request -> new Reply.Answered(Painter.move(request.fields()), 3);
        new MatchLoop(
                        List.of("s1", "s2"),
                        List.of(painter, painter),
                        TimeLimits.same(1000),
                        played -> played.turn() < 10)
                .play(match);
        return ReplayFile.write(Replay.of(match, PLAYERS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired", "garbage", "another match's"})
    void a_match_with_an_unusable_checkpoint_starts_again(String saved) throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id =
                queued("ajax-tiles", Map.of("maxTurns", 20), null, TestRunners.url(server), TestRunners.url(server));
        Lease lease = dead(id);
        byte[] file =
                switch (saved) {
                    case "garbage" -> "{\"format\":1}".getBytes(StandardCharsets.UTF_8);
                    default -> {
                        String other = queued(
                                "ajax-tiles",
                                Map.of("nukes", 40),
                                null,
                                TestRunners.url(server),
                                TestRunners.url(server));
                        yield tenTurns(other);
                    }
                };
        String key = checkpoints.put(lease.id(), lease.fence(), 10, file);
        if (saved.equals("expired")) {
            checkpoints.delete(key);
        }
        assertTrue(leases.releaseLease(lease, new Handover(key, 10, null)));
        assertTrue(runners.run(id));
        runners.finished(id);
        assertEquals(20, server.requests.get(), "played from its first turn");
    }

    @Test
    void a_fast_match_has_no_checkpoint() throws Exception {
        AtomicInteger saved = new AtomicInteger();
        AtomicReference<String> id = new AtomicReference<>();
        TestServer server = servers.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                saved.addAndGet(files(id.get()).size());
                connection.send(TestServer.ok(Painter.answer(request)));
            }
        });
        id.set(queued("ajax-tiles", Map.of("maxTurns", 20), null, TestRunners.url(server), TestRunners.url(server)));
        assertTrue(runners.with(LeaseTimes.DEFAULT).run(id.get()));
        assertFalse(runners.record(id.get()).outcome().result() == null);
        assertEquals(0, saved.get());
        assertEquals(List.of(), files(id.get()));
    }
}
