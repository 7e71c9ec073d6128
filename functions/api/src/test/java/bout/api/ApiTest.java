package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.TestQueues;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.runner.Runners;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class ApiTest {

    private static final String HOUSE_BOTS = Gateway.HOUSE_BOTS;

    private static final String URL_BOT = """
            {"game": "ajax-tiles", "seed": "7", "timeLimit": 2000, "options": {"nukes": 4},
             "players": [{"url": "http://127.0.0.1:9001/%1$s/index.php?expand", "name": "Greedy Gary"},
                         {"url": "http://127.0.0.1:9002/%1$s"}]}""".formatted(Gateway.SECRET);

    private static final TestApplication AWS = TestAws.application();
    private static final Gateway API = new Gateway(AWS);
    private static final Backend BACKEND = new Backend(AWS.environment());

    @Test
    void a_match_of_two_house_bots_is_accepted() {
        Answer answer = API.post(HOUSE_BOTS).is(202);
        Plain match = answer.json();
        assertEquals("/api/matches/" + match.text("id"), answer.location());
        assertEquals("no-store", answer.headers().get("Cache-Control"));
        assertEquals("application/json", answer.headers().get("Content-Type"));
        assertEquals("queued", match.text("status"));
        assertEquals("ajax-tiles", match.text("game"));
        assertEquals(
                List.of(Map.of("name", "expand", "house", "expand"), Map.of("name", "random", "house", "random")),
                match.get("players").value());
        assertEquals(Map.of("nukes", 6, "maxTurns", 1000), match.get("options").value());
        assertEquals(0, match.get("turn").integer(0, 0));
        assertFalse(match.has("timeLimit"));
        assertFalse(match.has("reason"));
        for (String field : List.of("result", "replay", "startedAt", "finishedAt")) {
            assertTrue(match.has(field) && match.get(field).isNull(), field);
        }
    }

    @Test
    void everything_that_a_caller_says_is_in_the_match_but_the_urls() {
        Answer answer = API.post(URL_BOT).is(202);
        Plain match = answer.json();
        assertEquals("7", match.text("seed"));
        assertEquals(2000, match.get("timeLimit").integer(0, 60_000));
        assertEquals(Map.of("nukes", 4, "maxTurns", 1000), match.get("options").value());
        assertEquals(
                List.of(Map.of("name", "Greedy Gary"), Map.of("name", "bot 2")),
                match.get("players").value());
        assertEquals(
                match.value(),
                API.get("/api/matches/" + match.text("id")).json().value());
    }

    @Test
    void a_seed_is_drawn_where_none_is_given() {
        Set<String> seeds = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            seeds.add(API.post(HOUSE_BOTS).text("seed"));
        }
        assertEquals(5, seeds.size());
    }

    @Test
    void an_accepted_match_is_in_the_queue_once_however_often_it_is_sent() {
        TestApplication aws = TestAws.application();
        Gateway api = new Gateway(aws);
        String id = api.post("a key", HOUSE_BOTS).text("id");
        api.post("a key", HOUSE_BOTS).is(202);
        assertEquals(List.of(id), queued(aws));
    }

    @Test
    void a_match_is_accepted_also_when_the_queue_is_out_of_reach() {
        String queue = AWS.environment().get("BOUT_MATCHES_QUEUE") + "-that-is-not-there";
        Answer answer =
                new Gateway(AWS, "BOUT_MATCHES_QUEUE", queue).post(HOUSE_BOTS).is(202);
        assertEquals("queued", API.get(answer.location()).text("status"));
    }

    @Test
    void a_match_is_seen_running_and_finished() {
        String path = API.post(URL_BOT).location();
        Lease lease = lease(path);
        BACKEND.leases.saveCheckpoint(lease, 12, "checkpoints/a");
        Plain running = API.get(path).json();
        assertEquals("running", running.text("status"));
        assertEquals(12, running.get("turn").integer(0, 100));
        assertNotNull(running.text("startedAt"));
        assertTrue(running.get("replay").isNull());

        FailedCall failed =
                new FailedCall(16, 16, Seat.FIRST, new Failure(Failure.Kind.TIME_OUT, "No answer within 2000 ms."));
        BACKEND.leases.finishMatch(
                lease, Result.of(Seat.SECOND, 8, 9.5, "forfeit"), List.of(failed), 17, SeatTally.NO_CALLS);
        Plain finished = API.get(path).json();
        assertEquals("finished", finished.text("status"));
        assertEquals(17, finished.get("turn").integer(0, 100));
        assertEquals("/replays/" + lease.id() + ".json", finished.text("replay"));
        assertEquals(List.of(2, 1), finished.get("result").get("places").value());
        assertEquals(List.of(8, 9.5), finished.get("result").get("scores").value());
        assertEquals(
                List.of(Map.of("seat", 1, "turn", 16, "kind", "time-out", "text", "No answer within 2000 ms.")),
                finished.get("failures").value());
        assertNotNull(finished.text("finishedAt"));
    }

    @Test
    void to_watch_a_match_is_to_look_at_it_and_its_runner_learns_of_it() {
        String path = API.post(URL_BOT).location();
        assertEquals(
                API.get(path).json().value(),
                API.get(path + "?watch=true").json().value());
        Runners runners = new Runners(BACKEND.aws.table(), Clock.systemUTC());
        String runner = UUID.randomUUID().toString();
        runners.start(runner, Duration.ofMinutes(1));
        Lease watched = assertInstanceOf(LeaseResult.Leased.class, BACKEND.leases.takeLease(id(path), runner))
                .lease();
        assertNotNull(watched.watchedUntil());
        Plain running = API.get(path + "?watch=true").json();
        assertEquals("running", running.text("status"));
        assertEquals(
                Map.of(),
                runners.renew(runner, Duration.ofMinutes(1), List.of())
                        .orElseThrow()
                        .watched(),
                "it is");

        String later = API.post(URL_BOT).location();
        String id = id(later);
        assertInstanceOf(LeaseResult.Leased.class, BACKEND.leases.takeLease(id, runner));
        API.get(later + "?watch=true");
        assertEquals(
                Set.of(id),
                runners.renew(runner, Duration.ofMinutes(1), List.of())
                        .orElseThrow()
                        .watched()
                        .keySet());

        String other = API.post(URL_BOT).location();
        API.get(other + "?watch=false");
        API.get(other);
        assertNull(lease(other).watchedUntil());
        API.get("/api/matches/x?watch=true").isProblem(404, "unknown-match");
    }

    @Test
    void a_match_says_which_competition_it_belongs_to() {
        Plain plain = API.get(API.post(HOUSE_BOTS).location()).json();
        assertTrue(!plain.has("tournament") && !plain.has("board") && !plain.has("ladder"));
        Plain ofTournament = competing(new Competition.OfTournament("trn_1", new Fixture(3, 0, 4)));
        assertEquals("trn_1", ofTournament.text("tournament"));
        assertTrue(!ofTournament.has("board"), "not before its result counts");
        assertTrue(!ofTournament.has("ladder"));
        assertTrue(competing(new Competition.OfLadder(0, 2)).get("ladder").bool());
    }

    private static Plain competing(Competition competition) {
        MatchRecord match = BACKEND.accepted(
                MatchOrigin.competition(competition),
                PlayerRecord.house("naive", "naive"),
                PlayerRecord.house("lazy", "lazy"));
        return API.get("/api/matches/" + match.id()).json();
    }

    @Test
    void a_match_that_could_not_be_played_says_why() {
        String path = API.post(HOUSE_BOTS).location();
        BACKEND.leases.failMatch(lease(path), "It was begun three times and never ended.");
        Plain match = API.get(path).json();
        assertEquals("failed", match.text("status"));
        assertEquals("It was begun three times and never ended.", match.text("reason"));
        assertTrue(match.get("result").isNull() && match.get("replay").isNull());
    }

    private static Answer cancel(String path) {
        return API.delete(null, path);
    }

    @Test
    void a_match_can_be_cancelled_until_it_has_ended() {
        String path = API.post(HOUSE_BOTS).location();
        Plain cancelled = cancel(path).json();
        assertEquals("cancelled", cancelled.text("status"));
        assertEquals("It was cancelled.", cancelled.text("reason"));
        assertTrue(cancelled.get("result").isNull() && cancelled.get("replay").isNull());
        assertEquals(cancelled.value(), API.get(path).json().value());
        assertEquals(cancelled.value(), cancel(path).json().value(), "again");

        String finished = API.post(HOUSE_BOTS).location();
        BACKEND.finish(id(finished), Backend.DRAW);
        cancel(finished).isProblem(409, "match-over");
        cancel("/api/matches/x").isProblem(404, "unknown-match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "%2e%2e", "é", "a b"})
    void an_id_that_no_match_has_is_not_found(String id) {
        API.get("/api/matches/" + id).isProblem(404, "unknown-match");
    }

    @Test
    void lists_are_followed_page_by_page_and_hold_every_match_once_the_newest_first() {
        Gateway api = new Gateway(TestAws.application());
        List<String> posted = new ArrayList<>();
        for (String body : List.of(HOUSE_BOTS, URL_BOT, HOUSE_BOTS)) {
            posted.addFirst(api.post(body).text("id"));
        }
        Answer first = api.get("/api/matches?game=ajax-tiles&limit=2");
        assertEquals(posted.subList(0, 2), first.texts("matches", "id"));
        Answer second = api.get("/api/matches?game=ajax-tiles&limit=2&cursor=" + first.text("next"));
        assertEquals(posted.subList(2, 3), second.texts("matches", "id"));
        assertTrue(second.get("next").isNull());
    }

    @Test
    void a_list_may_be_of_one_status() {
        TestApplication aws = TestAws.application();
        Gateway api = new Gateway(aws);
        String finished = api.post(URL_BOT).location();
        String queued = api.post(URL_BOT).location();
        new Backend(aws.environment()).finish(id(finished), Backend.DRAW);
        assertEquals(List.of(finished), paths(api.get("/api/matches?status=finished")));
        assertEquals(List.of(queued), paths(api.get("/api/matches?status=queued&game=ajax-tiles")));
        assertEquals(List.of(), paths(api.get("/api/matches?status=failed")));
        assertEquals(List.of(queued, finished), paths(api.get("/api/matches")));
    }

    @Test
    void without_a_token_a_list_and_a_match_may_be_kept_for_a_second_and_a_mark_for_ten() {
        // Everyone is someone in open access; this is the API of a deployment.
        Gateway api = new Gateway(AWS, "BOUT_ACCESS", "tokens");
        String path = API.post(HOUSE_BOTS).location();
        assertEquals("public, max-age=1", api.get("/api/matches").headers().get("Cache-Control"));
        assertEquals("public, max-age=1", api.get(path).headers().get("Cache-Control"));
        assertEquals(
                "public, max-age=10", api.get(path + "?watch=true").headers().get("Cache-Control"));
        assertEquals("no-store", api.get("/api/matches/none").headers().get("Cache-Control"));
        for (String read : List.of("/api/matches", path, path + "?watch=true")) {
            assertEquals("no-store", API.get(read).headers().get("Cache-Control"), "known caller: " + read);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        ?game=chess,           unknown-game,      game
        ?status=over,          bad-parameter,     status
        ?status=QUEUED,        bad-parameter,     status
        ?limit=0,              bad-parameter,     limit
        ?limit=101,            bad-parameter,     limit
        ?limit=ten,            bad-parameter,     limit
        ?limit=-1,             bad-parameter,     limit
        ?limit=1.5,            bad-parameter,     limit
        ?limit=,               bad-parameter,     limit
        ?limit=%zz,            bad-parameter,     limit
        ?cursor=,              bad-cursor,        cursor
        ?cursor=abc,           bad-cursor,        cursor
        ?cursor=%00,           bad-cursor,        cursor
        ?page=2,               unknown-parameter, page
        ?limit=1&limit=2,      unknown-parameter, limit
        /x?watch=yes,          bad-parameter,     watch
        /x?watch=,             bad-parameter,     watch
        /x?watch=true&watch=1, unknown-parameter, watch
        /x?live=true,          unknown-parameter, live
        """)
    void a_wrong_parameter_is_named(String query, String type, String parameter) {
        Answer answer = API.get("/api/matches" + query).isProblem(400, type);
        assertEquals(parameter, answer.error("parameter"));
    }

    @Test
    void all_wrong_parameters_are_named_at_once() {
        Answer answer = API.get("/api/matches?game=chess&status=over&limit=0&page=1");
        assertEquals(List.of("page", "game", "status", "limit"), answer.texts("errors", "parameter"));
    }

    @Test
    void the_same_request_sent_again_gets_the_same_match() {
        Answer first = API.post("again", HOUSE_BOTS);
        BACKEND.finish(first.text("id"), Backend.DRAW);
        Answer second = API.post("again", " " + HOUSE_BOTS.replace(":", " : ")).is(202);
        assertEquals(first.body(), second.body(), "also the seed that was drawn, and the status of that time");
        assertEquals(first.headers(), second.headers());
    }

    @Test
    void the_same_key_with_another_body_is_refused() {
        API.post("other", HOUSE_BOTS);
        Answer answer = API.post("other", URL_BOT).isProblem(422, "key-reused");
        assertEquals("Idempotency-Key", answer.error("header"));
    }

    @Test
    void a_request_that_was_refused_leaves_its_key_free() {
        API.post("refused", "{}").isProblem(422, "missing-field");
        API.post("refused", HOUSE_BOTS).is(202);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "\u0000", "\u0085", "\u00e9", "\u2003"})
    void a_key_has_a_visible_ascii_character(String others) {
        Answer answer = API.post(others, HOUSE_BOTS).isProblem(400, "bad-header");
        assertEquals("Idempotency-Key", answer.error("header"));
        API.post(others + "k", HOUSE_BOTS).is(202);
    }

    @Test
    void a_key_has_at_most_255_characters() {
        API.post("k".repeat(256), HOUSE_BOTS).isProblem(400, "bad-header");
        API.post("k".repeat(255), HOUSE_BOTS).is(202);
    }

    @Test
    void a_body_that_is_not_json_is_told_where() {
        Answer answer = API.post("{\"game\": \"ajax-tiles\",\n \"players\": [}").isProblem(400, "not-json");
        assertTrue(answer.text("detail").contains("line 2, column 14"), answer.body());
        assertFalse(answer.has("errors"));
        API.post("[".repeat(5000) + "]".repeat(5000)).isProblem(400, "not-json");
        Map<String, String> json = Map.of("content-type", "application/json");
        API.call("POST", "/api/matches", "", json, "").isProblem(400, "not-json");
    }

    @Test
    void half_of_a_surrogate_pair_in_what_is_quoted_does_no_harm() {
        API.post("{\"\\ud800\":1}").isProblem(400, "not-json");
        API.post("{\"game\":\"\\udfff\"}").isProblem(422, "unknown-game");
        API.post(HOUSE_BOTS.replace("expand", "\\ud800")).isProblem(422, "unknown-house-bot");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "text/json; a=b"})
    void a_body_of_another_media_type_is_refused(String contentType) {
        Map<String, String> headers = contentType.isEmpty() ? Map.of() : Map.of("content-type", contentType);
        API.call("POST", "/api/matches", "", headers, HOUSE_BOTS).isProblem(415, "wrong-media-type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;charset=UTF-8", "Application/JSON ; charset=utf-8"})
    void parameters_and_case_of_the_media_type_do_not_matter(String contentType) {
        API.call("POST", "/api/matches", "", Map.of("Content-Type", contentType), HOUSE_BOTS)
                .is(202);
    }

    @Test
    void a_body_may_have_64_kib_and_no_byte_more() {
        String largest = HOUSE_BOTS + " ".repeat((64 << 10) - HOUSE_BOTS.length());
        API.post(largest).is(202);
        API.post(largest + " ").isProblem(413, "too-large");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        PUT     | /api/matches             | GET, HEAD, POST
        PATCH   | /api/matches/x           | DELETE, GET, HEAD
        POST    | /api/games               | GET, HEAD
        OPTIONS | /api/games/ajax-tiles    | GET, HEAD
        PATCH   | /api/openapi.yaml        | GET, HEAD
        POST    | /api/share/matches/x/picture.png | GET, HEAD
        """)
    void another_method_than_a_path_has_is_not_allowed(String method, String path, String allowed) {
        Answer answer = API.as(null, method, path, "").isProblem(405, "method-not-allowed");
        assertEquals(allowed, answer.headers().get("Allow"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api",
                "/api/",
                "/api/match",
                "/api/matches/",
                "/api/matches//",
                "/api/matches/x/y",
                "/api/games/ajax-tiles/",
                "/api/openapi.json",
                "//api/games",
                "/API/games"
            })
    void there_is_nothing_at_another_path(String path) {
        API.get(path).isProblem(404, "unknown-path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/games", "/api/games/ajax-tiles", "/api/matches/x", "/api/openapi.yaml"})
    void a_route_without_parameters_takes_none(String path) {
        API.get(path + "?pretty=1").isProblem(400, "unknown-parameter");
    }

    @Test
    void a_head_is_answered_like_a_get_without_the_body() {
        for (String path : List.of("/api/games", "/api/games/chess", "/api/matches")) {
            Answer get = API.get(path);
            Answer head = API.as(null, "HEAD", path, "");
            assertEquals(get.status(), head.status());
            assertEquals(get.headers(), head.headers());
            assertEquals("", head.body());
        }
    }

    @Test
    void a_fault_of_ours_is_a_problem_that_tells_nothing_of_it() {
        Gateway broken = new Gateway(AWS, "BOUT_TABLE", "no-such-table");
        for (Answer answer : List.of(
                broken.get("/api/matches/01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"),
                broken.get("/api/matches"),
                broken.post(URL_BOT))) {
            answer.isProblem(500, "unexpected");
            assertFalse(answer.body().contains("table"), answer.body());
            assertFalse(answer.body().contains("Exception"), answer.body());
        }
    }

    @Test
    void a_game_tells_all_that_a_bot_s_author_needs() {
        Plain game = API.get("/api/games/ajax-tiles").json();
        assertTrue(game.get("rules").length() > 3);
        assertEquals(Map.of("fewest", 2, "most", 2), game.get("seats").value());
        assertEquals("nukes", game.get("options").at(0).text("name"));
        assertEquals(30_000, game.get("timeLimits").get("first").integer(0, 60_000));
        Plain example = game.get("wire").get("example");
        assertTrue(example.text("body").startsWith("color=r&board=%5B%5B"));
        assertEquals("r", example.get("fields").text("color"));
        assertEquals(24, example.get("fields").get("board").length());
        assertEquals("6", example.get("headers").text("Bout-Turn"));
        assertEquals("random", game.get("houseBots").at(0).text("name"));
    }

    @Test
    void every_game_has_its_whole_guide_and_the_address_of_its_page() {
        API.get("/api/games/chess").isProblem(404, "unknown-game");
        Answer games = API.get("/api/games");
        assertEquals("public, max-age=300", games.headers().get("Cache-Control"));
        for (Plain listed : games.get("games").entries()) {
            String id = listed.text("id");
            assertEquals("/games/" + id + ".html", listed.text("page"));
            Answer game = API.get("/api/games/" + id);
            assertEquals(listed.text("page"), game.text("page"));
            assertEquals(listed.text("name"), game.text("name"));
            assertEquals("POST", game.get("wire").text("method"));
            List<String> sections = game.texts("guide", "id");
            assertTrue(sections.containsAll(List.of("rules", "request", "answer", "example", "start")), id);
            Plain example = game.get("wire").get("example");
            String text = game.get("guide").at(sections.indexOf("example")).text("text");
            assertTrue(text.contains("\n\n" + example.text("body") + "\n```"), id);
            example.get("headers")
                    .fields()
                    .forEach((name, value) -> assertTrue(text.contains("\n" + name + ": " + value + "\n"), id));
        }
    }

    @Test
    void the_document_itself_is_served() {
        Answer answer = API.get("/api/openapi.yaml");
        assertEquals("application/yaml", answer.headers().get("Content-Type"));
        assertEquals(Contract.TEXT, answer.body());
    }

    @Test
    void priming_changes_nothing() throws Exception {
        TestApplication aws = TestAws.application();
        ApiHandler handler = new ApiHandler(TestAws.aws(aws.environment("ApiFunction")));
        handler.beforeCheckpoint(null);
        handler.afterRestore(null);
        assertEquals(List.of(), paths(new Gateway(aws).get("/api/matches")));
        assertEquals(List.of(), queued(aws));
    }

    private static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Lease lease(String path) {
        return BACKEND.lease(id(path));
    }

    private static List<String> paths(Answer list) {
        list.is(200);
        assertNull(list.get("next").value());
        return list.texts("matches", "id").stream()
                .map(id -> "/api/matches/" + id)
                .toList();
    }

    private static List<String> queued(TestApplication aws) {
        Map<String, String> environment = aws.environment();
        return new TestQueues(environment).take("BOUT_MATCHES_QUEUE");
    }
}
