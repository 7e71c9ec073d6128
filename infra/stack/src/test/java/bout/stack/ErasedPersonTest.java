package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.store.journal.Journals;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Erases a person in the middle of everything, then searches all that is stored and answered for what they chose. */
@Tag("server")
@Timeout(120)
class ErasedPersonTest {

    private static final String GAME = RecordedDay.GAME;
    private static final String ADMIN = RecordedDay.ADMIN;

    /** What the person has chosen: a part of each name, URL and text. */
    private static final List<String> CHOSEN =
            List.of("Zoe", "Zoe's laptop", "Zeppelin", "Zebra", "Zulu", "zebra-host", "zoes-hook", "zeppelin code");

    private static final String CODE = """
            function move(request) {
                console.log("printed");
                for (let x = 0; x < request.board.length; x++) {
                    const y = request.board[x].indexOf("");
                    if (y >= 0) {
                        return {x, y};
                    }
                }
            }
            """;

    private final RecordedDay.Outside outside = new RecordedDay.Outside();
    private final SteppedStack stack = stack();
    private final String zoe = join("Zoe");
    private final String ben = join("Ben");
    private final String id = stack.api(zoe, "GET", "/api/me").text("id");
    private final String zeppelin = bot(zoe, "name", "Zeppelin", "code", "// an older zeppelin code\n" + CODE);
    private final String open = bot(zoe, "name", "Zebra Open", "code", "// common\n" + CODE, "openSource", true);
    private final String deletedBefore = bot(zoe, "name", "Zebra Gone", "url", outside.url("zebra-host"));
    private final String hidden =
            bot(zoe, "name", "Zebra Hidden", "url", outside.url("zebra-host"), "visibility", "private");
    private final String bens = bot(ben, "name", "Left Hand", "code", "// common\n" + CODE);
    private final List<String> matches = new ArrayList<>();

    ErasedPersonTest() throws Exception {
        ask(zoe, "PATCH", "/api/bots/" + zeppelin, Map.of("code", "// zeppelin code\n" + CODE));
    }

    @AfterEach
    void close() throws Exception {
        outside.close();
        stack.close();
    }

    /** Its ladders play the first matches of new bots, and hardly any others. */
    private static SteppedStack stack() throws Exception {
        Map<String, String> parameters = new HashMap<>(RecordedDay.PARAMETERS);
        parameters.put("LadderMatchesPerBotAndHour", "4");
        return new SteppedStack(Instant.parse("2026-01-05T12:00:10Z"), parameters);
    }

    private String join(String name) {
        return stack.api(null, "POST", "/api/join", "name", name).text("token");
    }

    private String bot(String token, Object... body) {
        Map<String, Object> all = Plain.object(body);
        all.put("game", GAME);
        return ask(token, "POST", "/api/bots", all).text("id");
    }

    private Plain ask(String token, String method, String path, Map<String, Object> body) {
        HttpAnswer answer = stack.request(token, method, path, Json.text(body));
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertTrue(answer.status() < 300, () -> path + ": " + answer.status() + " " + text);
        try {
            return Plain.of(Json.read(text));
        } catch (Json.NotJson wrong) {
            throw new AssertionError(text, wrong);
        }
    }

    private int status(String token, String method, String path) {
        return stack.request(token, method, path, "").status();
    }

    private static Map<String, Object> house(String name) {
        return Map.of("house", name);
    }

    private String match(String token, Object... players) {
        Map<String, Object> body =
                Plain.object("game", GAME, "players", List.of(players), "options", Map.of("maxTurns", 20));
        if (token.equals(zoe)) {
            body.put("webhook", outside.url("hook?zoes-hook"));
        }
        String made = ask(token, "POST", "/api/matches", body).text("id");
        matches.add(made);
        return made;
    }

    private String tournament(String token, String name, boolean isPublic, Object... players) {
        Map<String, Object> body = Plain.object(
                "game",
                GAME,
                "name",
                name,
                "public",
                isPublic,
                "players",
                List.of(players),
                "options",
                Map.of("maxTurns", 20));
        if (token.equals(zoe)) {
            body.put("webhook", outside.url("hook?zoes-hook"));
        }
        return ask(token, "POST", "/api/tournaments", body).text("id");
    }

    private String state(String tournament) {
        return stack.api(ADMIN, "GET", "/api/tournaments/" + tournament).text("state");
    }

    private Map<String, Object> zulu() {
        return Map.of("name", "Zulu", "url", outside.url("zebra-host"));
    }

