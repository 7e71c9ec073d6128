package bout;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tests of all modules run. Lives in the module that is built last, so that all others are compiled.
 */
class TestClassesTest {

    private static final Path HOME = Path.of("../..");
    private static final String JUPITER = "org.junit.jupiter.api.";
    private static final String JQWIK = "net.jqwik.api.";

    private static final Set<String> TESTS = Set.of(
            JUPITER + "Test",
            JUPITER + "RepeatedTest",
            JUPITER + "TestFactory",
            JUPITER + "TestTemplate",
            "org.junit.jupiter.params.ParameterizedTest",
            JQWIK + "Property",
            JQWIK + "Example");

    /** The tags of the test tiers; see CONTRIBUTING.md. A class without a tag is in every tier. */
    private static final Set<Object> TAGS = Set.of("aws", "browser", "full", "server", "slow");

    private static final List<String> SLOW = List.of(
            "bout.bots.BotServer",
            "bout.chaos.Chaos.",
            "bout.stack.Stack.",
            "com.microsoft.playwright.",
            "com.sun.net.httpserver.HttpServer",
            "java.lang.ProcessBuilder",
            "java.net.ServerSocket",
            "java.net.http.HttpClient",
            "java.nio.channels.ServerSocketChannel",
            "org.testcontainers.");

    private static final List<String> MODULES = Pattern.compile("<module>(.+)</module>")
            .matcher(read("pom.xml"))
            .results()
            .map(found -> found.group(1))
            .toList();

    /** The test classes of each module that has some. */
    private static final Map<String, JavaClasses> CLASSES = MODULES.stream()
            .filter(module -> Files.isDirectory(HOME.resolve(module, "target/test-classes")))
            .collect(toMap(module -> module, module -> new ClassFileImporter()
                    .importPath(HOME.resolve(module, "target/test-classes"))));

