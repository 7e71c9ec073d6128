package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack on a disk of 64 MB; only root can make one. */
@Tag("server")
class DiskSpaceTest {

    private static final String HOUSE = "{\"house\":\"random\"}";
    private static final String MATCH = "{\"game\":\"ajax-tiles\",\"players\":[" + HOUSE + "," + HOUSE + "]}";

    @TempDir
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk.toString()), "cannot mount a disk");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    @Test
    void on_a_nearly_full_disk_running_matches_end_and_new_ones_are_refused_until_there_is_room() throws Exception {
        Path folder = disk.resolve("data");
        try (TestBot patient = new TestBot(headers -> Thread.sleep(20));
                Stack stack = Stack.start(StackOptions.ofThisRepository().withData(folder));
                StackClient client = new StackClient(stack.address())) {
            String running = client.startMatch("{\"url\":\"" + patient.url() + "\"}", HOUSE);
            Path filler = fill();
            for (String path : new String[] {"/api/matches", "/api/tournaments"}) {
                HttpResponse<String> refused = client.post(path, MATCH);
                assertEquals(507, refused.statusCode(), refused.body());
                String detail = (String) StackClient.json(refused.body()).get("detail");
                assertTrue(detail.contains(folder + " is nearly full"), detail);
            }
            assertEquals("finished", client.awaitEnd(running).get("status"));
            Files.delete(filler);
            assertEquals(202, client.post("/api/matches", MATCH).statusCode());
        }
    }

    /** Leaves less room than the margin. */
    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        try (OutputStream file = Files.newOutputStream(filler)) {
            while (Files.getFileStore(disk).getUsableSpace() >> 20 >= DiskSpace.MARGIN_MB) {
                file.write(new byte[1 << 16]);
            }
        }
        return filler;
    }
}
