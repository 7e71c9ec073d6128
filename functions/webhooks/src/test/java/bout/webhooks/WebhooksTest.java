package bout.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Revealed;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.pairings.GroupSize;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.Games;
import bout.runner.MatchPlayers;
import bout.runner.MatchRunner;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.RunnerLease;
import bout.runner.SweeperHandler;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.TestQueues;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.queue.Inbox;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.queue.Requeue;
import bout.store.runner.Runners;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.store.webhook.WebhookTarget;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.telemetry.RunnerMetrics;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Tag("aws")
@Timeout(120)
class WebhooksTest {

    private static final Sandbox SANDBOX = new Sandbox();

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());
    private static final Result DRAW = Result.of(null, 3, 3, "full");
    private static final LeaseTimes SELDOM = LeaseTimes.lasting(Duration.ofMinutes(1));
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(3));
    private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Tournaments tournaments = new Tournaments(aws.table(), Clock.systemUTC());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final SqsClient sqs = TestAws.clients(environment).sqs().get();

    @AutoClose
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT);

    private final WebhooksHandler handler = new WebhooksHandler(TestAws.aws(environment));

    private String queued(TestServer receiver, String house) {
        return queued(null, receiver, house);
    }

    private String queued(String owner, TestServer receiver, String house) {
        return queued(
                owner,
                new WebhookTarget(receiver.url("/hook?key=secret-key").text(), SECRET.text()),
                PlayerRecord.house("one", house),
                PlayerRecord.house("two", house));
    }

    private String queued(String owner, WebhookTarget target, PlayerRecord... players) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        GameSettings.of("ajax-tiles").withOptions(Map.of("maxTurns", 20)), List.of(players), "7"),
                new MatchOrigin(owner, target, null),
                Instant.now());
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match.id();
    }

    private void finish(String id, Result result) {
        Lease lease = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, "a-runner"))
                .lease();
        assertTrue(leases.finishMatch(lease, result, List.of(), 20, SeatTally.NO_CALLS));
    }

    private boolean run(String id) throws InterruptedException {
        MatchRunner runner = new MatchRunner(
                aws,
                Clock.systemUTC(),
                new MatchPlayers(aws, client, SANDBOX),
                new RunnerMetrics(line -> {}, "runner", Clock.systemUTC()),
                SELDOM);
        long inAnHour = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
        try (RunnerLease lease =
                new RunnerLease(new Runners(aws.table(), Clock.systemUTC()), SELDOM, inAnHour, () -> {})) {
            return runner.run(id, lease, () -> {});
        }
    }

    private List<SQSEvent.SQSMessage> queuedWebhooks() {
        return Inbox.event(sqs.receiveMessage(receive -> receive.queueUrl(environment.get("BOUT_WEBHOOKS_QUEUE"))
                                .maxNumberOfMessages(10)
                                .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                        .messages())
                .getRecords();
    }

    private static SQSEvent.SQSMessage message(String body, String receipt, String attempt) {
        SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
        message.setMessageId("m-" + body);
        message.setBody(body);
        message.setReceiptHandle(receipt);
        message.setAttributes(Map.of("ApproximateReceiveCount", attempt));
        return message;
    }

    private boolean delivered(SQSEvent.SQSMessage message) {
        return delivered(handler, message);
    }

    private static boolean delivered(WebhooksHandler by, SQSEvent.SQSMessage message) {
        SQSEvent event = new SQSEvent();
        event.setRecords(List.of(message));
        return by.handleRequest(event, TestContext.of(60_000))
                .getBatchItemFailures()
                .isEmpty();
    }

    private int hidden() {
        QueueAttributeName hidden = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;
        return Integer.parseInt(sqs.getQueueAttributes(get ->
                        get.queueUrl(environment.get("BOUT_WEBHOOKS_QUEUE")).attributeNames(hidden))
                .attributes()
                .get(hidden));
    }

    private static void assertSigned(TestServer.Request request) {
        assertEquals(
                SECRET.signature(
                        request.headers().get("webhook-id"),
                        Long.parseLong(request.headers().get("webhook-timestamp")),
                        request.body().getBytes(StandardCharsets.UTF_8)),
                request.headers().get("webhook-signature"));
    }

    private void finished(String owner, TestServer receiver) {
        String id = queued(owner, receiver, "expand");
        finish(id, DRAW);
        aws.webhookQueue().send(new WebhookQueue.Ended(id, owner));
    }

    private void serve(AtomicBoolean stop) {
        new TestQueues(environment)
                .serve("BOUT_WEBHOOKS_QUEUE", event -> handler.handleRequest(event, TestContext.of(60_000)), stop);
    }

    @Test
    @Tag("full")
    void a_hundred_webhooks_to_a_receiver_that_never_answers_do_not_delay_those_of_others() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Integer> before = new CompletableFuture<>();
        AtomicBoolean stop = new AtomicBoolean();
        TestServer hanging = servers.of(connection -> {
            connection.request();
            release.await();
        });
        TestServer receiver = servers.of(connection -> {
            connection.request();
            before.complete(hanging.requests.get());
            connection.send(OK);
        });
        for (int i = 0; i < 100; i++) {
            finished("flooder", hanging);
        }
        finished("stranger", receiver);
        try (ExecutorService invocations = Executors.newVirtualThreadPerTaskExecutor()) {
            // As many as the template allows at a time.
            invocations.execute(() -> serve(stop));
            invocations.execute(() -> serve(stop));
            int calls = before.get(1, TimeUnit.MINUTES);
            stop.set(true);
            release.countDown();
            // Without a limit for each owner, the stranger's comes after most of the others, ten seconds each.
            assertTrue(calls <= 24, () -> calls + " webhooks of the flooder were sent before the stranger's");
        } finally {
            stop.set(true);
            release.countDown();
        }
    }

    @Test
    void a_webhook_that_was_sent_again_keeps_its_number_of_attempts() throws Exception {
        TestServer receiver = servers.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        finished("ada", receiver);
        SQSEvent.SQSMessage first = queuedWebhooks().getFirst();
        // The third attempt backs off for half an hour, so the message stays hidden.
        assertFalse(delivered(message(first.getBody() + " 2", first.getReceiptHandle(), "1")));
        assertEquals(1, hidden());
        assertEquals(
                first.getBody() + "-finished",
                receiver.received.getFirst().headers().get("webhook-id"));
    }

    @Test
    void a_webhook_that_was_sent_again_is_not_attempted_more_often_than_others() throws Exception {
        TestServer receiver = servers.answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        finished("ada", receiver);
        SQSEvent.SQSMessage first = queuedWebhooks().getFirst();
        assertFalse(delivered(message(first.getBody() + " 7", first.getReceiptHandle(), "1")));
        assertEquals(1, receiver.requests.get());
        assertFalse(delivered(message(first.getBody() + " 7", first.getReceiptHandle(), "2")));
        assertEquals(1, receiver.requests.get(), "the eighth attempt was the last");
        assertEquals(0, hidden(), "SQS delivers it again until it is a dead letter");
    }

    @Test
    void a_match_sends_one_signed_webhook_when_it_ends() throws Exception {
        TestServer receiver = servers.answering(OK);
        String id = queued(receiver, "expand");
        assertTrue(run(id));
        List<SQSEvent.SQSMessage> messages = queuedWebhooks();
        assertEquals(1, messages.size());
        assertTrue(delivered(messages.getFirst()));

        assertEquals(1, receiver.requests.get());
        TestServer.Request request = receiver.received.getFirst();
        assertEquals("POST /hook?key=secret-key HTTP/1.1", request.line());
        assertEquals("application/json", request.headers().get("content-type"));
        assertEquals(id + "-finished", request.headers().get("webhook-id"));
        assertSigned(request);
        Plain webhook = Plain.of(Json.read(request.body()));
        assertEquals("match.finished", webhook.text("type"));
        assertEquals(id, webhook.get("data").text("id"));
        assertEquals("/replays/" + id + ".json", webhook.get("data").text("replay"));
        MatchRecord match = matches.find(id).orElseThrow();
        assertEquals(match.outcome().finishedAt().toString(), webhook.text("timestamp"));
        assertEquals(match.outcome().result(), Result.read(webhook.get("data").get("result")));
        assertEquals(List.of(), later().unsentWebhooks(10), "the sweeper has nothing to do");
    }

    private TestServer.Request chatted(ChatFormat format, Result result) throws Exception {
        TestServer receiver = servers.answering(OK);
        String id = queued(
                "ada",
                new WebhookTarget(receiver.url("/hook?key=secret-key").text(), null, format),
                PlayerRecord.house("Ada", "random"),
                PlayerRecord.house("@everyone", "expand"));
        finish(id, result);
        assertTrue(delivered(message(id, "none", "1")));
        TestServer.Request request = receiver.received.getFirst();
        assertFalse(request.body().contains("secret-key"));
        assertFalse(request.headers().containsKey("webhook-signature"));
        assertFalse(request.headers().containsKey("webhook-id"));
        assertTrue(request.body().contains("https://localhost/match.html?id=" + id), request.body());
        return request;
    }

    @Test
    void discord_gets_names_score_winner_and_link_without_a_signature() throws Exception {
        TestServer.Request request =
                chatted(ChatFormat.DISCORD, Result.of(Seat.FIRST, 1008.0239959999999, 478, "turns"));
        assertEquals("application/json", request.headers().get("content-type"));
        String content = Plain.of(Json.read(request.body())).text("content");
        assertTrue(
                content.startsWith(
                        "Ada vs \\@\u200Beveryone, Ajax Tiles\\:\u200B Ada wins, 1,008\\.\u200B02 \\:\u200B 478\n"),
                content);
    }

    @Test
    void slack_gets_names_score_winner_and_link_without_a_signature() throws Exception {
        Plain body = Plain.of(Json.read(
                chatted(ChatFormat.SLACK, Result.of(null, 3, 3, "turns")).body()));
        assertEquals(
                "Ada vs @everyone, Ajax Tiles: draw, 3 : 3",
                body.get("blocks").at(0).get("text").text("text"));
    }

    private Matches later() {
        return aws.matches(LATER);
    }

    @Test
    void a_match_without_webhook_sends_no_message() throws Exception {
        run(queued(null, null, PlayerRecord.house("one", "expand"), PlayerRecord.house("two", "expand")));
        assertEquals(List.of(), queuedWebhooks());
        assertEquals(List.of(), later().unsentWebhooks(10));
    }

    @Test
    void the_sweeper_queues_the_webhook_of_a_crashed_runner() throws Exception {
        TestServer receiver = servers.answering(OK);
        String id = queued(receiver, "expand");
        finish(id, DRAW);
        sweep(Clock.systemUTC());
        assertEquals(List.of(), queuedWebhooks(), "the runner may just be about to send it");

        sweep(LATER);
        List<SQSEvent.SQSMessage> messages = queuedWebhooks();
        assertEquals(
                List.of(id), messages.stream().map(SQSEvent.SQSMessage::getBody).toList());
        assertTrue(delivered(messages.getFirst()));
        assertEquals(1, receiver.requests.get());
        sweep(LATER);
        assertEquals(List.of(), queuedWebhooks());
    }

    private void sweep(Clock clock) {
        new SweeperHandler(aws, clock, Games.ALL).handleRequest(new ScheduledEvent(), TestContext.of(60_000));
    }

    @Test
    void a_receiver_that_fails_twice_gets_the_same_webhook_after_growing_back_offs() throws Exception {
        Deque<String> answers = new ArrayDeque<>(List.of(
                "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", OK));
        TestServer receiver = servers.of(connection -> {
            while (connection.request() != null) {
                connection.send(answers.remove());
            }
        });
        String id = queued(receiver, "expand");
        run(id);
        SQSEvent.SQSMessage message = queuedWebhooks().getFirst();
        assertFalse(delivered(message));
        assertEquals(1, hidden(), "it stays in the queue");
        Message again = sqs.receiveMessage(receive ->
                        receive.queueUrl(environment.get("BOUT_WEBHOOKS_QUEUE")).waitTimeSeconds(15))
                .messages()
                .getFirst();
        assertEquals(id, again.body(), "and comes again after five seconds");
        assertFalse(delivered(message(id, again.receiptHandle(), "2")));
        assertTrue(delivered(message(id, again.receiptHandle(), "3")));

        assertEquals(3, receiver.requests.get());
        assertEquals(
                1,
                receiver.received.stream()
                        .map(request -> request.headers().get("webhook-id") + request.body())
                        .distinct()
                        .count());
        receiver.received.forEach(WebhooksTest::assertSigned);
    }

    @Test
    void a_webhook_that_cannot_be_begun_in_time_goes_back_to_the_queue_unposted() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ExecutorService invocation = Executors.newVirtualThreadPerTaskExecutor();
                TestServer receiver = TestServer.of(connection -> {
                    connection.request();
                    release.await();
                    connection.send(OK);
                })) {
            SQSEvent event = new SQSEvent();
            event.setRecords(new ArrayList<>());
            for (int i = 0; i <= BotClient.DEFAULT_CALLS_PER_BOT; i++) {
                String id = queued(receiver, "expand");
                finish(id, DRAW);
                event.getRecords().add(message(id, "none", "3"));
            }
            // A delivery takes at most 25 seconds, so that none begins after the first two.
            Future<SQSBatchResponse> response =
                    invocation.submit(() -> handler.handleRequest(event, TestContext.of(27_000)));
            List<SQSEvent.SQSMessage> back = List.of();
            while (back.isEmpty() && !response.isDone()) {
                back = queuedWebhooks();
            }
            release.countDown();
            assertEquals(List.of(), response.get().getBatchItemFailures());
            assertEquals(BotClient.DEFAULT_CALLS_PER_BOT, receiver.requests.get());
            assertTrue(delivered(back.getFirst()));
            assertEquals(BotClient.DEFAULT_CALLS_PER_BOT + 1, receiver.requests.get());
            assertTrue(back.getFirst().getBody().endsWith(" 2"), "with the attempts so far");
            assertEquals(
                    BotClient.DEFAULT_CALLS_PER_BOT + 1,
                    receiver.received.stream()
                            .map(request -> request.headers().get("webhook-id"))
                            .distinct()
                            .count());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 410})
    void status_2xx_or_410_ends_the_delivery(int status) throws Exception {
        String length = status == 204 ? "" : "Content-Length: 0\r\n";
        TestServer receiver = servers.answering("HTTP/1.1 " + status + " So\r\n" + length + "\r\n");
        String id = queued(receiver, "expand");
        run(id);
        assertTrue(delivered(queuedWebhooks().getFirst()));
        assertEquals(1, receiver.requests.get());
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
        TestServer elsewhere = servers.answering(OK);
        TestServer receiver = servers.answering(
                "HTTP/1.1 307 There\r\nLocation: " + elsewhere.url().text() + "\r\nContent-Length: 0\r\n\r\n");
        run(queued(receiver, "expand"));
        assertFalse(delivered(queuedWebhooks().getFirst()));
        assertEquals(0, elsewhere.requests.get());
    }

    @Test
    void a_forbidden_address_is_not_called() throws Exception {
        Map<String, String> strict = new LinkedHashMap<>(environment);
        strict.put("BOUT_BOT_ADDRESSES", "public");
        TestServer receiver = servers.answering(OK);
        run(queued(receiver, "expand"));
        assertEquals(
                false,
                delivered(
                        new WebhooksHandler(TestAws.aws(strict)),
                        queuedWebhooks().getFirst()));
        assertEquals(0, receiver.connections.get());
    }

    @Test
    void a_failed_match_sends_a_second_webhook_when_it_was_requeued_and_finishes() throws Exception {
        TestServer receiver = servers.answering(OK);
        String id = queued(receiver, "no-such-bot");
        for (int fault = 1; fault <= MatchRunner.MAX_FAULTS; fault++) {
            assertTrue(run(id));
        }
        assertTrue(delivered(queuedWebhooks().getFirst()));
        TestServer.Request failed = receiver.received.getFirst();
        assertEquals("match.failed", Plain.of(Json.read(failed.body())).text("type"));
        assertTrue(failed.body().contains("because of a server error"), failed.body());

        assertEquals(
                1,
                new Requeue(aws.matches(Clock.systemUTC()), aws.deadLetterInbox(), aws.matchQueue(), Clock.systemUTC())
                        .run()
                        .putBack());
        assertTrue(delivered(message(id, "none", "1")), "a message that came late is no news");
        assertEquals(1, receiver.requests.get());
        finish(id, DRAW);
        assertEquals(Status.FINISHED, matches.find(id).orElseThrow().status());
        assertTrue(delivered(message(id, "none", "1")));
        assertNotEquals(
                failed.headers().get("webhook-id"),
                receiver.received.getLast().headers().get("webhook-id"));
    }

    private TournamentRecord over(TestServer receiver, boolean isPublic, TournamentState end) {
        return over(
                isPublic,
                end,
                end == TournamentState.FINISHED ? List.of("one") : List.of(),
                new WebhookTarget(receiver.url("/cup?key=secret-key").text(), SECRET.text()));
    }

    private TournamentRecord over(boolean isPublic, TournamentState end, List<String> winners, WebhookTarget target) {
        TournamentRecord planned = TournamentRecord.planned(
                IdKind.TOURNAMENT.next(IDS),
                new TournamentSettings(
                        "Spring cup",
                        "ada",
                        isPublic,
                        GameSettings.of("ajax-tiles"),
                        new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "7", Map.of()),
                        target),
                Instant.now());
        tournaments.create(
                planned, List.of(PlayerRecord.house("one", "expand"), PlayerRecord.house("two", "random")), null, 0);
        return tournaments.end(planned, end, 1, winners).orElseThrow();
    }

    @Test
    void a_tournament_sends_a_signed_webhook_when_it_ends() throws Exception {
        TestServer receiver = servers.answering(OK);
        TournamentRecord cup = over(receiver, true, TournamentState.FINISHED);
        assertTrue(delivered(message(cup.id(), "r", "1")));
        TestServer.Request request = receiver.received.getFirst();
        assertEquals("POST /cup?key=secret-key HTTP/1.1", request.line());
        assertEquals(cup.id() + "-finished", request.headers().get("webhook-id"));
        assertSigned(request);
        assertEquals(Json.read("""
                        {"type": "tournament.finished", "timestamp": "%2$s", "data": {"id": "%1$s",
                          "name": "Spring cup", "game": "ajax-tiles", "state": "finished", "matches": 2, "played": 1,
                          "winners": ["one"], "tournament": "/api/tournaments/%1$s",
                          "standings": "/standings/tournaments/%1$s.json"}}
                        """.formatted(cup.id(), cup.progress().finishedAt())), Json.read(request.body()));
    }

    @Test
    void the_webhook_of_a_cancelled_private_tournament_has_no_file() throws Exception {
        TestServer receiver = servers.answering(OK);
        TournamentRecord cup = over(receiver, false, TournamentState.CANCELLED);
        assertTrue(delivered(message(cup.id(), "r", "1")));
        Plain webhook = Plain.of(Json.read(receiver.received.getFirst().body()));
        assertEquals("tournament.cancelled", webhook.text("type"));
        assertTrue(webhook.get("data").get("standings").isNull());
    }

    @Test
    void the_sweeper_queues_the_unsent_webhook_of_a_tournament_once() throws Exception {
        TestServer receiver = servers.answering(OK);
        TournamentRecord cup = over(receiver, true, TournamentState.FINISHED);
        sweep(Clock.systemUTC());
        assertEquals(List.of(), queuedWebhooks(), "whoever ended it sends it, most likely");
        sweep(LATER);
        List<SQSEvent.SQSMessage> messages = queuedWebhooks();
        assertEquals(
                List.of(cup.id()),
                messages.stream().map(SQSEvent.SQSMessage::getBody).toList());
        assertTrue(delivered(messages.getFirst()));
        sweep(LATER);
        assertEquals(List.of(), queuedWebhooks());
    }

    /** With a journal of a stage that is hidden until it is revealed. */
    private String contest(WebhookTarget target) {
        Instant deadline = Instant.parse("2026-03-08T12:00:00Z");
        ContestRecord contest = new ContestRecord(
                IdKind.CONTEST.next(IDS),
                new ContestSettings(
                        "Cup",
                        "ada",
                        true,
                        "",
                        GameSettings.of("ajax-tiles"),
                        new ContestPlan(deadline, 1, List.of(new Stage(Map.of(), null)), Reveal.BY_ORGANISER, false),
                        "secret",
                        false,
                        null,
                        target),
                deadline.minusSeconds(2),
                List.of());
        Contests contests = new Contests(aws.table());
        contests.create(contest, null, Clock.systemUTC());
        Instant after = deadline.plusSeconds(10);
        for (ContestEvent event : List.of(
                new Entered(deadline.minusSeconds(1), "ann", "bot_a", "Ann"),
                new Entered(deadline.minusSeconds(1), "ben", "bot_b", "@everyone"),
                new Closed(
                        after,
                        List.of(
                                new Entrant("bot_a", "ann", "Ann", 1, null),
                                new Entrant("bot_b", "ben", "@everyone", 1, null))),
                new Begun(after, 0, "trn_hidden", List.of("bot_a", "bot_b")),
                new Again(after, 0, "a-match", "No power."),
                new Ended(after, 0, List.of("bot_b", "bot_a")),
                new Revealed(after, 0))) {
            contests.add(contest.id(), each -> event);
        }
        return contest.id();
    }

    @Test
    void a_contest_sends_signed_webhooks_that_tell_no_result_before_it_is_revealed() throws Exception {
        TestServer receiver = servers.answering(OK);
        String id =
                contest(new WebhookTarget(receiver.url("/cup?key=secret-key").text(), SECRET.text()));
        List<String> types = new ArrayList<>();
        for (int entry = 3; entry <= 7; entry++) {
            assertTrue(delivered(message(id + "#" + entry, "r", "1")));
            TestServer.Request request = receiver.received.getLast();
            assertSigned(request);
            Plain webhook = Plain.of(Json.read(request.body()));
            types.add(webhook.text("type"));
            assertEquals(
                    id + "-" + entry + "-" + types.getLast().substring("contest.".length()),
                    request.headers().get("webhook-id"));
            String told = Json.text(webhook.value());
            if (entry < 7) {
                assertEquals(List.of(), webhook.get("data").get("podium").value());
                assertFalse(told.contains("bot_") || told.contains("trn_") || told.contains("a-match"), told);
            } else {
                assertEquals(
                        "@everyone", webhook.get("data").get("podium").at(0).text("name"));
            }
        }
        assertEquals(
                List.of("contest.closed", "contest.begun", "contest.again", "contest.ended", "contest.revealed"),
                types);
        new Contests(aws.table())
                .withoutWebhook(new Contests(aws.table()).find(id).orElseThrow());
        int before = receiver.received.size();
        assertTrue(delivered(message(id + "#7", "r", "1")), "its owner was erased");
        assertEquals(before, receiver.received.size());
    }

    @Test
    void a_chat_learns_how_a_contest_goes_on() throws Exception {
        List<String> said = new ArrayList<>();
        TestServer receiver = servers.answering(OK);
        String id = contest(new WebhookTarget(receiver.url("/cup").text(), null, ChatFormat.SLACK));
        for (int entry = 3; entry <= 7; entry++) {
            assertTrue(delivered(message(id + "#" + entry, "r", "1")));
            said.add(Plain.of(Json.read(receiver.received.getLast().body()))
                    .get("blocks")
                    .at(0)
                    .get("text")
                    .text("text"));
        }
        String begin = "The contest Cup, Ajax Tiles: ";
        assertEquals(
                List.of(
                        begin + "sign-up has closed with 2 bots.",
                        begin + "stage 1 has begun.",
                        begin + "a match of stage 1 is played again. No power.",
                        begin + "stage 1 has ended.",
                        begin + "the results of stage 1 are public. The winner is @everyone."),
                said);
    }

    private String chatted(TournamentState end, List<String> winners) throws Exception {
        TestServer receiver = servers.answering(OK);
        TournamentRecord cup =
                over(true, end, winners, new WebhookTarget(receiver.url("/cup").text(), null, ChatFormat.SLACK));
        assertTrue(delivered(message(cup.id(), "r", "1")));
        Plain blocks = Plain.of(Json.read(receiver.received.getFirst().body())).get("blocks");
        assertEquals(
                "<https://localhost/tournament.html?id=" + cup.id() + ">",
                blocks.at(1).get("text").text("text"));
        return blocks.at(0).get("text").text("text");
    }

    @Test
    void a_chat_learns_who_won_a_tournament() throws Exception {
        assertEquals(
                "The tournament Spring cup, Ajax Tiles, was won by Ada after 1 match.",
                chatted(TournamentState.FINISHED, List.of("Ada")));
        assertEquals(
                "The tournament Spring cup, Ajax Tiles, was won by Ada, Bob and @everyone, who are level, after 1 match.",
                chatted(TournamentState.FINISHED, List.of("Ada", "Bob", "@everyone")));
        assertEquals(
                "The tournament Spring cup, Ajax Tiles, has ended after 1 match.",
                chatted(TournamentState.FINISHED, List.of("a", "b", "c", "d", "e")),
                "with more than four, a message would be a list");
        assertEquals(
                "The tournament Spring cup, Ajax Tiles, was cancelled after 1 match.",
                chatted(TournamentState.CANCELLED, List.of()));
    }

    @Test
    void a_message_for_an_unknown_tournament_is_deleted() {
        assertTrue(delivered(message(IdKind.TOURNAMENT.next(IDS), "r", "1")));
    }
}
