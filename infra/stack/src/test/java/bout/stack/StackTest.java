package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.behavior;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.wire.ReplayFile;
import bout.wire.ReplaySchema;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("server")
class StackTest {

    private static final Stack STACK = SharedStack.STACK;
    private static final StackClient CLIENT = SharedStack.CLIENT;

    @Test
    void a_match_between_two_http_bots_runs_end_to_end() throws Exception {
        String id;
        Map<String, Object> match;
        try (TestBot bot = new TestBot()) {
            String player = "{\"url\":\"" + bot.url() + "\",\"name\":\"Painter\"}";
            id = CLIENT.startMatch(player, player);
            match = CLIENT.awaitEnd(id);
        }
        assertEquals("finished", match.get("status"), match.toString());
        assertEquals("/replays/" + id + ".json", match.get("replay"));
        assertEquals(List.of(), match.get("failures"));

        HttpResponse<byte[]> stored = CLIENT.getBytes("/replays/" + id + ".json", "Accept-Encoding", "gzip");
        assertEquals(200, stored.statusCode());
        assertEquals("gzip", header(stored, "Content-Encoding"));
        assertEquals("application/json", header(stored, "Content-Type"));
        assertEquals("public, max-age=31536000, immutable", header(stored, "Cache-Control"));
        Replay replay = ReplaySchema.read(stored.body());
        assertInstanceOf(
                Replay.Confirmed.class,
                replay.verify(Games.byId("ajax-tiles").orElseThrow()),
                "replaying the moves gives the stored result");
        assertEquals(replay.result().toPlain(), match.get("result"));

        HttpResponse<byte[]> plain = CLIENT.getBytes("/replays/" + id + ".json");
        assertTrue(plain.headers().firstValue("Content-Encoding").isEmpty());
        assertEquals('{', plain.body()[0]);

        HttpResponse<String> list = CLIENT.get("/api/matches?game=ajax-tiles&status=finished");
        assertTrue(list.body().contains(id), list.body());
        for (String answer : List.of(list.body(), match.toString(), new String(plain.body(), StandardCharsets.UTF_8))) {
            assertFalse(answer.contains("hunter2"), "no answer contains a bot's URL");
        }
    }

    @Test
    void a_house_bot_that_is_served_plays_through_its_url() throws Exception {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        try (BotServer served =
                new BotServer(0, BotServer.houseBot(game, game.houseBots().getLast()))) {
            Map<String, Object> match =
                    CLIENT.awaitEnd(CLIENT.startMatch("{\"url\":\"" + served.url() + "\"}", "{\"house\":\"random\"}"));
            assertEquals("finished", match.get("status"), match.toString());
            assertEquals(List.of(), match.get("failures"));
        }
    }

    @Test
    void fifty_matches_started_at_once_finish_exactly_once() throws Exception {
        int matches = 50;
        try (TestBot counting = new TestBot();
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            String player = "{\"url\":\"" + counting.url() + "\"}";
            List<Future<String>> posts = new ArrayList<>();
            for (int i = 0; i < matches; i++) {
                posts.add(callers.submit(
                        () -> CLIENT.startMatch(player, "{\"house\":\"random\"}", "{\"maxTurns\":100}")));
            }
            Set<String> ids = new HashSet<>();
            for (Future<String> post : posts) {
                ids.add(post.get());
            }
            assertEquals(matches, ids.size());
            for (String id : ids) {
                assertEquals("finished", CLIENT.awaitEnd(id).get("status"));
            }
            Set<String> played = new HashSet<>();
            for (String seatId : counting.firstMoves().keySet()) {
                assertTrue(played.add(CLIENT.matchOfSeat(seatId).orElseThrow()), "it saw one seat of each match");
            }
            assertEquals(ids, played);
            counting.firstMoves().forEach((id, times) -> assertEquals(1, times.get(), id + " was started once"));
            for (String id : ids) {
                awaitTold(id);
            }
        }
        SharedStack.TOLD.forEach((id, times) -> assertEquals(1, times.get(), id + " was reported once"));
    }

