package bout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the tests of all modules run. It lies in the module that is built last, when those of all others are compiled. */
class TestClassesTest {

    private static final Path HOME = Path.of("../..");

    /** The simple names of what makes a method a test, for JUnit or jqwik. */
    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property", "Example");

    @Test
    void every_class_with_test_methods_has_a_name_that_surefire_runs() throws Exception {
        List<String> modules = Pattern.compile("<module>(.+)</module>")
                .matcher(Files.readString(HOME.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
        List<String> ignored = new ArrayList<>();
        int run = 0;
        for (String module : modules) {
            Path folder = HOME.resolve(module);
            boolean runsPacked = Files.readString(folder.resolve("pom.xml")).contains("<include>**/*IT.java</include>");
            List<ClassModel> classes = classes(folder.resolve("target/test-classes"));
            for (ClassModel type : classes) {
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
        assertTrue(run > 150, "only " + run + " classes with tests were found");
    }

    private static List<ClassModel> classes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<ClassModel> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                classes.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
        return classes;
    }

    private static String name(ClassModel type) {
        return type.thisClass().asInternalName().replace('/', '.');
    }

    /** Its own test methods, or those that it has of a class of the same module. */
    private static boolean hasTests(ClassModel type, List<ClassModel> classes) {
        return hasTests(type)
                || classes.stream()
                        .filter(other -> type.superclass().isPresent()
                                && other.thisClass().equals(type.superclass().get()))
                        .anyMatch(parent -> hasTests(parent, classes));
    }

    private static boolean hasTests(ClassModel type) {
        return type.methods().stream()
                .flatMap(method -> annotations(method.findAttribute(Attributes.runtimeVisibleAnnotations())))
                .anyMatch(TESTS::contains);
    }

    private static Stream<String> annotations(Optional<RuntimeVisibleAnnotationsAttribute> attribute) {
        return attribute.stream().flatMap(found -> found.annotations().stream()).map(TestClassesTest::simpleName);
    }

    private static String simpleName(Annotation annotation) {
        String descriptor = annotation.className().stringValue();
        return descriptor.substring(descriptor.lastIndexOf('/') + 1, descriptor.length() - 1);
    }

    /** Surefire goes by the name of the outermost class, and passes those within it over. */
    private static boolean isRun(ClassModel type, boolean runsPacked) {
        String name = name(type);
        return !name.contains("$") && (name.endsWith("Test") || runsPacked && name.endsWith("IT"));
    }

    @Test
    void this_test_finds_what_it_is_for() {
        assertTrue(hasTests(testClass("bout.GameTest", "org.junit.jupiter.api.Test")));
        assertTrue(hasTests(testClass("bout.GameTest", "net.jqwik.api.Property")));
        assertFalse(hasTests(testClass("bout.GameTest", "java.lang.Deprecated")));

        assertTrue(isRun(testClass("bout.GameTest", "org.junit.jupiter.api.Test"), false));
        assertTrue(isRun(testClass("bout.PackedIT", "org.junit.jupiter.api.Test"), true));
        assertFalse(isRun(testClass("bout.PackedIT", "org.junit.jupiter.api.Test"), false));
        assertFalse(isRun(testClass("bout.GameProperties", "net.jqwik.api.Property"), true));
        assertFalse(isRun(testClass("bout.GameTest$Inner", "org.junit.jupiter.api.Test"), true));
    }

    /** A class with one annotated method. */
    private static ClassModel testClass(String name, String annotation) {
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> type.withMethod(
                                "is_right",
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_ABSTRACT,
                                method -> method.with(RuntimeVisibleAnnotationsAttribute.of(
                                        Annotation.of(ClassDesc.of(annotation))))));
        return ClassFile.of().parse(bytes);
    }
}
