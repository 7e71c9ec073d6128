package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs scripts with the Node.js in Playwright's jar, which needs no installation. */
final class NodeJs {

    private NodeJs() {}

    /**
     * @param directory where the output goes
     * @param script the name of a resource beside this class
     * @return what the script wrote, by line
     */
    static List<String> run(Path directory, long minutes, Path input, String script, String... arguments)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        List<String> command = new ArrayList<>(List.of(node(), path(script)));
        command.addAll(List.of(arguments));
        Process node = new ProcessBuilder(command)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertTrue(node.waitFor(minutes, TimeUnit.MINUTES), "Node.js did not end in time");
        } finally {
            node.destroyForcibly();
        }
        assertEquals("", Files.readString(errors, StandardCharsets.UTF_8));
        return Files.readAllLines(output, StandardCharsets.UTF_8);
    }

    private static String node() {
        return Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false)
                .createProcessBuilder()
                .command()
                .getFirst();
    }

    private static String path(String script) {
        try {
            return Path.of(NodeJs.class.getResource(script).toURI()).toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
