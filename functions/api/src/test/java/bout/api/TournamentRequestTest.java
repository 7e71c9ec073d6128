package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.competition.tables.Table.Ranking;
import bout.competition.tournament.Plan.Format;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Program;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import bout.wire.Problem.Violation;
import bout.wire.WebhookSecret;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TournamentRequestTest {

    private static final Caller ADA = new Caller("ada", Scope.PLAY, "127.0.0.1");
    private static final String THREE =
            "'players':[{'house':'expand'},{'url':'https://bot.example/'},{'house':'random'}]";
    private static final int LIMIT = 20_000;

    private static TournamentRequest accepted(String body, BotRecord... registered) {
        Map<String, BotRecord> known =
                List.of(registered).stream().collect(Collectors.toMap(BotRecord::id, bot -> bot));
        Function<Set<String>, Map<String, BotRecord>> bots = ids -> known.entrySet().stream()
                .filter(bot -> ids.contains(bot.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        try {
            Field plain = Field.of(Json.read(body.replace('\'', '"')));
            return TournamentRequest.read(plain, TestUrls.PUBLIC, ADA, bots, LIMIT, "7");
        } catch (Json.NotJson notJson) {
            throw new AssertionError(body, notJson);
        }
    }

    private static List<Violation> refused(String body, BotRecord... registered) {
        return assertThrows(Refusal.class, () -> accepted(body, registered))
                .problem()
                .errors();
    }

    private static List<String> violations(String body, BotRecord... registered) {
        return refused(body, registered).stream()
                .map(wrong -> wrong.place() + " " + wrong.type().uri().substring("/problems/".length()))
                .toList();
    }

    private static BotRecord bot(int number, String owner, Visibility visibility, boolean active) {
        return BotRecord.registered(
                String.format("bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e%04d", number),
                owner,
                "ajax-tiles",
                new BotSettings(
                        "Bot " + number,
                        new Program.AtUrl("https://bot.example/" + number),
                        WebhookSecret.draw(new SecureRandom()),
                        visibility,
                        active),
                Instant.EPOCH);
    }

    @Test
    void all_but_game_and_players_may_be_left_out() {
        TournamentRequest request = accepted("{'game':'ajax-tiles'," + THREE + "}");
        assertEquals("Ajax Tiles tournament", request.settings().name());
        assertEquals(Format.ROUND_ROBIN, request.settings().plan().format());
        assertEquals(Ranking.WINS, request.settings().plan().ranking());
        assertEquals(1, request.settings().plan().boards());
        assertNull(request.settings().plan().rounds());
        assertEquals(20, request.settings().plan().withdrawAfter());
        assertTrue(request.settings().isPublic());
        assertEquals(6, request.settings().plan().mostMatches());
        assertEquals(
                List.of(
                        PlayerRecord.house("expand", "expand"),
                        PlayerRecord.url("bot 2", "https://bot.example/"),
                        PlayerRecord.house("random", "random")),
                request.players());
    }

    @Test
    void tokens_is_ranked_by_score_as_its_original_is_and_a_swiss_has_as_many_rounds_as_find_a_winner() {
        String players = "'players':[{'house':'hungry'},{'house':'lazy'},{'house':'mirror'},{'house':'naive'}]";
        assertEquals(
                Ranking.SCORE,
                accepted("{'game':'tokens'," + players + "}").settings().plan().ranking());
        TournamentRequest swiss = accepted("{'game':'tokens','format':'swiss'," + players + "}");
        assertEquals(2, swiss.settings().plan().rounds());
        assertEquals(Ranking.WINS, swiss.settings().plan().ranking());
    }

    @Test
    void a_registered_bot_plays_under_its_own_name() {
        BotRecord own = bot(1, "ada", Visibility.PRIVATE, true);
        TournamentRequest request =
                accepted("{'game':'ajax-tiles','players':[{'house':'expand'},{'bot':'" + own.id() + "'}]}", own);
        assertEquals(
                PlayerRecord.registered("Bot 1", own.id(), null),
                request.players().get(1));
    }

    @Test
    void every_wrong_player_is_pointed_at() {
        BotRecord private2 = bot(2, "ben", Visibility.PRIVATE, true);
        BotRecord resting = bot(3, "ada", Visibility.PRIVATE, false);
        BotRecord unproven = bot(4, "ben", Visibility.PUBLIC, true);
        String players = "[{'house':'expand'},7,{},{'house':'no-such'},{'url':'https://10.0.0.1/'},{'url':'ftp://x/'},"
                + "{'url':'https://bot.example/','house':'random'},{'bot':'" + private2.id() + "'},{'bot':'"
                + resting.id() + "'},{'bot':'" + unproven.id() + "'},{'bot':'bot_x'},{'house':'contain','name':'\\n'}]";
        assertEquals(
                List.of(
                        "/players/1 wrong-type",
                        "/players/2 missing-field",
                        "/players/3/house unknown-house-bot",
                        "/players/4/url address-not-allowed",
                        "/players/5/url bad-url",
                        "/players/6/house unknown-field",
                        "/players/7/bot unknown-bot",
                        "/players/8/bot bot-not-playable",
                        "/players/9/bot bot-not-playable",
                        "/players/10/bot unknown-bot",
                        "/players/11/name out-of-range"),
                violations("{'game':'ajax-tiles','players':" + players + "}", private2, resting, unproven));
    }

    @Test
    void a_bot_is_there_once_however_it_is_written() {
        BotRecord own = bot(1, "ada", Visibility.PRIVATE, true);
        String id = "{'bot':'" + own.id() + "'}";
        String body = "{'game':'ajax-tiles','players':[" + id + ",{'house':'expand'},{'url':'https://bot.example/a'},"
                + id + ",{'house':'expand','name':'Another'},{'url':'HTTPS://BOT.example:443/a','name':'Third'},"
                + "{'url':'https://bot.example/A'}]}";
        List<Violation> violations = refused(body, own);
        assertEquals(
                List.of("/players/3/bot", "/players/4/house", "/players/5/url"),
                violations.stream().map(Violation::place).toList());
        assertEquals("same player as /players/2", violations.getLast().detail());
    }

    @Test
    void a_thousand_players_are_read_and_the_last_one_is_pointed_at_as_the_first_is() {
        List<String> players = new ArrayList<>(IntStream.range(0, 1000)
                .mapToObj(i -> "{'url':'https://bot" + i % 50 + ".example/" + i + "'}")
                .toList());
        String swiss = "{'game':'ajax-tiles','format':'swiss','players':[";
        assertEquals(
                1000,
                accepted(swiss + String.join(",", players) + "]}").players().size());
        players.set(999, "{'url':'https://127.0.0.1/'}");
        assertEquals(
                List.of("/players/999/url address-not-allowed"), violations(swiss + String.join(",", players) + "]}"));
        players.add("{'house':'random'}");
        assertEquals(List.of("/players out-of-range"), violations(swiss + String.join(",", players) + "]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'format':'ladder' | /format out-of-range",
                "'format':7 | /format wrong-type",
                "'format':'knockout','boards':2 | /boards out-of-range",
                "'boards':0 | /boards out-of-range",
                "'boards':1.5 | /boards out-of-range",
                "'boards':'2' | /boards wrong-type",
                "'boards':100001 | /boards out-of-range",
                "'boards':4000 | /boards tournament-too-large",
                "'rounds':2 | /rounds unknown-field",
                "'format':'swiss','rounds':3 | /rounds out-of-range",
                "'format':'swiss','ranking':'score' | /ranking out-of-range",
                "'ranking':'goals' | /ranking out-of-range",
                "'withdrawAfter':0 | /withdrawAfter out-of-range",
                "'public':1 | /public wrong-type",
                "'seed':'7' | /seed unknown-field",
                "'options':{'nukes':41} | /options/nukes out-of-range",
                "'timeLimit':1 | /timeLimit out-of-range",
                "'name':'' | /name out-of-range",
                "'webhookSecret':'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' | /webhookSecret unknown-field",
                "'webhook':'https://10.0.0.1/' | /webhook address-not-allowed",
                "'matches':3 | /matches unknown-field",
            })
    void what_is_wrong_is_said_with_its_place(String more, String wrong) {
        assertEquals(List.of(wrong), violations("{'game':'ajax-tiles'," + THREE + "," + more + "}"));
    }

    @Test
    void all_that_is_wrong_is_said_at_once_also_without_players() {
        assertEquals(
                List.of("/game unknown-game", "/players missing-field", "/public wrong-type"),
                violations("{'game':'chess','public':null}"));
        assertEquals(List.of("/players wrong-type"), violations("{'game':'tokens','players':{}}"));
        assertEquals(List.of("/players out-of-range"), violations("{'game':'tokens','players':[]}"));
        assertEquals(List.of(" wrong-type"), violations("[]"));
    }
}