    @Test
    void a_watched_match_is_shown_live_until_its_replay_is_stored() throws Exception {
        AtomicBoolean seen = new AtomicBoolean();
        try (TestBot slow = new TestBot(headers -> {
            if (!seen.get()) {
                Thread.sleep(150);
            }
        })) {
            String player = "{\"url\":\"" + slow.url() + "\"}";
            String id = CLIENT.startMatch(player, player);
            List<Replay> shown = new ArrayList<>();
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (shown.size() < 3) {
                assertTrue(System.nanoTime() < giveUp, () -> "shown in a minute: " + shown.size());
                assertEquals(
                        200, CLIENT.get("/api/matches/" + id + "?watch=true").statusCode());
                HttpResponse<byte[]> live = CLIENT.getBytes("/live/" + id + ".json");
                if (live.statusCode() == 200) {
                    assertEquals("public, max-age=1", header(live, "Cache-Control"));
                    assertFalse(new String(live.body(), StandardCharsets.UTF_8).contains("hunter2"));
                    Replay soFar = ReplayFile.read(live.body());
                    if (shown.isEmpty()
                            || soFar.calls().count() > shown.getLast().calls().count()) {
                        shown.add(soFar);
                    }
                } else {
                    assertEquals(404, live.statusCode());
                }
                Thread.sleep(100);
            }
            seen.set(true);
            assertEquals("finished", CLIENT.awaitEnd(id).get("status"));
            Replay replay = ReplaySchema.read(
                    CLIENT.getBytes("/replays/" + id + ".json").body());
            for (Replay soFar : shown) {
                for (int seat = 0; seat < 2; seat++) {
                    List<Object> moves = soFar.calls().moves().get(seat);
                    assertEquals(replay.calls().moves().get(seat).subList(0, moves.size()), moves);
                }
                assertEquals(replay.start().setUp(), soFar.start().setUp());
                assertEquals(replay.start().players(), soFar.start().players());
            }
        }
    }

    @Test
    void the_replay_of_a_private_tournaments_match_is_only_where_the_api_says() throws Exception {
        HttpResponse<String> accepted = CLIENT.post(
                "/api/tournaments",
                "{\"game\":\"ajax-tiles\",\"public\":false,"
                        + "\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}");
        assertEquals(202, accepted.statusCode(), accepted.body());
        String id = (String) StackClient.json(accepted.body()).get("id");
        List<?> matches = List.of();
        for (int attempt = 0; attempt < 600 && matches.isEmpty(); attempt++) {
            Thread.sleep(50);
            matches = (List<?>) StackClient.json(
                            CLIENT.get("/api/tournaments/" + id + "/matches").body())
                    .get("matches");
        }
        String match = (String) ((Map<?, ?>) matches.getFirst()).get("id");
        Map<String, Object> ended = CLIENT.awaitEnd(match);
        String replay = (String) ended.get("replay");
        assertEquals(404, CLIENT.get("/replays/" + match + ".json").statusCode());
        assertEquals(200, CLIENT.get(replay).statusCode(), replay);
        Replay read = ReplaySchema.read(
                CLIENT.getBytes(replay, "Accept-Encoding", "gzip").body());
        assertEquals(ended.get("result"), read.result().toPlain());
    }

    private static void awaitTold(String id) throws InterruptedException {
        for (int i = 0; i < 200 && !SharedStack.TOLD.containsKey(id); i++) {
            Thread.sleep(50);
        }
        assertNotNull(SharedStack.TOLD.get(id), id + " was reported for");
    }

