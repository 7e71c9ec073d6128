package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In a class of its own, because it mostly waits for queues, and classes run in parallel. */
@Tag("server")
class QueuesCommandTest {

    @Test
    @Tag("full")
    void the_waits_of_a_stranger_are_compared() {
        Ran ran = Ran.bout("bench", "queues", "--hanging", "3");

        // Which ratio is found depends on the machine.
        assertEquals(ran.out().contains("No ratio is above 3.") ? 0 : 1, ran.status(), ran.err());
        for (String row : new String[] {"check", "match and webhook"}) {
            assertTrue(ran.out().matches("(?s).*\n" + row + "( +\\d+\\.\\d+){3}\n.*"), ran.out());
        }
    }
}