    private static String read(String file) {
        try {
            return Files.readString(HOME.resolve(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static final Map<String, JavaClass> BY_NAME =
            all().collect(toMap(JavaClass::getName, type -> type, (one, other) -> one));

    private static Stream<JavaClass> all() {
        return CLASSES.values().stream().flatMap(JavaClasses::stream);
    }

    @Test
    void every_test_class_has_a_name_that_surefire_runs() {
        List<String> ignored = new ArrayList<>();
        int run = 0;
        for (Map.Entry<String, JavaClasses> module : CLASSES.entrySet()) {
            boolean runsPacked = read(module.getKey() + "/pom.xml").contains("<include>**/*IT.java</include>");
            for (JavaClass type : module.getValue()) {
                if (type.getModifiers().contains(JavaModifier.ABSTRACT) || !hasTests(type)) {
                    continue;
                }
                if (isRun(type.getName(), runsPacked)) {
                    run++;
                } else {
                    ignored.add(module.getKey() + " " + type.getName());
                }
            }
        }
        assertEquals(List.of(), ignored);
        assertTrue(run > 150, "only " + run + " test classes were found");
    }

    @Test
    void every_tag_belongs_to_a_tier() {
        List<String> unknown = all().flatMap(
                        type -> Stream.<HasAnnotations<?>>concat(Stream.of(type), type.getMethods().stream())
                                .flatMap(TestClassesTest::tags)
                                .map(tag -> tag.get("value").orElseThrow())
                                .filter(tag -> !TAGS.contains(tag))
                                .map(tag -> type.getName() + " has the tag " + tag))
                .toList();
        assertEquals(List.of(), unknown);
    }

    /** JUnit only sees its own annotation, and so does jqwik. */
    @Test
    void a_tag_is_from_the_engine_that_runs_the_test() {
        all().forEach(type -> {
            boolean properties =
                    type.getMethods().stream().anyMatch(method -> method.isAnnotatedWith(JQWIK + "Property"));
            List<String> engines = tags(type)
                    .map(tag -> tag.getRawType().getPackageName() + ".")
                    .toList();
            assertTrue(
                    engines.isEmpty() || engines.contains(JQWIK) == properties,
                    () -> type.getName() + " has the tags of " + engines);
        });
    }

    /** Keeps ./bout test --quick quick. Slow code reached through production classes does not count. */
    @Test
    void a_test_class_that_starts_a_server_a_process_or_a_browser_has_a_tag() {
        List<JavaClass> untagged = all().filter(
                        type -> hasTests(type) && tags(type).findAny().isEmpty())
                .toList();
        List<String> slow = untagged.stream()
                .filter(type -> !slow(type).isEmpty())
                .map(type -> type.getName() + " reaches " + slow(type))
                .toList();
        assertEquals(List.of(), slow);
        assertTrue(untagged.size() > 70, "only " + untagged.size() + " test classes have no tag");
    }

    /** They also run on LocalStack. The tests of {@code infra/stack} are about the cloud in the process. */
    @Test
    void tests_of_tables_queues_and_replays_have_the_tag_that_also_runs_them_on_localstack() {
        List<JavaClass> ofTheCloud = CLASSES.entrySet().stream()
                .filter(module -> module.getKey().startsWith("functions/"))
                .flatMap(module -> module.getValue().stream())
                .filter(type -> hasTests(type) && reached(type).contains("bout.store.TestAws"))
                .toList();
        assertFalse(ofTheCloud.isEmpty());
        assertEquals(
                List.of(),
                ofTheCloud.stream()
                        .filter(type -> tags(type)
                                .noneMatch(tag -> tag.get("value").orElseThrow().equals("aws")))
                        .map(JavaClass::getName)
                        .toList());
    }

    @Test
    void the_listed_slow_classes_exist() {
        SLOW.stream().filter(name -> name.startsWith("bout.")).forEach(name -> {
            String file = name.replaceFirst("\\.$", "").replace('.', '/') + ".class";
            assertTrue(
                    MODULES.stream().anyMatch(module -> Files.exists(HOME.resolve(module, "target/classes", file))),
                    name);
        });
    }

    /** The classes that a test class uses, itself or through other test classes. */
    private static Set<String> reached(JavaClass test) {
        Set<String> reached = new TreeSet<>();
        Deque<JavaClass> next = new ArrayDeque<>(List.of(test));
        while (!next.isEmpty()) {
            next.remove().getDirectDependenciesFromSelf().stream()
                    .map(used -> used.getTargetClass().getBaseComponentType().getName())
                    .filter(reached::add)
                    .filter(BY_NAME::containsKey)
                    .map(BY_NAME::get)
                    .forEach(next::add);
        }
        return reached;
    }

    private static List<String> slow(JavaClass test) {
        return reached(test).stream()
                .filter(name -> SLOW.stream().anyMatch((name + ".")::startsWith))
                .toList();
    }

    private static boolean hasTests(JavaClass type) {
        return type.getAllMethods().stream()
                .flatMap(method -> method.getAnnotations().stream())
                .anyMatch(annotation -> TESTS.contains(annotation.getRawType().getName()));
    }

    /** Several tags of one element are the value of one annotation. */
    private static Stream<JavaAnnotation<?>> tags(HasAnnotations<?> element) {
        return element.getAnnotations().stream()
                .flatMap(annotation -> switch (annotation.getRawType().getSimpleName()) {
                    case "Tag" -> Stream.of(annotation);
                    case "Tags", "TagList" ->
                        Arrays.stream(
                                (JavaAnnotation<?>[]) annotation.get("value").orElseThrow());
                    default -> Stream.empty();
                });
    }

    /** Surefire selects by the name of the outermost class, and skips nested classes. */
    private static boolean isRun(String name, boolean runsPacked) {
        return !name.contains("$") && (name.endsWith("Test") || runsPacked && name.endsWith("IT"));
    }

    @Test
    void this_test_detects_violations() {
        assertTrue(isRun("bout.GameTest", false));
        assertTrue(isRun("bout.PackedIT", true));
        assertFalse(isRun("bout.PackedIT", false));
        assertFalse(isRun("bout.GameProperties", true));
        assertFalse(isRun("bout.GameTest$Inner", true));

        assertTrue(hasTests(BY_NAME.get("bout.TestClassesTest")));
        assertFalse(hasTests(BY_NAME.get("bout.AllClasses")));
    }

    @Test
    void a_server_is_found_through_other_test_classes() {
        List<String> throughTheGateway = slow(BY_NAME.get("bout.cli.connect.ConnectedBotTest"));
        assertTrue(throughTheGateway.contains("com.sun.net.httpserver.HttpServer"), throughTheGateway::toString);
        assertEquals(List.of(), slow(BY_NAME.get("bout.cli.connect.CallsTest")));
    }
}