    @Test
    void the_site_is_served_with_types_tags_and_the_policys_headers() throws Exception {
        HttpResponse<String> page = CLIENT.get("/");
        assertEquals(200, page.statusCode());
        assertEquals("text/html; charset=utf-8", header(page, "Content-Type"));
        assertEquals("nosniff", header(page, "X-Content-Type-Options"));
        assertTrue(header(page, "Content-Security-Policy").startsWith("default-src 'none'"));
        String tag = header(page, "ETag");
        HttpResponse<String> again = CLIENT.get("/", "If-None-Match", "\"other\", " + tag);
        assertEquals(304, again.statusCode());
        assertEquals("", again.body());
        assertEquals(page.body(), CLIENT.get("/index.html").body());
        assertEquals("text/javascript; charset=utf-8", header(CLIENT.get("/match/front-page.js"), "Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/match.html",
                "/embed.html",
                "/sandbox/nothing",
                "/replays/nothing",
                "/live/nothing",
                "/standings/nothing",
                "/api/games"
            })
    void every_path_has_exactly_the_headers_that_the_template_says(String path) throws Exception {
        // Only the WebSocket API is elsewhere.
        String deployed = origin(APPLICATION.lines().orElseThrow().url());
        String local = origin(STACK.environment().get("BOUT_LINES"));
        Map<String, String> said = behavior(path).headers();
        Map<String, String> sent = new TreeMap<>();
        CLIENT.get(path).headers().map().forEach((name, values) -> sent.put(name, String.join(" AND ", values)));
        sent.keySet().removeAll(ABOUT_THE_CONTENT);
        Map<String, String> lowerCase = new TreeMap<>();
        said.forEach((name, value) -> lowerCase.put(name.toLowerCase(Locale.ROOT), value.replace(deployed, local)));
        assertEquals(lowerCase, sent);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElseThrow();
    }

    private static String origin(String url) {
        return url.substring(0, url.lastIndexOf('/'));
    }

    /** Headers that describe the origin or the connection, not the content. */
    private static final Set<String> ABOUT_THE_CONTENT =
            Set.of("cache-control", "content-length", "content-type", "date", "etag", "vary");

    @ParameterizedTest
    @ValueSource(strings = {"live/m1/0.json", "standings/ladders/nothing.json"})
    void overwritten_objects_are_served_with_their_tag_and_cache_control(String key) throws Exception {
        try (S3Client s3 = STACK.clients().s3().get()) {
            for (String content : List.of("{\"turn\":1}", "{\"turn\":2}")) {
                s3.putObject(
                        put -> put.bucket(STACK.environment().get("BOUT_BUCKET"))
                                .key(key)
                                .contentType("application/json")
                                .cacheControl("public, max-age=2"),
                        RequestBody.fromString(content));
                HttpResponse<String> got = CLIENT.get("/" + key);
                assertEquals(200, got.statusCode());
                assertEquals(content, got.body());
                assertEquals("public, max-age=2", header(got, "Cache-Control"));
                String tag = header(got, "ETag");
                HttpResponse<String> again = CLIENT.get("/" + key, "If-None-Match", tag);
                assertEquals(304, again.statusCode());
                assertEquals(tag, header(again, "ETag"));
            }
        }
    }

    @Test
    void head_answers_like_get_without_the_body() throws Exception {
        HttpResponse<String> got = CLIENT.get("/index.html");
        HttpResponse<String> head = CLIENT.send("HEAD", "/index.html", "");
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        for (String name : List.of("ETag", "Content-Type", "Content-Length")) {
            assertEquals(got.headers().firstValue(name), head.headers().firstValue(name), name);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing.html",
                "/render",
                "/render/",
                "/../stack/Stack.class",
                "/%2e%2e/local/version.txt",
                "/..%2flocal/version.txt",
                "/render/../../local/version.txt",
                "/.hidden",
                "//etc/passwd",
                "/a%00b"
            })
    void an_unknown_path_gets_the_404_page(String path) throws Exception {
        String answer = raw(path, STACK.address().getAuthority());
        assertTrue(answer.startsWith("HTTP/1.1 404 "), answer);
        assertTrue(answer.contains("text/html"), answer);
    }

    @Test
    void the_site_takes_no_posts_and_an_unknown_api_path_is_a_problem() throws Exception {
        assertEquals(403, CLIENT.send("POST", "/index.html", "x").statusCode());
        HttpResponse<String> unknown = CLIENT.get("/api/nothing");
        assertEquals(404, unknown.statusCode());
        assertEquals("application/problem+json", header(unknown, "Content-Type"));
        assertEquals("{\"message\":\"Not Found\"}", CLIENT.get("/api/").body());
    }

    @Test
    void a_body_above_ten_megabytes_is_refused() throws Exception {
        byte[] large = new byte[HttpApi.MAX_BODY_BYTES + 1];
        String head = "POST /api/matches HTTP/1.1\r\nHost: " + STACK.address().getAuthority() + "\r\nContent-Length: "
                + large.length + "\r\n\r\n";
        try (Socket socket = new Socket("127.0.0.1", STACK.address().getPort())) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(large);
            InputStream answer = new BufferedInputStream(socket.getInputStream());
            assertEquals("HTTP/1.1 413 ", new String(answer.readNBytes(13), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void a_port_in_use_is_reported() {
        StackOptions samePort =
                StackOptions.ofThisRepository().withPort(STACK.address().getPort());
        StackNotStarted why = assertThrows(StackNotStarted.class, () -> Stack.start(samePort));
        assertTrue(why.getMessage()
                .startsWith("cannot listen on port " + STACK.address().getPort() + ": already in use;"));
    }

    @Test
    void the_last_port_can_be_the_one_of_the_site() throws Exception {
        try (Stack last = Stack.start(StackOptions.ofThisRepository().withPort(65_535))) {
            assertEquals(65_535, last.address().getPort());
        }
    }

    @Test
    void a_page_whose_name_resolves_to_this_machine_reads_nothing() throws Exception {
        int port = STACK.address().getPort();
        String attack = raw("/api/bots?mine=true", "evil.example:" + port);
        assertTrue(attack.startsWith("HTTP/1.1 421 "), attack);
        String own = raw("/api/games", "localhost:" + port);
        assertTrue(own.startsWith("HTTP/1.1 200 "), own);
    }

    @Test
    void a_page_of_another_origin_starts_no_match() throws Exception {
        String body = "{\"game\":\"tokens\",\"players\":[{\"house\":\"naive\"},{\"house\":\"lazy\"}]}";
        HttpResponse<String> refused = CLIENT.post("/api/matches", body, "Origin", "https://evil.example");
        assertEquals(403, refused.statusCode(), refused.body());
        HttpResponse<String> own =
                CLIENT.post("/api/matches", body, "Origin", STACK.address().toString());
        assertEquals(202, own.statusCode(), own.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/replays/../private/standings.json",
                "/replays/%2e%2e/private/standings.json",
                "/replays/%2E%2E%2Fprivate/standings.json",
                "/replays/x/../../private/standings.json",
                "/replays/..%5cprivate/standings.json",
                "/replays//private/standings.json",
                "/replays/%00",
                "/replays/a%00.json",
                "/replays/%0d%0aX:y",
                "/replays/%zz",
                "/replays/%",
                "/api/matches/%zz",
                "/%zz"
            })
    void a_path_leads_only_to_objects_that_the_cdn_may_read(String path) throws Exception {
        try (S3Client s3 = STACK.clients().s3().get()) {
            s3.putObject(
                    put -> put.bucket(STACK.environment().get("BOUT_BUCKET")).key("private/standings.json"),
                    RequestBody.fromString("nobody else's business"));
        }
        String answer = raw(path, STACK.address().getAuthority());
        assertTrue(answer.matches("(?s)HTTP/1.1 40[04] .*"), answer);
        assertFalse(answer.contains("business"), answer);
    }

    /** The answer to a request for exactly this path, which a client would change, with this Host. */
    private static String raw(String path, String host) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket("127.0.0.1", STACK.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_type_of_a_problem_leads_to_the_documentation() throws Exception {
        HttpResponse<String> problem = CLIENT.get("/api/matches/x");
        HttpResponse<String> sent =
                CLIENT.get((String) StackClient.json(problem.body()).get("type"));
        assertEquals(302, sent.statusCode());
        String page = sent.headers().firstValue("Location").orElseThrow();
        assertEquals("/docs/errors.html#unknown-match", page);
        assertTrue(CLIENT.get(page).body().contains("<h2 id=\"unknown-match\">"));
    }
}
