package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ratings.WengLin;
import java.util.List;
import org.junit.jupiter.api.Test;

class LadderSimulationTest {

    @Test
    void a_new_bot_among_rated_ones_is_provisional_for_at_most_twenty_matches() {
        LadderSimulation ladder = new LadderSimulation(WengLin.LADDER, 100, "7");
        ladder.playTo(60);

        List<Integer> matches = ladder.newcomers(20);

        assertTrue(matches.getLast() <= 20, matches.toString());
    }

    @Test
    void the_order_gets_closer_to_the_truth_with_every_match() {
        LadderSimulation ladder = new LadderSimulation(WengLin.LADDER, 100, "7");

        ladder.playTo(10);
        double soon = ladder.tau();
        ladder.playTo(60);
        double late = ladder.tau();

        assertTrue(soon > 0.4, "after 10 matches tau is " + soon);
        assertTrue(late > 0.75, "after 60 matches tau is " + late);
    }
}