    /** Everything that is stored or answered, by where it was found. */
    private Map<String, String> everything() throws Exception {
        Map<String, String> all = new TreeMap<>();
        for (Map<String, AttributeValue> item : stack.table.all()) {
            all.put("item " + item.get("pk").s() + " " + item.get("sk").s(), item.toString());
        }
        stack.files().forEach((key, content) -> all.put("file " + key, new String(content, StandardCharsets.UTF_8)));
        List<String> paths = new ArrayList<>(List.of(
                "/api/owners",
                "/api/owners/" + id,
                "/api/bots",
                "/api/matches?limit=100",
                "/api/tournaments",
                "/api/contests",
                "/api/ladders/" + GAME,
                "/api/ladders/" + GAME + "/matches",
                "/bot.html?key=" + zeppelin));
        matches.forEach(match -> paths.addAll(List.of("/api/matches/" + match, "/match.html?id=" + match)));
        stack.api(ADMIN, "GET", "/api/tournaments").get("tournaments").entries().forEach(each -> {
            paths.add("/api/tournaments/" + each.text("id"));
            paths.add("/api/tournaments/" + each.text("id") + "/matches");
            paths.add("/tournament.html?id=" + each.text("id"));
        });
        stack.api(ADMIN, "GET", "/api/contests")
                .get("contests")
                .entries()
                .forEach(each -> paths.addAll(
                        List.of("/api/contests/" + each.text("id"), "/api/contests/" + each.text("id") + "/ladder")));
        for (String path : paths) {
            all.put(
                    "answer " + path,
                    new String(stack.request(ADMIN, "GET", path, "").body(), StandardCharsets.UTF_8));
        }
        return all;
    }

