package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestAws.TestApplication;
import bout.store.journal.StandingsFiles;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.store.webhook.WebhookTarget;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("aws")
class TournamentEndpointsTest {

    private static final TestApplication AWS = Gateway.deployed("BOUT_BOT_ADDRESSES", "public");
    private static final Gateway API = new Gateway(AWS);
    private static final Backend BACKEND = new Backend(AWS.environment());
    private static final Tournaments TOURNAMENTS = new Tournaments(BACKEND.aws.table(), Clock.systemUTC());
    private static final String PLAYERS = "\"players\":[{\"house\":\"expand\"}," + "{\"url\":\"https://bot.example/"
            + Gateway.SECRET + "\",\"name\":\"Ada\"},{\"house\":\"random\"}]";
    private static final String THREE = "{\"game\":\"ajax-tiles\"," + PLAYERS + "}";
    private static final String PRIVATE = "{\"game\":\"ajax-tiles\",\"public\":false," + PLAYERS + "}";

    private static final Result WON = Result.of(Seat.FIRST, 13, 12, "full");

    private final String ada = token();
    private final String ben = token();

    private static String token() {
        return API.issue("of a test", "play").text("token");
    }

    private static Answer post(String token, String body, String... headers) {
        return API.post(token, "/api/tournaments", body, headers);
    }

    private static Answer created(String token, String body) {
        return post(token, body).is(202);
    }

    private static Answer get(String token, String path) {
        return API.get(token, path);
    }

    private static String path(Answer created) {
        return "/api/tournaments/" + created.text("id");
    }

    private static TournamentRecord stored(Answer answer) {
        return TOURNAMENTS.find(answer.text("id")).orElseThrow();
    }

    private static MatchRecord planned(Answer tournament, boolean hidden) {
        TournamentRecord record = stored(tournament);
        Fixture fixture = new Fixture(0, 0, 2);
        return BACKEND.accepted(
                record.matchId(fixture),
                record.settings().game(),
                new MatchOrigin(record.owner(), null, new Competition.OfTournament(record.id(), fixture), hidden),
                PlayerRecord.house("expand", "expand"),
                PlayerRecord.house("random", "random"));
    }

    private static List<String> listed(String token) {
        return get(token, "/api/matches?limit=100").texts("matches", "id");
    }

    @Test
    void matches_of_a_private_tournament_are_seen_by_its_owner_only() {
        MatchRecord secret = planned(created(ada, PRIVATE), true);
        MatchRecord open = planned(created(ada, THREE), false);
        for (String stranger : Arrays.asList(ben, null)) {
            assertTrue(listed(stranger).contains(open.id()));
            assertFalse(listed(stranger).contains(secret.id()));
            get(stranger, "/api/matches/" + open.id()).is(200);
            get(stranger, "/api/matches/" + secret.id()).isProblem(404, "unknown-match");
            get(stranger, "/api/matches/" + secret.id() + "?watch=true").isProblem(404, "unknown-match");
        }
        get(ada, "/api/matches/" + secret.id()).is(200);
        assertFalse(listed(ada).contains(secret.id()), "the list is the same for everybody, so it can be cached");
    }

    /** The CDN asks for no token, so a path that anyone can make from the id would show the replay to anyone. */
    @Test
    void only_the_owner_is_told_where_the_files_of_a_private_tournaments_match_are() {
        Answer tournament = created(ada, PRIVATE);
        MatchRecord match = planned(tournament, true);
        String path = "/api/matches/" + match.id();
        String name = BACKEND.fileName(match.id());
        assertEquals("/live/" + name + ".json", get(ada, path).text("live"));
        assertEquals("/live/" + name + ".json", get(Gateway.ADMIN, path).text("live"));
        BACKEND.finish(match.id(), WON);
        String ofTwo = path(tournament) + "/matches?first=0&second=2";
        assertTrue(get(ada, ofTwo).get("matches").at(0).get("replay").isNull());
        BACKEND.journal(match.id());
        assertEquals("/replays/" + name + ".json", get(ada, path).text("replay"));
        assertFalse(get(ada, path).has("live"), "it has ended");
        assertEquals(
                "/replays/" + name + ".json",
                get(ada, ofTwo).get("matches").at(0).text("replay"));
        assertEquals(
                "/replays/" + name + ".json",
                get(ada, path(tournament) + "/matches").get("matches").at(0).text("replay"));

        MatchRecord open = planned(created(ada, THREE), false);
        assertEquals(
                "/live/" + BACKEND.fileName(open.id()) + ".json",
                get(null, "/api/matches/" + open.id()).text("live"),
                "nobody can make the path of a match that counts from its id");
    }

