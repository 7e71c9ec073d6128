package bout.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("server")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Lambda's runtime client has native libraries for Linux only")
class TournamentChaosTest {

    private static final int BOARDS = 1;

    /** About ten times what an idle machine needs. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    /** One kill of each function. */
    @Test
    @Tag("full")
    @Timeout(600)
    void a_tournament_has_the_same_standings_if_each_function_is_killed_once() throws Exception {
        assertSameTable(7, 3);
    }

    @Test
    @Tag("full")
    @Timeout(600)
    void a_tournament_has_the_same_standings_whatever_is_killed() throws Exception {
        assertSameTable(12, 4);
    }

    private static void assertSameTable(int bots, int kills) throws Exception {
        TournamentChaosReport report = TournamentChaos.run(
                new TournamentChaosOptions(Template.ofThisRepository(), bots, BOARDS, kills, 7, LIMIT),
                System.out::println);

        String said = String.join("\n", report.lines());
        assertEquals(bots * (bots - 1) * BOARDS, report.matches(), said);
        assertEquals(report.matches(), report.journalled(), said);
        assertEquals(0, report.doubled(), said);
        assertEquals("finished", report.state(), said);
        assertEquals(List.of(), report.different(), said);
        assertTrue(report.sound(), said);
        assertTrue(said.endsWith("\nlost 0, duplicated 0, standings equal"), said);
        // Check that processes were killed.
        assertEquals(kills, report.kills(), said);
        assertEquals(
                Set.of("JournalFunction", "StandingsFunction", "RunnerFunction"),
                report.killed().keySet(),
                said);
    }
}
