package bout.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the script that serves bots of the original Everybody Loves Tokens and RoboTag against what they expect. */
@Tag("server")
class WrapScriptTest {

    private static final Path SCRIPT =
            Path.of("../../docs/starters/javascript/wrap.mjs").toAbsolutePath();

    private static final String TOKENS = """
            {"player1": true, "board": {
              "player1": {"pos": [0, 0], "score": 0, "colorBonus": 0, "lastColor": "#000000"},
              "player2": {"pos": [0, 0], "score": 0, "colorBonus": 0, "lastColor": "#000000"},
              "tokens": [[false, {"color": "#FF0000", "points": 3}], [false, false]]}}
            """;

    private static final String ROBOTAG = """
            {"my": {"x": 100, "y": 99, "fuel": 1000}, "enemy": {"x": 0, "y": 1, "fuel": 1000},
             "map": {"width": 100, "height": 100, "fuelTanks": [{"x": 5.5, "y": 6, "value": 50}], "mines": []}}
            """;

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @BeforeEach
    void node_is_here() {
        BotProgram.assumeHere("node");
    }

    private BotProgram wrap(String game, String bot) throws Exception {
        Path file = Files.writeString(folder.resolve("bot.js"), bot);
        return BotProgram.start(folder, port -> List.of("node", SCRIPT.toString(), game, file.toString(), port));
    }

