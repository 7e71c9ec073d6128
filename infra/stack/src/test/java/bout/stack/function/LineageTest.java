package bout.stack.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LineageTest {

    @Test
    void a_header_keeps_how_often_each_function_ran() {
        Lineage lineage = Lineage.NONE.plus("Runner").plus("Journal").plus("Runner");
        assertEquals(2, lineage.runsOf("Runner"));
        assertEquals(1, lineage.runsOf("Journal"));
        assertEquals(0, lineage.runsOf("Standings"));
        assertEquals(lineage, Lineage.of(lineage.header()));
    }

    @Test
    void a_batch_continues_the_longest_chain_of_its_messages() {
        Lineage one = Lineage.NONE.plus("Runner").plus("Runner");
        Lineage other = Lineage.NONE.plus("Runner").plus("Journal");
        assertEquals(2, one.merged(other).runsOf("Runner"));
        assertEquals(1, one.merged(other).runsOf("Journal"));
    }

    @Test
    void a_header_without_a_lineage_begins_a_chain() {
        assertEquals(Lineage.NONE, Lineage.of("Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1"));
        assertEquals(Lineage.NONE, Lineage.of(""));
        assertEquals(Lineage.NONE, Lineage.of("Lineage=what:ever"));
    }
}
