package bout;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Options;
import bout.engine.Plain;
import bout.games.Games;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks which classes and methods the engine uses. The engine runs on the JVM and, compiled to JavaScript, in the
 * browser, and must compute bit-identical results. It therefore must not use anything that is known to differ there.
 */
class PortabilityTest {

    private static final JavaClasses ENGINE = AllClasses.in("bout.engine", "bout.games");

    private static final Set<String> PACKAGES =
            Set.of("java.lang", "java.util", "java.util.function", "java.util.stream");

    /**
     * Classes of the allowed packages that behave differently in the browser, or that use clocks, threads or the
     * system.
     */
    private static final Set<String> FORBIDDEN_CLASSES = Set.of(
            "java.lang.ClassLoader",
            "java.lang.InheritableThreadLocal",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.Runtime",
            "java.lang.StrictMath",
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.util.Calendar",
            "java.util.Date",
            "java.util.Formatter",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Hashtable",
            "java.util.IdentityHashMap",
            "java.util.Locale",
            "java.util.PriorityQueue",
            "java.util.Properties",
            "java.util.Random",
            "java.util.Scanner",
            "java.util.SplittableRandom",
            "java.util.Timer",
            "java.util.TimeZone",
            "java.util.UUID",
            "java.util.WeakHashMap");

    private static final Set<String> PORTABLE_MATH = Set.of("abs", "atan2", "ceil", "floor", "max", "min", "sqrt");

    /** Methods whose result differs in the browser, or whose iteration order is undefined. */
    private static final Set<String> FORBIDDEN_METHODS = Set.of(
            "java.lang.String.format",
            "java.lang.String.formatted",
            "java.lang.Object.hashCode",
            "java.lang.Record.hashCode",
            "java.lang.Enum.hashCode",
            "java.lang.System.identityHashCode",
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.Throwable.getSuppressed",
            "java.lang.Double.parseDouble",
            "java.lang.Double.toString",
            "java.lang.Float.parseFloat",
            "java.lang.Float.toString",
            "java.util.Arrays.hashCode",
            "java.util.Collections.shuffle",
            "java.util.List.hashCode",
            "java.util.Map.copyOf",
            "java.util.Map.entry",
            "java.util.Map.hashCode",
            "java.util.Map.of",
            "java.util.Map.ofEntries",
            "java.util.Objects.hash",
            "java.util.Objects.hashCode",
            "java.util.Set.copyOf",
            "java.util.Set.of",
            "java.util.stream.BaseStream.parallel",
            "java.util.stream.Collectors.groupingBy",
            "java.util.stream.Collectors.toMap",
            "java.util.stream.Collectors.toSet",
            "java.util.stream.Stream.distinct");

    private static final ArchRule KNOWN_PACKAGES = classes()
            .should()
            .onlyDependOnClassesThat(describe(
                    "belong to bout or to a portable package of java.base",
                    type -> type.getBaseComponentType().isPrimitive()
                            || type.getBaseComponentType().getPackageName().startsWith("bout.")
                            || PACKAGES.contains(type.getBaseComponentType().getPackageName())))
            .because("the engine has no dependency, no I/O, no clock and no threads");

    private static final ArchRule NO_FORBIDDEN_CLASSES = noClasses()
            .should()
            .dependOnClassesThat(describe(
                    "behave differently in the browser",
                    (JavaClass type) -> FORBIDDEN_CLASSES.contains(
                            type.getBaseComponentType().getFullName())));

    /** DoubleText is exempt: the browser build replaces it. */
    private static final ArchRule NO_FORBIDDEN_METHODS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("bout.engine.DoubleText")
            .should()
            .accessTargetWhere(unportable());

    private static DescribedPredicate<JavaAccess<?>> unportable() {
        return describe("the target behaves differently in the browser", access -> {
            String owner = access.getTargetOwner().getFullName();
            String name = access.getTarget().getName();
            boolean textOfDouble = access instanceof com.tngtech.archunit.core.domain.JavaCall<?> call
                    && Set.of("valueOf", "append", "insert").contains(name)
                    && owner.startsWith("java.lang.String")
                    && call.getTarget().getRawParameterTypes().stream()
                            .anyMatch(type -> Set.of("double", "float").contains(type.getName()));
            boolean doubleOfText = access instanceof com.tngtech.archunit.core.domain.JavaCall<?> call
                    && Set.of("java.lang.Double.valueOf", "java.lang.Float.valueOf")
                            .contains(owner + "." + name)
                    && call.getTarget().getRawParameterTypes().getFirst().isEquivalentTo(String.class);
            boolean math = owner.equals("java.lang.Math") && !PORTABLE_MATH.contains(name);
            return textOfDouble || doubleOfText || math || FORBIDDEN_METHODS.contains(owner + "." + name);
        });
    }

    @Test
    void the_engine_uses_only_itself_and_the_portable_packages_of_java_base() {
        KNOWN_PACKAGES.check(ENGINE);
    }

    @Test
    void the_engine_uses_no_class_that_behaves_differently_in_the_browser() {
        NO_FORBIDDEN_CLASSES.check(ENGINE);
    }

    @Test
    void the_engine_uses_no_method_that_behaves_differently_in_the_browser() {
        NO_FORBIDDEN_METHODS.check(ENGINE);
    }

