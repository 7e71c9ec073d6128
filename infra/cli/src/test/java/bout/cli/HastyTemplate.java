package bout.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The template of this repository for tests with many matches: no match waits a second for others to share its run. */
public final class HastyTemplate {

    private static final String WINDOW = "MaximumBatchingWindowInSeconds: ";

    private HastyTemplate() {}

    public static Path in(Path folder) throws IOException {
        String template = Files.readString(Template.ofThisRepository());
        assertTrue(template.contains(WINDOW + "1\n"));
        return Files.writeString(folder.resolve("template.yaml"), template.replace(WINDOW + "1\n", WINDOW + "0\n"));
    }
}
