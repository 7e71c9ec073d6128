package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.games.Games;
import bout.wire.Json;
import bout.wire.ProblemType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The documentation as it was built. */
@Tag("server")
class DocPagesTest {

    private static final Path SITE = Path.of("target", "classes", "bout", "site");
    private static final Path DOCS = Path.of("..", "..", "docs");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    /** What else a stack serves. */
    private static final Pattern ELSEWHERE = Pattern.compile("/api/.*|/standings/.*|/replays/.*");

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    @Test
    void no_link_of_the_documentation_leads_nowhere() throws IOException {
        assertNoneLeadsNowhere(pages(SITE.resolve("docs")), "");
    }

    @Test
    void no_link_to_the_documentation_leads_nowhere() throws IOException {
        List<Path> others = new ArrayList<>(pages(SITE));
        others.addAll(pages(SITE.resolve("games")));
        assertNoneLeadsNowhere(others, "docs/");
        for (Path page : others) {
            String text = Files.readString(page);
            assertEquals(
                    text.contains("aria-label=\"Site\""), text.contains("docs/index.html\">Documentation"), "" + page);
        }
    }

    @Test
    void no_link_of_a_games_page_leads_nowhere_or_to_another_site() throws IOException {
        List<Path> pages = pages(SITE.resolve("games"));
        assertEquals(1 + Games.ALL.size(), pages.size());
        assertNoneLeadsNowhere(pages, "");
        for (Path page : pages) {
            for (String link : found(LINK, Files.readString(page))) {
                String path = URI.create("/games/")
                        .resolve(link.replace("&amp;", "&"))
                        .toString();
                String game = page.getFileName().toString().replace(".html", "");
                assertTrue(path.matches("/(?!api/).*|/api/openapi\\.yaml|/api/games/" + game), page + ": " + link);
            }
        }
    }

    private static void assertNoneLeadsNowhere(List<Path> pages, String to) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            URI base = URI.create("/" + SITE.relativize(page));
            for (String link : found(LINK, Files.readString(page))) {
                URI target = base.resolve(link.replace("&amp;", "&"));
                if (target.getScheme() == null
                        && target.getPath().contains(to)
                        && !ELSEWHERE.matcher(target.getPath()).matches()
                        && !isThere(target)) {
                    broken.add(base + ": " + link);
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    private static boolean isThere(URI target) throws IOException {
        String path = target.getPath();
        Path file = SITE.resolve(path.equals("/") ? "index.html" : path.substring(1));
        return Files.isRegularFile(file)
                && (target.getFragment() == null
                        || !path.matches("/(docs|games)/.*")
                        || found(ID, Files.readString(file)).contains(target.getFragment()));
    }

    @Test
    void the_starters_are_those_of_the_documentation() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS.resolve("starters"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertEquals(-1, Files.mismatch(file, SITE.resolve(DOCS.relativize(file))), file::toString);
            }
        }
    }

    @Test
    void every_file_is_in_one_group() throws IOException {
        List<String> listed = new ArrayList<>(found(
                Pattern.compile("(?m)^- \\[[^]]+]\\(([a-z-]+\\.md)\\)"), Files.readString(DOCS.resolve("README.md"))));
        try (Stream<Path> files = Files.list(DOCS)) {
            assertEquals(
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                            .sorted()
                            .toList(),
                    listed.stream().sorted().toList());
        }
    }

    @Test
    void the_type_of_every_problem_has_an_entry_with_its_status() throws IOException {
        String page = Files.readString(SITE.resolve("docs").resolve("errors.html"));
        List<String> entries = found(Pattern.compile("<h2 id=\"([^\"]+)\">"), page);
        assertEquals(
                Arrays.stream(ProblemType.values())
                        .map(type -> type.uri().substring("/problems/".length()))
                        .toList(),
                entries);
        for (ProblemType type : ProblemType.values()) {
            String entry =
                    page.substring(page.indexOf("<h2 id=\"" + type.uri().substring("/problems/".length()) + '"'));
            assertTrue(
                    entry.substring(0, entry.indexOf("</p>"))
                            .matches("(?s).*<p>Status ([0-9, ]+, )?" + type.status() + "[0-9, ]*: " + type.title()
                                    + "\\."),
                    type::uri);
        }
    }

