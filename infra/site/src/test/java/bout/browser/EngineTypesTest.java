package bout.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSProperty;

/** The declarations with which the site's scripts are checked say of the compiled engine what it exports. */
class EngineTypesTest {

    private static final Path DECLARATIONS = Path.of("../../.ci/site-tools/engine.d.ts");

    /** A property or a method of an interface. */
    private static final Pattern MEMBER =
            Pattern.compile("^ {4}(?:readonly (\\w+): (.*)|(\\w+)\\((.*?)\\): (.*));$", Pattern.MULTILINE);

    private static final List<String> PLAIN_TYPES = List.of("number", "boolean", "string", "void");

    @ParameterizedTest
    @ValueSource(classes = {BrowserEngine.class, OpenedReplay.class, OpenedReplay.Walk.class, OngoingMatch.class})
    void members_have_the_declared_types(Class<?> exported) throws IOException {
        String name = exported.getSimpleName();
        String members = Pattern.compile("interface " + name + " \\{\n(.*?)\n {2}\\}", Pattern.DOTALL)
                .matcher(Files.readString(DECLARATIONS))
                .results()
                .collect(Collectors.collectingAndThen(Collectors.toList(), List::getFirst))
                .group(1);
        assertEquals(
                sorted(exports(exported).map(EngineTypesTest::signature)),
                sorted(MEMBER.matcher(members).results().map(EngineTypesTest::signature)));
    }

    @ParameterizedTest
    @ValueSource(classes = {BrowserEngine.Opening.class, BrowserEngine.Beginning.class})
    void what_is_opened_or_wrong_is_declared(Class<?> exported) throws IOException {
        String type = Pattern.compile("type " + exported.getSimpleName() + " = .*")
                .matcher(Files.readString(DECLARATIONS))
                .results()
                .collect(Collectors.collectingAndThen(Collectors.toList(), List::getFirst))
                .group();
        assertEquals(
                sorted(exports(exported).map(EngineTypesTest::nameOf)),
                sorted(Pattern.compile("readonly (\\w+)")
                        .matcher(type)
                        .results()
                        .map(found -> found.group(1))));
    }

    @Test
    void the_module_has_the_members_of_the_engine() throws IOException {
        assertEquals(
                sorted(exports(BrowserEngine.class).map(Method::getName)),
                sorted(Pattern.compile("export const (\\w+): Engine\\.BrowserEngine\\[\"\\1\"\\];")
                        .matcher(Files.readString(DECLARATIONS))
                        .results()
                        .map(found -> found.group(1))));
    }

    private static Stream<Method> exports(Class<?> exported) {
        return Arrays.stream(exported.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JSExport.class));
    }

    private static List<String> sorted(Stream<String> texts) {
        return List.copyOf(new TreeSet<>(texts.toList()));
    }

    private static String nameOf(Method method) {
        if (!method.isAnnotationPresent(JSProperty.class)) {
            return method.getName();
        }
        String property = method.getName().replaceFirst("^(get|is)", "");
        return property.substring(0, 1).toLowerCase(Locale.ROOT) + property.substring(1);
    }

    private static String signature(Method method) {
        String result = typeOf(method.getReturnType());
        return method.isAnnotationPresent(JSProperty.class)
                ? nameOf(method) + ": " + result
                : Arrays.stream(method.getParameterTypes())
                        .map(EngineTypesTest::typeOf)
                        .collect(Collectors.joining(", ", method.getName() + "(", "): " + result));
    }

    private static String typeOf(Class<?> type) {
        return type == int.class ? "number" : plain(type.getSimpleName().toLowerCase(Locale.ROOT));
    }

    private static String signature(MatchResult member) {
        return member.group(1) != null
                ? member.group(1) + ": " + declaredType(member.group(2))
                : Pattern.compile("\\w+: ([^,]+)")
                        .matcher(member.group(4))
                        .results()
                        .map(parameter -> declaredType(parameter.group(1)))
                        .collect(
                                Collectors.joining(", ", member.group(3) + "(", "): " + declaredType(member.group(5))));
    }

    private static String declaredType(String type) {
        return plain(type.replace(" | null", ""));
    }

    /** Of all others, Java says no more than that they are objects. */
    private static String plain(String type) {
        return PLAIN_TYPES.contains(type) ? type : "object";
    }
}
