package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent.Closed;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.contest.Contests;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ContestEndpointsTest {

    private static final TestApplication AWS = Gateway.deployed();
    private static final Gateway API = new Gateway(AWS);
    private static final String SOON = Instant.now().plus(Duration.ofHours(1)).toString();

    private static final String HOUSE =
            API.get("/api/games/tokens").get("houseBots").at(0).text("name");

    private final String ada = API.issue("Ada", "play").text("token");
    private final String ben = API.issue("Ben", "play").text("token");

    private static Answer create(String more) {
        return post("{\"game\":\"tokens\",\"name\":\"Spring cup\",\"deadline\":\"" + SOON
                + "\",\"stages\":[{\"format\":\"swiss\"},{\"format\":\"knockout\",\"best\":4}]" + more + "}");
    }

    private static Answer post(String body) {
        return API.post(Gateway.ADMIN, "/api/contests", body);
    }

    private static Answer change(String path, String body) {
        return API.patch(Gateway.ADMIN, path, body);
    }

    private static String bot(String token, String game) {
        return API.post(token, "/api/bots", "{\"game\":\"" + game + "\",\"name\":\"Gary\",\"connected\":true}")
                .is(201)
                .text("id");
    }

    private static Answer enter(String token, String contest, String bot) {
        return API.post(token, "/api/contests/" + contest + "/entries", "{\"bot\":\"" + bot + "\"}");
    }

    private static List<String> bots(Answer contest) {
        return contest.get("entries").entries().stream()
                .filter(entry -> entry.get("out").isNull())
                .map(entry -> entry.text("bot"))
                .toList();
    }

    @Test
    void an_admin_creates_a_contest_and_everybody_sees_it() {
        Answer created = create(",\"text\":\"Bring a **bot**.\",\"perOwner\":2").is(201);
        String path = "/api/contests/" + created.text("id");
        assertEquals(path, created.headers().get("Location"));
        Answer shown = API.get(path).is(200);
        assertEquals(Contest.State.OPEN.code(), shown.text("state"));
        assertEquals("Bring a **bot**.", shown.text("text"));
        assertEquals(2, shown.get("perOwner").integer(1, 20));
        assertEquals(
                Map.of("format", "knockout"),
                shown.get("stages").at(1).get("settings").value());
        assertFalse(shown.body().contains("seed"), shown.body());
        assertTrue(API.get("/api/contests").get("contests").entries().stream()
                .anyMatch(each -> each.text("id").equals(created.text("id"))));
        API.post(ada, "/api/contests", "{}").isProblem(403, "insufficient-scope");
    }

    @Test
    void an_equal_request_with_the_same_key_gets_the_same_contest() {
        String[] key = {"idempotency-key", "the cup"};
        String body = "{\"game\":\"tokens\",\"name\":\"Only once\",\"deadline\":\"" + SOON
                + "\",\"stages\":[{\"format\":\"swiss\"}],\"webhook\":\"https://hook.example/\"}";
        Answer first = API.post(Gateway.ADMIN, "/api/contests", body, key).is(201);
        assertEquals(
                first.body(),
                API.post(Gateway.ADMIN, "/api/contests", body, key).body());
        assertEquals(
                1,
                API.get("/api/contests").get("contests").entries().stream()
                        .filter(each -> each.text("name").equals("Only once"))
                        .count());
        API.post(Gateway.ADMIN, "/api/contests", body.replace("once", "twice"), key)
                .isProblem(422, "key-reused");
        Gateway later = new Gateway(AWS, Clock.offset(Clock.systemUTC(), Duration.ofHours(2)));
        assertEquals(
                first.text("id"),
                later.post(Gateway.ADMIN, "/api/contests", body, key).is(201).text("id"),
                "after the deadline, too");
        later.post(Gateway.ADMIN, "/api/contests", body).isProblem(422, "out-of-range");
    }

    @Test
    void a_contest_with_a_ladder_of_its_own_shows_it_to_those_who_see_the_contest() {
        String own = "/api/contests/" + create(",\"ladder\":true").is(201).text("id");
        assertTrue(API.get(own).get("ladder").bool());
        Answer empty = API.get(own + "/ladder").is(200);
        assertEquals("tokens", empty.text("game"));
        assertEquals(0, empty.get("players").length());
        assertEquals(0, API.get(own + "/ladder/matches").is(200).get("matches").length());

        String without = "/api/contests/" + create("").is(201).text("id");
        assertFalse(API.get(without).get("ladder").bool());
        API.get(without + "/ladder").isProblem(404, "unknown-contest");

        String hidden = "/api/contests/"
                + create(",\"ladder\":true,\"public\":false").is(201).text("id");
        API.get(hidden + "/ladder").isProblem(404, "unknown-contest");
        API.get(ada, hidden + "/ladder/matches").isProblem(404, "unknown-contest");
        API.get(Gateway.ADMIN, hidden + "/ladder").is(200);
        create(",\"ladder\":\"yes\"").isProblem(422, "wrong-type");
    }

    @Test
    void who_leaves_also_leaves_the_ladder() {
        String id = create(",\"ladder\":true").is(201).text("id");
        String gary = bot(ada, "tokens");
        enter(ada, id, gary).is(201);
        API.delete(ada, "/api/contests/" + id + "/entries/" + gary).is(200);
        // Its leaderboard is published without the bot.
        List<String> updates = new Backend(AWS.environment()).queues.takeAll("BOUT_UPDATES_QUEUE");
        assertTrue(updates.contains("ladder#" + id));
    }

    @Test
    void into_a_contest_for_the_invited_only_who_has_its_invitation_enters_a_bot() {
        Answer created = create(",\"onlyInvited\":true").is(201);
        String path = "/api/contests/" + created.text("id");
        String invitation = created.text("invitation");
        assertEquals(true, API.get(path).is(200).get("onlyInvited").value());
        assertTrue(API.get(path).get("invitation").isNull());
        assertTrue(API.get(ada, path).get("invitation").isNull());
        assertEquals(invitation, API.get(Gateway.ADMIN, path).text("invitation"));
        assertFalse(API.get("/api/contests").body().contains(invitation));
        String gary = bot(ada, "tokens");
        enter(ada, created.text("id"), gary).isProblem(422, "missing-field");
        for (String wrong : List.of("", "x", create(",\"onlyInvited\":true").text("invitation"))) {
            API.post(ada, path + "/entries", "{\"bot\":\"" + gary + "\",\"invitation\":\"" + wrong + "\"}")
                    .isProblem(404, "unknown-invitation");
        }
        Answer entered =
                API.post(ada, path + "/entries", "{\"bot\":\"" + gary + "\",\"invitation\":\"" + invitation + "\"}");
        assertEquals(List.of(gary), bots(entered.is(201)));
        assertFalse(entered.body().contains(invitation));
    }

    @Test
    void only_owners_on_the_list_enter_bots() {
        String fay = API.issue("Fay of the list", "play").text("token");
        Answer twin = API.issue("A twin", "play");
        API.issue("A twin", "play");
        String id = twin.get("owner").text("id");
        Answer wrong = create(",\"owners\":[\"A twin\",\"Nobody at all\",7]").is(422);
        assertEquals(List.of("/owners/0", "/owners/1", "/owners/2"), wrong.texts("errors", "pointer"));
        create(",\"owners\":[]").isProblem(422, "out-of-range");
        Answer created = create(",\"owners\":[\"Fay of the list\",\"" + id + "\",\"" + id + "\"]")
                .is(201);
        assertEquals(2, created.get("owners").length());
        String contest = created.text("id");
        assertTrue(API.get(fay, "/api/contests/" + contest).get("owners").isNull());
        assertEquals(true, API.get("/api/contests/" + contest).get("onlyListed").value());
        enter(ada, contest, bot(ada, "tokens")).isProblem(403, "invitation-required");
        enter(fay, contest, bot(fay, "tokens")).is(201);
        enter(twin.text("token"), contest, bot(twin.text("token"), "tokens")).is(201);
    }

    @Test
    void an_owner_is_listed_by_id_also_if_another_one_has_the_id_as_a_name() {
        String id = API.person("Gil").id();
        String rival = API.person(id).id();
        assertEquals(
                List.of(id),
                create(",\"owners\":[\"" + id + "\"]").is(201).get("owners").value());
        assertEquals(
                List.of(rival),
                create(",\"owners\":[\"" + rival + "\"]").is(201).get("owners").value());
    }

    @Test
    void the_secret_of_a_webhook_is_shown_once_and_its_url_never() {
        Answer created =
                create(",\"webhook\":\"https://hook.example/cup?key=1\"").is(201);
        assertTrue(created.text("webhookSecret").startsWith("whsec_"));
        String shown =
                API.get(Gateway.ADMIN, "/api/contests/" + created.text("id")).body();
        assertFalse(shown.contains("whsec_") || shown.contains("hook.example"), shown);
        assertFalse(created.body().contains("hook.example"));
        create(",\"webhook\":\"ftp://hook.example/\"").isProblem(422, "bad-url");
        create(",\"webhookSecret\":\"whsec_AAAA\"").isProblem(422, "unknown-field");
        Answer chat = create(",\"webhook\":\"https://hook.example/\",\"webhookFormat\":\"slack\"");
        assertFalse(chat.is(201).body().contains("webhookSecret"));
    }

    @Test
    void a_hidden_contest_is_for_its_organiser() {
        String id = create(",\"public\":false").text("id");
        API.get("/api/contests/" + id).isProblem(404, "unknown-contest");
        enter(ada, id, bot(ada, "tokens")).isProblem(404, "unknown-contest");
        API.get(Gateway.ADMIN, "/api/contests/" + id).is(200);
        assertFalse(API.get("/api/contests").body().contains(id));
        assertTrue(API.get(Gateway.ADMIN, "/api/contests").body().contains(id));
    }

    @Test
    void a_wrong_request_is_told_all_that_is_wrong() {
        Answer answer =
                post("{\"game\":\"tokens\",\"name\":\"\",\"deadline\":\"tomorrow\",\"perOwner\":0,\"x\":1,\"stages\":["
                                + "{\"format\":\"league\"},{\"best\":1,\"boards\":0,\"y\":1},7]}")
                        .isProblem(422, "unknown-field");
        assertEquals(
                List.of(
                        "/x",
                        "/name",
                        "/deadline",
                        "/perOwner",
                        "/stages/0/format",
                        "/stages/1/y",
                        "/stages/1/best",
                        "/stages/1/boards",
                        "/stages/2"),
                answer.texts("errors", "pointer"));
        post("{\"game\":\"tokens\",\"name\":\"a\",\"deadline\":\"2020-01-01T00:00:00Z\",\"stages\":[]}")
                .isProblem(422, "out-of-range");
        post("{\"game\":\"tokens\",\"name\":\"a\",\"deadline\":\"+300000000-01-01T00:00:00Z\",\"stages\":[{}]}")
                .isProblem(422, "out-of-range");
        create(",\"text\":\"" + "a".repeat(ContestEndpoints.LONGEST_TEXT + 1) + "\"")
                .isProblem(422, "out-of-range");
    }

    @Test
    void owners_enter_bots_of_their_own_and_withdraw_them() {
        String id = create("").text("id");
        String gary = bot(ada, "tokens");
        assertEquals(List.of(gary), bots(enter(ada, id, gary).is(201)));
        assertEquals(
                "The bot takes part already.",
                enter(ada, id, gary).isProblem(409, "not-now").text("detail"));
        assertEquals(
                "An owner enters one bot; withdraw the other one first.",
                enter(ada, id, bot(ada, "tokens")).isProblem(409, "not-now").text("detail"));
        enter(ben, id, gary).isProblem(404, "unknown-bot");
        enter(ben, id, bot(ben, "robotag")).isProblem(422, "bot-not-playable");
        String paused = bot(ben, "tokens");
        API.patch(ben, "/api/bots/" + paused, "{\"active\":false}").is(200);
        enter(ben, id, paused).isProblem(422, "bot-not-playable");
        String unproven = API.post(
                        ben, "/api/bots", "{\"game\":\"tokens\",\"name\":\"U\",\"url\":\"https://1.1.1.1/contest\"}")
                .text("id");
        enter(ben, id, unproven).isProblem(422, "bot-not-playable");

        String entry = "/api/contests/" + id + "/entries/" + gary;
        API.delete(ben, entry).isProblem(404, "unknown-bot");
        API.delete(ada, entry + "?reason=mine").isProblem(400, "bad-parameter");
        assertEquals(List.of(), bots(API.delete(ada, entry).is(200)));
        API.delete(ada, entry).isProblem(409, "not-now");
    }

    @Test
    void the_organiser_disqualifies_postpones_and_cancels_and_all_of_it_is_in_the_journal() {
        String id = create("").text("id");
        String path = "/api/contests/" + id;
        String gary = bot(ada, "tokens");
        enter(ada, id, gary);
        API.delete(Gateway.ADMIN, path + "/entries/" + gary).isProblem(400, "bad-parameter");
        Answer out = API.delete(Gateway.ADMIN, path + "/entries/" + gary + "?reason=a%20copy")
                .is(200);
        assertEquals("disqualified: a copy", out.get("entries").at(0).text("out"));
        String later = Instant.now().plus(Duration.ofHours(2)).toString();
        assertEquals(later, change(path, "{\"deadline\":\"" + later + "\"}").text("deadline"));
        change(path, "{\"deadline\":\"2020-01-01T00:00:00Z\"}").isProblem(409, "not-now");
        change(path, "{}").isProblem(422, "missing-field");
        API.patch(ada, path, "{\"cancelled\":\"no\"}").isProblem(403, "insufficient-scope");
        Answer cancelled =
                change(path, "{\"cancelled\":\"The room is closed.\"}").is(200);
        assertEquals("The room is closed.", cancelled.text("reason"));
        assertEquals(List.of("entered", "disqualified", "postponed", "cancelled"), cancelled.texts("journal", "event"));
        enter(ben, id, bot(ben, "tokens")).isProblem(409, "not-now");
        API.patch(Gateway.ADMIN, "/api/contests/con_x", "{\"cancelled\":\"x\"}").isProblem(404, "unknown-contest");
    }

    @Test
    void a_reason_to_disqualify_may_be_of_emoji_and_has_no_control_characters() {
        String id = create("").text("id");
        String gary = bot(ada, "tokens");
        enter(ada, id, gary).is(201);
        String entry = "/api/contests/" + id + "/entries/" + gary + "?reason=";
        API.delete(Gateway.ADMIN, entry + "%1b%5b2J").isProblem(400, "bad-parameter");
        API.delete(Gateway.ADMIN, entry + "%F0%9F%A4%96".repeat(201)).isProblem(400, "bad-parameter");
        assertEquals(
                "disqualified: " + "🤖".repeat(200),
                API.delete(Gateway.ADMIN, entry + "%F0%9F%A4%96".repeat(200))
                        .is(200)
                        .get("entries")
                        .at(0)
                        .text("out"));
    }

    @Test
    void a_bot_that_was_disqualified_is_not_entered_again_by_its_owner() {
        String id = create("").text("id");
        String entry = "/api/contests/" + id + "/entries/";
        String gary = bot(ada, "tokens");
        enter(ada, id, gary).is(201);
        API.delete(ada, entry + gary).is(200);
        enter(ada, id, gary).is(201);
        API.delete(Gateway.ADMIN, entry + gary + "?reason=a%20copy").is(200);
        assertEquals(
                "The bot was disqualified: a copy.",
                enter(ada, id, gary).isProblem(409, "not-now").text("detail"));
        String other = bot(ada, "tokens");
        assertEquals(List.of(other), bots(enter(ada, id, other).is(201)));
    }

    @Test
    void a_match_is_played_again_only_of_a_stage_that_has_begun_and_for_the_organiser() {
        String path = "/api/contests/" + create("").text("id");
        String unknown = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
        String body = "{\"again\":{\"match\":\"" + unknown + "\",\"reason\":\"No power.\"}}";
        API.patch(ada, path, body).isProblem(403, "insufficient-scope");
        API.patch(null, path, body).isProblem(401, "token-required");
        change(path, body).isProblem(404, "unknown-match");
        String other = API.post(
                        Gateway.ADMIN,
                        "/api/matches",
                        "{\"game\":\"tokens\",\"players\":[{\"house\":\"" + HOUSE + "\"},{\"house\":\"" + HOUSE
                                + "\"}]}")
                .text("id");
        change(path, body.replace(unknown, other)).isProblem(409, "not-now");
        change(path, "{\"again\":{\"match\":\"x\",\"reason\":\"\",\"x\":1}}").isProblem(422, "unknown-field");
        change(path, "{\"again\":7}").isProblem(422, "wrong-type");
        change(path, "{\"again\":{}}").isProblem(422, "missing-field");
    }

    @Test
    void the_organiser_enters_a_bot_after_the_deadline_with_the_program_of_that_moment() {
        String id = create("").text("id");
        String path = "/api/contests/" + id;
        String code = API.post(ada, "/api/bots", "{\"game\":\"tokens\",\"name\":\"Code\",\"code\":\"() => 1\"}")
                .is(201)
                .text("id");
        String body = "{\"late\":{\"bot\":\"" + code + "\",\"reason\":\"The bus was late.\"}}";
        API.patch(ada, path, body).isProblem(403, "insufficient-scope");
        assertEquals(
                "The contest has not closed yet; until its deadline, owners enter bots.",
                change(path, body).isProblem(409, "not-now").text("detail"));
        new Contests(TestAws.aws(AWS.environment()).table())
                .add(id, contest -> new Closed(contest.contest().deadline(), List.of()));
        for (String wrong :
                List.of("\"x\":1", "\"late\":{}", "\"late\":7", "\"late\":{\"bot\":\"b\",\"reason\":\"\"}")) {
            change(path, "{" + wrong + "}").is(422);
        }
        change(path, body.replace(code, "bot_x")).isProblem(404, "unknown-bot");
        change(path, body.replace(code, bot(ben, "robotag"))).isProblem(422, "bot-not-playable");
        String paused = bot(ben, "tokens");
        API.patch(ben, "/api/bots/" + paused, "{\"active\":false}").is(200);
        Answer refused = change(path, body.replace(code, paused)).isProblem(422, "bot-not-playable");
        assertEquals("/late/bot", refused.get("errors").at(0).text("pointer"));

        Answer entered = change(path, body).is(200);
        assertEquals(List.of(code), bots(entered));
        assertEquals(1, entered.get("entrants").at(0).get("version").value());
        assertEquals(64, entered.get("entrants").at(0).text("code").length());
        assertEquals("The bus was late.", API.get(path).get("journal").at(1).text("reason"));
        change(path, body).isProblem(409, "not-now");
    }

    @Test
    void the_organiser_gets_grades_also_for_a_spreadsheet() {
        String id = post("{\"game\":\"tokens\",\"name\":\"Cup\",\"deadline\":\"" + SOON
                        + "\",\"stages\":[{\"format\":\"gauntlet\",\"house\":\"" + HOUSE
                        + "\",\"percent\":60}]}")
                .is(201)
                .text("id");
        String eve = API.issue("=1+1", "play").text("token");
        String bot = API.post(
                        eve, "/api/bots", "{\"game\":\"tokens\",\"name\":\"@SUM(\\\"a\\\",1)\",\"connected\":true}")
                .text("id");
        enter(eve, id, bot).is(201);
        String path = "/api/contests/" + id + "/grades";
        Answer grades = API.get(Gateway.ADMIN, path).is(200);
        assertEquals("=1+1", grades.get("grades").at(0).text("ownerName"));
        Answer csv = API.get(Gateway.ADMIN, path + "?format=csv").is(200);
        assertEquals("text/csv; charset=utf-8", csv.headers().get("Content-Type"));
        assertEquals("attachment; filename=\"grades.csv\"", csv.headers().get("Content-Disposition"));
        List<String> lines = csv.body().lines().toList();
        assertTrue(lines.get(0).endsWith(",stage 1 criterion,stage 1 wins,stage 1 matches,stage 1 met"), csv.body());
        assertTrue(
                lines.get(1).contains(",'=1+1," + bot + ",\"'@SUM(\"\"a\"\",1)\",,0,0,0,0,,,,60 % against " + HOUSE),
                csv.body());
        API.get(eve, path).isProblem(403, "insufficient-scope");
        API.get(path).isProblem(401, "token-required");
        API.get(Gateway.ADMIN, path + "?format=pdf").isProblem(400, "bad-parameter");
    }

    @Test
    void a_house_bot_is_one_of_the_game_and_in_a_gauntlet() {
        Answer answer = post("{\"game\":\"tokens\",\"name\":\"Cup\",\"deadline\":\"" + SOON + "\",\"stages\":["
                        + "{\"format\":\"gauntlet\",\"house\":\"nobody\"},"
                        + "{\"format\":\"gauntlet\",\"percent\":50}]}")
                .isProblem(422, "unknown-house-bot");
        assertEquals(List.of("/stages/0/house", "/stages/1/house"), answer.texts("errors", "pointer"));
    }
}
