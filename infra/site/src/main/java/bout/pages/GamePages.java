package bout.pages;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.games.Games;
import bout.guide.Guide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Writes a page for each game from its {@link Guide}, the page that lists the games, and one file with the colours of
 * all games.
 */
final class GamePages {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .attributeProviderFactory(context -> GamePages::attributes)
            .build();

    private GamePages() {}

    static void write(Path site) throws IOException {
        Path folder = Files.createDirectories(site.resolve("games"));
        for (Game<?, ?> game : Games.ALL) {
            write(site, Guide.page(game.card()).substring(1), page(Guide.of(game)));
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
        for (Game<?, ?> game : Games.ALL) {
            Path own = folder.resolve(game.card().id()).resolve("colours.css");
            if (Files.exists(own)) {
                colours.append(Files.readString(own));
            }
        }
        return colours.toString();
    }

    private static String index() {
        return beginning("Rules of the games, and how to write a bot", "Which games there are, and their rules.")
                + """
                  <main class="guide">
                    <div class="lead">
                      <h1>Rules of the games</h1>
                      <p>Each page has a game’s rules in full, what a bot is sent and answers, a real request, and bots to start from.</p>
                    </div>
                    <ul class="games">
                %s
                    </ul>
                  </main>
                </body>
                </html>
                """.formatted(
                        Games.ALL.stream().map(game -> entry(game.card())).collect(Collectors.joining("\n")));
    }

    private static String entry(GameCard card) {
        return """
                      <li>
                        <h2><a href="..%s">%s</a></h2>
                        <p>%s</p>
                      </li>""".formatted(Guide.page(card), escaped(card.name()), escaped(card.summary()));
    }

    /** The start of a page, up to its main part. */
    private static String beginning(String title, String description) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                  <meta name="description" content="%2$s">
                  <title>%1$s · Bout</title>
                </head>
                <body>
                  <!-- navigation -->
                """.formatted(escaped(title), escaped(description));
    }

    private static String page(Guide guide) {
        return beginning(guide.name() + ": rules, and how to write a bot", guide.summary())
                + """
                  <main class="guide">
                    <div class="lead">
                      <h1>%1$s</h1>
                      <p>%2$s</p>
                      <p><a href="../play.html?game=%6$s">Try it in the playground</a>: write a bot in the page and see it play.</p>
                    </div>
                    <nav aria-label="On this page">
                      <ul class="links">
                %3$s
                      </ul>
                    </nav>
                %4$s
                  </main>
                  <footer>
                    <nav aria-label="Games">
                      <ul class="links">
                %5$s
                      </ul>
                    </nav>
                  </footer>
                </body>
                </html>
                """.formatted(
                        escaped(guide.name()),
                        escaped(guide.summary()),
                        guide.sections().stream()
                                .map(section -> "        <li><a href=\"#%s\">%s</a></li>"
                                        .formatted(section.id(), escaped(section.title())))
                                .collect(Collectors.joining("\n")),
                        guide.sections().stream().map(GamePages::section).collect(Collectors.joining("\n")),
                        Games.ALL.stream().map(game -> link(game.card(), guide)).collect(Collectors.joining("\n")),
                        guide.id());
    }

    private static String section(Guide.Section section) {
        return """
                    <section id="%1$s" aria-labelledby="%1$s-title">
                    <h2 id="%1$s-title">%2$s</h2>
                %3$s    </section>""".formatted(section.id(), escaped(section.title()), html(section.text()));
    }

    private static String html(String markdown) {
        return RENDERER.render(PARSER.parse(markdown));
    }

    private static String link(GameCard card, Guide guide) {
        String current = card.id().equals(guide.id()) ? " aria-current=\"page\"" : "";
        return "        <li><a href=\"..%s\"%s>%s</a></li>".formatted(Guide.page(card), current, escaped(card.name()));
    }

    /** Long lines of code scroll. Without a mouse, that works only if the element can get the focus. */
    private static void attributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof FencedCodeBlock code && tag.equals("pre")) {
            attributes.put("tabindex", "0");
            attributes.put("class", code.getInfo());
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
