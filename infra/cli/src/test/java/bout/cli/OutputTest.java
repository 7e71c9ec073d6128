package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.games.Games;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a command leaves in the file, the device or the pipe that is its standard output. */
@Tag("server")
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class OutputTest {

    private static final String TABLE = "tournament robotag --seed 7 --csv";

    @TempDir
    private Path folder;

    private int run(String arguments, String redirection) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "set -o pipefail; '" + java + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
                                + System.getProperty("java.class.path") + "' " + Bout.class.getName() + " " + arguments
                                + " " + redirection)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        shell.getOutputStream().close();
        assertTrue(shell.waitFor(100, TimeUnit.SECONDS));
        return shell.exitValue();
    }

    private List<String> lines(String file) throws Exception {
        return Files.readAllLines(folder.resolve(file), StandardCharsets.UTF_8);
    }

    @Test
    void a_table_for_a_spreadsheet_is_complete() throws Exception {
        assertEquals(0, run(TABLE, ""));
        assertTrue(
                lines("out").getFirst().startsWith("\uFEFFrank,player,points,"),
                lines("out").toString());
        int bots = Games.byId("robotag").orElseThrow().houseBots().size();
        assertEquals(1 + bots, lines("out").size(), lines("out").toString());
    }

    @Test
    void a_full_disk_is_a_failure() throws Exception {
        assertEquals(1, run(TABLE, ">/dev/full"));
        assertEquals(
                "bout: cannot write the output: No space left on device",
                lines("err").getLast());
    }

    @Test
    void a_reader_that_wants_no_more_is_none() throws Exception {
        assertEquals(0, run("games", "| true"));
        assertEquals(List.of(), lines("err"));
    }
}
