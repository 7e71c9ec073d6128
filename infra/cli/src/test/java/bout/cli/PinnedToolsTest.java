package bout.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a build downloads is checked against hashes in the repository. */
class PinnedToolsTest {

    private static final Path HOME =
            Template.ofThisRepository().toAbsolutePath().getParent();
    private static final String SHA256 = "[0-9a-f]{64}";

    @Test
    void maven_is_downloaded_with_its_hash() throws IOException {
        Properties wrapper = new Properties();
        try (Reader file = Files.newBufferedReader(HOME.resolve(".mvn/wrapper/maven-wrapper.properties"))) {
            wrapper.load(file);
        }
        assertTrue(wrapper.getProperty("distributionUrl").startsWith("https://repo.maven.apache.org/"));
        for (String kind : List.of("distributionSha256Sum", "distributionTarSha256Sum")) {
            assertTrue(wrapper.getProperty(kind, "none").matches(SHA256), kind);
        }
    }

    @Test
    void maven_refuses_artifacts_with_a_wrong_checksum() throws IOException {
        assertTrue(Files.readAllLines(HOME.resolve(".mvn/maven.config")).contains("--strict-checksums"));
    }

    @Test
    void every_python_package_is_installed_with_a_version_and_hashes() throws IOException {
        List<Path> files = new ArrayList<>(List.of(HOME.resolve(".ci/localstack/requirements.txt")));
        try (Stream<Path> found = Files.list(HOME.resolve(".ci/requirements"))) {
            found.filter(file -> file.toString().endsWith(".txt")).forEach(files::add);
        }
        assertEquals(5, files.size());
        assertAll(files.stream().map(file -> () -> {
            // A requirement goes on in the next line behind a backslash.
            String text = Files.readString(file).replace("\\\n", " ");
            List<String> requirements = text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            assertFalse(requirements.isEmpty(), file::toString);
            for (String requirement : requirements) {
                assertTrue(
                        requirement
                                .strip()
                                .matches("[A-Za-z0-9._\\[\\]-]+==[^ ]+( ;[^#]*?)?( +--hash=sha256:" + SHA256 + ")+"),
                        () -> file + ": " + requirement);
            }
        }));
    }

    @Test
    void pip_requires_the_hashes() throws IOException {
        int installs = 0;
        for (String script : List.of(".ci/environment", ".ci/localstack/image")) {
            for (String line : Files.readAllLines(HOME.resolve(script))) {
                if (line.contains("install ") && line.contains("pip")) {
                    assertTrue(line.contains("--require-hashes"), script + ": " + line);
                    installs++;
                }
            }
        }
        assertEquals(2, installs);
    }
}