    @Test
    void the_seed_of_a_match_that_counts_is_shown_when_its_result_is_in_the_journal() {
        MatchRecord match = planned(created(ada, THREE), false);
        for (String anyone : Arrays.asList(ada, ben, null)) {
            Answer shown = get(anyone, "/api/matches/" + match.id());
            assertTrue(shown.get("seed").isNull());
            assertFalse(shown.body().contains(Backend.SEED), shown.body());
            assertFalse(get(anyone, "/api/matches?limit=100").body().contains(Backend.SEED));
        }
        Lease lease = BACKEND.lease(match.id());
        assertTrue(get(null, "/api/matches/" + match.id()).get("seed").isNull());
        BACKEND.finish(lease, WON);
        assertFalse(get(null, "/api/matches/" + match.id()).body().contains(Backend.SEED));
        BACKEND.journal(match.id());
        assertEquals(Backend.SEED, get(null, "/api/matches/" + match.id()).text("seed"));
    }

    @Test
    void who_asks_for_a_tournament_gets_it_as_it_is_planned() {
        Answer answer = created(ada, THREE);
        assertEquals(path(answer), answer.location());
        assertEquals("planned", answer.text("state"));
        assertEquals("Ajax Tiles tournament", answer.text("name"));
        assertEquals(6, answer.get("matches").integer(0, 100));
        assertEquals("/standings/tournaments/" + answer.text("id") + ".json", answer.text("standings"));

        TournamentRecord stored = stored(answer);
        assertTrue(answer.get("seed").isNull(), "nobody may know the boards of coming matches");
        assertTrue(stored.settings().plan().seed().matches("[0-9a-f]{32}"));
        assertEquals(Format.ROUND_ROBIN, stored.settings().plan().format());
        assertEquals(
                PlayerRecord.url("Ada", "https://bot.example/" + Gateway.SECRET),
                TOURNAMENTS.players(stored.id()).get(1));
    }

    @Test
    void the_planner_hears_of_a_new_tournament() {
        String id = created(ada, THREE).text("id");
        assertTrue(BACKEND.queues.takeAll("BOUT_UPDATES_QUEUE").contains("tournament#" + id));
    }

    @Test
    void an_equal_request_with_the_same_key_gets_the_same_tournament_also_when_it_would_not_be_taken_any_more() {
        String[] key = {"idempotency-key", "the cup"};
        String body = THREE.replace("}]}", "}],\"webhook\":\"https://told.example/" + Gateway.SECRET + "\"}");
        Answer first = post(ada, body, key).is(202);
        TOURNAMENTS.plan(stored(first), List.of(new Fixture(0, 0, 1)), 0);
        assertEquals(first.body(), post(ada, body, key).body());
        post(ada, THREE, key).isProblem(422, "key-reused");
        post(ben, THREE, key).is(202, "another caller's key is another key");
    }

    @Test
    void what_signs_the_webhook_is_shown_once() {
        Answer answer =
                created(ada, THREE.replace("}]}", "}],\"webhook\":\"https://told.example/" + Gateway.SECRET + "\"}"));
        WebhookTarget webhook = stored(answer).settings().webhook();
        assertEquals("https://told.example/" + Gateway.SECRET, webhook.url());
        assertEquals(webhook.secret(), answer.text("webhookSecret"));
        assertFalse(get(ada, path(answer)).body().contains("whsec_"));
        assertFalse(get(ada, "/api/tournaments?mine=true").body().contains("whsec_"));
    }

