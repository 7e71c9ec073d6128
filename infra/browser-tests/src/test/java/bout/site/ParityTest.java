package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Parity on the Node.js in Playwright's jar, which needs no installation. */
@Tag("browser")
class ParityTest extends Parity {

    private static final int MATCHES = 200;
    private static final long TIMEOUT_MINUTES = 5;

    @TempDir
    Path directory;

    @Override
    protected int matches() {
        return MATCHES;
    }

    @Override
    protected List<String> inTheBrowser(List<String> lines) throws IOException, InterruptedException {
        Path input = Files.write(directory.resolve("matches.jsonl"), lines);
        Path output = directory.resolve("outcomes.txt");
        Path errors = directory.resolve("errors.txt");
        Process node = new ProcessBuilder(
                        node(),
                        script().toString(),
                        TestSite.BUILT.resolve("engine.js").toAbsolutePath().toString())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertTrue(node.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES), "Node.js did not end in time");
        } finally {
            node.destroyForcibly();
        }
        assertEquals("", Files.readString(errors, StandardCharsets.UTF_8));
        List<String> outcomes = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertEquals(lines.size(), outcomes.size());
        return outcomes;
    }

    /** The path of Playwright's own Node.js. */
    private static String node() {
        return Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false)
                .createProcessBuilder()
                .command()
                .getFirst();
    }

    private static Path script() {
        try {
            return Path.of(ParityTest.class.getResource("parity.mjs").toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
