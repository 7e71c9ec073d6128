package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
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
import org.junit.jupiter.params.provider.CsvSource;

/** The filters of the list of matches: the caller's own, those of a bot, against whom, and how they ended for it. */
@Tag("aws")
class MatchFiltersTest {

    private static final TestApplication APPLICATION = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(APPLICATION.environment("ApiFunction"));
    private static final Aws AWS = TestAws.aws(APPLICATION.environment("RunnerFunction"));
    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final Competition LADDER = new Competition.OfLadder(1, 1);
    private static final PlayerRecord HOUSE = PlayerRecord.house("Random", "random");

    private record Person(String owner, String token) {

        static Person named(String name) {
            Plain issued = API.issue(name, "play").json();
            return new Person(
                    issued.get("owner").get("id").text(), issued.get("token").text());
        }

        PlayerRecord bot(Visibility visibility) {
            BotRecord bot = BotRecord.registered(
                    IdKind.BOT.next(IDS),
                    owner,
                    "tokens",
                    new BotSettings(
                            "Gary",
                            new Program.AtUrl("http://127.0.0.1:1/" + Gateway.SECRET),
                            WebhookSecret.draw(new SecureRandom()),
                            visibility,
                            true),
                    Instant.now());
            new Bots(AWS.table(), Clock.systemUTC()).register(bot, null, 0);
            return PlayerRecord.registered("Gary", bot.id());
        }
    }

    private final Person ada = Person.named("ada");
    private final Person ben = Person.named("ben");
    private final PlayerRecord adas = ada.bot(Visibility.PUBLIC);
    private final PlayerRecord bens = ben.bot(Visibility.PUBLIC);

    private static Answer call(String token, String query) {
        return API.call(
                "GET",
                "/api/matches",
                query,
                token == null ? Map.of() : Map.of("authorization", "Bearer " + token),
                "");
    }

    private static List<String> find(String token, String query) {
        return call(token, query).get("matches").entries().stream()
                .map(match -> match.get("id").text())
                .toList();
    }

    private static MatchOrigin askedFor(Person person, boolean hidden) {
        return new MatchOrigin(person.owner, null, null, hidden ? true : null);
    }

    private static MatchRecord accepted(String id, MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        MatchRecord match = MatchRecord.queued(
                id, new MatchSettings(GameSettings.of("tokens"), List.of(first, second), "7"), origin, Instant.now());
        AWS.matches(Clock.systemUTC()).acceptMatch(match, null);
        return match;
    }

    private static String accepted(MatchOrigin origin, PlayerRecord first, PlayerRecord second) {
        return accepted(IDS.next(), origin, first, second).id();
    }

    private static void finish(String id, Seat winner, String reason) {
        new Runners(AWS.table(), Clock.systemUTC()).start("runner", Duration.ofMinutes(1));
        AWS.leases(Clock.systemUTC())
                .finishMatch(
                        assertInstanceOf(
                                        LeaseResult.Leased.class,
                                        AWS.leases(Clock.systemUTC()).takeLease(id, "runner"))
                                .lease(),
                        Result.of(winner, winner == Seat.FIRST ? 4 : 3, winner == Seat.SECOND ? 4 : 3, reason),
                        List.of(),
                        40,
                        SeatTally.NO_CALLS);
    }

    private static void journal(String id) {
        MatchRecord match = AWS.matches(Clock.systemUTC()).find(id).orElseThrow();
        new Journals(AWS.table()).append(match.subject().orElseThrow(), List.of(match));
    }

