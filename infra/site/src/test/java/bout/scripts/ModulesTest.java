package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs {@code src/test/js}: each file {@code *.test.js} exports its tests by name. */
@Execution(ExecutionMode.SAME_THREAD)
class ModulesTest {

    @TestFactory
    Stream<DynamicContainer> modules() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Scripts.TESTS)) {
            files = all.filter(file -> file.toString().endsWith(".test.js"))
                    .sorted()
                    .toList();
        }
        assertTrue(files.size() >= 10, () -> "test files: " + files);
        return files.stream()
                .map(file -> DynamicContainer.dynamicContainer(
                        Scripts.TESTS.relativize(file).toString(), file.toUri(), tests(file)));
    }

    /** The tests of one file; they share a context. */
    private static Stream<DynamicTest> tests(Path file) {
        Scripts scripts = new Scripts();
        Value tests;
        try {
            tests = scripts.module(file).getMember("default");
        } catch (IOException | PolyglotException broken) {
            scripts.close();
            return Stream.of(DynamicTest.dynamicTest("the file loads", () -> {
                throw new AssertionError(file + ": " + broken.getMessage(), broken);
            }));
        }
        return tests.getMemberKeys().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> scripts.run(tests.getMember(name))))
                .onClose(scripts::close);
    }
}