    @Test
    void each_wrong_part_is_pointed_at() {
        Answer answer = post(
                        ada,
                        "{\"game\":\"ajax-tiles\",\"format\":\"knockout\",\"boards\":2,"
                                + "\"players\":[{\"house\":\"expand\"},{\"house\":\"expand\"},{\"bot\":\"bot_x\"}]}")
                .isProblem(422, "duplicate-player");
        assertEquals(List.of("/players/1/house", "/players/2/bot", "/boards"), answer.texts("errors", "pointer"));
    }

    @Test
    void a_thousand_players_with_the_longest_urls_are_taken_and_a_body_that_is_larger_is_not() {
        String tail = "x".repeat(2000);
        String players = String.join(
                ",",
                IntStream.range(0, 1000)
                        .mapToObj(
                                i -> "{\"url\":\"https://bot.example/" + Gateway.SECRET + "/" + i + "?" + tail + "\"}")
                        .toList());
        String body = "{\"game\":\"ajax-tiles\",\"format\":\"swiss\",\"rounds\":1,\"players\":[" + players + "]}";
        Answer answer = created(Gateway.ADMIN, body);
        assertEquals(1000, TOURNAMENTS.players(answer.text("id")).size());
        assertEquals(1000, get(null, path(answer)).get("players").entries().size());
        post(Gateway.ADMIN, body + " ".repeat(TournamentEndpoints.MAX_BYTES)).isProblem(413, "too-large");
    }

    @Test
    void a_token_has_limits_and_an_admin_has_none() {
        String large = THREE.replace("}]}", "}],\"boards\":4000}");
        Answer refused = post(ada, large).isProblem(422, "tournament-too-large");
        assertTrue(refused.text("detail").contains("would have 24000 matches; the maximum is 20000"), refused.body());
        post(Gateway.ADMIN, large).is(202);

        Answer first = created(ada, THREE);
        created(ada, THREE);
        created(ada, THREE);
        Answer full = post(ada, THREE).isProblem(429, "too-many-open-tournaments");
        assertEquals("60", full.headers().get("Retry-After"));
        assertEquals("\"open-tournaments\";q=3", full.headers().get("RateLimit-Policy"));
        TOURNAMENTS.end(stored(first), TournamentState.FINISHED, 6, List.of());
        created(ada, THREE);
    }

    @Test
    void before_anything_is_published_there_are_the_players_and_an_empty_table() {
        Answer found = get(null, path(created(ada, THREE)));
        assertEquals("planned", found.text("state"));
        assertEquals(List.of(), found.get("table").entries());
        assertEquals(List.of("expand", "Ada", "random"), found.texts("players", "name"));
        assertEquals("house:expand", found.get("players").at(0).text("key"));
        assertTrue(found.get("players").at(1).get("key").isNull());
    }

    @ParameterizedTest
    @CsvSource({"round-robin, true", "swiss, true", "knockout, false", "double-elimination, false", "gauntlet, false"})
    void the_table_is_that_which_was_published_and_the_progress_is_fresh(String format, boolean isPublic) {
        Answer answer =
                created(ada, THREE.replace("}]}", "}],\"format\":\"" + format + "\",\"public\":" + isPublic + "}"));
        TournamentRecord running = TOURNAMENTS
                .plan(stored(answer), List.of(new Fixture(0, 0, 1)), 1)
                .orElseThrow();
        new StandingsFiles(BACKEND.aws.bucket()).put(running, standings(running));

        Answer found = get(ada, path(answer)).is(200);
        assertEquals("running", found.text("state"));
        assertEquals(1, found.get("played").integer(0, 9));
        assertEquals(1, found.get("open").integer(0, 9));
        assertEquals(3, found.get("table").entries().size());
        assertFalse(found.get("updatedAt").isNull());
        assertEquals(isPublic, !found.get("standings").isNull());
        assertEquals(format.equals("swiss"), found.has("pairings"));
        assertEquals(List.of("knockout", "double-elimination").contains(format), found.has("bracket"));
        assertEquals(format.equals("double-elimination"), found.has("losers"));
        // The API lists the matches at a path of its own.
        assertFalse(found.has("now"));
    }

