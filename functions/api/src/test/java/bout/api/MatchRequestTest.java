package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.store.bot.BotRecord;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import bout.wire.Problem.Violation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchRequestTest {

    private static final Caller ANYONE = Caller.anonymous("127.0.0.1");
    private static final Function<String, Optional<BotRecord>> NO_BOTS = id -> Optional.empty();

    private static final String TWO_HOUSE_BOTS = "'players':[{'house':'expand'},{'house':'random'}]";

    @Test
    void everything_can_be_said() throws Exception {
        MatchRequest request = accepted("{'game':'ajax-tiles','players':[{'url':'https://bots.example.org:8443/a?b=c',"
                + "'name':' Greedy Gary '},{'house':'random','name':'The House'}],'seed':'7 of 9',"
                + "'options':{'nukes':4.0},'timeLimit':2e3}");
        assertEquals(
                List.of(
                        PlayerRecord.url("Greedy Gary", "https://bots.example.org:8443/a?b=c"),
                        PlayerRecord.house("The House", "random")),
                request.players());
        assertEquals("7 of 9", request.seed());
        assertEquals(Map.of("nukes", 4, "maxTurns", 1000), request.game().options());
        assertEquals(2000, request.game().timeLimit());
    }

    @Test
    void a_bot_with_a_url_and_no_name_is_named_after_its_seat() throws Exception {
        MatchRequest request = accepted(
                "{'game':'ajax-tiles','players':[{'url':'https://a.example.org/'},{'url':'https://b.example.org/'}]}");
        assertEquals(
                List.of("bot 1", "bot 2"),
                request.players().stream().map(PlayerRecord::name).toList());
    }

    @Test
    void lengths_are_counted_in_characters_and_not_in_utf_16() throws Exception {
        String name = "🂡".repeat(Field.MAX_NAME);
        String seed = "🂡".repeat(MatchRequest.MAX_SEED);
        String body = "{'game':'ajax-tiles','seed':'" + seed + "','players':[{'house':'expand','name':'" + name
                + "'},{'house':'random'}]}";
        assertEquals(name, accepted(body).players().getFirst().name());
        assertEquals(
                "out-of-range /players/0/name, out-of-range /seed",
                violations(body.replace(name, name + "x").replace(seed, seed + "x")));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
        []                                                       | wrong-type (body)
        7                                                        | wrong-type (body)
        null                                                     | wrong-type (body)
        {}                                                       | missing-field /game, missing-field /players
        {'game':'ajax-tiles','players':null}                     | wrong-type /players
        {'game':'ajax-tiles','players':{}}                       | wrong-type /players
        {'game':'ajax-tiles','players':[]}                       | out-of-range /players
        {'game':'ajax-tiles','players':[{'house':'random'}]}     | out-of-range /players
        {'game':'ajax-tiles','players':[{},{},{}]}               | out-of-range /players, missing-field /players/0, missing-field /players/1
        {'game':'ajax-tiles','players':['random',7]}             | wrong-type /players/0, wrong-type /players/1
        {'game':'ajax-tiles','players':[{'house':'random','url':'https://a.example.org/'},{'house':'random'}]} | unknown-field /players/0/house
        {'game':'ajax-tiles','players':[{'house':'nobody'},{'house':7}]} | unknown-house-bot /players/0/house, wrong-type /players/1/house
        {'game':'ajax-tiles','players':[{'hose':'random'},{'house':'random','a/b~c':1}]} | unknown-field /players/0/hose, missing-field /players/0, unknown-field /players/1/a~1b~0c
        {'game':7,'players':[{'house':'x'},{'house':'y'}]}       | wrong-type /game
        {'game':null,'players':[{'house':'x'},{'house':'y'}]}    | wrong-type /game
        {'game':'chess','players':[{'house':'x'},{'house':'y'}],'options':{'z':1}} | unknown-game /game
        {'game':'Ajax-Tiles',T}                                  | unknown-game /game
        {'game':'ajax-tiles',T,'sede':'1'}                       | unknown-field /sede
        {'game':'ajax-tiles',T,'':1}                             | unknown-field /
        {'game':'ajax-tiles',T,'seed':7}                         | wrong-type /seed
        {'game':'ajax-tiles',T,'seed':null}                      | wrong-type /seed
        {'game':'ajax-tiles',T,'seed':''}                        | out-of-range /seed
        {'game':'ajax-tiles',T,'seed':'a\\nb'}                   | out-of-range /seed
        {'game':'ajax-tiles',T,'seed':'\\ud800'}                 | out-of-range /seed
        {'game':'ajax-tiles',T,'options':[]}                     | wrong-type /options
        {'game':'ajax-tiles',T,'options':null}                   | wrong-type /options
        {'game':'ajax-tiles',T,'options':{'nukes':41}}           | out-of-range /options/nukes
        {'game':'ajax-tiles',T,'options':{'nukes':1.5}}          | out-of-range /options/nukes
        {'game':'ajax-tiles',T,'options':{'nukes':'6'}}          | wrong-type /options/nukes
        {'game':'ajax-tiles',T,'options':{'nukes':null}}         | wrong-type /options/nukes
        {'game':'ajax-tiles',T,'options':{'nuks':1,'maxTurns':0}} | unknown-option /options/nuks, out-of-range /options/maxTurns
        {'game':'ajax-tiles',T,'timeLimit':'2000'}               | wrong-type /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':null}                 | wrong-type /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':9}                    | out-of-range /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':60001}                | out-of-range /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':10.5}                 | out-of-range /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':1e300}                | out-of-range /timeLimit
        {'game':'ajax-tiles',T,'timeLimit':123456789012345678901234567890} | out-of-range /timeLimit
        {'game':7,'players':[{'url':7},{'house':'x','name':7}],'seed':7,'options':7,'timeLimit':'7','x':7} | unknown-field /x, wrong-type /game, wrong-type /players/0/url, wrong-type /players/1/name, wrong-type /seed, wrong-type /options, wrong-type /timeLimit
        """)
    void every_wrong_field_is_named_at_once(String body, String expected) throws Exception {
        assertEquals(expected, violations(body.replace(",T", "," + TWO_HOUSE_BOTS)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''               | no visible character
        '\\u00a0\\u200b' | no visible character
        'a\\nb'          | control character
        'a\\u202eb'      | change the direction
        'a\\u3164b'      | invisible characters
        'a\\udc00'       | surrogate
        """)
    void a_name_that_would_spoil_a_page_is_refused(String name, String text) throws Exception {
        List<Violation> violations = refused(
                "{'game':'ajax-tiles','players':[{'house':'expand','name':'" + name + "'},{'house':'random'}]}");
        assertEquals("/players/0/name", violations.getFirst().place());
        assertTrue(violations.getFirst().detail().contains(text), violations::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        http://bots.example.org/              | bad-url             | https
        https://user:hunter2@bots.example.org | bad-url             | user name
        https://10.1.2.3/                     | address-not-allowed | private
        https://metadata.google.internal/     | address-not-allowed | not public
        """)
    void a_url_that_no_bot_may_have_is_refused_with_what_is_wrong(String url, String type, String text)
            throws Exception {
        List<Violation> violations =
                refused("{'game':'ajax-tiles','players':[{'url':'" + url + "'},{'house':'random'}]}");
        assertEquals("/problems/" + type, violations.getFirst().type().uri());
        assertEquals("/players/0/url", violations.getFirst().place());
        assertTrue(violations.getFirst().detail().contains(text), violations::toString);
        assertFalse(
                violations.getFirst().detail().contains("hunter2"), "the URL may hold a secret and is not repeated");
    }

    @Test
    void the_local_stack_takes_bots_on_the_same_machine() throws Exception {
        String body = "{'game':'ajax-tiles','players':[{'url':'http://127.0.0.1:1234/bot.php?x'},"
                + "{'url':'http://localhost:80'}]}";
        assertEquals(
                List.of("http://127.0.0.1:1234/bot.php?x", "http://localhost:80"),
                MatchRequest.read(json(body), TestUrls.LOOPBACK, ANYONE, NO_BOTS).players().stream()
                        .map(PlayerRecord::url)
                        .toList());
        assertEquals(2, refused(body).size());
    }

    @Test
    void what_is_wrong_says_what_would_be_right() throws Exception {
        assertEquals(
                List.of(
                        "unknown field; expected one of game, players, seed, options, timeLimit, webhook, webhookFormat, webhookSecret",
                        "unknown house bot; expected one of " + String.join(", ", houseBots()),
                        "expected a whole number from 0 to 40, got the number 41",
                        "expected a whole number of milliseconds from 10 to 60000, got the string \"fast\""),
                refused("{'game':'ajax-tiles','sede':1,'players':[{'house':'expnd'},{'house':'random'}],"
                                + "'options':{'nukes':41},'timeLimit':'fast'}")
                        .stream()
                        .map(Violation::detail)
                        .toList());
    }

    private static List<String> houseBots() {
        return Games.byId("ajax-tiles").orElseThrow().houseBots().stream()
                .map(HouseBot::name)
                .toList();
    }

    private static MatchRequest accepted(String body) throws Json.NotJson {
        return MatchRequest.read(json(body), TestUrls.PUBLIC, ANYONE, NO_BOTS);
    }

    private static List<Violation> refused(String body) throws Json.NotJson {
        Field json = json(body);
        return assertThrows(Refusal.class, () -> MatchRequest.read(json, TestUrls.PUBLIC, ANYONE, NO_BOTS))
                .problem()
                .errors();
    }

    private static String violations(String body) throws Json.NotJson {
        return refused(body).stream()
                .map(wrong -> wrong.type().uri().substring("/problems/".length()) + " "
                        + (wrong.place().isEmpty() ? "(body)" : wrong.place()))
                .collect(Collectors.joining(", "));
    }

    private static Field json(String singleQuoted) throws Json.NotJson {
        return Field.of(Json.read(singleQuoted.replace('\'', '"')));
    }
}