    @Test
    void mine_are_the_matches_that_the_caller_asked_for_private_ones_too() {
        String open = accepted(askedFor(ada, false), adas, HOUSE);
        String hidden = accepted(askedFor(ada, true), ada.bot(Visibility.PRIVATE), HOUSE);
        accepted(askedFor(ben, false), bens, adas);
        accepted(
                new MatchOrigin(ada.owner, null, new Competition.OfTournament("trn_1", new Fixture(0, 0, 1))),
                adas,
                bens);

        assertEquals(List.of(hidden, open), find(ada.token, "mine=true"));
        assertEquals(List.of(hidden, open), find(ada.token, "mine=true&game=tokens&status=queued"));
        assertEquals(List.of(), find(ada.token, "mine=true&status=finished"));
        assertEquals(List.of(), find(ada.token, "mine=true&game=robotag"));
        assertEquals(List.of(open), find(ada.token, "mine=true&bot=" + adas.bot()));
        Answer first = call(ada.token, "mine=true&limit=1");
        assertEquals(
                List.of(open),
                find(ada.token, "mine=true&limit=1&cursor=" + first.get("next").text()));
        call(null, "mine=true").isProblem(401, "token-required");
    }

    @Test
    void a_bots_matches_are_all_in_which_it_played_and_that_the_caller_may_see() {
        String ladder = accepted(MatchOrigin.competition(LADDER), bens, adas);
        finish(ladder, Seat.FIRST, "full");
        journal(ladder);
        String asked = accepted(askedFor(ben, false), adas, HOUSE);
        String hidden = accepted(askedFor(ada, true), HOUSE, adas);
        accepted(askedFor(ben, false), bens, HOUSE);
        String query = "bot=" + adas.bot();

        assertEquals(List.of(hidden, asked, ladder), find(ada.token, query));
        for (String token : new String[] {null, ben.token}) {
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
        finish(won, Seat.FIRST, "full");
        finish(drawn, null, "full");
        finish(lost, Seat.SECOND, "full");

        assertEquals(List.of(won), find(null, "result=won&bot=" + adas.bot()));
        assertEquals(List.of(drawn), find(null, "result=drawn&bot=" + adas.bot()));
        assertEquals(List.of(lost), find(ada.token, "mine=true&result=lost&bot=" + adas.bot()));
        assertEquals(List.of(), find(null, "result=failed&bot=" + adas.bot()));
        assertEquals(List.of(), find(null, "result=won&status=running&bot=" + adas.bot()));
    }

    /** Otherwise a filter would tell who plays a rated match, and how one ended whose board is still played. */
    @Test
    void a_rated_match_is_no_bots_until_it_may_be_shown() {
        MatchOrigin rated = MatchOrigin.competition(LADDER);
        MatchRecord first = accepted(IDS.next(), rated, adas, bens);
        MatchRecord second = accepted(first.otherOnBoard(), rated, bens, adas);
        finish(first.id(), Seat.FIRST, "full");
        for (String token : new String[] {null, ada.token, ben.token}) {
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

        finish(second.id(), Seat.FIRST, "full");
        journal(first.id());
        journal(second.id());
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
                queries.stream().map(query -> call(ben.token, query).body()).toList();
        MatchOrigin ofTournament =
                new MatchOrigin(ada.owner, null, new Competition.OfTournament("trn_1", new Fixture(0, 0, 1)), true);
        for (int i = 0; i < 5; i++) {
            accepted(askedFor(ada, true), adas, HOUSE);
            accepted(ofTournament, adas, HOUSE);
        }
        assertEquals(
                before,
                queries.stream().map(query -> call(ben.token, query).body()).toList());
        assertEquals(7, find(ada.token, "bot=" + adas.bot()).size(), "all but those not yet shown");
        assertEquals(List.of(newer, older), find(ben.token, "bot=" + adas.bot()));
        assertEquals(List.of(), find(ben.token, "mine=true"));
    }

    @Test
    void a_private_bot_is_unknown_to_others() {
        String bot = ada.bot(Visibility.PRIVATE).bot();
        assertEquals(List.of(), find(ada.token, "bot=" + bot));
        assertEquals(
                call(ben.token, "bot=bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60").body(),
                call(ben.token, "bot=" + bot).body());
        call(ben.token, "bot=" + bot).isProblem(400, "unknown-bot");
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
        call(ada.token, query.replace("MINE", adas.bot())).isProblem(400, problem);
    }
}
