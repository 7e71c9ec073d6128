package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.competition.tally.SeatTally;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.runner.Runners;
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
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class SeatsTest {

    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION.environment("ApiFunction"));
    private static final Aws AWS = TestAws.aws(APPLICATION.environment("RunnerFunction"));
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
                            new Program.AtUrl("http://127.0.0.1:1/" + Gateway.SECRET),
                            WebhookSecret.draw(new SecureRandom()),
                            Visibility.PUBLIC,
                            true),
                    Instant.now());
            new Bots(AWS.table(), Clock.systemUTC()).register(bot, null, 0);
            return PlayerRecord.registered("Gary", bot.id());
        }

        List<String> find(String seatId) {
            return SeatsTest.find(token, seatId);
        }
    }

    private final Person ada = Person.named("ada");
    private final Person ben = Person.named("ben");

    private static List<String> find(String token, String seatId) {
        return call(token, "GET", "/api/matches", "seat=" + seatId, "").get("matches").entries().stream()
                .map(match -> match.get("id").text())
                .toList();
    }

    private static Answer call(String token, String method, String path, String query, String body) {
        Map<String, String> headers = token == null
                ? Map.of()
                : Map.of("authorization", "Bearer " + token, "content-type", "application/json");
        return API.call(method, path, query, headers, body);
    }

    private static MatchRecord accepted(MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        return accepted(IDS.next(), origin, first, second);
    }

    private static MatchRecord accepted(String id, MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        return accepted("tokens", id, origin, first, second);
    }

    private static MatchRecord accepted(
            String game, String id, MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        MatchRecord match = MatchRecord.queued(
                id, new MatchSettings(GameSettings.of(game), List.of(first, second), "7"), origin, Instant.now());
        AWS.matches(Clock.systemUTC()).acceptMatch(match, null);
        return match;
    }

    private static Lease lease(MatchRecord match) {
        new Runners(AWS.table(), Clock.systemUTC()).start("runner", Duration.ofMinutes(1));
        return assertInstanceOf(
                        LeaseResult.Leased.class, AWS.leases(Clock.systemUTC()).takeLease(match.id(), "runner"))
                .lease();
    }

    private static void finish(Lease lease) {
        finishWithoutJournal(lease);
        MatchRecord match = AWS.matches(Clock.systemUTC()).find(lease.id()).orElseThrow();
        match.subject().ifPresent(subject -> new Journals(AWS.table()).append(subject, List.of(match)));
    }

    private static void finishWithoutJournal(Lease lease) {
        AWS.leases(Clock.systemUTC())
                .finishMatch(lease, Result.of(null, 3, 3, "full"), List.of(), 40, SeatTally.NO_CALLS);
    }

    private static String seatId(MatchRecord match, Seat seat) {
        return new SeatKey(AWS.table()).ids().of(match.id(), seat);
    }

    @Test
    void a_seat_id_leads_nobody_to_a_match_that_has_not_ended() {
        MatchRecord match = accepted(MatchOrigin.competition(new Competition.OfLadder(1, 1)), ada.bot(), ben.bot());
        String seatId = seatId(match, Seat.FIRST);
        for (String token : List.of(ada.token, ben.token, Gateway.ADMIN)) {
            assertEquals(List.of(), find(token, seatId), "queued");
        }
        lease(match);
        for (String token : List.of(ada.token, ben.token, Gateway.ADMIN)) {
            assertEquals(List.of(), find(token, seatId), "running");
        }
        assertEquals(List.of(), find(null, seatId));
        call(ada.token, "GET", "/api/matches/" + seatId, "", "").isProblem(404, "unknown-match");
    }

    @Test
    void afterwards_it_leads_the_bots_owner_to_the_match_and_nobody_else() {
        MatchRecord match = accepted(MatchOrigin.competition(new Competition.OfLadder(1, 1)), ada.bot(), ben.bot());
        finish(lease(match));
        assertEquals(List.of(match.id()), ada.find(seatId(match, Seat.FIRST)));
        assertEquals(List.of(match.id()), ben.find(seatId(match, Seat.SECOND)));
        assertEquals(List.of(), ada.find(seatId(match, Seat.SECOND)));
        assertEquals(List.of(), ben.find(seatId(match, Seat.FIRST)));
        assertEquals(List.of(), find(null, seatId(match, Seat.FIRST)));
        assertEquals(List.of(match.id()), find(Gateway.ADMIN, seatId(match, Seat.FIRST)));
    }

    @Test
    void calls_to_a_url_belong_to_whoever_created_the_match() {
        PlayerRecord url = PlayerRecord.url("x", "http://127.0.0.1:1/" + Gateway.SECRET);
        MatchRecord match = accepted(MatchOrigin.owner(ada.owner), url, ben.bot());
        finish(lease(match));
        assertEquals(List.of(match.id()), ada.find(seatId(match, Seat.FIRST)));
        assertEquals(List.of(), ada.find(seatId(match, Seat.SECOND)));
        assertEquals(List.of(), ben.find(seatId(match, Seat.FIRST)));
    }

    /** Otherwise somebody could look for the match of a bot, and tell it whom it plays. */
    @Test
    void while_a_rated_match_is_played_only_an_admin_sees_who_plays() {
        for (Competition competition :
                List.of(new Competition.OfLadder(1, 1), new Competition.OfTournament("trn_1", new Fixture(0, 0, 1)))) {
            MatchRecord match = accepted(MatchOrigin.competition(competition), ada.bot(), ben.bot());
            assertUnnamed(match);
            Lease lease = lease(match);
            assertUnnamed(match);
            finish(lease);
            for (String token : new String[] {null, ada.token, ben.token, Gateway.ADMIN}) {
                for (Plain shown : seen(token, match)) {
                    assertEquals(2, shown.get("players").length());
                }
            }
        }
    }

    /** Otherwise a bot could end one of two matches, learn its board, and practise for the other. */
    @Test
    void nothing_about_a_match_is_shown_before_the_other_one_on_its_board_is_over() {
        MatchOrigin rated = MatchOrigin.competition(new Competition.OfTournament("trn_1", new Fixture(3, 0, 1)));
        PlayerRecord mine = ada.bot();
        PlayerRecord yours = ben.bot();
        MatchRecord first = accepted(rated, mine, yours);
        MatchRecord second = accepted(first.otherOnBoard(), rated, yours, mine);
        Lease open = lease(second);
        finishWithoutJournal(lease(first));
        for (String token : new String[] {null, ada.token, ben.token}) {
            for (Plain shown : seen(token, first)) {
                assertEquals("running", shown.get("status").text());
                for (String field : List.of("players", "seed", "result", "replay", "live", "finishedAt")) {
                    assertTrue(shown.get(field).isNull(), field);
                }
                assertFalse(shown.has("board") || shown.has("failedSeat"));
            }
            for (Plain shown : seen(token, second)) {
                assertFalse(shown.get("live").isNull(), "only this one is still played on the board");
            }
            assertFalse(call(token, "GET", "/api/matches", "status=finished", "")
                    .body()
                    .contains(first.id()));
            String shared = call(token, "GET", "/api/share/matches/" + first.id(), "", "")
                    .body();
            assertFalse(shared.contains("Gary"), shared);
            assertFalse(shared.contains("picture.png"), shared);
        }
        assertEquals(List.of(), ada.find(seatId(first, Seat.FIRST)));
        String again = "{\"match\":\"" + first.id() + "\",\"turn\":0}";
        call(ada.token, "POST", "/api/bots/" + mine.bot() + "/again", "", again).isProblem(409, "match-not-finished");

        finishWithoutJournal(open);
        MatchRecord over = AWS.matches(Clock.systemUTC()).find(first.id()).orElseThrow();
        new Journals(AWS.table()).append(over.subject().orElseThrow(), List.of(over));
        for (Plain shown : seen(null, first)) {
            assertEquals("finished", shown.get("status").text());
            assertEquals("7", shown.get("seed").text());
            assertEquals(3, shown.get("board").integer(0, 9));
            assertEquals("Gary", shown.get("players").at(0).get("name").text());
            assertEquals(
                    "/replays/" + new SeatKey(AWS.table()).ids().fileName(first.id()) + ".json",
                    shown.get("replay").text());
        }
        assertEquals(List.of(first.id()), ada.find(seatId(first, Seat.FIRST)));
    }

    @Test
    void while_both_matches_on_a_board_are_played_neither_can_be_watched() {
        MatchOrigin rated = MatchOrigin.competition(new Competition.OfLadder(1, 1));
        MatchRecord first = accepted(rated, ada.bot(), ben.bot());
        MatchRecord second = accepted(first.otherOnBoard(), rated, ben.bot(), ada.bot());
        lease(first);
        lease(second);
        for (MatchRecord match : List.of(first, second)) {
            for (Plain shown : seen(ada.token, match)) {
                assertTrue(shown.get("live").isNull());
            }
        }
    }

    /** Its live replay would tell the next food, which one of the owners could tell a bot. */
    @Test
    void a_rated_match_cannot_be_watched_if_its_set_up_tells_chance() {
        MatchOrigin rated = MatchOrigin.competition(new Competition.OfTournament("trn_1", new Fixture(3, 0, 1)));
        for (MatchOrigin origin : List.of(rated, MatchOrigin.UNKNOWN)) {
            MatchRecord match = accepted("battlesnake", IDS.next(), origin, ada.bot(), ben.bot());
            lease(match);
            for (Plain shown : seen(null, match)) {
                assertEquals(origin == rated, shown.get("live").isNull());
            }
        }
    }

    private void assertUnnamed(MatchRecord match) {
        for (String token : new String[] {null, ada.token, ben.token}) {
            for (Plain shown : seen(token, match)) {
                assertEquals(null, shown.get("players").value(), shown.toString());
                assertEquals(null, shown.get("seed").value(), shown.toString());
            }
        }
        for (Plain shown : seen(Gateway.ADMIN, match)) {
            assertEquals("Gary", shown.get("players").at(0).get("name").text());
        }
    }

    private static List<Plain> seen(String token, MatchRecord match) {
        String path = "/api/matches/" + match.id();
        return List.of(
                call(token, "GET", "/api/matches", "", "").get("matches").entries().stream()
                        .filter(listed -> listed.get("id").text().equals(match.id()))
                        .findFirst()
                        .orElseThrow(),
                call(token, "GET", path, "", "").json(),
                call(token, "GET", path, "watch=true", "").json());
    }

    @Test
    void who_plays_an_unrated_match_is_no_secret() {
        MatchRecord match = accepted(MatchOrigin.owner(ada.owner), ada.bot(), ben.bot());
        for (Plain shown : seen(null, match)) {
            assertEquals("Gary", shown.get("players").at(0).get("name").text());
        }
    }

    @Test
    void other_filters_hold_as_well() {
        MatchRecord match = accepted(MatchOrigin.owner(ada.owner), ada.bot(), ben.bot());
        finish(lease(match));
        String seatId = seatId(match, Seat.FIRST);
        assertEquals(List.of(match.id()), ada.find(seatId + "&game=tokens&status=finished"));
        assertEquals(List.of(), ada.find(seatId + "&game=robotag"));
        assertEquals(List.of(), ada.find(seatId + "&status=running"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "seat_"})
    void another_text_is_a_wrong_parameter(String text) {
        call(ada.token, "GET", "/api/matches", "seat=" + text, "").isProblem(400, "bad-parameter");
    }

    @Test
    void the_list_of_a_seat_has_no_second_page() {
        call(ada.token, "GET", "/api/matches", "seat=seat_b07fe67a1a270b8f9f0263065a30f8e7&cursor=x", "")
                .isProblem(400, "bad-cursor");
    }

    @Test
    void the_id_of_a_check_leads_nowhere() {
        assertEquals(List.of(), ada.find("seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58"));
    }
}
