package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import bout.runner.MatchRunner.LeaseTimes;
import bout.sandbox.PublishedPlayer;
import bout.sandbox.SandboxBot;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestBots;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.PublishedCode;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Consoles;
import bout.telemetry.RunnerMetrics;
import bout.wire.Printed;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("aws")
class RegisteredBotsTest {

    private static final String TOURNAMENT = "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final int TURNS = 8;

    private static final String PAINTER = """
            let turns = 0;
            function bot({ board }) {
              turns++;
              console.log("turn", turns, Math.random());
              for (let x = 0; x < board.length; x++) {
                const y = board[x].indexOf("");
                if (y >= 0) {
                  return { x, y };
                }
              }
            }
            """;

    private final Aws aws = TestAws.aws(ENVIRONMENT);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Bots bots = new Bots(aws.table(), Clock.systemUTC());
    private final TestBots testBots = new TestBots(bots, Clock.systemUTC());
    private final List<String> metricLines = new ArrayList<>();
    private final RunnerMetrics metrics = new RunnerMetrics(metricLines::add, "runner", Clock.systemUTC());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, LeaseTimes.DEFAULT).with(metrics);

    private Player player(BotRecord bot, MatchOrigin origin) {
        return player(runners.client(), PlayerRecord.registered("Gary", bot.id(), bot.code()), origin);
    }

    private Player player(BotClient client, PlayerRecord player, MatchOrigin origin) {
        MatchRecord match = MatchRecord.queued(
                TestRunners.IDS.next(),
                new MatchSettings(TestRunners.tiles(TURNS), List.of(player, player), "7"),
                origin,
                Instant.now());
        return new MatchPlayers(aws, client, TestRunners.SANDBOX).at(new AjaxTiles(), match, Seat.FIRST);
    }

    private BotRecord published(String code) {
        new PublishedCode(aws.bucket()).put(code);
        return testBots.registered("ada", "ajax-tiles", "Grower", Program.Published.of(code, false));
    }

    private BotRecord registered(TestServer server) {
        return testBots.registered(
                "ada",
                "ajax-tiles",
                "Gary",
                new Program.AtUrl(server.url("/hush").text()));
    }

    private static BotRecord changed(BotRecord bot, Program program) {
        return bot.changed(
                new BotSettings("Gary", program, bot.settings().secret(), Visibility.PUBLIC, true), Instant.now());
    }

    private MatchRecord played(BotRecord bot, String owner) throws Exception {
        PlayerRecord player = PlayerRecord.registered(bot.settings().name(), bot.id(), bot.code());
        GameSettings game = GameSettings.of("ajax-tiles")
                .withOptions(Map.of("nukes", 0, "maxTurns", TURNS))
                .withTimeLimit(2000);
        MatchRecord queued = runners.accepted(game, player, player, MatchOrigin.owner(owner));
        assertTrue(runners.run(queued.id()));
        MatchRecord record = runners.record(queued.id());
        assertEquals(Status.FINISHED, record.status());
        return record;
    }

    private static void assertWithdrawn(String text, MatchRecord record) {
        assertFalse(record.outcome().failures().isEmpty());
        record.outcome()
                .failures()
                .forEach(failed -> assertEquals(new Failure(Failure.Kind.WITHDRAWN, text), failed.failure()));
    }

    @Test
    void a_registered_bot_is_called_with_a_signature_and_its_url_and_secret_are_shown_nowhere() throws Exception {
        TestServer server = servers.of(Painter::serve);
        BotRecord bot = registered(server);
        MatchRecord record = played(bot, "ada");
        assertEquals(List.of(), record.outcome().failures());
        assertEquals(TURNS, server.requests.get());
        for (TestServer.Request request : server.received) {
            String id = request.headers().get("webhook-id");
            Seat seat = Seat.of(Integer.parseInt(request.headers().get("bout-seat")));
            assertEquals(
                    new SeatKey(aws.table()).ids().of(record.id(), seat) + "-"
                            + request.headers().get("bout-turn"),
                    id);
            assertEquals(
                    request.signature(bot.settings().secret()),
                    request.headers().get("webhook-signature"));
        }
        metrics.flush();
        assertTrue(metricLines.getFirst().contains("\"BotCalls\":" + TURNS), metricLines.toString());
        String texts =
                record + metricLines.toString() + runners.replay(record.id()).toPlain();
        assertTrue(texts.contains("Gary"));
        for (String secret :
                List.of("hush", "127.0.0.1", bot.settings().secret().base64(), "whsec_")) {
            assertFalse(texts.contains(secret), texts);
        }
    }

    @Test
    void a_paused_bot_is_called_for_its_owner_and_its_ladder_only() throws Exception {
        TestServer server = servers.of(Painter::serve);
        BotRecord bot = registered(server);
        bots.change(bot, bot.paused(Instant.now()));
        Player forStranger = player(bot, ofTournament("ben"));
        assertEquals(
                new Reply.Failed(new Failure(Failure.Kind.WITHDRAWN, "The bot was paused."), 0),
                forStranger.ask(request("seat_1")));
        assertEquals(0, server.requests.get());
        assertEquals(List.of(), played(bot, "ada").outcome().failures());
    }

    @Test
    void a_bot_that_left_a_tournament_plays_on_everywhere_else() {
        BotRecord bot = published(PAINTER);
        bots.change(bot, bot.changed(bot.settings().leaving(TOURNAMENT), Instant.now()));
        assertEquals(
                new Reply.Failed(
                        new Failure(Failure.Kind.WITHDRAWN, "The bot was taken out of the tournament by its owner."),
                        0),
                player(bot, ofTournament("ben")).ask(request("seat_1")));
        MatchOrigin other = new MatchOrigin(
                "ben",
                null,
                new Competition.OfTournament("trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61", new Fixture(0, 0, 1)));
        for (MatchOrigin origin : List.of(other, MatchOrigin.owner("ben"))) {
            try (Player player = player(bot, origin)) {
                assertInstanceOf(Reply.Answered.class, player.ask(request("seat_1")));
            }
        }
    }

    private static MatchOrigin ofTournament(String owner) {
        return new MatchOrigin(owner, null, new Competition.OfTournament(TOURNAMENT, new Fixture(0, 0, 1)));
    }

    @Test
    void a_bot_that_is_paused_after_it_was_paired_on_its_ladder_plays() {
        BotRecord bot = published(PAINTER);
        bots.change(bot, bot.paused(Instant.now()));
        Competition ofContest = new Competition.OfLadder("con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", List.of(1, 1));
        for (MatchOrigin origin : List.of(
                MatchOrigin.competition(new Competition.OfLadder(1, 1)),
                // A private contest: only the organiser sees its matches.
                new MatchOrigin("ben", null, ofContest, true))) {
            try (Player player = player(bot, origin)) {
                assertInstanceOf(Reply.Answered.class, player.ask(request("seat_1")));
            }
        }
    }

    @Test
    void a_published_bot_draws_other_numbers_in_each_match_and_its_owner_can_read_what_it_printed() throws Exception {
        BotRecord bot = published(PAINTER);
        MatchRecord first = played(bot, "ben");
        MatchRecord second = played(bot, "ada");
        assertEquals(List.of(), first.outcome().failures());
        assertEquals(
                runners.replay(first.id()).hash(), runners.replay(second.id()).hash());
        for (Seat seat : Seat.first(2)) {
            List<Printed> printed = new Consoles(aws.bucket()).get(first.id(), seat);
            assertEquals(TURNS / 2, printed.size());
            assertEquals(seat.index(), printed.getFirst().turn());
            assertTrue(printed.getLast().text().startsWith("turn " + TURNS / 2 + " 0."), printed.toString());
            List<Printed> other = new Consoles(aws.bucket()).get(second.id(), seat);
            assertEquals(printed.size(), other.size());
            assertNotEquals(printed.getFirst().text(), other.getFirst().text());
            String randomSeed = new SeatKey(aws.table()).ids().randomSeed(first.id(), seat, bot.id());
            try (SandboxBot again = TestRunners.SANDBOX.open("ajax-tiles", PAINTER, "anyone", randomSeed, seat)) {
                assertEquals(
                        printed.getFirst().text(),
                        again.ask("{\"board\":[]}", 10_000).console());
            }
        }
        assertNotEquals(
                new Consoles(aws.bucket())
                        .get(first.id(), Seat.FIRST)
                        .getFirst()
                        .text(),
                new Consoles(aws.bucket())
                        .get(first.id(), Seat.SECOND)
                        .getFirst()
                        .text());
    }

    @Test
    void a_match_is_played_with_the_code_that_the_bot_had_when_it_was_created() throws Exception {
        BotRecord before = published(PAINTER);
        new PublishedCode(aws.bucket()).put("function bot() {}");
        BotRecord after = changed(before, Program.Published.of("function bot() {}", true));
        bots.change(before, after);
        assertEquals(List.of(), played(before, "ben").outcome().failures());
        assertFalse(played(after, "ben").outcome().failures().isEmpty());
    }

    @Test
    void another_runner_has_a_published_bot_in_the_same_state() throws Exception {
        String code = """
                let turns = 0;
                function bot({ board }) {
                  const x = Math.floor(Math.random() * 24);
                  return { x, y: board[x].indexOf("") + (++turns % 2) };
                }
                """;
        Function<Seat, Player> players =
                seat -> new PublishedPlayer(TestRunners.SANDBOX.open("ajax-tiles", code, "ada", "25", seat));
        ContinuationTest.Interrupted whole =
                ContinuationTest.interrupted(new AjaxTiles(), players, TURNS, Integer.MAX_VALUE);
        ContinuationTest.Interrupted pieces = ContinuationTest.interrupted(new AjaxTiles(), players, TURNS, 1);
        assertEquals(whole.hash(), pieces.hash());
        assertEquals(TURNS, pieces.turns());
    }

    /** Otherwise a bot could look its opponent up, and lose on purpose to one of them. */
    @Test
    void a_bot_is_not_told_the_id_of_its_match() throws Exception {
        List<String> lookedUp = new CopyOnWriteArrayList<>();
        TestServer server = servers.replying(request -> {
            TestServer.Request asked = request;
            asked.headers().values().stream()
                    .flatMap(value -> matches.find(value).stream())
                    .forEach(match -> lookedUp.add(match.id()));
            return TestServer.ok(Painter.answer(asked));
        });
        BotRecord bot = registered(server);
        MatchRecord record = played(bot, "ada");
        assertEquals(List.of(), record.outcome().failures());
        assertEquals(List.of(), lookedUp);
        Set<String> seen = new TreeSet<>();
        for (TestServer.Request request : server.received) {
            assertFalse(
                    (request.line() + request.headers() + request.body()).contains(record.id()), request.toString());
            seen.add(request.headers().get("bout-match"));
        }
        assertEquals(2, seen.size(), "an id for each seat");
    }

    @Test
    void a_bot_deleted_before_the_match_is_not_called_and_its_seat_says_why() throws Exception {
        TestServer server = servers.of(Painter::serve);
        BotRecord bot = registered(server);
        bots.delete(bot);
        MatchRecord record = played(bot, "ada");
        assertWithdrawn("The bot was deleted by its owner.", record);
        assertEquals("Gary", record.players().getFirst().name());
        assertEquals(0, server.requests.get());
    }

    @Test
    void a_bot_deleted_during_a_match_plays_it_to_the_end() throws Exception {
        BotRecord[] bot = new BotRecord[1];
        TestServer server = servers.of(connection -> {
            bots.delete(bot[0]);
            Painter.serve(connection);
        });
        bot[0] = registered(server);
        assertEquals(List.of(), played(bot[0], "ada").outcome().failures());
        assertTrue(bots.find(bot[0].id()).isEmpty());
    }

    @Test
    void a_changed_url_without_proof_is_called_only_for_its_owner() throws Exception {
        TestServer server = servers.of(Painter::serve);
        TestServer victim = servers.of(Painter::serve);
        BotRecord bot = registered(server);
        testBots.proven(bot);
        assertEquals(List.of(), played(bot, "ben").outcome().failures());
        bots.change(bot, changed(bot, new Program.AtUrl(victim.url().text())));
        assertWithdrawn(
                "The bot was moved to another URL by its owner, who has not yet proved to control that one.",
                played(bot, "ben"));
        assertEquals(0, victim.requests.get());
        assertEquals(List.of(), played(bot, "ada").outcome().failures());
    }

    @Test
    void a_url_that_is_no_longer_allowed_is_not_called() throws Exception {
        TestServer server = servers.of(Painter::serve);
        BotClient cloud = servers.closing(new BotClient(AddressPolicy.PUBLIC, 1));
        BotRecord bot = registered(server);
        Player player = player(cloud, PlayerRecord.registered("Gary", bot.id(), null), MatchOrigin.owner("ada"));
        Reply.Failed failed = (Reply.Failed) player.ask(null);
        assertEquals(Failure.Kind.ADDRESS_NOT_ALLOWED, failed.failure().kind());
        assertEquals(0, server.connections.get());
    }

    @Test
    void only_the_url_of_a_proven_bot_is_called_without_caution() throws Exception {
        TestServer server = servers.of(Painter::serve);
        BotRecord bot = registered(server);
        String url = server.url("/hush").text();
        assertInstanceOf(
                UnprovenPlayer.class, player(runners.client(), PlayerRecord.url("far", url), MatchOrigin.owner("ada")));
        assertInstanceOf(UnprovenPlayer.class, player(bot, MatchOrigin.owner("ada")), "its owner may play it");
        testBots.proven(bot);
        assertFalse(player(bot, MatchOrigin.owner("ben")) instanceof UnprovenPlayer);
    }

    @Test
    void the_calls_of_rated_matches_go_before_others() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        BotClient single = servers.closing(new BotClient(AddressPolicy.LOOPBACK, 1));
        TestServer server = servers.replying(request -> {
            release.await();
            return TestServer.ok("{\"x\":0,\"y\":0}");
        });
        BotRecord bot = registered(server);
        PlayerRecord seated = PlayerRecord.registered("Gary", bot.id(), null);
        List<Thread> calls = new ArrayList<>();
        for (String match : List.of("first", "other", "rated")) {
            Player player =
                    player(single, seated, match.equals("rated") ? ofTournament("ada") : MatchOrigin.owner("ada"));
            calls.add(Thread.startVirtualThread(() -> player.ask(request(match))));
            while (calls.size() == 1
                    ? server.requests.get() == 0
                    : calls.getLast().getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
        }
        release.countDown();
        for (Thread call : calls) {
            call.join();
        }
        assertEquals(
                List.of("first", "rated", "other"),
                server.received.stream()
                        .map(request -> request.headers().get("bout-match"))
                        .toList());
    }

    private static MoveRequest request(String match) {
        AjaxTiles game = new AjaxTiles();
        return new MoveRequest(
                match,
                game.card(),
                Seat.FIRST,
                0,
                Match.draw(game, "7", Options.defaults(game.card().options())).request(Seat.FIRST),
                10_000,
                System.nanoTime() + TimeUnit.MINUTES.toNanos(1),
                game.card().calls().move());
    }
}
