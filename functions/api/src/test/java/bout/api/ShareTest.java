package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class ShareTest {

    private static final String CDN = "the-secret-of-the-cdn";
    private static final TestApplication APPLICATION = TestAws.application();
    private static final Gateway API = new Gateway(APPLICATION, "BOUT_CDN_SECRET", CDN);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());

    private static String started(String first) {
        return API.post("{\"game\":\"robotag\",\"players\":[{\"house\":\"hungry\",\"name\":\"" + first
                        + "\"},{\"house\":\"bouncy\",\"name\":\"Bo\"}]}")
                .text("id");
    }

    private static Answer shared(String path, String... headers) {
        return API.as(null, "GET", path, "", headers);
    }

    private static Answer throughTheCdn(String path) {
        return shared(path, "bout-cdn", CDN, "bout-site", "bout.example");
    }

    private static void assertMeta(String name, String content, String html) {
        assertTrue(
                html.contains("=\"" + name + "\" content=\"" + content + "\">"),
                name + " is not " + content + ": " + html);
    }

    @Test
    void a_finished_match_has_names_score_picture_and_full_addresses() {
        String id = started("Ada");
        BACKEND.finish(id, Result.of(Seat.SECOND, 478, 1008.0239959999999, "turns"));
        Answer answer = throughTheCdn("/api/share/matches/" + id).is(200);
        assertEquals("text/html; charset=utf-8", answer.headers().get("Content-Type"));
        assertMeta("og:title", "Ada vs Bo", answer.body());
        assertMeta("og:description", "RoboTag: Bo wins, 478 : 1008.02 after 40 turns.", answer.body());
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
        for (String secret : List.of("", "guess")) {
            String body = shared(
                            "/api/share/matches/" + id,
                            "bout-site",
                            "evil.example",
                            "bout-cdn",
                            secret,
                            "host",
                            "abc.execute-api.example")
                    .body();
            assertMeta("og:url", "https://abc.execute-api.example/match.html?id=" + id, body);
        }
        String odd = shared("/api/share/matches/" + id, "bout-cdn", CDN, "bout-site", "a/b\"><x", "host", "h.example")
                .body();
        assertMeta("og:url", "https://h.example/match.html?id=" + id, odd);
    }

    private static String created(String path, String body) {
        return API.post(null, path, body).text("id");
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
        String bot = gary();
        String cup = cup();
        for (String path : List.of("/api/share/bots/" + bot, "/api/share/tournaments/" + cup)) {
            assertMeta(
                    "og:image",
                    "https://bout.example/games/robotag/preview.png",
                    throughTheCdn(path).body());
        }
        new StandingsFiles(BACKEND.aws.bucket())
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
        MatchRecord match = BACKEND.accepted(
                BACKEND.ids.next(),
                GameSettings.of("robotag"),
                MatchOrigin.competition(new Competition.OfTournament(tournament, new Fixture(board, 0, 1))),
                PlayerRecord.house("hungry", "hungry"),
                PlayerRecord.house("bouncy", "bouncy"));
        BACKEND.finish(match.id(), Result.of(Seat.SECOND, 4, 5, "turns"));
        BACKEND.journal(match.id());
        return match.id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"matches", "bots", "tournaments"})
    void what_does_not_exist_has_no_preview(String kind) {
        throughTheCdn("/api/share/" + kind + "/none").is(404);
    }
}
