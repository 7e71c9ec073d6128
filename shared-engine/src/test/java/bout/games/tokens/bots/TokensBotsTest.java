package bout.games.tokens.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.HouseBot;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.tokens.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class TokensBotsTest {

    private static final Tokens GAME = new Tokens();
    private static final int BOARDS = 50;

    private static final List<String> BOTS = List.of(
            "lazy", "mirror", "kinda-random", "quantity", "naive", "best-per-step", "path", "hungry", "gourmet");

    @Test
    @Tag("full")
    void gourmet_has_the_most_points_in_a_round_robin_of_all_ordered_pairs() {
        Map<String, Double> totals = roundRobin();
        List<String> ranking = BOTS.stream()
                .sorted(Comparator.comparing((String bot) -> totals.get(bot)).reversed())
                .toList();
        assertEquals("gourmet", ranking.getFirst(), "" + totals);
        assertTrue(
                totals.get("gourmet") >= 1.1 * totals.get(ranking.get(1)), "gourmet is not clearly first: " + totals);
        assertTrue(
                List.of("lazy", "mirror", "kinda-random").containsAll(ranking.subList(6, 9)),
                "the bots without a goal are not last: " + totals);
    }

    private static Map<String, Double> roundRobin() {
        record Pairing(String first, String second, Result result) {}
        List<List<String>> pairs = new ArrayList<>();
        for (String first : BOTS) {
            for (String second : BOTS) {
                if (!first.equals(second)) {
                    pairs.add(List.of(first, second));
                }
            }
        }
        List<Pairing> played = pairs.parallelStream()
                .flatMap(pair -> IntStream.range(0, BOARDS)
                        .mapToObj(board -> new Pairing(
                                pair.get(0),
                                pair.get(1),
                                Play.match(GAME, "board " + board, pair.get(0), pair.get(1))
                                        .result())))
                .toList();
        Map<String, Double> totals = new TreeMap<>();
        for (Pairing pairing : played) {
            totals.merge(pairing.first(), pairing.result().score(Seat.FIRST), Double::sum);
            totals.merge(pairing.second(), pairing.result().score(Seat.SECOND), Double::sum);
        }
        return totals;
    }

    /** The bot is player 1 at (2, 2) of a board of 5 by 5. Its last token was red, and its bonus is 1. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    lazy          | 2 2 red 1              | EAT
                    lazy          | 3 2 red 1              | EAT
                    kinda-random  | 2 2 red 1, 3 2 blue 3  | EAT
                    quantity      | 3 2 red 1, 2 4 blue 3  | RIGHT
                    quantity      | 2 2 red 1, 2 1 blue 3  | EAT
                    naive         | 3 2 blue 3, 2 1 red 2  | UP
                    naive         | 3 2 blue 1, 0 0 red 3  | RIGHT
                    best-per-step | 3 2 blue 1, 2 1 red 1  | UP
                    best-per-step | 3 2 blue 1, 2 0 red 3  | UP
                    path          | 1 2 blue 1, 2 3 red 2  | DOWN
                    hungry        | 1 2 blue 1, 2 3 red 3  | DOWN
                    gourmet       | 1 2 blue 1, 2 3 red 3  | DOWN
                    """)
    void a_bot_does_what_its_description_says(String bot, String tokens, String move) {
        assertEquals(Map.of("move", move), answer(bot, tokens));
    }

    private static Object answer(String bot, String tokens) {
        List<List<Object>> columns = new ArrayList<>();
        for (int x = 0; x < 5; x++) {
            columns.add(new ArrayList<>(List.of(false, false, false, false, false)));
        }
        for (String token : tokens.split(", ")) {
            String[] parts = token.split(" ");
            columns.get(Integer.parseInt(parts[0]))
                    .set(
                            Integer.parseInt(parts[1]),
                            Map.of(
                                    "color",
                                    parts[2].equals("red") ? "#FF0000" : "#0000FF",
                                    "points",
                                    Integer.parseInt(parts[3])));
        }
        Map<String, Object> me = Map.of("pos", List.of(2, 2), "score", 5, "colorBonus", 1, "lastColor", "#FF0000");
        Map<String, Object> other = Map.of("pos", List.of(4, 0), "score", 0, "colorBonus", 0, "lastColor", "#000000");
        return GAME.houseBot(bot)
                .orElseThrow()
                .at(Seat.FIRST, "1")
                .answer(Map.of("player1", true, "board", Map.of("player1", me, "player2", other, "tokens", columns)));
    }

    @Test
    void mirror_does_the_opposite_of_its_opponents_last_step() {
        HouseBot.Bot mirror = GAME.houseBot("mirror").orElseThrow().at(Seat.FIRST, "1");
        assertEquals(Map.of("move", "EAT"), mirror.answer(askWithOtherAt(2, 2)));
        assertEquals(Map.of("move", "LEFT"), mirror.answer(askWithOtherAt(3, 2)));
        assertEquals(Map.of("move", "DOWN"), mirror.answer(askWithOtherAt(3, 1)));
        assertEquals(Map.of("move", "UP"), mirror.answer(askWithOtherAt(3, 2)));
        assertEquals(Map.of("move", "RIGHT"), mirror.answer(askWithOtherAt(2, 2)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> askWithOtherAt(int x, int y) {
        return (Map<String, Object>) TestJson.read("""
                {'player1': true, 'board': {
                  'player1': {'pos': [1, 1], 'score': 0, 'colorBonus': 0, 'lastColor': '#000000'},
                  'player2': {'pos': [%d, %d], 'score': 0, 'colorBonus': 0, 'lastColor': '#000000'},
                  'tokens': [[{'color': '#00FF00', 'points': 1}]]}}
                """.formatted(x, y));
    }
}
