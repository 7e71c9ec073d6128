package bout.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("server")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Lambda's runtime client has native libraries for Linux only")
class ChaosTest {

    /** About five times what an idle machine needs. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    /** One kill of each function. */
    @Test
    @Timeout(600)
    void no_match_is_lost_or_duplicated_if_each_function_is_killed_once() throws Exception {
        assertSound(12, 3);
    }

    @Test
    @Tag("full")
    @Timeout(600)
    void no_match_is_lost_or_duplicated_whatever_fails() throws Exception {
        assertSound(60, 8);
    }

    private static void assertSound(int matches, int kills) throws Exception {
        ChaosReport report =
                Chaos.run(new ChaosOptions(Template.ofThisRepository(), matches, kills, 1, LIMIT), System.out::println);
        String said = String.join("\n", report.lines());
        assertEquals(matches, report.accepted(), said);
        assertEquals(matches, report.finished(), said);
        assertEquals(matches, report.confirmed(), said);
        assertEquals(matches, report.results(), said);
        assertEquals(matches, report.replays(), said);
        assertEquals(Map.of(), report.lost(), said);
        assertEquals(Map.of(), report.doubled(), said);
        assertTrue(report.sound(), said);
        assertTrue(said.endsWith("\nlost 0, duplicated 0"), said);
        // Check that faults were injected.
        assertEquals(kills, report.kills(), said);
        assertTrue(
                report.killed().keySet().containsAll(Set.of("RunnerFunction", "ApiFunction", "SweeperFunction")), said);
        report.faults()
                .forEach((service, faults) -> assertTrue(
                        faults.values().stream().mapToInt(Integer::intValue).sum() > 0, said));
        assertTrue(report.withFailedCalls() > 0, said);
        assertTrue(report.duplicates() > 0, said);
    }
}
