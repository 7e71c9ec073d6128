package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.Gateway.Person;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.queue.CheckQueue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.wire.Json;
import bout.wire.id.IdKind;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("aws")
class AskAgainTest {

    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());

    private final Person ada = API.person("ada");
    private final Person ben = API.person("ben");
    private final PlayerRecord gary = BACKEND.bot(ada, Visibility.PUBLIC, "http://127.0.0.1:1/");
    private final PlayerRecord bens = BACKEND.bot(ben, Visibility.PUBLIC);

    private static Answer ask(String token, PlayerRecord bot, String body) {
        return API.post(token, "/api/bots/" + bot.bot() + "/again", body);
    }

    private static String request(MatchRecord match, int turn) {
        return Json.text(Map.of("match", match.id(), "turn", turn));
    }

    private static MatchRecord accepted(Integer timeLimit, PlayerRecord... players) {
        return BACKEND.accepted(
                BACKEND.ids.next(),
                GameSettings.of("tokens").withTimeLimit(timeLimit),
                MatchOrigin.owner("somebody"),
                players);
    }

    private static MatchRecord finished(Integer timeLimit, PlayerRecord... players) {
        MatchRecord match = accepted(timeLimit, players);
        BACKEND.finish(match.id(), Backend.DRAW);
        return match;
    }

    @Test
    void the_owner_asks_once_at_a_time_and_sees_the_answer_with_the_bot() throws Exception {
        MatchRecord match = finished(700, PlayerRecord.house("lazy", "lazy"), gary);
        Answer asked = ask(ada.token(), gary, request(match, 13)).is(202);
        assertEquals("/api/bots/" + gary.bot(), asked.location());
        assertEquals(match.id(), asked.text("match"));
        String seed = new SeatKey(BACKEND.aws.table()).ids().randomSeed(match.id(), Seat.SECOND, gary.bot());
        assertEquals(
                new CheckQueue.Task.Again(ada.id(), gary.bot(), asked.text("id"), match.id(), 13, 2, 700, seed),
                BACKEND.takeCheck());

        Answer busy = ask(ada.token(), gary, request(match, 15)).isProblem(429, "check-waiting");
        assertEquals("5", busy.headers().get("Retry-After"));

        BotRecord bot = BACKEND.bots.find(gary.bot()).orElseThrow();
        BotCheck.CheckedCall call = new BotCheck.CheckedCall(
                13, Seat.SECOND, "application/json {}", "{\"move\":\"EAT\"}", 4, true, "plays EAT");
        assertTrue(BACKEND.bots.finish(
                bot,
                bot.version().check().finished(Instant.now(), List.of(call)),
                bot.version().verification()));
        Plain check = API.get(ada.token(), "/api/bots/" + gary.bot()).get("check");
        assertEquals(asked.text("id"), check.text("id"));
        assertEquals("{\"move\":\"EAT\"}", check.get("calls").at(0).text("came"));

        ask(Gateway.ADMIN, gary, request(match, 15)).isProblem(404, "unknown-bot");
        assertFalse(API.get(Gateway.ADMIN, "/api/bots/" + gary.bot()).has("check"));
    }

    @Test
    void a_bot_is_asked_about_a_match_of_a_hidden_stage_once_that_is_revealed() throws Exception {
        Tournaments tournaments = new Tournaments(BACKEND.aws.table(), Clock.systemUTC());
        TournamentRecord stage = TournamentRecord.planned(
                IdKind.TOURNAMENT.next(BACKEND.ids),
                new TournamentSettings(
                        "Cup",
                        "organiser",
                        false,
                        GameSettings.of("tokens"),
                        new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "secret", Map.of()),
                        null),
                Instant.now());
        tournaments.create(stage, List.of(gary, bens), null, 0);
        Fixture fixture = new Fixture(0, 0, 1);
        MatchRecord match = BACKEND.accepted(
                stage.matchId(fixture),
                GameSettings.of("tokens"),
                new MatchOrigin("organiser", null, new Competition.OfTournament(stage.id(), fixture), true),
                gary,
                bens);
        BACKEND.finish(match.id(), Backend.DRAW);
        BACKEND.journal(match.id());
        ask(ada.token(), gary, request(match, 0)).isProblem(404, "unknown-match");
        tournaments.end(stage, TournamentState.FINISHED, 2, List.of());
        tournaments.reveal(stage.id());
        ask(ada.token(), gary, request(match, 0)).is(202);
        BACKEND.takeCheck();
    }

    @Test
    void nobody_else_can_have_a_bot_asked() {
        MatchRecord match = finished(null, gary, bens);
        ask(ben.token(), gary, request(match, 0)).isProblem(404, "unknown-bot");
        ask(null, gary, request(match, 0)).isProblem(401, "token-required");
        ask(ada.token(), PlayerRecord.registered("None", IdKind.BOT.next(BACKEND.ids), null), request(match, 0))
                .isProblem(404, "unknown-bot");
        assertFalse(API.get(ben.token(), "/api/bots/" + gary.bot()).has("check"));
    }

    @Test
    void a_bot_is_not_asked_about_a_match_that_runs_or_in_which_it_did_not_play() {
        ask(ada.token(), gary, request(accepted(null, gary, bens), 0)).isProblem(409, "match-not-finished");
        ask(ada.token(), gary, request(finished(null, BACKEND.bot(ada, Visibility.PUBLIC), bens), 0))
                .isProblem(422, "out-of-range");
        ask(ada.token(), gary, "{\"match\":\"" + BACKEND.ids.next() + "\",\"turn\":0}")
                .isProblem(404, "unknown-match");
        ask(ada.token(), gary, "{\"match\":\"none\",\"turn\":0}").isProblem(404, "unknown-match");
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
        MatchRecord match = finished(null, gary, bens);
        ask(ada.token(), gary, body.replace("ID", match.id())).isProblem(status, type);
        assertNull(BACKEND.bots.find(gary.bot()).orElseThrow().version().check());
    }
}