    @Test
    void the_cause_of_a_problem_is_what_the_description_of_the_api_says() throws IOException {
        String errors = Files.readString(DOCS.resolve("errors.md"));
        List<String> described = found(
                Pattern.compile("(?m)^    \\| `/problems/[a-z-]+` \\| [0-9, ]+ \\| (.*) \\|$"),
                Files.readString(Path.of("..", "..", "functions/api/src/main/resources/bout/api/openapi.yaml")));
        assertEquals(described, found(Pattern.compile("(?m)^- Cause: (.*)$"), errors));
    }

    @Test
    void html_in_a_text_is_shown_and_remarks_are_left_out() {
        String html = DocText.of(
                        "docs/a.md",
                        "# A\n\n<script>1</script>\n\n<!-- a remark -->\n\nand <b onclick=\"x\">so</b> <!-- on -->\n",
                        Map.of())
                .html();
        assertFalse(
                html.contains("<script") || html.contains("<b ") || html.contains("remark") || html.contains("on --"),
                html);
        assertTrue(html.contains("&lt;script&gt;"), html);
    }

    @Test
    void headings_have_the_anchors_of_github() {
        String html = DocText.of(
                        "docs/a.md", "# A\n\n## `POST` a bot's _code_, twice\n\n## Twice\n\n## Twice\n", Map.of())
                .html();
        assertEquals(List.of("a", "post-a-bots-code-twice", "twice", "twice-1"), found(ID, html));
    }

    @Test
    void a_link_to_a_file_of_the_repository_only_names_it() {
        String html = DocText.of(
                        "docs/a.md",
                        "# A\n\n[Why](../infra/decisions/README.md), [b.md](b.md#c), [`d`](starters/d.py)",
                        Map.of("docs/b.md", "All of B"))
                .html();
        assertTrue(html.contains("Why (<code>infra/decisions/README.md</code>)"), html);
        assertTrue(html.contains("<a href=\"b.html#c\">All of B</a>"), html);
        assertTrue(html.contains("<a href=\"../starters/d.py\">"), html);
    }

    @Test
    void the_search_knows_every_page_and_signatures() throws Exception {
        List<?> sections =
                (List<?>) Json.read(Files.readString(SITE.resolve("docs").resolve("search.json")));
        TreeSet<String> pages = new TreeSet<>();
        boolean signature = false;
        for (Object each : sections) {
            Map<?, ?> section = (Map<?, ?>) each;
            pages.add(((String) section.get("address")).replaceFirst("#.*", ""));
            signature |= ((String) section.get("text")).contains("signature")
                    && section.get("address").equals("bots.html#signed-calls");
        }
        assertTrue(signature);
        assertEquals(
                new TreeSet<>(pages(SITE.resolve("docs")).stream()
                        .map(page -> page.getFileName().toString())
                        .toList()),
                pages);
    }

    @Test
    void every_page_needs_less_than_60_kilobytes() throws IOException {
        for (Path page : pages(SITE.resolve("docs"))) {
            int bytes = FirstBytesTest.compressed(Files.readAllBytes(page));
            for (String file : List.of(
                    "style.css",
                    "theme.js",
                    "docs/docs.css",
                    "docs/docs.js",
                    "docs/search.js",
                    "shared/copy.js",
                    "shared/dom.js")) {
                bytes += FirstBytesTest.compressed(Files.readAllBytes(SITE.resolve(file)));
            }
            assertTrue(bytes < 60_000, page + ": " + bytes);
        }
    }
}
