package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.competition.ladder.Leaderboard;
import bout.engine.Plain;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.store.Aws;
import bout.store.journal.LadderRuns;
import bout.store.journal.StandingsFiles;
import bout.wire.Json;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The ladder on a whole stack: a registered bot and the house bots play, are rated, and anybody can compute it again.
 */
@Tag("server")
class RatingsCommandTest {

    private static final String GAME = "ajax-tiles";
    private static final List<String> LADDERS = List.of(GAME, "tokens");

    @AutoClose
    private static Stack stack;

    private static Aws aws;

    @AutoClose
    private static TestBot bot;

    private static String id;

    @AutoClose
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void a_ladder_that_has_been_played() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository());
        aws = stack.aws();
        bot = TestBot.passing();
        id = OnTheStack.verified(stack, GAME, "Gary", bot.url());
        Instant minute = OnTheStack.startLadderMatches(stack, 3, LADDERS);
        for (String game : LADDERS) {
            awaitLadder(game, new LadderRuns(aws.table()).count(game, minute));
        }
    }

    private static void awaitLadder(String game, int matches) throws Exception {
        assertTrue(matches >= 12, game + " has " + matches + " matches");
        StandingsFiles files = new StandingsFiles(aws.bucket());
        OnTheStack.await(() -> files.get(StandingsFiles.ladder(game))
                .filter(ladder -> ladder.get("matches").integer(0, 999) == matches));
    }

    private static Ran ratings(String... arguments) {
        return Ran.api(stack.address(), "", "ratings", arguments);
    }

    private static List<String> faults(String schema, String json) throws IOException {
        try (InputStream file = Leaderboard.class.getResourceAsStream(schema)) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(file, InputFormat.JSON)
                    .validate(json, InputFormat.JSON)
                    .stream()
                    .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                    .toList();
        }
    }

    private static HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(stack.address() + path));
        return HTTP.send((headers.length > 0 ? request.headers(headers) : request).build(), BodyHandlers.ofString());
    }

    @Test
    void the_file_of_a_ladder_without_matches_has_its_columns_only() throws Exception {
        try (BotServer api = new BotServer(0, asked -> HttpAnswer.json(200, "{\"game\":\"tokens\",\"players\":[]}"))) {
            URI site = URI.create(api.url());
            Ran.api(site, "", "ratings", "show", "tokens").prints("The ladder of tokens has no matches yet.");
            assertEquals(
                    "\uFEFFname,rank,rating,won,drawn,lost,failed calls\r\n",
                    Ran.api(site, "", "ratings", "show", "tokens", "--csv").out());
        }
    }

    @Test
    void the_ladder_computed_again_is_the_one_that_was_published() {
        Ran recomputed = ratings("recompute", GAME, "--check-matches").succeeds();
        assertTrue(
                recomputed.lastLine().startsWith("All numbers are equal to the published ones, computed from "),
                recomputed.out());
        recomputed.prints("Gary");
        recomputed.prints("house:random");
    }

    @Test
    void a_published_number_that_is_wrong_is_found() {
        StandingsFiles files = new StandingsFiles(aws.bucket());
        Plain published = files.get(StandingsFiles.ladder("tokens")).orElseThrow();
        Map<String, Object> tampered = new LinkedHashMap<>();
        published.fields().forEach((name, value) -> tampered.put((String) name, value));
        List<Map<String, Object>> rows = published.get("players").entries().stream()
                .map(row -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    row.fields().forEach((name, value) -> fields.put((String) name, value));
                    return fields;
                })
                .toList();
        double mu = ((Number) rows.get(1).get("mu")).doubleValue();
        rows.get(1).put("mu", Math.nextUp(mu));
        tampered.put("players", rows);
        files.put(StandingsFiles.ladder("tokens"), tampered);
        ratings("recompute", "tokens")
                .fails(
                        1,
                        "row 2, " + rows.get(1).get("name") + ": mu is " + Math.nextUp(mu) + " as published, but " + mu
                                + " recomputed");
    }

    @Test
    void the_files_are_as_their_schemas_say_and_answer_304_to_who_has_them() throws Exception {
        for (Map.Entry<String, String> file : Map.of(
                        "/standings/ladders/" + GAME + ".json", "ladder.schema.json",
                        "/standings/bots/" + id + ".json", "bot.schema.json",
                        "/standings/bots/" + GAME + ".house.random.json", "bot.schema.json")
                .entrySet()) {
            HttpResponse<String> answer = get(file.getKey());
            assertEquals(200, answer.statusCode(), file.getKey());
            assertEquals(List.of(), faults(file.getValue(), answer.body()), file.getKey());
            assertEquals(
                    "public, max-age=2",
                    answer.headers().firstValue("Cache-Control").orElseThrow());
        }
        String page = "/standings/bots/" + GAME + ".house.random.json";
        String tag = get(page).headers().firstValue("ETag").orElseThrow();
        assertEquals(304, get(page, "If-None-Match", tag).statusCode());
    }

    @Test
    void a_bots_page_knows_its_calls() throws Exception {
        Plain page = Plain.of(Json.read(get("/standings/bots/" + id + ".json").body()));
        assertEquals("Gary", page.text("name"));
        assertTrue(page.get("calls").integer(0, Integer.MAX_VALUE) > 0);
        assertFalse(page.get("p50").isNull());
        assertEquals(
                0,
                page.get("failures").integer(0, 99),
                "" + page.get("failureKinds").value());
    }

    @Test
    void the_ladder_is_shown_as_a_table() {
        Ran shown = ratings("show", GAME).succeeds();
        assertTrue(shown.lines().getFirst().startsWith("name"), shown.out());
        assertTrue(shown.lines().size() >= 7, shown.out());
        assertEquals(
                List.of("name", "rank", "rating", "won", "drawn", "lost", "failed", "calls"),
                List.of(shown.lines().getFirst().strip().split(" +")));
        assertTrue(shown.lines().get(1).matches(".* [12]\\d{3} ± \\d{3} .*"), shown.out());
    }
}
