package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.Gateway.Person;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters of the list of matches: the caller's own, those of a bot, against whom, and how they ended for it. */
@Tag("aws")
class MatchFiltersTest {

    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());
    private static final Competition LADDER = new Competition.OfLadder(1, 1);
    private static final PlayerRecord HOUSE = PlayerRecord.house("Random", "random");

    private final Person ada = API.person("ada");
    private final Person ben = API.person("ben");
    private final PlayerRecord adas = BACKEND.bot(ada, Visibility.PUBLIC);
    private final PlayerRecord bens = BACKEND.bot(ben, Visibility.PUBLIC);

    private static Answer call(String token, String query) {
        return API.get(token, "/api/matches?" + query);
    }

    private static List<String> find(String token, String query) {
        return call(token, query).texts("matches", "id");
    }

    private static MatchOrigin askedFor(Person person, boolean hidden) {
        return new MatchOrigin(person.id(), null, null, hidden);
    }

    private static String accepted(MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        return BACKEND.accepted(origin, first, second).id();
    }

    private static void finish(String id, Seat winner) {
        BACKEND.finish(id, Result.of(winner, winner == Seat.FIRST ? 4 : 3, winner == Seat.SECOND ? 4 : 3, "full"));
    }

    @Test
    void mine_are_the_matches_that_the_caller_asked_for_private_ones_too() {
        String open = accepted(askedFor(ada, false), adas, HOUSE);
        String hidden = accepted(askedFor(ada, true), BACKEND.bot(ada, Visibility.PRIVATE), HOUSE);
        accepted(askedFor(ben, false), bens, adas);
        accepted(
                new MatchOrigin(ada.id(), null, new Competition.OfTournament("trn_1", new Fixture(0, 0, 1))),
                adas,
                bens);

        assertEquals(List.of(hidden, open), find(ada.token(), "mine=true"));
        assertEquals(List.of(hidden, open), find(ada.token(), "mine=true&game=tokens&status=queued"));
        assertEquals(List.of(), find(ada.token(), "mine=true&status=finished"));
        assertEquals(List.of(), find(ada.token(), "mine=true&game=robotag"));
        assertEquals(List.of(open), find(ada.token(), "mine=true&bot=" + adas.bot()));
        Answer first = call(ada.token(), "mine=true&limit=1");
        assertEquals(List.of(open), find(ada.token(), "mine=true&limit=1&cursor=" + first.text("next")));
        call(null, "mine=true").isProblem(401, "token-required");
    }

    @Test
    void a_bots_matches_are_all_in_which_it_played_and_that_the_caller_may_see() {
        String ladder = accepted(MatchOrigin.competition(LADDER), bens, adas);
        finish(ladder, Seat.FIRST);
        BACKEND.journal(ladder);
        String asked = accepted(askedFor(ben, false), adas, HOUSE);
        String hidden = accepted(askedFor(ada, true), HOUSE, adas);
        accepted(askedFor(ben, false), bens, HOUSE);
        String query = "bot=" + adas.bot();

        assertEquals(List.of(hidden, asked, ladder), find(ada.token(), query));
        for (String token : new String[] {null, ben.token()}) {
            assertEquals(List.of(asked, ladder), find(token, query));
            assertEquals(List.of(asked), find(token, query + "&opponent=house:random"));
        }
        assertEquals(List.of(ladder), find(null, query + "&opponent=" + bens.bot()));
        assertEquals(List.of(), find(null, query + "&opponent=" + adas.bot()));
        assertEquals(List.of(ladder), find(null, query + "&game=tokens&status=finished"));
        assertEquals(List.of(), find(null, query + "&game=robotag"));
    }

    @Test
    void a_result_is_seen_from_the_bot() {
        String won = accepted(askedFor(ada, false), adas, HOUSE);
        String drawn = accepted(askedFor(ada, false), adas, HOUSE);
        String lost = accepted(askedFor(ada, false), adas, HOUSE);
        accepted(askedFor(ada, false), adas, HOUSE);
        finish(won, Seat.FIRST);
        finish(drawn, null);
        finish(lost, Seat.SECOND);

        assertEquals(List.of(won), find(null, "result=won&bot=" + adas.bot()));
        assertEquals(List.of(drawn), find(null, "result=drawn&bot=" + adas.bot()));
        assertEquals(List.of(lost), find(ada.token(), "mine=true&result=lost&bot=" + adas.bot()));
        assertEquals(List.of(), find(null, "result=failed&bot=" + adas.bot()));
        assertEquals(List.of(), find(null, "result=won&status=running&bot=" + adas.bot()));
    }

    /** Otherwise a filter would tell who plays a rated match, and how one ended whose board is still played. */
    @Test
    void a_rated_match_is_no_bots_until_it_may_be_shown() {
        MatchOrigin rated = MatchOrigin.competition(LADDER);
        MatchRecord first = BACKEND.accepted(rated, adas, bens);
        MatchRecord second = BACKEND.accepted(first.otherOnBoard(), GameSettings.of("tokens"), rated, bens, adas);
        finish(first.id(), Seat.FIRST);
        for (String token : new String[] {null, ada.token(), ben.token()}) {
            for (String bot : List.of(adas.bot(), bens.bot())) {
                for (String more : List.of("", "&status=running", "&status=finished", "&result=won", "&limit=1")) {
                    Answer page = call(token, "bot=" + bot + more);
                    assertEquals(0, page.get("matches").length(), more);
                    assertTrue(page.get("next").isNull(), more);
                }
            }
        }
        assertEquals(2, find(Gateway.ADMIN, "bot=" + adas.bot()).size());
        assertEquals(List.of(), find(Gateway.ADMIN, "result=won&bot=" + adas.bot()));

        finish(second.id(), Seat.FIRST);
        BACKEND.journal(first.id());
        BACKEND.journal(second.id());
        assertEquals(List.of(first.id()), find(null, "result=won&bot=" + adas.bot()));
        assertEquals(List.of(second.id()), find(null, "result=lost&bot=" + adas.bot()));
    }

    /** Neither a page nor a cursor depends on matches that the caller may not see. */
    @Test
    void private_matches_change_nothing_for_others() {
        String older = accepted(askedFor(ada, false), adas, HOUSE);
        String newer = accepted(askedFor(ada, false), adas, HOUSE);
        List<String> queries = List.of(
                "bot=" + adas.bot(),
                "limit=1&bot=" + adas.bot(),
                "limit=1&opponent=house:random&bot=" + adas.bot(),
                "limit=1&status=queued&bot=" + adas.bot());
        List<String> before =
                queries.stream().map(query -> call(ben.token(), query).body()).toList();
        MatchOrigin ofTournament =
                new MatchOrigin(ada.id(), null, new Competition.OfTournament("trn_1", new Fixture(0, 0, 1)), true);
        for (int i = 0; i < 5; i++) {
            accepted(askedFor(ada, true), adas, HOUSE);
            accepted(ofTournament, adas, HOUSE);
        }
        assertEquals(
                before,
                queries.stream().map(query -> call(ben.token(), query).body()).toList());
        assertEquals(7, find(ada.token(), "bot=" + adas.bot()).size(), "all but those not yet shown");
        assertEquals(List.of(newer, older), find(ben.token(), "bot=" + adas.bot()));
        assertEquals(List.of(), find(ben.token(), "mine=true"));
    }

    @Test
    void a_private_bot_is_unknown_to_others() {
        String bot = BACKEND.bot(ada, Visibility.PRIVATE).bot();
        assertEquals(List.of(), find(ada.token(), "bot=" + bot));
        assertEquals(
                call(ben.token(), "bot=bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60")
                        .body(),
                call(ben.token(), "bot=" + bot).body());
        call(ben.token(), "bot=" + bot).isProblem(400, "unknown-bot");
    }

    @ParameterizedTest
    @CsvSource({
        "result=won, bad-parameter",
        "opponent=house:random, bad-parameter",
        "mine=yes, bad-parameter",
        "bot=x, unknown-bot",
        "bot=MINE&result=lose, bad-parameter",
        "bot=MINE&opponent=Ada, bad-parameter",
        "bot=MINE&cursor=x, bad-cursor",
    })
    void what_makes_no_sense_is_refused(String query, String problem) {
        call(ada.token(), query.replace("MINE", adas.bot())).isProblem(400, problem);
    }
}
