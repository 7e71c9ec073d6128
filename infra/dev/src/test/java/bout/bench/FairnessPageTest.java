package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each statement of docs/fairness.md names, in a comment behind it, the tests that prove it. */
class FairnessPageTest {

    private static final Path ROOT =
            Template.ofThisRepository().toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/fairness.md");

    private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");
    private static final Pattern COMMENT = Pattern.compile("<!--(.*?)-->", Pattern.DOTALL);
    private static final Pattern ANNOTATION = Pattern.compile("(?m)^    @(Test|ParameterizedTest|Property)\\b");
    private static final Pattern TEST = Pattern.compile("(\\w+Test)\\.(\\w+)");

    private static Map<String, List<String>> statements() throws IOException {
        String page = Files.readString(PAGE);
        String listed = page.substring(page.indexOf("\n## "));
        Map<String, List<String>> statements = new LinkedHashMap<>();
        for (String section : listed.split("(?m)^## .+$")) {
            String[] entries = section.strip().split("(?m)^- ");
            assertEquals("", entries[0].strip(), "nothing is stated outside of the lists");
            for (String entry : List.of(entries).subList(1, entries.length)) {
                List<String> tests = new ArrayList<>();
                Matcher comment = COMMENT.matcher(entry);
                while (comment.find()) {
                    tests.addAll(List.of(comment.group(1).strip().split("\\s+")));
                }
                String statement = COMMENT.matcher(entry).replaceAll("").strip().replaceAll("\\s+", " ");
                assertTrue(statement.endsWith("."), statement);
                assertEquals(-1, statement.indexOf(". "), "one sentence, so that each has its test: " + statement);
                statements.put(statement, tests);
            }
        }
        return statements;
    }

    /** The texts of all test classes, by name; some modules have tests of the same name. */
    private static Map<String, String> testClasses() throws IOException {
        Map<String, String> classes = new HashMap<>();
        for (String part : List.of("shared-engine", "functions", "infra")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(part))) {
                for (Path file : files.filter(each -> each.toString().matches(".*/src/test/java/.*Test\\.java"))
                        .toList()) {
                    classes.merge(
                            file.getFileName().toString().replace(".java", ""), Files.readString(file), String::concat);
                }
            }
        }
        return classes;
    }

    @Test
    void the_page_has_its_subjects() throws IOException {
        assertEquals(
                List.of(
                        "Failing",
                        "Boards",
                        "What a bot learns",
                        "Spectators",
                        "Opponents",
                        "Rated matches first",
                        "Checks",
                        "Queues",
                        "What cannot be prevented",
                        "What is not hidden"),
                HEADING.matcher(Files.readString(PAGE))
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList());
    }

    @Test
    void every_statement_names_a_test_that_exists() throws IOException {
        Map<String, String> classes = testClasses();
        Map<String, List<String>> statements = statements();
        assertTrue(statements.size() > 20, statements.size() + " statements");
        for (Map.Entry<String, List<String>> each : statements.entrySet()) {
            assertFalse(each.getValue().isEmpty(), "no test for: " + each.getKey());
            for (String name : each.getValue()) {
                Matcher test = TEST.matcher(name);
                assertTrue(test.matches(), name + " is not CLASS.METHOD");
                assertTrue(
                        isTest(classes.getOrDefault(test.group(1), ""), test.group(2)),
                        "no test " + name + " for: " + each.getKey());
            }
        }
    }

    private static boolean isTest(String code, String method) {
        int at = code.indexOf(" void " + method + "(");
        String before = at < 0 ? "" : code.substring(Math.max(0, code.lastIndexOf("\n    }\n", at)), at);
        return ANNOTATION.matcher(before).find();
    }

    @Test
    void pages_for_bot_authors_lead_to_it() throws IOException {
        for (String page : List.of("README.md", "bots.md", "ladders.md", "tournaments.md")) {
            assertTrue(Files.readString(PAGE.resolveSibling(page)).contains("](fairness.md"), page);
        }
    }
}
