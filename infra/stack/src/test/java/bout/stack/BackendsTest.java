package bout.stack;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests tagged {@code aws} also run on LocalStack. The tests of {@code infra/stack} are about the cloud in the process,
 * so they run on that only.
 */
class BackendsTest {

    private static final Path HOME = WrittenTemplate.FILE.getParent();

    @Test
    void tests_of_tables_queues_and_replays_have_the_tag_that_also_runs_them_on_localstack() throws IOException {
        Set<String> forgotten = new TreeSet<>();
        Set<String> tagged = new TreeSet<>();
        for (Path module : modules()) {
            Map<String, String> sources = sources(module.resolve("src/test/java"));
            Pattern uses = usesOfAws(sources);
            sources.forEach((name, source) -> {
                if (name.endsWith("Test") && uses.matcher(source).find()) {
                    (source.contains("@Tag(\"aws\")") ? tagged : forgotten).add(name);
                }
            });
        }
        assertEquals(Set.of(), forgotten, "these need @Tag(\"aws\")");
        assertFalse(tagged.isEmpty());
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> functions = Files.list(HOME.resolve("functions"))) {
            return functions
                    .filter(module -> Files.isDirectory(module.resolve("src/test/java")))
                    .toList();
        }
    }

    private static Map<String, String> sources(Path folder) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
                String code = Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "");
                sources.put(file.getFileName().toString().replace(".java", ""), code);
            }
        }
        return sources;
    }

    /** TestAws, and the test classes around it that tests share. */
    private static Pattern usesOfAws(Map<String, String> sources) {
        Set<String> names = new HashSet<>(Set.of("TestAws"));
        int before;
        do {
            before = names.size();
            Pattern uses = anyOf(names);
            sources.forEach((name, source) -> {
                if (!name.endsWith("Test") && uses.matcher(source).find()) {
                    names.add(name);
                }
            });
        } while (names.size() > before);
        return anyOf(names);
    }

    private static Pattern anyOf(Set<String> names) {
        return Pattern.compile(names.stream().collect(joining("|", "\\b(", ")\\b")));
    }
}
