package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollusionTest {

    private static final List<String> BOTS =
            IntStream.range(0, 12).mapToObj("bot-%02d"::formatted).toList();
    private static final int USUAL_CALLS = 40;

    private final SeededRandom random = SeededRandom.of("7", "collusion");
    private final Journal journal = new Journal();

    /** All against all, three boards each; strength rises with the number. */
    private void honestLadder() {
        for (int board = 0; board < 6; board++) {
            for (int one = 0; one < BOTS.size(); one++) {
                for (int other = 0; other < one; other++) {
                    double winning = 1 / (1 + Math.exp((other - one) / 5.0));
                    play(BOTS.get(one), BOTS.get(other), random.nextDouble() < winning, USUAL_CALLS);
                }
            }
        }
    }

    private void play(String one, String other, boolean won, int calls) {
        SeatTally tally = Journal.tally(50, calls, Map.of());
        journal.match(one, 1, other, 1, won ? Seat.FIRST : Seat.SECOND, tally, tally);
    }

    @Test
    void on_an_honest_ladder_no_pair_stands_out() {
        honestLadder();
        assertEquals(List.of(), Collusion.in(journal.entries()));
        assertEquals(List.of(), Collusion.in(List.of()));
    }

    @Test
    void a_bot_that_loses_every_match_to_an_equal_one_stands_out() {
        honestLadder();
        for (int match = 0; match < 30; match++) {
            play("bot-06", "bot-05", true, USUAL_CALLS);
        }
        List<Collusion.Finding> found = Collusion.in(journal.entries());
        assertEquals(1, found.size(), found::toString);
        Collusion.Finding first = found.getFirst();
        assertEquals(Collusion.Kind.RESULTS, first.kind());
        assertEquals(List.of("bot-06", "bot-05"), List.of(first.bot(), first.opponent()));
        assertTrue(first.count() >= 30 && first.of() == 36, first::toString);
        assertTrue(first.expected() > 0.3 && first.expected() < 0.7, first::toString);
        assertTrue(first.p() < 0.01, first::toString);
    }

    @Test
    void a_bot_that_loses_quickly_to_one_opponent_only_stands_out() {
        honestLadder();
        for (int match = 0; match < 8; match++) {
            play("bot-03", "bot-08", true, 2);
            play("bot-03", "bot-08", false, USUAL_CALLS);
        }
        List<Collusion.Finding> found = Collusion.in(journal.entries());
        assertEquals(
                List.of(Collusion.Kind.FAILURES),
                found.stream().map(Collusion.Finding::kind).toList(),
                found::toString);
        assertEquals("bot-08", found.getFirst().bot());
        assertEquals("bot-03", found.getFirst().opponent());
    }

    @Test
    void a_bot_that_fails_against_everybody_does_not() {
        honestLadder();
        SeatTally usual = Journal.tally(50, USUAL_CALLS, Map.of());
        SeatTally failing = Journal.tally(50, 3, Map.of(Failure.Kind.TIME_OUT, 3));
        for (String bot : BOTS) {
            for (int match = 0; match < 4; match++) {
                journal.match(bot, 1, "broken", 1, Seat.FIRST, usual, failing);
            }
        }
        assertEquals(List.of(), Collusion.in(journal.entries()));
    }
}
