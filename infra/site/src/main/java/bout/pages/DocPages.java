package bout.pages;

import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the documentation: a page for each Markdown file that {@code docs/README.md} lists, in its groups, the
 * {@link ApiReference}, and the index of the search.
 */
final class DocPages {

    private static final String INDEX = "docs/README.md";
    private static final String API = "docs/api.md";
    private static final Pattern ENTRY = Pattern.compile("(?m)^## (.+)$|^- \\[([^]]+)]\\(([^)]+\\.md)\\)");

    /** A group of the list of pages: the titles of its pages, by their paths in the repository. */
    private record Group(String title, Map<String, String> pages) {}

    private final Path site;
    private final List<Group> groups = new ArrayList<>();
    private final Map<String, String> texts = new LinkedHashMap<>();

    private DocPages(Path repository, Path site) throws IOException {
        this.site = site;
        String index = Files.readString(repository.resolve(INDEX));
        texts.put(INDEX, index);
        ApiReference api = ApiReference.in(repository);
        Matcher entry = ENTRY.matcher(index);
        while (entry.find()) {
            if (entry.group(1) != null) {
                groups.add(new Group(entry.group(1), new LinkedHashMap<>()));
                continue;
            }
            String path = DocText.resolved(INDEX, entry.group(3));
            Map<String, String> pages = groups.getLast().pages();
            pages.put(path, entry.group(2));
            texts.put(path, Files.readString(repository.resolve(path)));
            if (path.equals(API)) {
                texts.merge(API, api.overview(), String::concat);
                api.pages().forEach((part, text) -> {
                    texts.put(part, text);
                    pages.put(part, text.lines().findFirst().orElseThrow().substring("# ".length()));
                });
            }
        }
    }

    /** @param repository the folder of the sources */
    static void write(Path repository, Path site) throws IOException {
        DocPages docs = new DocPages(repository, site);
        docs.copy(repository.resolve("docs"));
        Map<String, String> titles = docs.titles();
        List<DocText.Searched> searched = new ArrayList<>();
        for (String path : docs.texts.keySet()) {
            DocText text = DocText.of(path, docs.texts.get(path), titles);
            Files.writeString(
                    site.resolve("docs").resolve(DocText.page(path)),
                    Frame.around("docs/" + DocText.page(path), docs.page(path, text)));
            searched.addAll(text.sections());
        }
        Files.writeString(site.resolve("docs/search.json"), Json.text(searched));
    }

    private Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>(Map.of(INDEX, "Documentation"));
        groups.forEach(group -> titles.putAll(group.pages()));
        return titles;
    }

    /** The other things that the pages show or link: pictures and the policy. The starters are there already. */
    private void copy(Path docs) throws IOException {
        try (Stream<Path> files = Files.walk(docs, 2)) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(png|svg|json)"))
                    .toList()) {
                Path copy = site.resolve("docs").resolve(docs.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }

    private String page(String path, DocText text) {
        return Piece.filled(
                "doc.html",
                Map.of(
                        "title", GamePages.escaped(text.title()),
                        "description", GamePages.escaped(text.beginning()),
                        "pages", groups.stream().map(group -> list(group, path)).collect(Collectors.joining("\n")),
                        "text", text.html(),
                        "contents", contents(text.headings())));
    }

    private static String list(Group group, String current) {
        return group.pages().entrySet().stream()
                .map(page -> "<li><a href=\"%s\"%s>%s</a></li>"
                        .formatted(
                                DocText.page(page.getKey()),
                                page.getKey().equals(current) ? " aria-current=\"page\"" : "",
                                GamePages.escaped(page.getValue())))
                .collect(
                        Collectors.joining("\n", "<p>" + GamePages.escaped(group.title()) + "</p>\n<ul>\n", "\n</ul>"));
    }

    private static String contents(Map<String, String> headings) {
        if (headings.size() < 2) {
            return "";
        }
        return headings.entrySet().stream()
                .map(heading -> "<li><a href=\"#%s\">%s</a></li>"
                        .formatted(heading.getKey(), GamePages.escaped(heading.getValue())))
                .collect(Collectors.joining(
                        "\n",
                        "<nav class=\"doc-contents\" aria-label=\"On this page\">\n<details>\n<summary>On this page</summary>\n<ul>\n",
                        "\n</ul>\n</details>\n</nav>"));
    }
}