    private HttpResponse<String> ask(BotProgram bot, String game, String match, int seat, String body)
            throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(bot.url()))
                        .header("Bout-Game", game)
                        .header("Bout-Match", match)
                        .header("Bout-Seat", Integer.toString(seat))
                        .header("Bout-Time-Limit", "1000")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String tokens(BotProgram bot, String match, int seat) throws Exception {
        return ask(bot, "tokens", match, seat, TOKENS.replace("\"player1\": true", "\"player1\": " + (seat == 1)))
                .body();
    }

    private String robotag(BotProgram bot, String match, int seat) throws Exception {
        return ask(bot, "robotag", match, seat, ROBOTAG).body();
    }

    @Test
    void a_tokens_bot_is_a_new_object_for_each_seat_of_each_match() throws Exception {
        try (BotProgram bot = wrap("tokens", """
                // Says who it is and how often it was asked.
                function (player1) {
                    this.asked = 0;
                    this.yourMove = function (b) {
                        return player1 + " " + ++this.asked;
                    };
                };
                """)) {
            assertEquals("{\"move\":\"true 1\"}", tokens(bot, "a", 1));
            assertEquals("{\"move\":\"true 2\"}", tokens(bot, "a", 1));
            assertEquals("{\"move\":\"false 1\"}", tokens(bot, "a", 2));
            assertEquals("{\"move\":\"true 1\"}", tokens(bot, "b", 1));
            assertEquals("{\"move\":\"true 3\"}", tokens(bot, "a", 1));
        }
    }

    @Test
    void a_tokens_bot_sees_the_original_board() throws Exception {
        try (BotProgram bot = wrap("tokens", """
                var helper = 1;
                myAI = function (player1) {
                    this.yourMove = function (b) {
                        for (i = 0; i < b.tokens.length; i++);
                        return [b.tokens instanceof Array, i, b.tokens[0][1].points, b.tokens[0][0], b.player2.lastColor].join();
                    };
                };
                """)) {
            assertEquals("{\"move\":\"true,2,3,false,#000000\"}", tokens(bot, "a", 1));
        }
    }

    @Test
    void a_bot_that_throws_answers_with_its_message_and_keeps_working() throws Exception {
        try (BotProgram bot = wrap("tokens", """
                function Bot(player1) {
                    this.yourMove = function (b) {
                        this.asked = (this.asked || 0) + 1;
                        if (this.asked == 1) throw new Error("no idea");
                        return "EAT";
                    };
                }
                """)) {
            HttpResponse<String> answer = ask(bot, "tokens", "a", 1, TOKENS);
            assertEquals(500, answer.statusCode());
            assertEquals("no idea", answer.body());
            assertEquals("{\"move\":\"EAT\"}", tokens(bot, "a", 1));
        }
    }

    @Test
    void this_of_a_robotag_bot_lives_for_one_match() throws Exception {
        try (BotProgram bot = wrap("robotag", """
                function move(my, enemy, map) {
                    this.turn = (typeof(this.turn) == "undefined") ? 0 : ++this.turn;
                    return {dx: this.turn, dy: helper(my)};
                }
                function helper(my) { return my.fuel; }
                """)) {
            assertEquals("{\"dx\":0,\"dy\":1000}", robotag(bot, "a", 1));
            assertEquals("{\"dx\":1,\"dy\":1000}", robotag(bot, "a", 1));
            assertEquals("{\"dx\":0,\"dy\":1000}", robotag(bot, "a", 2));
            assertEquals("{\"dx\":0,\"dy\":1000}", robotag(bot, "b", 1));
        }
    }

    @Test
    void a_robotag_bot_sees_the_map_with_exactly_the_fields_of_the_original() throws Exception {
        try (BotProgram bot = wrap("robotag", """
                function move(my, enemy, map) {
                    throw JSON.stringify(map, Object.keys(map).sort().concat("x", "y", "value"));
                }
                """)) {
            String values = "[50,100,150,200,250,300]";
            String map =
                    "{\"fuelQty\":1,\"fuelSpread\":10,\"fuelTanks\":[{\"x\":5.5,\"y\":6,\"value\":50}],\"fuelValues\":"
                            + values + ",\"height\":100,\"mineQty\":0,\"mineSpread\":5,\"mineValues\":" + values
                            + ",\"mines\":[],\"startPositions\":%s,\"width\":100}";
            assertEquals(map.formatted("[[100,99],[0,1]]"), robotag(bot, "a", 1));
            assertEquals(map.formatted("[[0,1],[100,99]]"), robotag(bot, "a", 2));
        }
    }

    @Test
    void the_quantities_of_a_robotag_map_stay_those_of_the_start_whatever_is_taken_or_changed() throws Exception {
        try (BotProgram bot = wrap("robotag", """
                function move(my, enemy, map) {
                    var seen = [map.fuelQty, map.fuelTanks.length, map.fuelValues.length].join();
                    map.fuelQty = 99;
                    map.fuelValues.pop();
                    throw seen;
                }
                """)) {
            assertEquals("1,1,6", robotag(bot, "a", 1));
            String taken = ROBOTAG.replaceFirst("\\{\"x\": 5.5[^}]*}", "");
            assertEquals("1,0,6", ask(bot, "robotag", "a", 1, taken).body());
        }
    }

    @Test
    void a_bot_that_never_returns_does_not_stop_the_others() throws Exception {
        try (BotProgram bot = wrap("robotag", """
                function move(my, enemy, map) {
                    this.turn = (this.turn || 0) + 1;
                    while (this.turn == 1);
                    return {dx: 1, dy: 1};
                }
                """)) {
            HttpResponse<String> answer = ask(bot, "robotag", "a", 1, ROBOTAG);
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().contains("timed out"), answer.body());
            assertEquals("{\"dx\":1,\"dy\":1}", robotag(bot, "a", 1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tokens | function (player1) { this.yourMove = function (b) { return player1 ? 'RIGHT' : 'EAT'; }; }",
                "robotag | function move(my, enemy, map) { return {dx: (50 - my.x) / 100, dy: (50 - my.y) / 100}; }",
            })
    void a_bot_for_the_original_plays_a_match_without_a_failure(String game, String source) throws Exception {
        try (BotProgram bot = wrap(game, source)) {
            Ran.bout("play", game, bot.url(), bot.url(), "--seed", "4", "--json")
                    .succeeds()
                    .prints("\"failures\":[]");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            tokens bot.js        ¦ `var x = 1;`              ¦ 1 ¦ bot.js has no function; expected a function expression, or a function that is declared, assigned or exported
            tokens bot.js        ¦ `function () { return +; }` ¦ 1 ¦ bot.js, line 1: SyntaxError: Unexpected token ';'
            tokens bot.js        ¦ `var x = ;`               ¦ 1 ¦ bot.js, line 1: SyntaxError: Unexpected token ';'
            tokens bot.js        ¦ `prompt("name?");`        ¦ 1 ¦ bot.js, line 1: ReferenceError: prompt is not defined
            tokens bot.js        ¦ `throw null;`             ¦ 1 ¦ bot.js: throws null
            tokens other.js      ¦ ``                        ¦ 1 ¦ cannot read other.js: no such file
            tokens .             ¦ ``                        ¦ 1 ¦ cannot read .: it is a folder
            tokens bot.js abc    ¦ `function f() {}`         ¦ 1 ¦ cannot listen on port abc: not a port number
            tokens bot.js TAKEN  ¦ `function f() {}`         ¦ 1 ¦ cannot listen on port TAKEN: already in use
            chess bot.js         ¦ `function f() {}`         ¦ 2 ¦ Unknown game 'chess'. Usage: node wrap.mjs tokens|robotag FILE [PORT]
            tokens               ¦ ``                        ¦ 2 ¦ Usage: node wrap.mjs tokens|robotag FILE [PORT]
            """)
    void an_error_is_one_sentence(String arguments, String source, int status, String sentence) throws Exception {
        Files.writeString(folder.resolve("bot.js"), source == null ? "" : source);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            List<String> command = new ArrayList<>(List.of("node", SCRIPT.toString()));
            command.addAll(List.of(arguments.replace("TAKEN", port).split(" ")));

            Process process =
                    new ProcessBuilder(command).directory(folder.toFile()).start();

            assertEquals("", new String(process.getInputStream().readAllBytes(), UTF_8));
            assertEquals(
                    "wrap.mjs: " + sentence.replace("TAKEN", port) + "\n",
                    new String(process.getErrorStream().readAllBytes(), UTF_8));
            assertEquals(status, process.waitFor());
        }
    }
}
