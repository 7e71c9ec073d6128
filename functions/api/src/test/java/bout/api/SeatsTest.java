package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Person;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.GameSettings;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class SeatsTest {

    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());

    private final Person ada = API.person("ada");
    private final Person ben = API.person("ben");
    private final PlayerRecord adas = BACKEND.bot(ada, Visibility.PUBLIC);
    private final PlayerRecord bens = BACKEND.bot(ben, Visibility.PUBLIC);

    private static List<String> find(String token, String seatId) {
        return API.get(token, "/api/matches?seat=" + seatId).texts("matches", "id");
    }

    private static MatchRecord accepted(String id, MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        return BACKEND.accepted(id, GameSettings.of("tokens"), origin, first, second);
    }

    private static String seatId(MatchRecord match, Seat seat) {
        return new SeatKey(BACKEND.aws.table()).ids().of(match.id(), seat);
    }

    @Test
    void a_seat_id_leads_nobody_to_a_match_that_has_not_ended() {
        MatchRecord match = BACKEND.accepted(MatchOrigin.competition(new Competition.OfLadder(1, 1)), adas, bens);
        String seatId = seatId(match, Seat.FIRST);
        for (String token : List.of(ada.token(), ben.token(), Gateway.ADMIN)) {
            assertEquals(List.of(), find(token, seatId), "queued");
        }
        BACKEND.lease(match.id());
        for (String token : List.of(ada.token(), ben.token(), Gateway.ADMIN)) {
            assertEquals(List.of(), find(token, seatId), "running");
        }
        assertEquals(List.of(), find(null, seatId));
        API.get(ada.token(), "/api/matches/" + seatId).isProblem(404, "unknown-match");
    }

    @Test
    void afterwards_it_leads_the_bots_owner_to_the_match_and_nobody_else() {
        MatchRecord match = BACKEND.accepted(MatchOrigin.competition(new Competition.OfLadder(1, 1)), adas, bens);
        BACKEND.finish(match.id(), Backend.DRAW);
        BACKEND.journal(match.id());
        assertEquals(List.of(match.id()), find(ada.token(), seatId(match, Seat.FIRST)));
        assertEquals(List.of(match.id()), find(ben.token(), seatId(match, Seat.SECOND)));
        assertEquals(List.of(), find(ada.token(), seatId(match, Seat.SECOND)));
        assertEquals(List.of(), find(ben.token(), seatId(match, Seat.FIRST)));
        assertEquals(List.of(), find(null, seatId(match, Seat.FIRST)));
        assertEquals(List.of(match.id()), find(Gateway.ADMIN, seatId(match, Seat.FIRST)));
    }

    @Test
    void calls_to_a_url_belong_to_whoever_created_the_match() {
        PlayerRecord url = PlayerRecord.url("x", "http://127.0.0.1:1/" + Gateway.SECRET);
        MatchRecord match = BACKEND.accepted(MatchOrigin.owner(ada.id()), url, bens);
        BACKEND.finish(match.id(), Backend.DRAW);
        assertEquals(List.of(match.id()), find(ada.token(), seatId(match, Seat.FIRST)));
        assertEquals(List.of(), find(ada.token(), seatId(match, Seat.SECOND)));
        assertEquals(List.of(), find(ben.token(), seatId(match, Seat.FIRST)));
    }

    /** Otherwise somebody could look for the match of a bot, and tell it whom it plays. */
    @Test
    void while_a_rated_match_is_played_only_an_admin_sees_who_plays() {
        for (Competition competition :
                List.of(new Competition.OfLadder(1, 1), new Competition.OfTournament("trn_1", new Fixture(0, 0, 1)))) {
            MatchRecord match = BACKEND.accepted(MatchOrigin.competition(competition), adas, bens);
            assertUnnamed(match);
            Lease lease = BACKEND.lease(match.id());
            assertUnnamed(match);
            BACKEND.finish(lease, Backend.DRAW);
            BACKEND.journal(match.id());
            for (String token : new String[] {null, ada.token(), ben.token(), Gateway.ADMIN}) {
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
        MatchRecord first = BACKEND.accepted(rated, adas, bens);
        MatchRecord second = accepted(first.otherOnBoard(), rated, bens, adas);
        Lease open = BACKEND.lease(second.id());
        BACKEND.finish(first.id(), Backend.DRAW);
        for (String token : new String[] {null, ada.token(), ben.token()}) {
            for (Plain shown : seen(token, first)) {
                assertEquals("running", shown.text("status"));
                for (String field : List.of("players", "seed", "result", "replay", "live", "finishedAt")) {
                    assertTrue(shown.get(field).isNull(), field);
                }
                assertFalse(shown.has("board") || shown.has("failedSeat"));
            }
            for (Plain shown : seen(token, second)) {
                assertFalse(shown.get("live").isNull(), "only this one is still played on the board");
            }
            assertFalse(API.get(token, "/api/matches?status=finished").body().contains(first.id()));
            String shared = API.get(token, "/api/share/matches/" + first.id()).body();
            assertFalse(shared.contains("Gary"), shared);
            assertFalse(shared.contains("picture.png"), shared);
        }
        assertEquals(List.of(), find(ada.token(), seatId(first, Seat.FIRST)));
        String again = "{\"match\":\"" + first.id() + "\",\"turn\":0}";
        API.post(ada.token(), "/api/bots/" + adas.bot() + "/again", again).isProblem(409, "match-not-finished");

        BACKEND.finish(open, Backend.DRAW);
        BACKEND.journal(first.id());
        for (Plain shown : seen(null, first)) {
            assertEquals("finished", shown.text("status"));
            assertEquals(Backend.SEED, shown.text("seed"));
            assertEquals(3, shown.get("board").integer(0, 9));
            assertEquals("Gary", shown.get("players").at(0).text("name"));
            assertEquals("/replays/" + BACKEND.fileName(first.id()) + ".json", shown.text("replay"));
        }
        assertEquals(List.of(first.id()), find(ada.token(), seatId(first, Seat.FIRST)));
    }

    @Test
    void while_both_matches_on_a_board_are_played_neither_can_be_watched() {
        MatchOrigin rated = MatchOrigin.competition(new Competition.OfLadder(1, 1));
        MatchRecord first = BACKEND.accepted(rated, adas, bens);
        MatchRecord second = accepted(first.otherOnBoard(), rated, bens, adas);
        BACKEND.lease(first.id());
        BACKEND.lease(second.id());
        for (MatchRecord match : List.of(first, second)) {
            for (Plain shown : seen(ada.token(), match)) {
                assertTrue(shown.get("live").isNull());
            }
        }
    }

    /** Its live replay would tell the next food, which one of the owners could tell a bot. */
    @Test
    void a_rated_match_cannot_be_watched_if_its_set_up_tells_chance() {
        MatchOrigin rated = MatchOrigin.competition(new Competition.OfTournament("trn_1", new Fixture(3, 0, 1)));
        for (MatchOrigin origin : List.of(rated, MatchOrigin.UNKNOWN)) {
            MatchRecord match =
                    BACKEND.accepted(BACKEND.ids.next(), GameSettings.of("battlesnake"), origin, adas, bens);
            BACKEND.lease(match.id());
            for (Plain shown : seen(null, match)) {
                assertEquals(origin == rated, shown.get("live").isNull());
            }
        }
    }

    private void assertUnnamed(MatchRecord match) {
        for (String token : new String[] {null, ada.token(), ben.token()}) {
            for (Plain shown : seen(token, match)) {
                assertEquals(null, shown.get("players").value(), shown.toString());
                assertEquals(null, shown.get("seed").value(), shown.toString());
            }
        }
        for (Plain shown : seen(Gateway.ADMIN, match)) {
            assertEquals("Gary", shown.get("players").at(0).text("name"));
        }
    }

    private static List<Plain> seen(String token, MatchRecord match) {
        String path = "/api/matches/" + match.id();
        return List.of(
                API.get(token, "/api/matches").get("matches").entries().stream()
                        .filter(listed -> listed.text("id").equals(match.id()))
                        .findFirst()
                        .orElseThrow(),
                API.get(token, path).json(),
                API.get(token, path + "?watch=true").json());
    }

    @Test
    void other_filters_hold_as_well() {
        MatchRecord match = BACKEND.accepted(MatchOrigin.owner(ada.id()), adas, bens);
        BACKEND.finish(match.id(), Backend.DRAW);
        String seatId = seatId(match, Seat.FIRST);
        assertEquals(List.of(match.id()), find(ada.token(), seatId + "&game=tokens&status=finished"));
        assertEquals(List.of(), find(ada.token(), seatId + "&game=robotag"));
        assertEquals(List.of(), find(ada.token(), seatId + "&status=running"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "seat_"})
    void another_text_is_a_wrong_parameter(String text) {
        API.get(ada.token(), "/api/matches?seat=" + text).isProblem(400, "bad-parameter");
    }

    @Test
    void the_list_of_a_seat_has_no_second_page() {
        API.get(ada.token(), "/api/matches?seat=seat_b07fe67a1a270b8f9f0263065a30f8e7&cursor=x")
                .isProblem(400, "bad-cursor");
    }

    @Test
    void the_id_of_a_check_leads_nowhere() {
        assertEquals(List.of(), find(ada.token(), "seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58"));
    }
}
