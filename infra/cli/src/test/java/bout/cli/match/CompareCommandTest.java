package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import bout.cli.TestBot;
import bout.competition.comparison.Sprt;
import bout.competition.comparison.Sprt.PairCounts;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class CompareCommandTest {

    private static Ran compare(String a, String b, String... more) {
        List<String> all = new ArrayList<>(List.of("compare", "ajax-tiles", a, b));
        all.addAll(List.of(more));
        all.addAll(List.of("--set", "maxTurns=60", "--seed", "7"));
        return Ran.bout(all.toArray(String[]::new));
    }

    private static Map<?, ?> object(Ran ran) throws Json.NotJson {
        return (Map<?, ?>) Json.read(ran.out());
    }

    @Test
    void the_stronger_player_is_found_and_the_status_says_so() throws Json.NotJson {
        Ran stronger = compare("house:contain", "house:random", "--elo1", "100", "--json");
        Ran weaker = compare("house:random", "house:contain", "--elo1", "100", "--json");

        assertEquals(0, stronger.status(), stronger.err());
        assertEquals("H1", object(stronger).get("decision"));
        assertEquals(3, weaker.status(), weaker.err());
        assertEquals("H0", object(weaker).get("decision"));
        // A test with the same boards and swapped players sees the same pairs the other way round.
        assertTrue(((Number) object(stronger).get("llr")).doubleValue() >= Math.log(19));
        assertTrue(((Number) object(weaker).get("llr")).doubleValue() <= -Math.log(19));
    }

    @Test
    void the_figures_are_those_of_the_pairs() throws Json.NotJson {
        Ran ran = compare("house:expand", "house:fearful", "--games", "20", "--elo1", "5", "--json");

        Map<?, ?> object = object(ran);
        List<?> pairs = (List<?>) object.get("pairs");
        long sum =
                pairs.stream().mapToLong(count -> ((Number) count).longValue()).sum();
        PairCounts counts = new PairCounts(
                ((Number) pairs.get(0)).longValue(),
                ((Number) pairs.get(1)).longValue(),
                ((Number) pairs.get(2)).longValue(),
                ((Number) pairs.get(3)).longValue(),
                ((Number) pairs.get(4)).longValue());
        Sprt sprt = new Sprt(0, 5, 0.05, 0.05);
        assertEquals(10, sum);
        assertEquals(sprt.logLikelihoodRatio(counts), ((Number) object.get("llr")).doubleValue(), 1e-9);
        assertEquals(List.of(0, 0), object.get("failures"));
    }

    @Test
    void equal_players_are_not_decided_within_a_few_matches() {
        Ran ran = compare("house:random", "house:random", "--games", "6").exits(4);
        assertEquals(
                "random against random in ajax-tiles: 6 matches, seeds 7 to 9",
                ran.lines().getFirst());
        assertTrue(
                ran.lastLine().matches("Not decided after 6 matches: Random \\(A\\) about .* Elo, 95 % interval .*\\."),
                ran.out());
        assertEquals(2, ran.lines().size(), "figures only with --verbose: " + ran.out());
        assertEquals(
                List.of("2 matches", "4 matches"),
                ran.err().lines().map(line -> line.replaceFirst(":.*", "")).toList(),
                "one line each after 1 and 2 pairs");
    }

    @Test
    void the_verdict_is_one_sentence_and_verbose_adds_the_figures_and_concurrency_changes_nothing() {
        Ran ran =
                compare("house:contain", "house:random", "--elo1", "100", "-v").succeeds();
        assertTrue(
                ran.lastLine()
                        .matches(
                                "Contain is stronger \\((more than 99\\.9|\\d\\d\\.\\d) % sure, about \\+\\d+ Elo\\)\\."),
                ran.out());
        assertTrue(ran.lines().get(1).matches("\\d+ pairs \\[.*], LLR .*, Elo .*, LOS .*"), ran.out());
        Ran five = compare("house:contain", "house:random", "--elo1", "100", "-v", "--concurrency", "5");
        assertEquals(ran.out(), five.out());
    }

    @Test
    void failed_calls_are_counted_for_who_failed() throws Json.NotJson {
        try (TestBot broken = new TestBot(500, "down")) {
            Ran ran = compare("house:expand", broken.url(), "--games", "2", "--json");

            List<?> failures = (List<?>) object(ran).get("failures");
            assertEquals(0, failures.get(0));
            assertTrue((int) failures.get(1) > 0, failures.toString());
        }
    }

    @Test
    void a_player_that_ends_every_match_by_failing_has_lost_them_all() throws Json.NotJson {
        try (TestBot broken = new TestBot(500, "down")) {
            String[] command = {"compare", "robotag", "house:lazy", broken.url(), "--games", "40", "--seed", "7"};
            Ran ran = Ran.bout(command);
            Ran verbose = Ran.bout(
                    Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new));

            assertEquals(List.of(0, 0, 0, 0, 20), object(verbose).get("pairs"));
            assertEquals(List.of(0, 40), object(verbose).get("failures"));
            assertEquals(List.of(0, 40), object(verbose).get("lostByFailing"));
            ran.prints("B, " + broken.url() + ": 40 failed calls");
            assertTrue(
                    ran.lastLine().endsWith(" " + broken.url() + " (B) gave no valid move in 40 of 40 matches."),
                    ran.out());
            assertTrue(
                    ran.lastLine().contains("at this rate about 66 more matches would decide (--games 106)"),
                    ran.out());
        }
    }
}
