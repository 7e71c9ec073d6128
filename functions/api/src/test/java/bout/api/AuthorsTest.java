package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.Gateway.Person;
import bout.competition.journal.Competition;
import bout.engine.Plain;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is told whose a bot is, and under which name. */
@Tag("aws")
class AuthorsTest {

    private static final TestApplication APPLICATION = Gateway.deployed();
    private static final Gateway API = new Gateway(APPLICATION);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());
    private static final String HOSTILE = "<b>Ada</b> & co";

    private final Person person = API.person("Ada");
    private final String token = person.token();
    private final String owner = person.id();
    private final Map<String, Object> ada = Map.of("id", owner, "name", "Ada");

    private static String bot(Gateway api, String token, String visibility) {
        return api.post(
                        token,
                        "/api/bots",
                        Json.text(
                                Map.of("game", "tokens", "name", "Gary", "connected", true, "visibility", visibility)))
                .is(201)
                .text("id");
    }

    private static Object author(Answer bot) {
        return bot.is(200).get("author").value();
    }

    private static List<Object> authors(Plain match) {
        return match.get("players").entries().stream()
                .map(player -> player.has("author") ? player.get("author").value() : "none")
                .toList();
    }

    private static String accepted(MatchOrigin origin, String... bots) {
        return BACKEND.accepted(
                        origin,
                        Stream.of(bots)
                                .map(bot -> PlayerRecord.registered("Gary", bot, null))
                                .toArray(PlayerRecord[]::new))
                .id();
    }

    private static List<String> ids(Answer page) {
        return page.is(200).texts("bots", "id");
    }

    @Test
    void a_public_bot_names_its_author_and_so_does_each_list() {
        String gary = bot(API, token, "public");
        for (String each : new String[] {null, token, Gateway.ADMIN}) {
            assertEquals(ada, author(API.get(each, "/api/bots/" + gary)));
            Plain listed = API.get(each, "/api/bots?game=tokens&limit=100").get("bots").entries().stream()
                    .filter(bot -> bot.text("id").equals(gary))
                    .findFirst()
                    .orElseThrow();
            assertEquals(ada, listed.get("author").value());
        }
    }

    @Test
    void of_a_match_those_are_named_whose_bots_the_caller_sees() {
        String open = bot(API, token, "public");
        String hidden = bot(API, token, "private");
        String id = accepted(MatchOrigin.owner("local"), open, hidden);
        for (Map.Entry<String, List<Object>> expected : Map.of(
                        "", List.<Object>of(ada, "none"), token, List.<Object>of(ada, ada))
                .entrySet()) {
            String caller = expected.getKey().isEmpty() ? null : expected.getKey();
            assertEquals(
                    expected.getValue(),
                    authors(API.get(caller, "/api/matches/" + id).json()));
            Plain listed =
                    API.get(caller, "/api/matches?bot=" + open).get("matches").at(0);
            assertEquals(List.of("none", "none"), authors(listed), "pages read lists all the time");
        }
    }

    @Test
    void a_rated_match_says_nothing_before_it_is_shown() {
        String gary = bot(API, token, "public");
        String match =
                accepted(MatchOrigin.competition(new Competition.OfLadder(1, 1)), gary, bot(API, token, "public"));
        for (String each : new String[] {null, token}) {
            Answer shown = API.get(each, "/api/matches/" + match).is(200);
            assertTrue(shown.get("players").isNull());
            assertFalse(shown.body().contains(owner), shown.body());
        }
        assertEquals(
                List.of(ada, ada),
                authors(API.get(Gateway.ADMIN, "/api/matches/" + match).json()));
    }

    @Test
    void a_list_by_author_has_what_the_caller_sees_and_goes_on_behind_private_bots() {
        String first = bot(API, token, "public");
        String hidden = bot(API, token, "private");
        String last = bot(API, token, "public");
        String path = "/api/bots?author=" + owner;
        assertEquals(List.of(last, first), ids(API.get(path)));
        assertEquals(List.of(last, hidden, first), ids(API.get(token, path)));
        Answer page = API.get(path + "&limit=1");
        assertEquals(List.of(last), ids(page));
        Answer next = API.get(path + "&limit=1&cursor=" + page.text("next"));
        assertEquals(List.of(first), ids(next));
        assertTrue(next.get("next").isNull());
        assertEquals(List.of(), ids(API.get(path + "&game=robotag")));
        String nobody = API.issue("Ben", "play").get("owner").text("id");
        assertEquals(List.of(), ids(API.get("/api/bots?author=" + nobody)));
        API.get("/api/bots?author=admin").isProblem(400, "bad-parameter");
        API.get(token, path + "&mine=true").isProblem(400, "bad-parameter");
    }

    @Test
    void another_name_holds_everywhere_at_once() {
        String gary = bot(API, token, "public");
        String match = accepted(MatchOrigin.owner("local"), gary, gary);
        API.patch(token, "/api/owners/" + owner, Json.text(Map.of("name", HOSTILE)))
                .is(200);
        Map<String, Object> renamed = Map.of("id", owner, "name", HOSTILE);
        assertEquals(renamed, author(API.get("/api/bots/" + gary)));
        assertEquals(
                List.of(renamed, renamed),
                authors(API.get("/api/matches/" + match).json()));
    }

    @Test
    void who_is_blocked_or_erased_is_named_no_more() {
        String gary = bot(API, token, "public");
        String match = accepted(MatchOrigin.owner("local"), gary, gary);
        API.patch(Gateway.ADMIN, "/api/owners/" + owner, "{\"blocked\":true}").is(200);
        assertEquals(null, author(API.get("/api/bots/" + gary)));
        API.patch(Gateway.ADMIN, "/api/owners/" + owner, "{\"blocked\":false}").is(200);
        assertEquals(ada, author(API.get("/api/bots/" + gary)));

        API.delete(Gateway.ADMIN, "/api/owners/" + owner);
        assertEquals(null, author(API.get("/api/bots/" + gary)), "before the first pass");
        assertEquals(
                List.of("none", "none"),
                authors(API.get("/api/matches/" + match).json()));
        API.delete(Gateway.ADMIN, "/api/bots/" + gary).is(200);
        assertEquals(
                List.of("none", "none"),
                authors(API.get("/api/matches/" + match).json()));
        assertEquals(List.of(), ids(API.get("/api/bots?author=" + owner)));
    }

    @Test
    void entries_of_a_contest_name_the_authors_of_public_bots() {
        String contest = API.post(
                        Gateway.ADMIN,
                        "/api/contests",
                        "{\"game\":\"tokens\",\"name\":\"Cup\",\"deadline\":\""
                                + Instant.now().plus(Duration.ofHours(1))
                                + "\",\"perOwner\":2,\"stages\":[{\"format\":\"round-robin\"}]}")
                .is(201)
                .text("id");
        for (String visibility : List.of("public", "private")) {
            API.post(
                            token,
                            "/api/contests/" + contest + "/entries",
                            Json.text(Map.of("bot", bot(API, token, visibility))))
                    .is(201);
        }
        Plain entries = API.get("/api/contests/" + contest).is(200).get("entries");
        assertEquals(ada, entries.at(0).get("author").value());
        assertTrue(entries.at(1).get("author").isNull());
    }

    @Test
    void bots_of_an_admin_and_of_an_open_stack_have_no_author() {
        assertEquals(null, author(API.get("/api/bots/" + bot(API, Gateway.ADMIN, "public"))));
        Gateway open = new Gateway(TestAws.application());
        String gary = bot(open, null, "public");
        assertEquals(null, author(open.get("/api/bots/" + gary)));
        assertEquals(List.of(gary), ids(open.get("/api/bots?game=tokens")));
    }
}
