package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.engine.Aside;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.TestAws;
import bout.store.bucket.Bucket;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.replay.LiveReplays;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.telemetry.MatchLog;
import bout.wire.Json;
import bout.wire.ReplayFile;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

@Timeout(60)
@Tag("aws")
class BroadcastTest {

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final List<Replay.Player> PLAYERS =
            List.of(Replay.Player.named("Ada"), Replay.Player.house("near", "any"));
    private static final Duration NEVER = Duration.ofHours(1);

    private final Clients clients = TestAws.clients(ENVIRONMENT);
    private final Screen screen = new Screen(clients.s3().get());
    private final Aws aws = TestAws.aws(ENVIRONMENT);
    private final Matches matches = aws.matches(Clock.systemUTC());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, TestRunners.SELDOM);

    private static final class Screen implements S3Client {

        private final S3Client others;
        private final BlockingQueue<Replay> shown = new LinkedBlockingQueue<>();
        private final AtomicInteger writes = new AtomicInteger();
        private final Set<String> keys = ConcurrentHashMap.newKeySet();
        private volatile Runnable before = () -> {};

        private Screen(S3Client others) {
            this.others = others;
        }

        @Override
        public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
            return others.getObject(request, transformer);
        }

        @Override
        public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
            if (!request.key().startsWith("live/")) {
                return others.putObject(request, body);
            }
            writes.incrementAndGet();
            keys.add(request.key());
            before.run();
            try {
                shown.add(
                        ReplayFile.read(body.contentStreamProvider().newStream().readAllBytes()));
            } catch (IOException | ReplayFile.NotAReplay broken) {
                throw new AssertionError(broken);
            }
            return PutObjectResponse.builder().build();
        }

        Replay next() throws InterruptedException {
            Replay next = shown.poll(20, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing was shown");
            }
            return next;
        }

        @Override
        public String serviceName() {
            return "s3";
        }

        @Override
        public void close() {}
    }

    private Broadcast broadcast(String id, boolean watched, Duration interval) {
        return broadcast(id, watched, interval, Duration.ZERO);
    }

    private Broadcast broadcast(String id, boolean watched, Duration interval, Duration lag) {
        return servers.closing(new Broadcast(
                new LiveReplays(new Bucket(screen, "bucket"), Duration.ZERO),
                id,
                PLAYERS,
                watched,
                interval,
                lag,
                new MatchLog(BroadcastTest.class, id, "ajax-tiles")));
    }

    private static <M> Match<M> fresh(Game<M> game) {
        return Match.draw(game, "7", Options.defaults(game.card().options()));
    }

    private static Match<?> ajaxTiles() {
        return fresh(Games.byId("ajax-tiles").orElseThrow());
    }

    private static void play(Match<?> match, int turns, Predicate<Match<?>> listener) throws InterruptedException {
        int until = match.turn() + turns;
        Game<?> game = match.game();
        new MatchLoop(
                        List.of("s1", "s2"),
                        List.of(
                                new HousePlayer(game.houseBots().getFirst().at(Seat.FIRST, "7")),
                                new HousePlayer(game.houseBots().get(1).at(Seat.SECOND, "7"))),
                        TimeLimits.same(1000),
                        played -> listener.test(played) && played.turn() < until)
                .play(match);
    }

    private static Predicate<Match<?>> to(Broadcast broadcast) {
        return match -> {
            broadcast.show(match);
            return true;
        };
    }

    private static Thread writer(String id) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("broadcast-" + id))
                .findFirst()
                .orElse(null);
    }

    private static void await(String id, Thread.State state) throws InterruptedException {
        for (int i = 0; i < 2000; i++) {
            Thread writer = writer(id);
            if (state == Thread.State.TERMINATED ? writer == null : writer != null && writer.getState() == state) {
                return;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("the writer is not " + state + ", but " + writer(id));
    }

    static List<Game<?>> games() {
        return Games.ALL;
    }

    @ParameterizedTest
    @MethodSource("games")
    <M> void the_live_replay_has_the_same_states_as_the_final_replay(Game<M> game) throws Exception {
        Match<M> match = fresh(game);
        List<Replay> shown = new ArrayList<>();
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), true, Duration.ZERO);
        broadcast.show(match);
        shown.add(screen.next());
        play(match, 40, played -> {
            broadcast.show(played);
            if (!played.over()) {
                shown.add(next());
            }
            return true;
        });
        play(match, Integer.MAX_VALUE / 2, played -> true);
        assertTrue(shown.size() > 10, shown.size() + " documents");
        Playback<M> whole = Replay.of(match, PLAYERS).playback(game);
        for (Replay soFar : shown) {
            assertNull(soFar.start().seed());
            Playback<M> playback = withSeed(soFar, "7").playback(game);
            while (playback.next()) {}
            assertEquals(whole.match().turn(), playback.match().turn());
            assertEquals(whole.match().hash(), playback.match().hash());
            assertEquals(whole.match().calls(), playback.match().calls(), "with their times");
            whole.next();
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    <M> void notes_are_in_the_final_replay_and_never_in_a_live_one(Game<M> game) throws Exception {
        Match<M> match = fresh(game);
        HouseBot.Bot first = game.houseBots().getFirst().at(Seat.FIRST, "7");
        HouseBot.Bot second = game.houseBots().getFirst().at(Seat.SECOND, "7");
        List<Replay> shown = new ArrayList<>();
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), true, Duration.ZERO);
        MatchLoop loop = new MatchLoop(
                List.of("s1", "s2"), List.of(noting(first), noting(second)), TimeLimits.same(1000), played -> {
                    broadcast.show(played);
                    if (!played.over()) {
                        shown.add(next());
                    }
                    return played.turn() < 30;
                });
        loop.play(match);
        assertTrue(shown.size() > 5, shown.size() + " documents");
        for (Replay live : shown) {
            assertEquals(List.of(), live.calls().notes());
            assertFalse(Json.text(live.toPlain()).contains("secret plan"));
        }
        Replay checkpoint = ReplayFile.read(ReplayFile.write(Replay.of(match, PLAYERS)));
        assertEquals(match.calls().size(), checkpoint.calls().notes().size(), "kept for the next runner");
        Match<M> silent = Checkpointer.resume(
                        checkpoint,
                        () -> fresh(game),
                        List.of(request -> new Reply.BrokenOff(), request -> new Reply.BrokenOff()))
                .orElseThrow();
        assertEquals(match.calls(), silent.calls());
        assertEquals(match.hash(), silent.hash());
    }

    private static Player noting(HouseBot.Bot bot) {
        return request -> new Reply.Answered(bot.answer(request.fields()), new Aside(1, "my secret plan"));
    }

    private static Replay withSeed(Replay soFar, String seed) {
        Replay.Start start = soFar.start();
        return new Replay(
                soFar.engine(),
                new Replay.Start(start.game(), seed, start.options(), start.setUp(), start.players()),
                soFar.calls(),
                null,
                null);
    }

    private Replay next() {
        try {
            return screen.next();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void a_late_viewer_sees_all_turns() throws Exception {
        Match<?> match = ajaxTiles();
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), false, Duration.ZERO);
        play(match, 9, to(broadcast));
        broadcast.watched(true);
        play(match, 1, to(broadcast));
        assertEquals(10, screen.next().calls().count());
        broadcast.watched(false);
        play(match, 5, to(broadcast));
        broadcast.watched(true);
        play(match, 1, to(broadcast));
        assertEquals(moves(match), screen.next().calls().moves());
        assertEquals(2, screen.writes.get());
    }

    private static List<List<Object>> moves(Match<?> match) {
        return Replay.of(match, PLAYERS).calls().moves();
    }

    @Test
    void turns_within_an_interval_are_written_together_and_delay_nothing() throws Exception {
        String id = TestRunners.IDS.next();
        Match<?> match = ajaxTiles();
        Broadcast broadcast = broadcast(id, true, Duration.ofMillis(400));
        long begun = System.nanoTime();
        broadcast.show(match);
        assertEquals(0, screen.next().calls().count());
        play(match, 30, to(broadcast));
        int writes = 1;
        for (int moves = 0; moves < 30; writes++) {
            moves = screen.next().calls().count();
        }
        long intervals = (System.nanoTime() - begun) / TimeUnit.MILLISECONDS.toNanos(400);
        assertTrue(writes - 1 <= intervals, writes + " writes in " + intervals + " intervals");
        await(id, Thread.State.WAITING);
        assertEquals(writes, screen.writes.get(), "nothing is written without a new turn");
    }

    @Test
    void a_turn_of_an_unwatched_match_allocates_nothing() throws Exception {
        ThreadMXBean memory = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        Match<?> match = ajaxTiles();
        play(match, 50, played -> true);
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), false, Duration.ZERO);
        int turns = 100_000;
        broadcast.show(match);
        long before = memory.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < turns; i++) {
            broadcast.show(match);
        }
        long bytes = memory.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < turns, bytes + " bytes in " + turns + " turns");
    }

    @Test
    void nothing_is_written_after_the_end() throws Exception {
        String id = TestRunners.IDS.next();
        Match<?> match = ajaxTiles();
        Broadcast broadcast = broadcast(id, true, NEVER);
        broadcast.show(match);
        screen.next();
        play(match, 3, to(broadcast));
        await(id, Thread.State.TIMED_WAITING);
        broadcast.close();
        await(id, Thread.State.TERMINATED);
        play(match, 3, to(broadcast));
        assertEquals(null, writer(id));
        assertEquals(1, screen.writes.get());
    }

    @Test
    void a_failed_write_is_retried_with_all_turns_since() throws Exception {
        Match<?> match = ajaxTiles();
        AtomicInteger failures = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(2);
        AtomicBoolean reachable = new AtomicBoolean();
        screen.before = () -> {
            if (!reachable.get()) {
                failures.incrementAndGet();
                failed.countDown();
                throw SdkClientException.create("no network");
            }
        };
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), true, Duration.ofMillis(10));
        broadcast.show(match);
        play(match, 3, to(broadcast));
        failed.await();
        reachable.set(true);
        assertEquals(3, screen.next().calls().count());
        assertTrue(failures.get() >= 2);
    }

    @Test
    void an_unresponsive_bucket_delays_neither_turns_nor_the_end() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        screen.before = () -> {
            asked.countDown();
            try {
                answers.await();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        };
        TestServer server = servers.replying(request -> {
            asked.await();
            return TestServer.ok(Painter.answer(request));
        });
        String id = queued(server);
        matches.watch(id);
        assertTrue(shown(Duration.ZERO).run(id));
        runners.finished(id);
        assertEquals(1, screen.writes.get(), "still on its way");
        answers.countDown();
        assertEquals(0, screen.next().calls().count());
        await(id, Thread.State.TERMINATED);
        assertEquals(1, screen.writes.get());
    }

    /** What a test does before the bot answers at turn 4. */
    private interface Midway {
        void act() throws InterruptedException;
    }

    private TestServer painting(Midway midway) throws IOException {
        return servers.replying(request -> {
            if (request.headers().get("bout-turn").equals("4")) {
                midway.act();
            }
            return TestServer.ok(Painter.answer(request));
        });
    }

    private TestRunners shown(Duration ratedDelay) {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("BOUT_SPECTATOR_DELAY", Long.toString(ratedDelay.toSeconds()));
        return runners.seeing(new Aws(
                environment,
                new Clients(clients.dynamoDb().get(), screen, clients.sqs().get())));
    }

    private String queued(TestServer server) {
        return queued(server, MatchOrigin.UNKNOWN);
    }

    private String queued(TestServer server, MatchOrigin origin) {
        PlayerRecord player = TestRunners.url(server);
        return runners.accepted(TestRunners.tiles(20).withTimeLimit(30_000), player, player, origin)
                .id();
    }

    /** Whoever knows a path may read the file, and the match's id is known to more people than may see the match. */
    @Test
    void nobody_can_guess_where_the_files_of_a_private_tournaments_match_are() throws Exception {
        assertUnguessable(
                new MatchOrigin("an-owner", null, new Competition.OfTournament("trn_x", new Fixture(0, 0, 1)), true));
    }

    /** They are there before everyone may see them. */
    @Test
    void nobody_can_guess_where_the_files_of_a_match_that_counts_are() throws Exception {
        assertUnguessable(RATED);
    }

    private void assertUnguessable(MatchOrigin hidden) throws Exception {
        TestServer server = painting(screen::next);
        String id = queued(server, hidden);
        String name = new SeatKey(aws.table()).ids().fileName(id);
        matches.watch(id);
        assertTrue(shown(Duration.ZERO).run(id));
        assertEquals(Set.of("live/" + name + ".json"), screen.keys);
        assertTrue(new Replays(aws.bucket()).get(id).isEmpty());
        assertTrue(new Replays(aws.bucket()).get(name).isPresent());
    }

    private static final MatchOrigin RATED = MatchOrigin.competition(new Competition.OfLadder(1, 1));

    /** Otherwise somebody could tell a bot whom it plays, or what a house bot will do. */
    @Test
    void a_rated_match_is_shown_without_names_and_seed() throws Exception {
        AtomicReference<Replay> shown = new AtomicReference<>();
        TestServer server = painting(() -> shown.set(screen.next()));
        String id = queued(server, RATED);
        matches.watch(id);
        assertTrue(shown(Duration.ZERO).run(id));
        assertEquals(
                List.of(Replay.Player.named("Player 1"), Replay.Player.named("Player 2")),
                shown.get().start().players());
        assertNull(shown.get().start().seed());
        Replay replay = runners.finished(id);
        assertEquals("far", replay.start().players().getFirst().name());
        assertEquals("7", replay.start().seed());
    }

    @Test
    void a_rated_match_is_not_shown_before_the_delay_is_over_and_others_are() throws Exception {
        for (MatchOrigin origin : List.of(RATED, MatchOrigin.UNKNOWN)) {
            AtomicReference<String> id = new AtomicReference<>();
            AtomicBoolean waited = new AtomicBoolean();
            TestServer server = painting(() -> {
                if (origin == RATED) {
                    // It has several turns by now, and waits until it may write the first.
                    await(new SeatKey(aws.table()).ids().fileName(id.get()), Thread.State.TIMED_WAITING);
                    waited.set(true);
                } else {
                    screen.next();
                }
            });
            id.set(queued(server, origin));
            matches.watch(id.get());
            assertTrue(shown(Duration.ofMinutes(10)).run(id.get()));
            runners.finished(id.get());
            assertEquals(origin == RATED, waited.get());
            assertEquals(origin == RATED, screen.writes.get() == 0, screen.writes + " writes");
        }
    }

    @Test
    void whoever_starts_to_watch_a_rated_match_sees_at_once_what_is_old_enough() throws Exception {
        Match<?> match = ajaxTiles();
        Broadcast broadcast = broadcast(TestRunners.IDS.next(), false, Duration.ZERO, Duration.ofNanos(1));
        play(match, 9, to(broadcast));
        assertEquals(0, screen.writes.get());
        broadcast.watched(true);
        play(match, 1, to(broadcast));
        for (int moves = 0; moves < 10; ) {
            moves = screen.next().calls().count();
            assertTrue(moves >= 9, moves + " moves");
        }
    }

    @Test
    void a_match_watched_from_turn_three_is_published_after_the_next_renewal() throws Exception {
        AtomicReference<String> id = new AtomicReference<>();
        AtomicReference<Replay> shown = new AtomicReference<>();
        TestServer server = servers.replying(request -> {
            switch (request.headers().get("bout-turn")) {
                case "3" -> {
                    assertEquals(0, screen.writes.get());
                    matches.watch(id.get());
                    awaitRenewals(id.get());
                }
                case "4" -> shown.set(screen.next());
                default -> {}
            }
            return TestServer.ok(Painter.answer(request));
        });
        id.set(queued(server));
        assertTrue(shown(Duration.ZERO).with(TestRunners.RENEWED_OFTEN).run(id.get()));
        Replay replay = runners.finished(id.get());
        assertEquals(4, shown.get().calls().count());
        for (int seat = 0; seat < 2; seat++) {
            assertEquals(
                    replay.calls().moves().get(seat).subList(0, 2),
                    shown.get().calls().moves().get(seat));
            assertEquals(
                    replay.calls().times().get(seat).subList(0, 2),
                    shown.get().calls().times().get(seat));
        }
        assertEquals(replay.start().setUp(), shown.get().start().setUp());
        assertEquals(replay.start().players(), shown.get().start().players());
        String text = bout.wire.Json.text(shown.get().toPlain());
        assertFalse(text.contains("secret"), "names no URL");
        assertFalse(text.contains("127.0.0.1"), "names no host");
    }

    /** Waits for the second renewal from now, which must have started after now. */
    private void awaitRenewals(String id) throws InterruptedException {
        Instant last = leaseUntil(id);
        for (int renewals = 0; renewals < 2; ) {
            Thread.sleep(2);
            Instant until = leaseUntil(id);
            if (!until.equals(last)) {
                last = until;
                renewals++;
            }
        }
    }

    private Instant leaseUntil(String id) {
        String runner = assertInstanceOf(
                        LeaseResult.Held.class, aws.leases(Clock.systemUTC()).takeLease(id, "another"))
                .runner();
        return new Runners(aws.table(), Clock.systemUTC())
                .all().stream()
                        .filter(each -> each.id().equals(runner))
                        .findFirst()
                        .orElseThrow()
                        .leaseUntil();
    }

    @Test
    void an_unwatched_match_is_not_published() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(server);
        matches.find(id);
        assertTrue(shown(Duration.ZERO).with(TestRunners.RENEWED_OFTEN).run(id));
        runners.finished(id);
        assertEquals(0, screen.writes.get());
        assertEquals(null, writer(id));
    }
}