    @Test
    void the_engine_concatenates_no_double_with_a_string() {
        assertEquals(List.of(), concatenatedDoubles(ENGINE));
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_game_has_the_same_parts(Class<?> game) throws NoSuchMethodException {
        String folder = game.getPackageName() + ".";
        String name = game.getSimpleName();
        for (String part : List.of(name + "Position", "bots." + name + "Bots")) {
            assertTrue(ENGINE.contain(folder + part), folder + part + " is missing");
        }
        assertEquals(
                folder + name + "Position",
                game.getMethod("start", Plain.class, Options.class)
                        .getReturnType()
                        .getName());
    }

    /** The only methods of a position that may know the game: they make and read what goes to bots and pages. */
    private static final Set<String> OF_THE_GAME = Set.of("request", "read", "picture");

    @ParameterizedTest
    @MethodSource("games")
    void the_rules_of_a_game_depend_neither_on_its_forms_nor_on_its_bots(Class<?> game) {
        noClasses()
                .that()
                .haveFullyQualifiedName(game.getName() + "Position")
                .should()
                .dependOnClassesThat(resideInAPackage(game.getPackageName() + ".bots"))
                .check(ENGINE);
        Set<String> knowing = ENGINE.get(game.getName() + "Position").getDirectDependenciesFromSelf().stream()
                .filter(found -> found.getTargetClass().getFullName().equals(game.getName()))
                .map(found -> methodOf(found.getDescription()))
                .collect(Collectors.toSet());
        assertTrue(OF_THE_GAME.containsAll(knowing), knowing.toString());
    }

    /** The name of the method in {@code Method <bout.games.X.name(...)> calls ...}. */
    private static String methodOf(String dependency) {
        return dependency.replaceFirst("(?s)^Method <[^(]*\\.(\\w+)\\(.*", "$1");
    }

    static Stream<Class<?>> games() {
        return Games.ALL.stream().map(Object::getClass);
    }

    @Test
    void no_game_depends_on_another_game_or_on_the_list_of_games() {
        slices().matching("bout.games.(*)..").should().notDependOnEachOther().check(ENGINE);
        noClasses()
                .that()
                .resideInAPackage("bout.games.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("bout.games")
                .check(ENGINE);
    }

    @Test
    void these_rules_find_violations() {
        JavaClasses unportable = new ClassFileImporter().importClasses(Unportable.class);
        assertTrue(KNOWN_PACKAGES.evaluate(unportable).hasViolation());
        assertEquals(
                Set.of("java.util.HashMap", "java.util.Locale"),
                violations(NO_FORBIDDEN_CLASSES, unportable, FORBIDDEN_CLASSES));
        String methods = String.join(
                "\n",
                NO_FORBIDDEN_METHODS.evaluate(unportable).getFailureReport().getDetails());
        for (String method : List.of(
                "Math.sin",
                "String.format",
                "String.formatted",
                "Double.toString",
                "StringBuilder.append(double)",
                "String.valueOf(double)",
                "Double.valueOf(java.lang.String)",
                "System.nanoTime",
                "Map.of",
                "Set.of",
                "Object.hashCode")) {
            assertTrue(methods.contains(method), method + " is not found in\n" + methods);
        }
        assertFalse(methods.contains("Math.floor"), methods);
        assertEquals(List.of("joined (DI)"), concatenatedDoubles(unportable));
    }

    private static Set<String> violations(ArchRule rule, JavaClasses classes, Set<String> names) {
        String report =
                String.join("\n", rule.evaluate(classes).getFailureReport().getDetails());
        return names.stream().filter(name -> report.contains("<" + name + ".")).collect(Collectors.toSet());
    }

    /** String concatenation is an invokedynamic call, which ArchUnit does not see, so this reads the class files. */
    private static List<String> concatenatedDoubles(JavaClasses classes) {
        List<String> found = new ArrayList<>();
        for (JavaClass type : classes) {
            URI file = type.getSource().map(Source::getUri).orElseThrow();
            ClassModel model = parse(file);
            for (MethodModel method : model.methods()) {
                method.code()
                        .ifPresent(code -> code.forEach(element -> {
                            if (element instanceof InvokeDynamicInstruction call
                                    && call.name().equalsString("makeConcatWithConstants")) {
                                List<String> parameters = call.typeSymbol().parameterList().stream()
                                        .map(parameter -> parameter.displayName())
                                        .toList();
                                if (parameters.stream()
                                        .anyMatch(Set.of("double", "float", "Double", "Float")::contains)) {
                                    found.add(method.methodName().stringValue() + " "
                                            + parameters.stream()
                                                    .map(name -> name.equals("double")
                                                            ? "D"
                                                            : name.equals("int") ? "I" : name)
                                                    .collect(Collectors.joining("", "(", ")")));
                                }
                            }
                        }));
            }
        }
        return found.stream().sorted().toList();
    }

    private static ClassModel parse(URI file) {
        try (InputStream bytes = file.toURL().openStream()) {
            return ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("" + file, e);
        }
    }

    @SuppressWarnings("unused")
    private static final class Unportable {
        private final Map<String, Integer> map = new HashMap<>();

        private String joined(double number, int count) {
            return "number " + number + " of " + count;
        }

        private String fine(int number, String text) {
            return number + text + (int) Math.floor(2.5);
        }

        private String text(double number, Object object) {
            StringBuilder builder = new StringBuilder().append(number);
            return builder
                    + String.format(Locale.ROOT, "%d", 1)
                    + "%d".formatted(2)
                    + Double.toString(number)
                    + String.valueOf(number)
                    + object.hashCode()
                    + Set.of("a", "b")
                    + Map.of("a", 1);
        }

        private double number(String text) {
            return Double.valueOf(text) + Math.sin(1) + System.nanoTime() + java.time.Instant.EPOCH.getNano();
        }
    }
}
