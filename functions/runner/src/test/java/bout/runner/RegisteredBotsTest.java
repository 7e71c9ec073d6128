package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.Player;
import bout.botclient.Reply;
import bout.botclient.TestServer;
import bout.embedded.TestAws;
import bout.engine.Failure;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.MatchRunner.Outcome;
import bout.store.Aws;
import bout.store.bot.BotCheck;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Bots;
import bout.store.bot.Visibility;
import bout.store.id.BotIds;
import bout.store.id.MatchIds;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Replays;
import bout.store.match.Status;
import bout.telemetry.RunnerMetrics;
import bout.wire.Json;
import bout.wire.ReplaySchema;
import bout.wire.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Matches of registered bots, with the table, the bucket and the queues that template.yaml defines. */
@Timeout(60)
@Tag("aws")
class RegisteredBotsTest {

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final int TURNS = 8;

    private final Aws aws = new Aws(ENVIRONMENT);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Replays replays = aws.replays();
    private final Bots bots = aws.bots(Clock.systemUTC());
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_HOST);
    private final List<String> metricLines = new ArrayList<>();
    private final RunnerMetrics metrics = new RunnerMetrics(metricLines::add, Clock.systemUTC());

    @AfterEach
    void close() {
        client.close();
    }

    private BotRecord registered(TestServer server) {
        BotRecord bot = BotRecord.registered(
                new BotIds(IDS).next(),
                "ada",
                "ajax-tiles",
                new BotSettings(
                        "Gary",
                        server.url("/hush").text(),
                        WebhookSecret.draw(new SecureRandom()),
                        Visibility.PUBLIC,
                        true),
                "challenge",
                Instant.now());
        bots.register(bot, null);
        return bot;
    }

    /** A finished match of the bot against itself. */
    private MatchRecord played(BotRecord bot, String owner) throws Exception {
        PlayerRecord player = PlayerRecord.registered(bot.settings().name(), bot.id());
        MatchRecord queued = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        new GameSettings("ajax-tiles", Map.of("nukes", 0, "maxTurns", TURNS), 2000),
                        List.of(player, player),
                        "7"),
                MatchOrigin.owner(owner),
                Instant.now());
        matches.acceptMatch(queued, null);
        MatchRunner runner = new MatchRunner(
                leases,
                replays,
                aws.checkpoints(),
                aws.liveReplays(),
                aws.matchQueue(),
                aws.deadLetters(),
                bots,
                EndMessages.of(aws, Clock.systemUTC()),
                client,
                metrics,
                LeaseTimes.DEFAULT);
        assertEquals(Outcome.DONE, runner.run(queued.id(), System.nanoTime() + TimeUnit.HOURS.toNanos(1)));
        MatchRecord record = matches.find(queued.id()).orElseThrow();
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
    void a_registered_bot_is_called_at_its_url_with_a_signature() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            BotRecord bot = registered(server);
            MatchRecord record = played(bot, "ada");
            assertEquals(List.of(), record.outcome().failures());
            assertEquals(TURNS, server.requests.get());
            for (TestServer.Request request : server.received) {
                String id = request.headers().get("webhook-id");
                assertEquals(
                        record.id() + "-" + request.headers().get("bout-seat") + "-"
                                + request.headers().get("bout-turn"),
                        id);
                assertEquals(
                        bot.settings()
                                .secret()
                                .signature(
                                        id,
                                        Long.parseLong(request.headers().get("webhook-timestamp")),
                                        request.body().getBytes(StandardCharsets.UTF_8)),
                        request.headers().get("webhook-signature"));
            }
            metrics.flush();
            assertTrue(metricLines.getFirst().contains("\"BotCalls\":" + TURNS), metricLines.toString());
        }
    }

    @Test
    void replay_record_and_metrics_contain_neither_url_nor_secret() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            BotRecord bot = registered(server);
            MatchRecord record = played(bot, "ada");
            metrics.flush();
            String texts = record
                    + metricLines.toString()
                    + new String(
                            Json.bytes(
                                    ReplaySchema.read(replays.get(record.id()).orElseThrow())
                                            .toPlain()),
                            StandardCharsets.UTF_8);
            assertTrue(texts.contains("Gary"));
            for (String secret :
                    List.of("hush", "127.0.0.1", bot.settings().secret().base64(), "whsec_")) {
                assertFalse(texts.contains(secret), texts);
            }
        }
    }

    @Test
    void a_bot_deleted_before_the_match_is_not_called_and_its_seat_says_why() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            BotRecord bot = registered(server);
            bots.delete(bot);
            MatchRecord record = played(bot, "ada");
            assertWithdrawn("The bot was deleted by its owner.", record);
            assertEquals("Gary", record.players().getFirst().name());
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void a_bot_deleted_during_a_match_plays_it_to_the_end() throws Exception {
        BotRecord[] bot = new BotRecord[1];
        try (TestServer server = TestServer.of(connection -> {
            bots.delete(bot[0]);
            Painter.serve(connection);
        })) {
            bot[0] = registered(server);
            assertEquals(List.of(), played(bot[0], "ada").outcome().failures());
            assertTrue(bots.find(bot[0].id()).isEmpty());
        }
    }

    @Test
    void a_changed_url_without_proof_is_called_only_for_its_owner() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve);
                TestServer victim = TestServer.of(Painter::serve)) {
            BotRecord bot = registered(server);
            BotCheck check = BotCheck.asked(UUID.randomUUID().toString(), Instant.now());
            bots.ask(bot.id(), check);
            bots.finish(bot, check, bot.version().proof().seen(Instant.now()));
            assertEquals(List.of(), played(bot, "ben").outcome().failures());
            bots.change(
                    bot,
                    bot.changed(
                            new BotSettings(
                                    "Gary", victim.url().text(), bot.settings().secret(), Visibility.PUBLIC, true),
                            "challenge-2",
                            Instant.now()));
            assertWithdrawn(
                    "The bot was moved to another URL by its owner, who has not yet proved to control that one.",
                    played(bot, "ben"));
            assertEquals(0, victim.requests.get());
            assertEquals(List.of(), played(bot, "ada").outcome().failures());
        }
    }

    @Test
    void a_url_that_is_no_longer_allowed_is_not_called() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve);
                BotClient cloud = new BotClient(AddressPolicy.PUBLIC, 1)) {
            BotRecord bot = registered(server);
            Player player = new RegisteredBots(bots, cloud).player(bot.id(), "ada");
            Reply.Failed failed = (Reply.Failed) player.ask(null);
            assertEquals(Failure.Kind.ADDRESS_NOT_ALLOWED, failed.failure().kind());
            assertEquals(0, server.connections.get());
        }
    }
}