    /** As the planner writes it, after the first of the matches that can be played. */
    private static Map<String, Object> standings(TournamentRecord record) {
        Tournament tournament = Tournament.of(record.settings().plan());
        Fixture fixture = tournament.next().orElseThrow();
        tournament.result(
                fixture, new PlayedMatch(Result.of(Seat.FIRST, 13, 12, "full"), null, List.of(10, 10), List.of(0, 1)));
        return new TournamentStandings(
                        new TournamentStandings.Heading(
                                record.id(),
                                record.settings().name(),
                                record.game(),
                                record.settings().game().options(),
                                record.state().code(),
                                record.createdAt(),
                                record.progress().startedAt(),
                                record.progress().finishedAt(),
                                List.of(
                                        new TournamentStandings.Entrant("expand", "house:expand"),
                                        new TournamentStandings.Entrant("Ada", null),
                                        new TournamentStandings.Entrant("random", "house:random"))),
                        tournament,
                        1,
                        0,
                        Instant.parse("2026-03-01T12:00:04.310Z"))
                .toPlain();
    }

    @Test
    void a_private_tournament_is_there_for_its_owner_and_for_admins() {
        Answer answer = created(ada, PRIVATE);
        String path = path(answer);
        String nobodys = "/api/tournaments/trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
        for (String suffix : List.of("", "/matches")) {
            get(ada, path + suffix).is(200);
            get(Gateway.ADMIN, path + suffix).is(200);
            for (String other : new String[] {null, ben}) {
                Answer hidden = get(other, path + suffix).isProblem(404, "unknown-tournament");
                assertEquals(
                        get(other, nobodys + suffix).body(), hidden.body(), "it does not even show that it is there");
            }
        }
        API.post(ben, path + "/cancel", "").isProblem(404, "unknown-tournament");
        assertEquals(TournamentState.PLANNED, stored(answer).state());
        assertTrue(get(ada, "/api/tournaments?mine=true").body().contains(answer.text("id")));
        assertFalse(get(ada, "/api/tournaments").body().contains(answer.text("id")));
        assertFalse(get(ben, "/api/tournaments?mine=true").body().contains(answer.text("id")));
    }

    @Test
    void lists_are_turned_page_by_page() {
        String first = created(ada, THREE).text("id");
        String second = created(ada, PRIVATE).text("id");
        Answer page = get(ada, "/api/tournaments?mine=true&limit=1");
        assertEquals(second, page.get("tournaments").at(0).text("id"));
        Answer next = get(ada, "/api/tournaments?mine=true&limit=1&game=ajax-tiles&cursor=" + page.text("next"));
        assertEquals(first, next.get("tournaments").at(0).text("id"));
        assertTrue(next.get("next").isNull());
        get(null, "/api/tournaments?mine=true").isProblem(401, "token-required");
        get(ada, "/api/tournaments?cursor=x").isProblem(400, "bad-cursor");
        get(ada, "/api/tournaments?mine=yes&limit=0&game=chess").isProblem(400, "unknown-game");
    }

    @Test
    void matches_come_in_the_order_of_the_journal_and_behind_them_those_that_are_open() {
        Answer answer = created(ada, THREE);
        String path = path(answer) + "/matches";
        assertEquals(List.of(), ids(get(null, path)));
        List<Fixture> fixtures = List.of(
                new Fixture(0, 0, 1),
                new Fixture(0, 1, 2),
                new Fixture(0, 2, 0),
                new Fixture(0, 1, 0),
                new Fixture(0, 2, 1),
                new Fixture(0, 0, 2));
        TournamentRecord tournament =
                TOURNAMENTS.plan(stored(answer), fixtures, 0).orElseThrow();
        // The last one was to be begun, but a crash came before.
        List<String> ids = fixtures.subList(0, 5).stream()
                .map(fixture -> begun(tournament, fixture))
                .toList();
        List<String> finished = List.of(ids.get(3), ids.get(0), ids.get(4));
        finished.forEach(id -> {
            BACKEND.finish(id, WON);
            BACKEND.journal(id);
        });

        Answer all = get(null, path);
        List<String> listed = ids(all);
        assertEquals(finished, listed.subList(0, 3));
        assertEquals(List.of(ids.get(1), ids.get(2)).stream().sorted().toList(), listed.subList(3, 5));
        assertEquals("finished", all.get("matches").at(0).text("status"));
        assertEquals(1, all.get("matches").at(0).get("players").at(0).integer(0, 2));
        assertEquals("queued", all.get("matches").at(4).text("status"));
        assertEquals(2, all.get("matches").at(4).get("players").length(), "the schedule is no secret");

        List<String> turned = new ArrayList<>();
        String cursor = "0";
        for (int pages = 0; cursor != null; pages++) {
            assertTrue(pages < 6, "the pages do not end");
            Answer page = get(null, path + "?limit=1&cursor=" + cursor);
            turned.addAll(ids(page));
            cursor = page.get("next").isNull() ? null : page.text("next");
        }
        assertEquals(listed, turned);

        assertEquals(List.of(ids.get(3)), ids(get(null, path + "?first=1&second=0")));
        assertEquals(List.of(ids.get(1)), ids(get(null, path + "?first=1&second=2&limit=1")));
        assertEquals(List.of(), ids(get(null, path + "?first=0&second=2")));
    }

