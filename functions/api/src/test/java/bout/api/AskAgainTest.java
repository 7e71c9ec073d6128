package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.tally.SeatTally;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.match.GameSettings;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.queue.CheckQueue;
import bout.store.runner.Runners;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

@Tag("aws")
class AskAgainTest {

    private static final int TURNS = 40;
    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION.environment("ApiFunction"));
    private static final Aws AWS = TestAws.aws(APPLICATION.environment("RunnerFunction"));
    private static final Bots BOTS =
            new Bots(TestAws.aws(APPLICATION.environment("ApiFunction")).table(), Clock.systemUTC());
    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());

    private record Person(String owner, String token) {

        static Person named(String name) {
            Plain issued = API.issue(name, "play").json();
            return new Person(
                    issued.get("owner").get("id").text(), issued.get("token").text());
        }

        PlayerRecord bot() {
            BotRecord bot = BotRecord.registered(
                    IdKind.BOT.next(IDS),
                    owner,
                    "tokens",
                    new BotSettings(
                            "Gary",
                            new Program.AtUrl("http://127.0.0.1:1/"),
                            WebhookSecret.draw(new SecureRandom()),
                            Visibility.PUBLIC,
                            true),
                    Instant.now());
            BOTS.register(bot, null, 0);
            return PlayerRecord.registered("Gary", bot.id());
        }
    }

    private final Person ada = Person.named("ada");
    private final Person ben = Person.named("ben");
    private final PlayerRecord gary = ada.bot();

    private static Answer ask(String token, PlayerRecord bot, String body) {
        return API.post(token, "/api/bots/" + bot.bot() + "/again", body);
    }

    private static String request(MatchRecord match, int turn) {
        return Json.text(Map.of("match", match.id(), "turn", turn));
    }

    private static MatchRecord accepted(PlayerRecord first, PlayerRecord second, Integer timeLimit) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(GameSettings.of("tokens").withTimeLimit(timeLimit), List.of(first, second), "7"),
                new MatchOrigin("somebody", null, null),
                Instant.now());
        AWS.matches(Clock.systemUTC()).acceptMatch(match, null);
        return match;
    }

    private static MatchRecord finished(PlayerRecord first, PlayerRecord second, Integer timeLimit) {
        MatchRecord match = accepted(first, second, timeLimit);
        new Runners(AWS.table(), Clock.systemUTC()).start("runner", Duration.ofMinutes(1));
        Lease lease = assertInstanceOf(
                        LeaseResult.Leased.class, AWS.leases(Clock.systemUTC()).takeLease(match.id(), "runner"))
                .lease();
        AWS.leases(Clock.systemUTC())
                .finishMatch(lease, Result.of(null, 3, 3, "full"), List.of(), TURNS, SeatTally.NO_CALLS);
        return match;
    }

    private static CheckQueue.Task received() throws Exception {
        Map<String, String> environment = APPLICATION.environment("ApiFunction");
        try (SqsClient sqs = TestAws.aws(environment).sqs()) {
            String url = environment.get("BOUT_CHECKS_QUEUE");
            while (true) {
                for (Message message : sqs.receiveMessage(receive ->
                                receive.queueUrl(url).maxNumberOfMessages(1).waitTimeSeconds(5))
                        .messages()) {
                    sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                    return CheckQueue.read(message.body());
                }
            }
        }
    }

    @Test
    void the_owner_asks_once_at_a_time_and_sees_the_answer_with_the_bot() throws Exception {
        MatchRecord match = finished(PlayerRecord.house("lazy", "lazy"), gary, 700);
        Answer asked = ask(ada.token, gary, request(match, 13)).is(202);
        assertEquals("/api/bots/" + gary.bot(), asked.location());
        assertEquals(match.id(), asked.text("match"));
        String seed = new SeatKey(AWS.table()).ids().randomSeed(match.id(), Seat.SECOND, gary.bot());
        assertEquals(
                new CheckQueue.Task.Again(ada.owner, gary.bot(), asked.text("id"), match.id(), 13, 2, 700, seed),
                received());

        Answer busy = ask(ada.token, gary, request(match, 15)).isProblem(429, "check-waiting");
        assertEquals("5", busy.headers().get("Retry-After"));

        BotRecord bot = BOTS.find(gary.bot()).orElseThrow();
        BotCheck.CheckedCall call = new BotCheck.CheckedCall(
                13, Seat.SECOND, "application/json {}", "{\"move\":\"EAT\"}", 4, true, "plays EAT");
        assertTrue(BOTS.finish(
                bot,
                bot.version().check().finished(Instant.now(), List.of(call)),
                bot.version().verification()));
        Plain check = API.get(ada.token, "/api/bots/" + gary.bot()).get("check");
        assertEquals(asked.text("id"), check.get("id").text());
        assertEquals("{\"move\":\"EAT\"}", check.get("calls").at(0).get("came").text());

        ask(Gateway.ADMIN, gary, request(match, 15)).isProblem(404, "unknown-bot");
        assertFalse(API.get(Gateway.ADMIN, "/api/bots/" + gary.bot()).has("check"));
    }

    @Test
    void nobody_else_can_have_a_bot_asked() {
        MatchRecord match = finished(gary, ben.bot(), null);
        ask(ben.token, gary, request(match, 0)).isProblem(404, "unknown-bot");
        ask(null, gary, request(match, 0)).isProblem(401, "token-required");
        ask(ada.token, PlayerRecord.registered("None", IdKind.BOT.next(IDS)), request(match, 0))
                .isProblem(404, "unknown-bot");
        assertFalse(API.get(ben.token, "/api/bots/" + gary.bot()).has("check"));
    }

    @Test
    void a_bot_is_not_asked_about_a_match_that_runs_or_in_which_it_did_not_play() {
        ask(ada.token, gary, request(accepted(gary, ben.bot(), null), 0)).isProblem(409, "match-not-finished");
        ask(ada.token, gary, request(finished(ada.bot(), ben.bot(), null), 0)).isProblem(422, "out-of-range");
        ask(ada.token, gary, "{\"match\":\"" + IDS.next() + "\",\"turn\":0}").isProblem(404, "unknown-match");
        ask(ada.token, gary, "{\"match\":\"none\",\"turn\":0}").isProblem(404, "unknown-match");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[];                                422; wrong-type",
                "{};                                422; missing-field",
                "{\"match\":\"ID\"};                422; missing-field",
                "{\"turn\":1};                      422; missing-field",
                "{\"match\":7,\"turn\":1};          422; wrong-type",
                "{\"match\":\"ID\",\"turn\":\"1\"}; 422; wrong-type",
                "{\"match\":\"ID\",\"turn\":1.5};   422; wrong-type",
                "{\"match\":\"ID\",\"turn\":-1};    422; out-of-range",
                "{\"match\":\"ID\",\"turn\":40};    422; out-of-range",
                "{\"match\":\"ID\",\"turn\":1e99};  422; out-of-range",
                "{\"match\":\"ID\",\"turn\":1,\"seat\":3}; 422; out-of-range",
                "{\"match\":\"ID\",\"turn\":1,\"seat\":2}; 422; out-of-range",
                "{\"match\":\"ID\",\"turn\":1,\"url\":\"x\"}; 422; unknown-field",
                "{;                                 400; not-json",
            })
    void a_request_that_cannot_be_meant_is_refused(String body, int status, String type) {
        MatchRecord match = finished(gary, ben.bot(), null);
        ask(ada.token, gary, body.replace("ID", match.id())).isProblem(status, type);
        assertNull(BOTS.find(gary.bot()).orElseThrow().version().check());
    }
}
