package bout;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between the modules: what each package may use of the others. This module sees all others. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = AllClasses.in("bout");

    private static final List<String> ENGINE = List.of("engine", "games");
    private static final List<String> WIRE = and(ENGINE, "wire");
    private static final List<String> GUIDE = and(WIRE, "guide");
    private static final List<String> TELEMETRY = and(WIRE, "telemetry");
    private static final List<String> STORE = and(TELEMETRY, "address", "competition", "table", "store");
    private static final List<String> CALLS = and(STORE, "botclient", "sandbox", "connected");
    private static final List<String> FUNCTIONS =
            and(CALLS, "guide", "api", "runner", "checks", "connections", "pictures", "webhooks", "bots", "standings");
    private static final List<String> STACK = and(FUNCTIONS, "browser", "cloud", "stack");

    /**
     * A package of {@code bout} with those below it, and what it may use. The functions do not know each other; but the
     * API loads code before it is published.
     */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("engine", List.of()),
            Map.entry("games", List.of("engine")),
            Map.entry("conformance", ENGINE),
            Map.entry("wire", ENGINE),
            Map.entry("sandbox", and(WIRE, "address", "botclient")),
            Map.entry("guide", WIRE),
            Map.entry("telemetry", WIRE),
            Map.entry("address", List.of()),
            Map.entry("competition", ENGINE),
            Map.entry("table", TELEMETRY),
            Map.entry("store", and(TELEMETRY, "address", "competition", "table")),
            Map.entry("botclient", and(WIRE, "address")),
            Map.entry("connected", and(STORE, "botclient")),
            Map.entry("api", and(STORE, "sandbox", "guide")),
            Map.entry("runner", CALLS),
            Map.entry("checks", CALLS),
            Map.entry("connections", STORE),
            Map.entry("pictures", and(STORE, "sandbox")),
            Map.entry("webhooks", CALLS),
            Map.entry("bots", TELEMETRY),
            Map.entry("standings", STORE),
            Map.entry("browser", ENGINE),
            Map.entry("pages", and(GUIDE, "competition")),
            Map.entry("cloud", List.of()),
            Map.entry("stack", and(FUNCTIONS, "browser", "cloud")),
            Map.entry("chaos", and(STACK, "cli")),
            Map.entry("simulation", and(FUNCTIONS, "cloud")),
            Map.entry("cli", STACK),
            Map.entry("deploy", and(STACK, "cli")),
            Map.entry("bench", and(STACK, "cli")),
            Map.entry("dev", and(STACK, "cli", "bench", "conformance", "chaos", "simulation")));

    /** A game and its house bots count as one: the game lists them, and they play it. */
    private static final SliceAssignment PACKAGES_WITH_A_GAMES_BOTS = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            if (!name.startsWith("bout.")) {
                return SliceIdentifier.ignore();
            }
            boolean botsOfAGame = name.startsWith("bout.games.") && name.endsWith(".bots");
            return SliceIdentifier.of(botsOfAGame ? name.substring(0, name.lastIndexOf('.')) : name);
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static List<String> and(List<String> more, String... names) {
        return Stream.concat(more.stream(), Arrays.stream(names)).toList();
    }

    static Stream<String> packages() {
        return MAY_USE.keySet().stream().sorted();
    }

    private static GivenClassesConjunction classesOf(String name) {
        return classes().that().resideInAPackage(packageOf(name));
    }

    private static String packageOf(String name) {
        return "bout." + name + "..";
    }

    @ParameterizedTest
    @MethodSource("packages")
    void a_package_uses_only_what_lies_below_it(String name) {
        DescribedPredicate<JavaClass> allowed =
                resideInAnyPackage(Stream.concat(Stream.of(name), MAY_USE.get(name).stream())
                        .map(ArchitectureTest::packageOf)
                        .toArray(String[]::new));

        classesOf(name)
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("bout..")).or(allowed))
                .check(CLASSES);
    }

    /** So that standings can be computed anywhere, and again: in a function, on a laptop and in a test. */
    @Test
    void how_standings_are_computed_knows_nothing_of_the_cloud() {
        classesOf("competition")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        // How a record is stored.
                        "com.fasterxml.jackson.annotation",
                        "org.apache.commons.statistics.distribution",
                        "bout.engine..",
                        "bout.competition.."))
                .check(CLASSES);
    }

    @Test
    void every_package_has_its_place() {
        assertEquals(
                new TreeSet<>(MAY_USE.keySet()),
                CLASSES.stream()
                        .map(type -> type.getPackageName().split("\\.")[1])
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void no_package_uses_itself_by_way_of_another() {
        SlicesRuleDefinition.slices()
                .assignedFrom(PACKAGES_WITH_A_GAMES_BOTS)
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    /**
     * What the packages inside of another may use of each other. None uses the one around it, which uses all of them:
     * there a reader begins.
     */
    private static final Map<String, List<String>> MAY_USE_BESIDE = Map.ofEntries(
            Map.entry("botclient.player", List.of()),
            Map.entry("cli.text", List.of()),
            Map.entry("cli.help", List.of("cli.text")),
            Map.entry("cli.api", List.of("cli.text")),
            Map.entry("cli.wrap", List.of("cli.text")),
            Map.entry("cli.host", List.of("cli.api", "cli.text")),
            Map.entry("cli.match", List.of("cli.api", "cli.text")),
            Map.entry("cli.connect", List.of("cli.api", "cli.match", "cli.text", "cli.wrap")));

    static Stream<String> packagesInside() {
        return MAY_USE_BESIDE.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("packagesInside")
    void a_package_inside_another_uses_only_what_lies_below_it(String name) {
        String around = packageOf(name.substring(0, name.indexOf('.')));
        DescribedPredicate<JavaClass> allowed =
                resideInAnyPackage(Stream.concat(Stream.of(name), MAY_USE_BESIDE.get(name).stream())
                        .map(ArchitectureTest::packageOf)
                        .toArray(String[]::new));

        classesOf(name)
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage(around)).or(allowed))
                .check(CLASSES);
    }

    @Test
    void every_package_inside_the_bot_client_and_the_command_line_has_its_place() {
        assertEquals(
                new TreeSet<>(MAY_USE_BESIDE.keySet()),
                CLASSES.stream()
                        .map(type -> type.getPackageName().replaceFirst("bout[.]", ""))
                        .filter(name -> name.startsWith("botclient.") || name.startsWith("cli."))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();

    private static final Set<String> SKIPPED = Set.of(".git", ".bout", ".idea", ".venv", "target", "node_modules");

    /** About 25 files can be surveyed, plus a few for a package that grows. */
    private static final int MOST_FILES = 28;

    @Test
    void no_package_has_more_files_than_a_reader_can_take_in() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String folder =
                        REPOSITORY.relativize(file.getParent()).toString().replace('\\', '/');
                if (folder.contains("src/main/java/") && file.toString().endsWith(".java")) {
                    files.merge(folder, 1, Integer::sum);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertTrue(files.containsKey("infra/cli/src/main/java/bout/cli"), "found the packages");
        files.values().removeIf(count -> count <= MOST_FILES);
        assertEquals(Map.of(), files);
    }

    /** The packages of the store, the lowest first; {@code bout.store} itself makes all of it. */
    private static final List<String> STORE_LAYERS =
            List.of("bucket runner access replay webhook match bot tournament journal queue".split(" "));

    @Test
    void what_the_store_keeps_lies_in_layers() {
        for (int layer = 0; layer < STORE_LAYERS.size(); layer++) {
            String[] above = STORE_LAYERS.subList(layer + 1, STORE_LAYERS.size()).stream()
                    .map(name -> packageOf("store." + name))
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(packageOf("store." + STORE_LAYERS.get(layer)))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(above).or(resideInAPackage("bout.store")))
                    .check(CLASSES);
        }
        SlicesRuleDefinition.slices()
                .matching("bout.store.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    /** A switch in another package over a nested case that it cannot access compiles, and fails when it runs. */
    @Test
    void every_nested_case_of_a_public_sealed_type_is_public() {
        List<String> hidden = CLASSES.stream()
                // No final class is sealed, and not each can be loaded here.
                .filter(type -> !type.getModifiers().contains(JavaModifier.FINAL))
                .map(JavaClass::reflect)
                .filter(type -> type.isSealed() && isPublic(type))
                .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
                .filter(subtype -> subtype.isMemberClass() && !isPublic(subtype))
                .map(Class::getName)
                .sorted()
                .toList();
        assertEquals(List.of(), hidden);
        assertFalse(isPublic(HiddenCase.Inside.class), "the enclosing class counts too");
    }

    private static boolean isPublic(Class<?> type) {
        return type == null || Modifier.isPublic(type.getModifiers()) && isPublic(type.getEnclosingClass());
    }

    private static final class HiddenCase {
        public record Inside() {}
    }

    /** Others may at most annotate a record, to say how its JSON differs from its components. */
    @Test
    void only_the_wire_uses_the_json_library() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bout.wire..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("com.fasterxml.jackson..", "tools.jackson..")
                        .and(not(resideInAPackage("com.fasterxml.jackson.annotation"))))
                .check(CLASSES);
    }

    /** Others may at most catch its exceptions. So on LocalStack {@code .ci/run} runs the store's tests only. */
    @Test
    void of_the_functions_only_the_store_and_its_table_talk_to_aws() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "bout.table..", "bout.store..", "bout.cloud..", "bout.stack..", "bout.simulation..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("software.amazon.awssdk..").and(not(resideInAPackage("..exception"))))
                .check(CLASSES);
    }

    /** Otherwise a seed of the simulation would not decide everything. */
    @Test
    void what_is_simulated_leaves_chance_to_the_machine() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "bout.runner..", "bout.standings..", "bout.webhooks..", "bout.store..", "bout.table..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ThreadLocalRandom.class)
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .check(CLASSES);
    }
}