    /** Each round of these formats has boards of its own, which follow those of the round before. */
    @ParameterizedTest
    @CsvSource({"swiss, 2", "knockout, 8"})
    void the_matches_of_two_players_are_found_in_the_last_round_too(String format, int lastBoard) {
        Answer answer = created(ada, """
                {"game": "ajax-tiles", "format": "%s", "players": [{"house": "random"}, {"house": "expand"},
                  {"house": "fearful"}, {"house": "contain"}, {"house": "warden"}]}""".formatted(format));
        Fixture last = new Fixture(lastBoard, 4, 1);
        TournamentRecord tournament =
                TOURNAMENTS.plan(stored(answer), List.of(last), 0).orElseThrow();
        String id = begun(tournament, last);
        String path = path(answer) + "/matches?first=4&second=1";
        assertEquals(List.of(id), ids(get(null, path)));
        Answer before = get(null, path + "&limit=2");
        assertEquals(List.of(), ids(before));
        assertEquals("2", before.text("next"));
    }

    private static List<String> ids(Answer page) {
        page.is(200);
        return page.texts("matches", "id");
    }

    private static String begun(TournamentRecord tournament, Fixture fixture) {
        return BACKEND.accepted(
                        tournament.matchId(fixture),
                        tournament.settings().game(),
                        MatchOrigin.competition(new Competition.OfTournament(tournament.id(), fixture)),
                        PlayerRecord.house("a", "expand"),
                        PlayerRecord.house("b", "random"))
                .id();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "first=0 | second | bad-parameter",
                "first=0&second=3 | second | bad-parameter",
                "first=-1&second=1 | first | bad-parameter",
                "first=1&second=1 | second | bad-parameter",
                "limit=101 | limit | bad-parameter",
                "cursor=x | cursor | bad-cursor",
                "first=0&second=1&cursor=0.x | cursor | bad-cursor",
                "player=1 | player | unknown-parameter",
            })
    void what_no_list_has_is_refused(String query, String parameter, String type) {
        Answer answer = API.call("GET", path(created(Gateway.ADMIN, THREE)) + "/matches", query, Map.of(), "")
                .isProblem(400, type);
        assertEquals(parameter, answer.error("parameter"), answer.body());
    }

    @Test
    void its_owner_and_an_admin_call_a_tournament_off_and_once_more_changes_nothing() {
        for (String caller : List.of(ada, Gateway.ADMIN)) {
            Answer answer = created(ada, THREE);
            Answer cancelled = API.post(caller, path(answer) + "/cancel", "").is(200);
            assertEquals("cancelling", cancelled.text("state"));
            assertEquals(
                    cancelled.body(),
                    API.post(caller, path(answer) + "/cancel", "").body());
            TOURNAMENTS.end(stored(answer), TournamentState.CANCELLED, 0, List.of());
            assertEquals(
                    "cancelled", API.post(ada, path(answer) + "/cancel", "").text("state"));
        }
        API.post(ben, path(created(ada, THREE)) + "/cancel", "").isProblem(404, "unknown-tournament");
        API.post(ben, "/api/tournaments/x/cancel", "").isProblem(404, "unknown-tournament");
    }
}