    private Set<String> places(String text) throws Exception {
        return everything().entrySet().stream()
                .filter(each -> each.getValue().contains(text))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<JournalEntry> ladder() {
        return new Journals(stack.aws().table()).read(new Subject.Ladder(GAME), 0, 10_000);
    }

    private boolean erasing() {
        return stack.table.all().stream().anyMatch(item -> item.get("sk").s().equals("erasure"));
    }

    /** A pass finds the person, the next one nothing. */
    private void awaitErasure() {
        for (int hour = 0; hour < 6 && erasing(); hour++) {
            stack.await(1, () -> false);
            stack.forward(Duration.ofHours(1));
        }
        assertTrue(!erasing(), "still erasing: " + stack.failures());
    }

    @Test
    void of_a_person_who_was_erased_no_name_or_url_is_left_and_all_results_stay() throws Exception {
        // What is over: the ladder, tournaments, private and public matches.
        stack.api(zoe, "POST", "/api/owners/" + id + "/links", "name", "Zoe's laptop", "uses", 1, "days", 7);
        String cup = tournament(ben, "Cup", true, Map.of("bot", zeppelin), house("expand"), Map.of("bot", bens));
        String own = tournament(zoe, "Own", false, zulu(), Map.of("bot", hidden), house("random"));
        match(zoe, zulu(), house("random"));
        match(zoe, Map.of("bot", hidden), house("random"));
        match(zoe, Map.of("bot", deletedBefore), house("random"));
        match(ben, Map.of("bot", zeppelin), Map.of("bot", bens));
        stack.await(30, () -> state(cup).equals("finished") && state(own).equals("finished"));
        stack.await(6, () -> false);
        assertEquals("finished finished", state(cup) + " " + state(own));
        stack.api(zoe, "DELETE", "/api/bots/" + deletedBefore);

        // What is open: a contest, two tournaments, matches that wait.
        Map<String, Object> contest = Plain.object(
                "game",
                GAME,
                "name",
                "Summer cup",
                "deadline",
                stack.now().plus(Duration.ofDays(30)).toString(),
                "options",
                Map.of("maxTurns", 20),
                "ladder",
                true,
                "stages",
                List.of(Map.of("format", "swiss")));
        String entered =
                "/api/contests/" + ask(ADMIN, "POST", "/api/contests", contest).text("id");
        stack.api(zoe, "POST", entered + "/entries", "bot", zeppelin);
        stack.api(ben, "POST", entered + "/entries", "bot", bens);
        stack.await(8, () -> false);
        assertTrue(places("Zeppelin").contains("answer " + entered + "/ladder"), "on the contest's ladder");
        String running =
                tournament(ben, "Running", true, Map.of("bot", zeppelin), house("expand"), Map.of("bot", bens));
        String ownRunning = tournament(zoe, "Own running", true, Map.of("bot", zeppelin), house("expand"));
        stack.forward(Duration.ofSeconds(3));
        stack.deliver("UpdatesQueue");
        String waiting = match(zoe, zulu(), house("random"));
        String challenged = match(ben, Map.of("bot", zeppelin), house("random"));

        for (String chosen : CHOSEN) {
            assertNotEquals(Set.of(), places(chosen), chosen);
        }
        List<JournalEntry> rated = ladder();
        assertTrue(rated.stream().anyMatch(each -> each.players().contains(zeppelin)), "rated matches");
        Map<String, byte[]> before = stack.files();

        // The first pass is interrupted.
        assertEquals(202, status(zoe, "DELETE", "/api/owners/" + id + "?myself=true"));
        stack.forward(Duration.ofSeconds(10));
        assertEquals(401, status(zoe, "GET", "/api/me"), "blocked");
        stack.without("live/", () -> stack.deliver("UpdatesQueue"));
        assertNotEquals(Set.of(), stack.failures());
        assertEquals(401, status(zoe, "GET", "/api/me"));
        assertEquals(404, status(null, "GET", "/api/bots/" + open + "/code"));
        awaitErasure();
        assertEquals("finished", state(running));
        assertEquals("cancelled", state(ownRunning));
        for (String match : List.of(waiting, challenged)) {
            assertEquals(
                    "cancelled",
                    stack.api(ADMIN, "GET", "/api/matches/" + match).text("status"));
        }

        for (String chosen : CHOSEN) {
            assertEquals(Set.of(), places(chosen), chosen);
        }
        Map<String, byte[]> after = stack.files();
        assertTrue(after.keySet().stream().anyMatch(key -> key.startsWith("code/")), "the code of Ben's bot stays");
        assertEquals(rated, ladder().subList(0, rated.size()));
        int renamed = 0;
        for (String key : before.keySet().stream()
                .filter(each -> each.startsWith("replays/"))
                .toList()) {
            Replay was = Replay.read(Plain.of(Json.read(new String(before.get(key), StandardCharsets.UTF_8))));
            Replay is = Replay.read(Plain.of(Json.read(new String(after.get(key), StandardCharsets.UTF_8))));
            assertEquals(was.toPlain(), is.with(was.start().players()).toPlain(), key);
            renamed += was.equals(is) ? 0 : 1;
        }
        assertTrue(renamed > 5, "renamed replays: " + renamed);
        String table = "standings/tournaments/" + cup + ".json";
        assertEquals(
                new String(before.get(table), StandardCharsets.UTF_8)
                        .replace("\"Zeppelin\"", "\"erased bot\"")
                        .replace("{\"id\":\"" + id + "\",\"name\":\"Zoe\"}", "null"),
                new String(after.get(table), StandardCharsets.UTF_8));

        // Once more, when everything is done.
        List<Map<String, AttributeValue>> items = stack.table.all();
        assertEquals(202, status(ADMIN, "DELETE", "/api/owners/" + id));
        awaitErasure();
        assertEquals(
                items.stream().filter(ErasedPersonTest::isOf).toList(),
                stack.table.all().stream().filter(ErasedPersonTest::isOf).toList());
    }

    private static boolean isOf(Map<String, AttributeValue> item) {
        return item.get("pk").s().matches("(owner|former-bots|contest)#.*");
    }

    @Test
    void nobody_else_erases_a_person_and_nobody_erases_themselves_by_accident() {
        String path = "/api/owners/" + id;
        Plain reader = stack.api(zoe, "POST", path + "/keys", "name", "reader", "scope", "read");
        assertEquals(401, status(null, "DELETE", path));
        assertEquals(404, status(ben, "DELETE", path));
        assertEquals(404, status(ben, "DELETE", path + "?myself=true"));
        assertEquals(403, status(reader.text("token"), "DELETE", path + "?myself=true"));
        assertEquals(400, status(zoe, "DELETE", path));
        Plain admin = stack.api(ADMIN, "POST", "/api/owners", "name", "Admin", "scope", "admin");
        String admins = "/api/owners/" + admin.get("owner").text("id");
        assertEquals(400, status(admin.text("token"), "DELETE", admins));
        assertEquals(400, status(admin.text("token"), "DELETE", path + "?myself=true"));
        assertEquals(404, status(ADMIN, "DELETE", "/api/owners/own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"));
        assertEquals(200, status(zoe, "GET", "/api/me"));
        assertEquals(202, status(admin.text("token"), "DELETE", path));
        assertEquals(202, status(admin.text("token"), "DELETE", admins + "?myself=true"));
    }
}
