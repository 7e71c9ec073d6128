package bout.pages;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.games.Games;
import bout.guide.Guide;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Writes a page for each game from its {@link Guide}, its {@link WireFields}, the page that lists the games, and one
 * file with the colours of all games.
 */
final class GamePages {

    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .attributeProviderFactory(context -> GamePages::attributes)
            .build();

    private GamePages() {}

    static void write(Path site) throws IOException {
        Path folder = Files.createDirectories(site.resolve("games"));
        for (Game<?> game : Games.ALL) {
            write(site, Guide.page(game.card()).substring(1), page(site, Guide.of(game)));
            Files.writeString(
                    Files.createDirectories(folder.resolve(game.card().id())).resolve("fields.json"),
                    Json.text(WireFields.of(game)));
        }
        write(site, "games/index.html", index());
        Files.writeString(folder.resolve("colours.css"), colours(folder));
    }

    private static void write(Path site, String path, String page) throws IOException {
        Files.writeString(site.resolve(path), Frame.around(path, page));
    }

    /** Not every game has its own colours. */
    private static String colours(Path folder) throws IOException {
        StringBuilder colours = new StringBuilder();
        for (Game<?> game : Games.ALL) {
            Path own = folder.resolve(game.card().id()).resolve("colours.css");
            if (Files.exists(own)) {
                colours.append(Files.readString(own));
            }
        }
        return colours.toString();
    }

    private static String index() {
        return beginning("Games", "The games that bots play here: rules, and how to write a bot.", "")
                + Piece.filled("games.html", Map.of("games", joined(Games.ALL, game -> entry(game.card()))));
    }

    private static <T> String joined(List<T> list, Function<T, String> each) {
        return list.stream().map(each).collect(Collectors.joining("\n"));
    }

    private static String entry(GameCard card) {
        return """
                      <li>
                        <div class="thumb stage"><canvas class="board" data-game="%4$s" role="img" aria-label="A match of %2$s"></canvas></div>
                        <h2><img class="game-mark" src="%4$s/mark.svg" alt=""> <a href="..%1$s">%2$s</a></h2>
                        <p>%3$s</p>
                      </li>""".formatted(Guide.page(card), escaped(card.name()), escaped(card.summary()), card.id());
    }

    private static String beginning(String title, String description, String links) {
        return Piece.filled(
                "games-beginning.html",
                Map.of("title", escaped(title), "description", escaped(description), "links", links));
    }

    private static String feed(Guide guide) {
        return """
                  <link rel="alternate" type="application/atom+xml" title="%s: ladder matches" href="../standings/ladders/%s.atom">
                """.formatted(escaped(guide.name()), guide.id());
    }

    /** The shortest of the playground's samples, without the empty one. */
    private static String smallBot(Path site, String game) throws IOException {
        Path folder = site.resolve("games").resolve(game).resolve("samples");
        List<String> samples = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.js")) {
            for (Path file : files) {
                if (!file.endsWith("blank.js")) {
                    samples.add(Files.readString(file).strip());
                }
            }
        }
        return samples.stream()
                .min(Comparator.comparing((String sample) -> sample.lines().count())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new IllegalStateException("no samples in " + folder));
    }

    private static String page(Path site, Guide guide) throws IOException {
        Map<String, String> values = Map.of(
                "id", guide.id(),
                "name", escaped(guide.name()),
                "summary", escaped(guide.summary()),
                "lines", joined(guide.lines(), line -> "          <li>%s</li>".formatted(escaped(line))),
                "bot", escaped(smallBot(site, guide.id())),
                "index", joined(guide.sections(), GamePages::entry),
                "sections", joined(guide.sections(), GamePages::section),
                "games", joined(Games.ALL, game -> link(game.card(), guide)));
        return beginning(guide.name() + ": rules, and how to write a bot", guide.summary(), feed(guide))
                + Piece.filled("game.html", values);
    }

    private static String entry(Guide.Section section) {
        return "          <li><a href=\"#%s\">%s</a></li>".formatted(section.id(), escaped(section.title()));
    }

    private static String section(Guide.Section section) {
        return """
                    <section id="%1$s" aria-labelledby="%1$s-title">
                    <h2 id="%1$s-title">%2$s</h2>
                %3$s    </section>""".formatted(section.id(), escaped(section.title()), html(section.text()));
    }

    /** On a phone, a long name in a table wraps between its words. */
    private static String html(String markdown) {
        return RENDERER.render(PARSER.parse(markdown))
                .replaceAll("(?<=<code>[a-zA-Z.]{1,60})(?<=[a-z])(?=[A-Z]|\\.[a-z])", "<wbr>");
    }

    private static String link(GameCard card, Guide guide) {
        String current = card.id().equals(guide.id()) ? " aria-current=\"page\"" : "";
        return "        <li><a href=\"..%s\"%s>%s</a></li>".formatted(Guide.page(card), current, escaped(card.name()));
    }

    /** Long lines of code scroll. Without a mouse, that works only if the element can get the focus. */
    static void attributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof FencedCodeBlock code && tag.equals("pre")) {
            attributes.put("tabindex", "0");
            attributes.put("class", code.getInfo().replaceFirst(" .*", ""));
        }
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
