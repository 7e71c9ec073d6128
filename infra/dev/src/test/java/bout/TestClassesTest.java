package bout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tests of all modules run. Lives in the module that is built last, so that all others are compiled.
 */
class TestClassesTest {

    private static final Path HOME = Path.of("../..");

    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Example");

    /** The tags of the test tiers; see CONTRIBUTING.md. A class without a tag is in every tier. */
    private static final Set<String> TAGS = Set.of("aws", "browser", "full", "server", "slow");

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

    @Test
    void every_test_class_has_a_name_that_surefire_runs() throws Exception {
        List<String> ignored = new ArrayList<>();
        int run = 0;
        for (String module : modules()) {
            boolean runsPacked = Files.readString(HOME.resolve(module).resolve("pom.xml"))
                    .contains("<include>**/*IT.java</include>");
            Map<String, ClassModel> classes = classes(module);
            for (ClassModel type : classes.values()) {
                if (type.flags().has(AccessFlag.ABSTRACT) || !hasTests(type, classes)) {
                    continue;
                }
                if (isRun(type, runsPacked)) {
                    run++;
                } else {
                    ignored.add(module + " " + name(type));
                }
            }
        }
        assertEquals(List.of(), ignored);
        assertTrue(run > 150, "only " + run + " test classes were found");
    }

    @Test
    void every_tag_belongs_to_a_tier() throws Exception {
        for (String module : modules()) {
            for (ClassModel type : classes(module).values()) {
                assertTrue(TAGS.containsAll(tags(type)), () -> name(type) + " has the tags " + tags(type));
                for (MethodModel method : type.methods()) {
                    List<String> tags = tags(method.findAttribute(Attributes.runtimeVisibleAnnotations()));
                    assertTrue(TAGS.containsAll(tags), () -> name(type) + " has the tags " + tags);
                }
            }
        }
    }

    /** JUnit only sees its own annotation, and so does jqwik. */
    @Test
    void a_tag_is_from_the_engine_that_runs_the_test() throws Exception {
        for (String module : modules()) {
            for (ClassModel type : classes(module).values()) {
                boolean properties = type.methods().stream()
                        .flatMap(method -> descriptors(method.findAttribute(Attributes.runtimeVisibleAnnotations())))
                        .anyMatch("Lnet/jqwik/api/Property;"::equals);
                List<String> tagged = descriptors(type.findAttribute(Attributes.runtimeVisibleAnnotations()))
                        .filter(name -> name.endsWith("/Tag;"))
                        .toList();
                assertTrue(
                        !properties || tagged.isEmpty() || tagged.contains("Lnet/jqwik/api/Tag;"),
                        () -> name(type) + " has properties and " + tagged);
                assertTrue(
                        properties || !tagged.contains("Lnet/jqwik/api/Tag;"),
                        () -> name(type) + " has no properties and " + tagged);
            }
        }
    }

    /** Keeps ./bout test --quick quick. Slow code reached through production classes does not count. */
    @Test
    void a_test_class_that_starts_a_server_a_process_or_a_browser_has_a_tag() throws Exception {
        Map<String, ClassModel> all = new HashMap<>();
        List<ClassModel> untagged = new ArrayList<>();
        for (String module : modules()) {
            Map<String, ClassModel> classes = classes(module);
            all.putAll(classes);
            classes.values().stream()
                    .filter(type -> hasTests(type, classes) && tags(type).isEmpty())
                    .forEach(untagged::add);
        }
        List<String> slow = new ArrayList<>();
        for (ClassModel type : untagged) {
            List<String> reached = slow(type, all);
            if (!reached.isEmpty()) {
                slow.add(name(type) + " reaches " + reached);
            }
        }
        assertEquals(List.of(), slow);
        assertTrue(untagged.size() > 70, "only " + untagged.size() + " test classes have no tag");
    }

    @Test
    void the_listed_slow_classes_exist() throws Exception {
        List<String> modules = modules();
        for (String name : SLOW) {
            if (name.startsWith("bout.")) {
                String file = name.replaceFirst("\\.$", "").replace('.', '/') + ".class";
                assertTrue(
                        modules.stream()
                                .anyMatch(module -> Files.exists(HOME.resolve(module)
                                        .resolve("target/classes")
                                        .resolve(file))),
                        name);
            }
        }
    }

    private static List<String> slow(ClassModel type, Map<String, ClassModel> tests) {
        Set<String> reached = new TreeSet<>();
        Deque<ClassModel> next = new ArrayDeque<>(List.of(type));
        while (!next.isEmpty()) {
            for (PoolEntry entry : next.remove().constantPool()) {
                if (entry instanceof ClassEntry used) {
                    String name = used.asInternalName().replace('/', '.');
                    if (reached.add(name) && tests.containsKey(name)) {
                        next.add(tests.get(name));
                    }
                }
            }
        }
        return reached.stream()
                .filter(name -> SLOW.stream().anyMatch((name + ".")::startsWith))
                .toList();
    }

