package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.pairings.Fixture;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class ShareTest {

    private static final String CDN = "the-secret-of-the-cdn";
    private static final Map<String, String> ENVIRONMENT = environment();
    private static final Gateway API = new Gateway(ENVIRONMENT);

    private static Map<String, String> environment() {
        Map<String, String> environment =
                new LinkedHashMap<>(TestAws.application().environment());
        environment.put("BOUT_ACCESS", "open");
        environment.put("BOUT_CDN_SECRET", CDN);
        return environment;
    }

    private static String started(String first) {
        return API.post("{\"game\":\"robotag\",\"players\":[{\"house\":\"hungry\",\"name\":\"" + first
                        + "\"},{\"house\":\"bouncy\",\"name\":\"Bo\"}]}")
                .text("id");
    }

    private static void finish(String id, Result result) {
        Leases leases = TestAws.aws(ENVIRONMENT).leases(Clock.systemUTC());
        Lease lease = ((LeaseResult.Leased) leases.takeLease(id, "a-runner")).lease();
        assertTrue(leases.finishMatch(lease, result, List.of(), 12, SeatTally.NO_CALLS));
    }

    private static Answer shared(String path, Map<String, String> headers) {
        int question = path.indexOf('?');
        return API.call(
                "GET",
                question < 0 ? path : path.substring(0, question),
                question < 0 ? "" : path.substring(question + 1),
                headers,
                "");
    }

    private static Answer throughTheCdn(String path) {
        return shared(path, Map.of("bout-cdn", CDN, "bout-site", "bout.example"));
    }

    private static void assertMeta(String name, String content, String html) {
        assertTrue(
                html.contains("=\"" + name + "\" content=\"" + content + "\">"),
                name + " is not " + content + ": " + html);
    }

    @Test
    void a_finished_match_has_names_score_picture_and_full_addresses() {
        String id = started("Ada");
        finish(id, Result.of(Seat.SECOND, 478, 1008.0239959999999, "turns"));
        Answer answer = throughTheCdn("/api/share/matches/" + id).is(200);
        assertEquals("text/html; charset=utf-8", answer.headers().get("Content-Type"));
        assertMeta("og:title", "Ada vs Bo", answer.body());
        assertMeta("og:description", "RoboTag: Bo wins, 478 : 1008.02 after 12 turns.", answer.body());
        assertMeta("og:image", "https://bout.example/api/share/matches/" + id + "/picture.png", answer.body());
        assertMeta("og:url", "https://bout.example/match.html?id=" + id, answer.body());
        assertMeta("twitter:card", "summary_large_image", answer.body());
    }

    @Test
    void a_match_that_has_not_ended_has_no_score() {
        String id = started("Ada");
        String body = throughTheCdn("/api/share/matches/" + id).body();
        assertMeta("og:description", "RoboTag: the match will start soon.", body);
        assertMeta("og:image", "https://bout.example/games/robotag/preview.png", body);
    }

    @Test
    void house_bots_are_named_as_on_the_site() {
        String id = API.post("{\"game\":\"tokens\",\"players\":[{\"house\":\"best-per-step\"},"
                        + "{\"house\":\"lazy\",\"name\":\"lazy-bones\"}]}")
                .text("id");
        String body = throughTheCdn("/api/share/matches/" + id).body();
        assertMeta("og:title", "Best per step vs lazy-bones", body);
    }

    @Test
    void people_are_sent_to_the_match() {
        String id = started("Ada");
        String body = throughTheCdn("/api/share/matches/" + id).body();
        assertTrue(
                body.contains(
                        "http-equiv=\"refresh\" content=\"0; url=https://bout.example/match.html?id=" + id + "\""),
                body);
        throughTheCdn("/api/share/matches/" + id + "?turn=8").isProblem(400, "unknown-parameter");
    }

    @Test
    void a_hostile_name_stays_text() {
        String id = started("<script>alert(1)</script>'&");
        String body = throughTheCdn("/api/share/matches/" + id).body();
        assertFalse(body.contains("<script"), body);
        assertMeta("og:title", "&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp; vs Bo", body);
    }

    @Test
    void nobody_but_the_cdn_can_say_where_the_site_is() {
        String id = started("Ada");
        for (Map<String, String> headers : List.of(
                Map.of("bout-site", "evil.example", "host", "abc.execute-api.example"),
                Map.of("bout-site", "evil.example", "bout-cdn", "guess", "host", "abc.execute-api.example"))) {
            String body = shared("/api/share/matches/" + id, headers).body();
            assertMeta("og:url", "https://abc.execute-api.example/match.html?id=" + id, body);
        }
        String odd = shared(
                        "/api/share/matches/" + id,
                        Map.of("bout-cdn", CDN, "bout-site", "a/b\"><x", "host", "h.example"))
                .body();
        assertMeta("og:url", "https://h.example/match.html?id=" + id, odd);
    }

    private static String created(String path, String body) {
        return API.call("POST", path, "", Map.of("content-type", "application/json"), body)
                .text("id");
    }

    private static String gary() {
        return created("/api/bots", "{\"game\":\"robotag\",\"url\":\"http://127.0.0.1:9000/\",\"name\":\"Gary\"}");
    }

    private static String cup() {
        return created(
                "/api/tournaments",
                "{\"game\":\"robotag\",\"name\":\"Cup\",\"players\":[{\"house\":\"hungry\"},{\"house\":\"bouncy\"}]}");
    }

    @Test
    void a_bot_and_a_tournament_have_previews() {
        String body = throughTheCdn("/api/share/bots/" + gary()).body();
        assertMeta("og:title", "Gary", body);
        assertMeta("og:description", "A program that plays RoboTag against others.", body);
        String cup = cup();
        String ofCup = throughTheCdn("/api/share/tournaments/" + cup).body();
        assertMeta("og:title", "Cup", ofCup);
        assertMeta("og:url", "https://bout.example/tournament.html?id=" + cup, ofCup);
    }

    @Test
    void a_bot_and_a_tournament_show_the_board_of_their_latest_match() {
        Aws aws = TestAws.aws(ENVIRONMENT);
        String bot = gary();
        String cup = cup();
        for (String path : List.of("/api/share/bots/" + bot, "/api/share/tournaments/" + cup)) {
            assertMeta(
                    "og:image",
                    "https://bout.example/games/robotag/preview.png",
                    throughTheCdn(path).body());
        }
        new StandingsFiles(aws.bucket())
                .put(
                        StandingsFiles.bot(bot),
                        Map.of(
                                "recent",
                                List.of(
                                        Map.of("match", "failed", "worthShowing", false),
                                        Map.of("match", "new", "worthShowing", true),
                                        Map.of("match", "old", "worthShowing", true))));
        List<String> played = List.of(played(cup, 0), played(cup, 1), played(cup, 2));
        String image = "https://bout.example/api/share/matches/%s/picture.png";
        assertMeta(
                "og:image",
                image.formatted("new"),
                throughTheCdn("/api/share/bots/" + bot).body());
        assertMeta(
                "og:image",
                image.formatted(played.getLast()),
                throughTheCdn("/api/share/tournaments/" + cup).body());
    }

    private static String played(String tournament, int board) {
        Matches matches = TestAws.aws(ENVIRONMENT).matches(Clock.systemUTC());
        String id = new MatchIds(Clock.systemUTC(), new SecureRandom()).next();
        matches.createMissing(List.of(MatchRecord.queued(
                id,
                new MatchSettings(
                        GameSettings.of("robotag"),
                        List.of(PlayerRecord.house("hungry", "hungry"), PlayerRecord.house("bouncy", "bouncy")),
                        "7"),
                MatchOrigin.competition(new Competition.OfTournament(tournament, new Fixture(board, 0, 1))),
                Instant.now())));
        finish(id, Result.of(Seat.SECOND, 4, 5, "turns"));
        new Journals(TestAws.aws(ENVIRONMENT).table())
                .append(
                        new Subject.Tournament(tournament),
                        List.of(matches.find(id).orElseThrow()));
        return id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"matches", "bots", "tournaments"})
    void what_does_not_exist_has_no_preview(String kind) {
        throughTheCdn("/api/share/" + kind + "/none").is(404);
    }
}
