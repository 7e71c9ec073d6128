package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.engine.Plain;
import bout.store.TestAws.TestApplication;
import bout.store.TestStore;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.Bots;
import bout.store.queue.CheckQueue;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class BotEndpointsTest {

    private static final TestApplication AWS = Gateway.deployed("BOUT_BOT_ADDRESSES", "public");
    private static final Gateway API = new Gateway(AWS);
    private static final Backend BACKEND = new Backend(AWS.environment());

    private static final String URL = "https://bots.example.org/hush/gary?key=4711";

    private final String ada = token("play");
    private final String ben = token("play");
    private final String eve = token("read");

    private static String token(String scope) {
        return API.issue("of a test", scope).text("token");
    }

    private static String registration(String... fields) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("game", "ajax-tiles");
        body.put("name", "Greedy Gary");
        body.put("url", URL);
        for (int i = 0; i < fields.length; i += 2) {
            body.put(fields[i], fields[i + 1].equals("false") ? (Object) false : fields[i + 1]);
        }
        return Json.text(body);
    }

    private Answer register(String token, String... fields) {
        return API.post(token, "/api/bots", registration(fields)).is(201);
    }

    private static BotRecord record(Answer bot) {
        return BACKEND.bots.find(bot.text("id")).orElseThrow();
    }

    private static void prove(Answer bot) {
        BACKEND.prove(bot.text("id"));
    }

    private static Answer match(String token, String bot) {
        return API.post(
                token,
                "/api/matches",
                "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot + "\"},{\"house\":\"random\"}]}");
    }

    @Test
    void a_registered_bot_is_there_with_a_secret_that_is_shown_once() {
        Answer made = register(ada);
        assertEquals("/api/bots/" + made.text("id"), made.location());
        assertEquals("\"1\"", made.headers().get("ETag"));
        assertEquals("public", made.text("visibility"));
        assertTrue(made.get("active").bool());
        assertEquals(URL, made.text("url"));
        String secret = made.text("secret");
        assertTrue(secret.matches("whsec_[A-Za-z0-9+/]{43}="), secret);

        Answer got = API.get(ada, "/api/bots/" + made.text("id")).is(200);
        assertEquals(URL, got.text("url"));
        assertFalse(got.body().contains(secret), got.body());
        assertFalse(got.has("secret"));
        Plain proof = got.get("proof");
        assertEquals("/.well-known/bout/" + made.text("id"), proof.text("file"));
        WebhookSecret shared = ((WebhookSecret.Accepted) WebhookSecret.read(secret)).secret();
        assertEquals(shared.proof(URL), proof.text("text"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | /game missing-field, /name missing-field, /url missing-field",
                "[] | '' wrong-type",
                "{\"game\":\"chess\",\"name\":\" \",\"url\":7} | /game unknown-game, /name out-of-range, /url wrong-type",
                "{\"game\":\"tokens\",\"name\":\"a\",\"url\":\"http://bot.example/\"} | /url bad-url",
                "{\"game\":\"tokens\",\"name\":\"a\",\"url\":\"https://169.254.169.254/\"} | /url address-not-allowed",
                "{\"game\":\"tokens\",\"name\":\"a\",\"url\":\"https://bot.example/\",\"visibility\":\"secret\",\"active\":1} |"
                        + " /visibility out-of-range, /active wrong-type",
                "{\"game\":\"tokens\",\"name\":\"a\",\"url\":\"https://bot.example/\",\"secret\":\"whsec_\"} | /secret unknown-field",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"\"} | /code out-of-range",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"\\ud800\"} | /code out-of-range",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":[1]} | /code wrong-type",
                "{\"game\":\"tokens\",\"name\":\"a\",\"connected\":false} | /connected out-of-range",
                "{\"game\":\"tokens\",\"name\":\"a\",\"connected\":\"yes\"} | /connected wrong-type",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"1\",\"url\":\"https://bot.example/\"} |"
                        + " /code unknown-field",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"1\",\"connected\":true} | /connected unknown-field",
                "{\"game\":\"tokens\",\"name\":\"a\",\"connected\":true,\"openSource\":true} |"
                        + " /openSource unknown-field",
                "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"1\",\"openSource\":\"yes\"} | /openSource wrong-type",
            })
    void what_is_wrong_with_a_registration_is_told_all_at_once(String body, String violations) {
        Answer answer = API.post(ada, "/api/bots", body).is(422);
        assertEquals(
                violations.replace("''", "").strip(),
                String.join(
                        ", ",
                        answer.get("errors").entries().stream()
                                .map(error -> (error.text("pointer") + " "
                                                + error.text("type").replace("/problems/", ""))
                                        .strip())
                                .toList()));
    }

    private static final String CODE = "function move(request) { return {column: 0}; } // \uD83D\uDC19 </script>";

    private static Answer publish(String token, String... fields) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("game", "ajax-tiles", "name", "Left Hand", "code", CODE));
        for (int i = 0; i < fields.length; i += 2) {
            body.put(fields[i], fields[i + 1].equals("true") ? (Object) true : fields[i + 1]);
        }
        return API.post(token, "/api/bots", Json.text(body)).is(201);
    }

    private static Answer code(String token, Answer bot) {
        return API.get(token, "/api/bots/" + bot.text("id") + "/code");
    }

    @Test
    void published_code_is_its_owners_until_it_is_opened() {
        Answer made = publish(ada);
        assertEquals("published", made.text("kind"));
        assertTrue(made.get("proven").bool());
        assertFalse(made.has("url"));
        assertFalse(made.has("proof"));
        Plain code = made.get("code");
        assertEquals(
                CODE.getBytes(StandardCharsets.UTF_8).length, code.get("bytes").integer(1, 65_536));

        Answer read = code(ada, made).is(200);
        assertEquals(CODE, read.body());
        assertEquals("text/plain; charset=utf-8", read.headers().get("Content-Type"));
        assertEquals("nosniff", read.headers().get("X-Content-Type-Options"));
        for (String other : new String[] {ben, eve, null, Gateway.ADMIN}) {
            code(other, made).isProblem(404, "no-code");
            Answer got = API.get(other, "/api/bots/" + made.text("id"));
            assertEquals("published", got.text("kind"));
            assertFalse(got.has("code"), got.body());
        }

        String path = "/api/bots/" + made.text("id");
        API.patch(ben, path, "{\"openSource\":true}").isProblem(404, "unknown-bot");
        API.patch(Gateway.ADMIN, path, "{\"openSource\":true}").isProblem(404, "unknown-bot");
        API.patch(Gateway.ADMIN, path, "{\"code\":\"() => 1\"}").isProblem(404, "unknown-bot");
        Answer opened = API.patch(ada, path, "{\"openSource\":true}").is(200);
        assertEquals(1, opened.get("version").integer(1, 9), "the same program");
        for (String other : new String[] {ben, eve, null, Gateway.ADMIN}) {
            assertEquals(CODE, code(other, made).body());
            assertTrue(API.get(other, path).has("code"));
        }

        Answer replaced = API.patch(ada, path, "{\"code\":\"() => 2\"}");
        assertEquals(2, replaced.get("version").integer(1, 9));
        assertTrue(replaced.get("openSource").bool());
        assertEquals("() => 2", code(ben, made).body());
        API.patch(ada, path, "{\"openSource\":false}");
        code(ben, made).isProblem(404, "no-code");
        assertEquals("() => 2", code(ada, made).body());
    }

    @Test
    void code_that_was_open_when_it_was_replaced_can_be_read_by_its_hash_and_no_other() {
        Answer made = publish(ada);
        String path = "/api/bots/" + made.text("id");
        String closed = made.get("code").text("sha256");
        String opened = API.patch(ada, path, "{\"code\":\"() => 1\",\"openSource\":true}")
                .get("code")
                .text("sha256");
        assertEquals("() => 1", codeBy(eve, made, opened).body());
        API.patch(ada, path, "{\"code\":\"() => 2\",\"openSource\":false}");
        for (String other : new String[] {ben, eve, null, Gateway.ADMIN}) {
            assertEquals("() => 1", codeBy(other, made, opened).body());
            codeBy(other, made, closed).isProblem(404, "no-code");
            code(other, made).isProblem(404, "no-code");
        }

        Answer others = publish(ben, "code", "() => 'a secret'");
        String secret = others.get("code").text("sha256");
        codeBy(ada, made, secret).isProblem(404, "no-code");
        codeBy(ada, made, "1").isProblem(404, "no-code");

        API.patch(ada, path, "{\"connected\":true}");
        assertEquals("() => 1", codeBy(eve, made, opened).body());
        API.delete(ada, path);
        codeBy(eve, made, opened).isProblem(404, "unknown-bot");
    }

    private static Answer codeBy(String token, Answer bot, String sha256) {
        return API.get(token, "/api/bots/" + bot.text("id") + "/code/" + sha256);
    }

    @Test
    void the_code_of_a_private_bot_is_not_there_for_others_even_if_it_is_open() {
        Answer made = publish(ada, "visibility", "private", "openSource", "true");
        assertEquals(CODE, code(ada, made).body());
        for (String other : new String[] {ben, eve, null}) {
            code(other, made).isProblem(404, "unknown-bot");
        }
    }

    @Test
    void others_can_play_a_published_and_a_connected_bot_without_a_proof() {
        Answer connected = API.post(
                        ada, "/api/bots", "{\"game\":\"ajax-tiles\",\"name\":\"Laptop\",\"connected\":true}")
                .is(201);
        assertEquals("connected", connected.text("kind"));
        code(ada, connected).isProblem(404, "no-code");
        match(ben, connected.text("id")).is(202);
        Answer published = publish(ada, "game", "ajax-tiles");
        match(ben, published.text("id")).is(202);
    }

    @Test
    void a_bot_changes_its_kind_and_is_then_unproven_at_a_url() {
        Answer made = register(ada);
        prove(made);
        String path = "/api/bots/" + made.text("id");
        API.patch(ada, path, "{\"openSource\":true}").isProblem(422, "unknown-field");
        Answer published = API.patch(ada, path, "{\"code\":\"() => 1\",\"openSource\":true}");
        assertEquals("published", published.text("kind"));
        assertFalse(published.has("url"));
        Answer connected = API.patch(ada, path, "{\"connected\":true}");
        assertEquals("connected", connected.text("kind"));
        assertFalse(connected.get("openSource").bool());
        Answer moved = API.patch(ada, path, "{\"url\":\"" + URL + "\"}");
        assertEquals(URL, moved.text("url"));
        assertEquals(4, moved.get("version").integer(1, 9));
        assertFalse(moved.get("proven").bool(), "its URL was proven two versions ago");
    }

    @Test
    void code_of_the_largest_size_is_taken_in_any_escape_and_one_byte_more_is_refused() {
        String begin = "() => 1 //";
        String largest = begin + "\u0001".repeat(65_536 - begin.length());
        Answer made = publish(ada, "code", largest);
        assertEquals(largest, code(ada, made).body());
        API.patch(ada, "/api/bots/" + made.text("id"), Json.text(Map.of("code", largest + "1")))
                .isProblem(422, "out-of-range");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '"',
            value = {
                "function bot(request) {¶  return { column: 3 -> SyntaxError: the code ends before a bracket is closed",
                "const a = 1; -> the code must be a function or declare one",
                "let n = 0;¶function bot() {¶  return ];¶} -> (line 3, column 10)",
                "const kept = []; for (;;) kept.push(new Uint8Array(1e6)); -> out of memory",
                "for (;;) {} -> longer than 3 seconds",
            })
    void code_that_cannot_play_is_refused_and_the_version_before_stays(String text, String why) {
        String code = text.replace('¶', '\n');
        Answer made = publish(ada);
        String path = "/api/bots/" + made.text("id");
        Answer refused = API.patch(ada, path, Json.text(Map.of("code", code, "name", "Right Hand")))
                .isProblem(422, "bad-code");
        assertEquals("/code", refused.error("pointer"));
        assertTrue(refused.text("detail").contains(why), refused.body());
        assertEquals(CODE, code(ada, made).body());
        assertEquals("Left Hand", API.get(ada, path).text("name"));
        assertEquals(1, API.get(ada, path).get("version").integer(1, 9));
    }

    @Test
    void a_bot_whose_code_cannot_play_is_not_registered() {
        String body = "{\"game\":\"tokens\",\"name\":\"New\",\"code\":\"const a = 1;\"}";
        Answer refused = API.post(ada, "/api/bots", body).isProblem(422, "bad-code");
        assertEquals("/code", refused.error("pointer"));
        assertTrue(refused.text("detail").contains("the code must be a function or declare one"), refused.body());
    }

    @Test
    void a_match_says_which_code_plays_and_keeps_it() {
        Answer made = publish(ada, "game", "ajax-tiles");
        Answer match = match(ben, made.text("id"));
        String sha256 = made.get("code").text("sha256");
        assertEquals(sha256, match.get("players").at(0).text("code"));
        API.patch(ada, "/api/bots/" + made.text("id"), "{\"code\":\"() => 3\"}");
        Answer later = API.get(ben, "/api/matches/" + match.text("id"));
        assertEquals(sha256, later.get("players").at(0).text("code"));
    }

    @Test
    void code_is_published_only_so_often_a_day() {
        String token = API.issue("a", "play").text("token");
        String[] key = {"idempotency-key", UUID.randomUUID().toString()};
        String body = "{\"game\":\"ajax-tiles\",\"name\":\"a\",\"code\":\"() => 0\"}";
        String id = API.post(token, "/api/bots", body, key).is(201).text("id");
        String path = "/api/bots/" + id;
        for (int i = 1; i < Bots.MOST_PUBLICATIONS; i++) {
            API.patch(token, path, "{\"code\":\"() => " + i + "\"}").is(200);
        }
        API.patch(token, path, "{\"code\":\"() => 1\"}").isProblem(429, "too-many-publications");
        API.post(token, "/api/bots", "{\"game\":\"tokens\",\"name\":\"a\",\"code\":\"1\"}")
                .isProblem(429, "too-many-publications");
        assertEquals(
                id,
                API.post(token, "/api/bots", body, key).is(201, "it was there").text("id"));
        API.patch(token, path, "{\"openSource\":true}").is(200, "that stores nothing");
        register(token).is(201);
    }

    @Test
    void a_registration_that_is_sent_again_makes_no_second_bot() {
        String key = UUID.randomUUID().toString();
        Answer first = API.post(ada, "/api/bots", registration(), "idempotency-key", key);
        Answer second = API.post(ada, "/api/bots", registration(), "idempotency-key", key)
                .is(201);
        assertEquals(first.text("id"), second.text("id"));
        assertEquals(first.text("secret"), second.text("secret"));
        API.post(ada, "/api/bots", registration("name", "Other"), "idempotency-key", key)
                .isProblem(422, "key-reused");
        assertNotEquals(
                first.text("id"),
                API.post(ben, "/api/bots", registration(), "idempotency-key", key)
                        .text("id"),
                "keys of different callers have nothing to do with each other");
        API.delete(ada, "/api/bots/" + first.text("id"));
        API.post(ada, "/api/bots", registration(), "idempotency-key", key).isProblem(422, "key-reused");
        API.post(ada, "/api/bots", registration(), "idempotency-key", " ").isProblem(400, "bad-header");
    }

    @Test
    void its_owner_takes_a_bot_out_of_a_tournament() {
        String path = "/api/bots/" + register(ada).text("id");
        String leaves = "{\"leaves\":\"trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60\"}";
        API.patch(ben, path, leaves).isProblem(404, "unknown-bot");
        API.patch(ada, path, "{\"leaves\":\"the cup\"}").isProblem(422, "out-of-range");
        for (int i = 0; i < 2; i++) {
            Answer left = API.patch(ada, path, leaves).is(200);
            assertEquals(
                    List.of("trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"),
                    left.get("left").value());
            assertTrue(left.get("active").bool());
        }
        assertFalse(API.get(ben, path).has("left"));
    }

    @Test
    void an_owner_has_no_more_bots_than_may_be() {
        TestApplication small = Gateway.deployed("BotsPerOwner", "2");
        Gateway api = new Gateway(small);
        String play = api.issue("a", "play").text("token");
        String first = api.post(play, "/api/bots", registration(), "idempotency-key", "1")
                .text("id");
        api.post(play, "/api/bots", registration());
        api.post(play, "/api/bots", registration()).isProblem(422, "too-many-bots");
        api.post(play, "/api/bots", registration(), "idempotency-key", "2").isProblem(422, "too-many-bots");
        assertEquals(
                first,
                api.post(play, "/api/bots", registration(), "idempotency-key", "1")
                        .text("id"),
                "it is no third bot");
        api.post(Gateway.ADMIN, "/api/bots", registration()).is(201);
        api.delete(play, "/api/bots/" + first);
        api.post(play, "/api/bots", registration()).is(201);
    }

    @Test
    void others_see_a_public_bot_without_what_is_its_owners() {
        Answer made = register(ada);
        String path = "/api/bots/" + made.text("id");
        for (String other : new String[] {ben, eve, null, Gateway.ADMIN}) {
            Answer got = API.get(other, path).is(200);
            assertEquals("Greedy Gary", got.text("name"));
            for (String hidden : List.of("bots.example.org", "hush", made.text("secret"), "proof", "reason")) {
                assertFalse(got.body().contains(hidden), got.body());
            }
            Answer list = API.get(other, "/api/bots?limit=100");
            assertTrue(list.body().contains(made.text("id")));
            assertFalse(list.body().contains("hush"), list.body());
        }
    }

    /** Otherwise a rival would see what its owner tries out. */
    @Test
    void a_match_with_a_private_bot_is_not_there_for_others() {
        Answer made = register(ada, "visibility", "private");
        Answer started = match(ada, made.text("id")).is(202);
        String path = "/api/matches/" + started.text("id");
        API.get(ada, path).is(200);
        for (String other : new String[] {ben, eve, null}) {
            API.get(other, path).isProblem(404, "unknown-match");
            API.get(other, "/api/share/matches/" + started.text("id")).isProblem(404, "unknown-match");
            assertFalse(API.get(other, "/api/matches").body().contains(started.text("id")));
        }
        assertNotEquals("/live/" + started.text("id") + ".json", started.text("live"), "nobody can guess it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"expand", "Contain", "c\u043entain", "R.a.n.d.o.m", "P1anner"})
    void a_bot_is_not_called_as_a_house_bot(String name) {
        API.post(ada, "/api/bots", registration("name", name)).isProblem(422, "out-of-range");
        Answer made = register(ada);
        API.patch(ada, "/api/bots/" + made.text("id"), "{\"name\":\"" + name + "\"}")
                .isProblem(422, "out-of-range");
        assertEquals("Container", register(ada, "name", "Container").text("name"));
    }

    @Test
    void a_private_bot_is_not_there_for_others() {
        Answer made = register(ada, "visibility", "private");
        String path = "/api/bots/" + made.text("id");
        for (String other : new String[] {ben, eve, null}) {
            API.get(other, path).isProblem(404, "unknown-bot");
            assertFalse(API.get(other, "/api/bots?limit=100").body().contains(made.text("id")));
        }
        match(ben, made.text("id")).isProblem(422, "unknown-bot");
        assertTrue(API.get(ada, "/api/bots?mine=true").body().contains(made.text("id")));
        assertFalse(API.get(ada, "/api/bots?limit=100").body().contains(made.text("id")));
        Answer seen = API.get(Gateway.ADMIN, path).is(200);
        assertFalse(seen.body().contains("hush"), "admins must not see the URL");
    }

    @Test
    void what_is_somebody_elses_cannot_be_changed_checked_or_deleted() {
        String path = "/api/bots/" + register(ada).text("id");
        API.patch(ben, path, "{\"name\":\"mine\"}").isProblem(404, "unknown-bot");
        API.delete(ben, path).isProblem(404, "unknown-bot");
        API.post(ben, path + "/check", "").isProblem(404, "unknown-bot");
        API.post(ben, path + "/secret", "").isProblem(404, "unknown-bot");
        API.post(Gateway.ADMIN, path + "/secret", "").isProblem(404, "unknown-bot");
        API.post(Gateway.ADMIN, path + "/check", "").isProblem(404, "unknown-bot");
        API.post(Gateway.ADMIN, path + "/again", "{\"match\":\"x\",\"turn\":0}").isProblem(404, "unknown-bot");
        API.patch(Gateway.ADMIN, path, "{\"visibility\":\"public\"}").isProblem(404, "unknown-bot");
        assertFalse(API.get(Gateway.ADMIN, path).has("check"), "what the bot was asked and answered");
        assertEquals("Greedy Gary", API.get(ada, path).text("name"));
        Answer stopped = API.patch(Gateway.ADMIN, path, "{\"active\":false}").is(200);
        assertFalse(stopped.body().contains("hush"), stopped.body());
        Answer deleted = API.delete(Gateway.ADMIN, path).is(200);
        assertFalse(deleted.body().contains("hush"), deleted.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "bot_", "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "BOT_01991f3a"})
    void an_id_of_nothing_is_unknown(String id) {
        API.get(ada, "/api/bots/" + id).isProblem(404, "unknown-bot");
        API.patch(ada, "/api/bots/" + id, "{}").isProblem(404, "unknown-bot");
        API.delete(ada, "/api/bots/" + id).isProblem(404, "unknown-bot");
        API.post(ada, "/api/bots/" + id + "/check", "").isProblem(404, "unknown-bot");
        API.post(ada, "/api/bots/" + id + "/secret", "").isProblem(404, "unknown-bot");
        match(ada, id).isProblem(422, "unknown-bot");
    }

    @Test
    void a_list_goes_on_where_it_ended() {
        List<String> made = new ArrayList<>();
        for (String game : List.of("tokens", "robotag", "tokens")) {
            made.addFirst(register(ada, "game", game).text("id"));
        }
        Answer first = API.get(ada, "/api/bots?mine=true&limit=2");
        assertEquals(made.subList(0, 2), first.texts("bots", "id"));
        Answer second = API.get(ada, "/api/bots?mine=true&limit=2&cursor=" + first.text("next"));
        assertEquals(made.subList(2, 3), second.texts("bots", "id"));
        assertTrue(second.get("next").isNull());
        assertEquals(
                2, API.get(ada, "/api/bots?mine=true&game=tokens").get("bots").length());
    }

    @ParameterizedTest
    @CsvSource({
        "mine=maybe, 400, bad-parameter",
        "limit=0, 400, bad-parameter",
        "game=chess, 400, unknown-game",
        "cursor=x, 400, bad-cursor",
        "owner=ada, 400, unknown-parameter",
        "mine=true, 401, token-required",
    })
    void a_wrong_question_is_told_so(String query, int status, String type) {
        API.get(null, "/api/bots?" + query).isProblem(status, type);
    }

    @Test
    void a_change_changes_what_it_says_and_no_more() {
        Answer made = register(ada);
        String path = "/api/bots/" + made.text("id");
        Answer changed = API.patch(ada, path, "{\"name\":\" Gary II \",\"active\":false}")
                .is(200);
        assertEquals("Gary II", changed.text("name"));
        assertFalse(changed.get("active").bool());
        assertEquals(URL, changed.text("url"));
        assertEquals("\"2\"", changed.headers().get("ETag"));
        assertEquals(1, changed.get("version").integer(1, 9));
        assertFalse(changed.has("secret"));
        API.patch(ada, path, "{\"game\":\"tokens\"}").isProblem(422, "unknown-field");
        API.patch(ada, path, "{\"url\":\"https://10.0.0.1/\"}").isProblem(422, "address-not-allowed");
        API.patch(ada, path, "[]").isProblem(422, "wrong-type");
    }

    @Test
    void another_url_has_to_be_proved_again() {
        Answer made = register(ada);
        prove(made);
        String path = "/api/bots/" + made.text("id");
        assertTrue(API.get(ben, path).get("proven").bool());
        match(ben, made.text("id")).is(202);
        Answer same = API.patch(ada, path, "{\"url\":\"" + URL + "\"}");
        assertTrue(same.get("proven").bool(), "the same URL is no other one");
        Answer moved = API.patch(ada, path, "{\"url\":\"https://victim.example/\"}");
        assertFalse(moved.get("proven").bool());
        assertEquals(2, moved.get("version").integer(1, 9));
        assertNotEquals(made.get("proof").text("text"), moved.get("proof").text("text"));
        match(ben, made.text("id")).isProblem(422, "bot-not-playable");
    }

    @Test
    void a_change_of_what_was_changed_meanwhile_is_refused_where_that_is_asked_for() {
        String path = "/api/bots/" + register(ada).text("id");
        API.patch(ada, path, "{\"name\":\"b\"}", "if-match", "\"1\"").is(200);
        Answer outdated =
                API.patch(ada, path, "{\"name\":\"c\"}", "if-match", "\"1\"").isProblem(412, "outdated");
        assertEquals("\"2\"", outdated.headers().get("ETag"));
        API.delete(ada, path, "if-match", "\"1\"").isProblem(412, "outdated");
        API.post(ada, path + "/secret", "", "if-match", "\"1\"").isProblem(412, "outdated");
        API.patch(ada, path, "{\"name\":\"c\"}", "if-match", "2").isProblem(400, "bad-header");
        API.patch(ada, path, "{\"name\":\"d\"}", "if-match", "*").is(200);
        API.delete(ada, path, "if-match", "\"3\"").is(200);
    }

    @Test
    void changes_at_once_are_all_there() {
        String path = "/api/bots/" + register(ada).text("id");
        List<String> bodies = List.of("{\"name\":\"b\"}", "{\"active\":false}", "{\"visibility\":\"private\"}");
        TestStore.atOnce(3, i -> API.patch(ada, path, bodies.get(i))).forEach(answer -> answer.is(200));
        Answer bot = API.get(ada, path);
        assertEquals("b", bot.text("name"));
        assertFalse(bot.get("active").bool());
        assertEquals("private", bot.text("visibility"));
        assertEquals("\"4\"", bot.headers().get("ETag"));
    }

    @Test
    void a_new_version_at_the_same_url_needs_no_new_proof() {
        Answer made = register(ada);
        prove(made);
        String path = "/api/bots/" + made.text("id");
        Answer renewed =
                API.post(ada, path + "/version", "", "if-match", "\"1\"").is(200);
        assertEquals(2, renewed.get("version").integer(1, 9));
        assertEquals("\"2\"", renewed.headers().get("ETag"));
        assertTrue(renewed.get("proven").bool());
        assertEquals(URL, renewed.text("url"));
        assertTrue(renewed.get("check").isNull());
        match(ben, made.text("id")).is(202);
        API.post(ada, path + "/version", "", "if-match", "\"1\"").isProblem(412, "outdated");
        assertEquals(2, record(made).version().number(), "sent again, it makes no other version");
        API.post(ben, path + "/version", "").isProblem(404, "unknown-bot");
        API.post(Gateway.ADMIN, path + "/version", "").isProblem(404, "unknown-bot");
    }

    @Test
    void another_secret_is_shown_once_and_is_another_one() {
        Answer made = register(ada);
        Answer rotated =
                API.post(ada, "/api/bots/" + made.text("id") + "/secret", "").is(200);
        assertNotEquals(made.text("secret"), rotated.text("secret"));
        assertEquals(rotated.text("secret"), record(made).settings().secret().text());
        assertEquals(1, rotated.get("version").integer(1, 9), "no other version");
        assertFalse(API.get(ada, "/api/bots/" + made.text("id")).has("secret"));
    }

    @Test
    void a_deleted_bot_is_gone() {
        Answer made = register(ada);
        String path = "/api/bots/" + made.text("id");
        match(ada, made.text("id")).is(202);
        Answer deleted = API.delete(ada, path);
        assertEquals(made.text("id"), deleted.text("id"));
        API.get(ada, path).isProblem(404, "unknown-bot");
        API.delete(ada, path).isProblem(404, "unknown-bot");
        match(ada, made.text("id")).isProblem(422, "unknown-bot");
    }

    @Test
    void a_request_that_is_sent_again_gets_its_match_also_when_the_bot_is_gone_by_then() {
        Answer made = register(ada);
        String body =
                "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + made.text("id") + "\"},{\"house\":\"random\"}]}";
        String key = UUID.randomUUID().toString();
        Answer first =
                API.post(ada, "/api/matches", body, "idempotency-key", key).is(202);
        API.delete(ada, "/api/bots/" + made.text("id"));
        Answer again =
                API.post(ada, "/api/matches", body, "idempotency-key", key).is(202);
        assertEquals(first.body(), again.body());
        API.post(ada, "/api/matches", body, "idempotency-key", UUID.randomUUID().toString())
                .isProblem(422, "unknown-bot");
        API.post(ben, "/api/matches", body, "idempotency-key", key).isProblem(422, "unknown-bot");
    }

    @Test
    void an_owner_plays_a_bot_at_once_and_others_when_it_is_proven() {
        Answer made = register(ada);
        String id = made.text("id");
        Answer match = match(ada, id).is(202);
        Plain player = match.get("players").at(0);
        assertEquals("Greedy Gary", player.text("name"));
        assertEquals(id, player.text("bot"));
        assertFalse(match.body().contains("hush") || match.body().contains("whsec_"), match.body());
        Answer refused = match(ben, id).isProblem(422, "bot-not-playable");
        assertEquals("/players/0/bot", refused.error("pointer"));
        assertTrue(refused.text("detail").contains("has not yet proved"), refused.body());
        prove(made);
        match(ben, id).is(202);
    }

    @Test
    void a_bot_that_is_out_is_played_by_its_owner_only_and_others_are_told_why() {
        Answer made = register(ada);
        prove(made);
        BotRecord record = record(made);
        Health health = record.version().health();
        for (int i = 0; i < 3; i++) {
            health = health.failed(Instant.now(), "1 of 6 calls failed; it hung");
        }
        assertTrue(BACKEND.bots.heal(record, health, record.version().verification()));
        Answer refused = match(ben, made.text("id")).isProblem(422, "bot-not-playable");
        assertTrue(refused.text("detail").contains("it failed in matches or checks"), refused.body());
        assertFalse(refused.body().contains("it hung"), refused.body());
        match(ada, made.text("id")).is(202);
        Plain own = API.get(ada, "/api/bots/" + made.text("id")).get("health");
        assertTrue(own.get("suspended").bool());
        assertEquals("1 of 6 calls failed; it hung", own.text("reason"));
        assertFalse(API.get(ben, "/api/bots/" + made.text("id")).body().contains("it hung"));
    }

    @Test
    void a_bot_plays_its_own_game_while_it_is_active_under_its_own_name() {
        String tokens = register(ada, "game", "tokens").text("id");
        assertTrue(match(ada, tokens)
                .isProblem(422, "bot-not-playable")
                .text("detail")
                .contains("the bot plays tokens"));
        String resting = register(ada, "active", "false").text("id");
        assertTrue(match(ada, resting)
                .isProblem(422, "bot-not-playable")
                .text("detail")
                .contains("inactive"));
        String id = register(ada).text("id");
        API.post(
                        ada,
                        "/api/matches",
                        "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + id
                                + "\",\"name\":\"me\"},{\"house\":\"random\"}]}")
                .isProblem(422, "unknown-field");
        API.post(
                        ada,
                        "/api/matches",
                        "{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + id
                                + "\",\"house\":\"random\"},{\"house\":\"random\"}]}")
                .isProblem(422, "unknown-field");
    }

    @Test
    void a_check_is_queued_for_the_checker_and_one_at_a_time() throws Exception {
        String id = register(ada).text("id");
        Answer asked = API.post(ada, "/api/bots/" + id + "/check", "").is(202);
        assertEquals("/api/bots/" + id, asked.location());
        Answer again = API.post(ada, "/api/bots/" + id + "/check", "");
        assertEquals(asked.text("id"), again.text("id"));
        String owner = BACKEND.bots.find(id).orElseThrow().owner();
        assertEquals(new CheckQueue.Task.Check(owner, id, asked.text("id")), BACKEND.takeCheck());
        // However often it is requested, a waiting check has one message.
        for (int time = 0; time < 200; time++) {
            API.post(ada, "/api/bots/" + id + "/check", "").is(202);
        }
        String other = register(ada).text("id");
        Answer asked2 = API.post(ada, "/api/bots/" + other + "/check", "");
        assertEquals(new CheckQueue.Task.Check(owner, other, asked2.text("id")), BACKEND.takeCheck());
        Plain check = API.get(ada, "/api/bots/" + id).get("check");
        assertEquals(asked.text("id"), check.text("id"));
        assertTrue(check.get("finishedAt").isNull());
    }
}