    private static List<String> modules() throws IOException {
        return Pattern.compile("<module>(.+)</module>")
                .matcher(Files.readString(HOME.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static Map<String, ClassModel> classes(String module) throws IOException {
        Path folder = HOME.resolve(module).resolve("target/test-classes");
        Map<String, ClassModel> classes = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".class")).toList()) {
                    ClassModel type = ClassFile.of().parse(Files.readAllBytes(file));
                    classes.put(name(type), type);
                }
            }
        }
        return classes;
    }

    private static String name(ClassModel type) {
        return type.thisClass().asInternalName().replace('/', '.');
    }

    private static boolean hasTests(ClassModel type, Map<String, ClassModel> classes) {
        if (hasTests(type)) {
            return true;
        }
        ClassModel parent = type.superclass()
                .map(found -> classes.get(found.asInternalName().replace('/', '.')))
                .orElse(null);
        return parent != null && hasTests(parent, classes);
    }

    private static boolean hasTests(ClassModel type) {
        return type.methods().stream()
                .flatMap(method -> annotations(method.findAttribute(Attributes.runtimeVisibleAnnotations())))
                .anyMatch(TESTS::contains);
    }

    private static Stream<String> annotations(Optional<RuntimeVisibleAnnotationsAttribute> attribute) {
        return attribute.stream().flatMap(found -> found.annotations().stream()).map(TestClassesTest::simpleName);
    }

    private static Stream<String> descriptors(Optional<RuntimeVisibleAnnotationsAttribute> attribute) {
        return attribute.stream()
                .flatMap(found -> found.annotations().stream())
                .map(annotation -> annotation.className().stringValue());
    }

    private static String simpleName(Annotation annotation) {
        String descriptor = annotation.className().stringValue();
        return descriptor.substring(descriptor.lastIndexOf('/') + 1, descriptor.length() - 1);
    }

    private static List<String> tags(ClassModel type) {
        return tags(type.findAttribute(Attributes.runtimeVisibleAnnotations()));
    }

    private static List<String> tags(Optional<RuntimeVisibleAnnotationsAttribute> attribute) {
        return attribute.stream()
                .flatMap(found -> found.annotations().stream())
                .flatMap(TestClassesTest::tagsOf)
                .map(annotation -> annotation.elements().getFirst().value())
                .map(value -> ((AnnotationValue.OfString) value).stringValue())
                .toList();
    }

    /** Several tags are the elements of one annotation, {@code Tags}. */
    private static Stream<Annotation> tagsOf(Annotation annotation) {
        return switch (simpleName(annotation)) {
            case "Tag" -> Stream.of(annotation);
            case "Tags" ->
                ((AnnotationValue.OfArray) annotation.elements().getFirst().value())
                        .values().stream().map(value -> ((AnnotationValue.OfAnnotation) value).annotation());
            default -> Stream.empty();
        };
    }

    /** Surefire selects by the name of the outermost class, and skips nested classes. */
    private static boolean isRun(ClassModel type, boolean runsPacked) {
        String name = name(type);
        return !name.contains("$") && (name.endsWith("Test") || runsPacked && name.endsWith("IT"));
    }

    @Test
    void this_test_detects_violations() {
        assertTrue(hasTests(testClass("bout.GameTest", "org.junit.jupiter.api.Test")));
        assertTrue(hasTests(testClass("bout.GameTest", "net.jqwik.api.Property")));
        assertFalse(hasTests(testClass("bout.GameTest", "java.lang.Deprecated")));

        assertTrue(isRun(testClass("bout.GameTest", "org.junit.jupiter.api.Test"), false));
        assertTrue(isRun(testClass("bout.PackedIT", "org.junit.jupiter.api.Test"), true));
        assertFalse(isRun(testClass("bout.PackedIT", "org.junit.jupiter.api.Test"), false));
        assertFalse(isRun(testClass("bout.GameProperties", "net.jqwik.api.Property"), true));
        assertFalse(isRun(testClass("bout.GameTest$Inner", "org.junit.jupiter.api.Test"), true));
    }

    @Test
    void a_server_is_found_through_other_test_classes() {
        ClassModel server = testClass("bout.TestServer", "java.net.ServerSocket");
        ClassModel bot = testClass("bout.TestBot", "bout.TestServer");
        ClassModel test = testClass("bout.GameTest", "bout.TestBot");
        Map<String, ClassModel> tests = Map.of("bout.TestServer", server, "bout.TestBot", bot, "bout.GameTest", test);

        assertEquals(List.of("java.net.ServerSocket"), slow(test, tests));
        assertEquals(List.of(), slow(testClass("bout.OtherTest", "bout.engine.Match"), tests));
    }

    /** A class with one annotated method that also refers to the annotation as a class. */
    private static ClassModel testClass(String name, String annotation) {
        byte[] bytes = ClassFile.of()
                .build(ClassDesc.of(name), type -> type.withInterfaceSymbols(ClassDesc.of(annotation))
                        .withMethod(
                                "is_right",
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_ABSTRACT,
                                method -> method.with(RuntimeVisibleAnnotationsAttribute.of(
                                        Annotation.of(ClassDesc.of(annotation))))));
        return ClassFile.of().parse(bytes);
    }
}
