package bout.competition.pairings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MatchingTest {

    private static boolean[][] graph(int vertices, int percent, SeededRandom random) {
        boolean[][] adjacent = new boolean[vertices][vertices];
        for (int one = 0; one < vertices; one++) {
            for (int other = 0; other < one; other++) {
                boolean edge = random.nextInt(100) < percent;
                adjacent[one][other] = edge;
                adjacent[other][one] = edge;
            }
        }
        return adjacent;
    }

    /** By exhaustive search. */
    private static boolean canBeMatched(boolean[][] adjacent, int taken) {
        int vertices = adjacent.length;
        int vertex = Integer.numberOfTrailingZeros(~taken);
        if (vertex >= vertices) {
            return true;
        }
        for (int other = vertex + 1; other < vertices; other++) {
            if ((taken & 1 << other) == 0
                    && adjacent[vertex][other]
                    && canBeMatched(adjacent, taken | 1 << vertex | 1 << other)) {
                return true;
            }
        }
        return false;
    }

    @Property(tries = 2000)
    void a_matching_is_found_exactly_if_there_is_one(
            @ForAll @IntRange(min = 1, max = 7) int half,
            @ForAll @IntRange(min = 10, max = 70) int percent,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        boolean[][] adjacent = graph(2 * half, percent, SeededRandom.of("" + seed, "graph"));

        assertEquals(canBeMatched(adjacent, 0), new Matching(adjacent).complete());
    }

    @Property(tries = 1000)
    void a_pair_can_be_taken_exactly_if_the_rest_can_be_matched(
            @ForAll @IntRange(min = 1, max = 6) int half,
            @ForAll @IntRange(min = 20, max = 80) int percent,
            @ForAll @IntRange(max = 1_000_000) int seed) {
        SeededRandom random = SeededRandom.of("" + seed, "graph");
        boolean[][] adjacent = graph(2 * half, percent, random);
        Matching matching = new Matching(adjacent);
        int taken = 0;
        if (!matching.complete()) {
            return;
        }
        for (int attempt = 0; attempt < 40; attempt++) {
            int one = random.nextInt(2 * half);
            int other = random.nextInt(2 * half);
            if (one != other && matching.mayMatch(one, other)) {
                int with = taken | 1 << one | 1 << other;
                boolean possible = canBeMatched(adjacent, with);
                assertEquals(possible, matching.take(one, other), one + " and " + other);
                taken = possible ? with : taken;
            }
        }
        assertTrue(canBeMatched(adjacent, taken));
    }
}
