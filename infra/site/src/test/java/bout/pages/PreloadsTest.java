package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreloadsTest {

    @TempDir
    private Path site;

    private void has(String path, String text) throws IOException {
        Path file = site.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> preloaded(String page) throws IOException {
        return Pattern.compile("<link rel=\"modulepreload\" href=\"([^\"]+)\">")
                .matcher(Preloads.in(site, page))
                .results()
                .map((MatchResult link) -> link.group(1))
                .toList();
    }

    @Test
    void every_module_is_named_once_however_deep_and_in_circles() throws IOException {
        has("match/page.js", """
                import { a } from "../shared/a.js";
                import * as b from "./b.js";
                import {
                  long,
                } from "./b.js";
                const later = () => import("./later.js");
                """);
        has(
                "match/b.js",
                "import \"../shared/a.js\";\nexport { c } from \"./c.js\";\nimport { page } from \"./page.js\";\n");
        has(
                "match/c.js",
                "// import { no } from \"./no.js\";\nexport const text = 'import { no } from \"./no.js\";';\n");
        has("shared/a.js", "export const a = 1;\n");
        assertEquals(
                List.of("shared/a.js", "match/b.js", "match/c.js"),
                preloaded("<head>\n  <script type=\"module\" src=\"match/page.js\"></script>\n</head>\n"));
    }

    @Test
    void a_module_that_the_page_already_names_is_left_alone() throws IOException {
        has("page.js", "import { a } from \"./a.js\";\n");
        has("a.js", "");
        assertEquals(List.of("a.js"), preloaded("""
                        <head>
                          <link rel="modulepreload" href="a.js">
                          <script type="module" src="page.js"></script>
                        </head>
                        """));
    }

    @Test
    void a_page_without_scripts_stays_as_it_is() throws IOException {
        String page = "<head>\n</head>\n<body></body>\n";
        assertEquals(page, Preloads.in(site, page));
    }
}
