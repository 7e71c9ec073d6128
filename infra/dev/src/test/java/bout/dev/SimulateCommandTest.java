package bout.dev;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import org.junit.jupiter.api.Test;

class SimulateCommandTest {

    @Test
    void runs_seeds_and_says_how_many() {
        Ran ran = Ran.bout("dev", "simulate", "--seeds=30").succeeds();
        assertTrue(
                ran.out()
                        .matches("Seeds from \\d+ on; --seed repeats one of them\\.\n"
                                + "30 seeds, \\d+ a second, \\d+ steps a seed\nNo promise was broken\\.\n"),
                ran.out());
    }

    @Test
    void prints_the_shortest_trace_of_a_planted_bug() {
        Ran ran = Ran.bout("dev", "simulate", "--seeds=30", "--plant=RESULT_BEFORE_REPLAY")
                .exits(1);
        ran.prints("\nSeed ");
        assertTrue(ran.out().endsWith(" is finished and has no replay\n"), ran.out());
    }

    @Test
    void prints_the_trace_of_one_seed() {
        Ran.bout("dev", "simulate", "--seed=5").succeeds().prints(" ms  client 3   ");
    }
}
