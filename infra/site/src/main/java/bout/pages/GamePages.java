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

/** Writes a page for each game, made of its {@link Guide}, one that leads to them, and the colours of all games as one file. */
public final class GamePages {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .attributeProviderFactory(context -> GamePages::attributes)
            .build();

    private GamePages() {}

    /** @param arguments the site's folder, into which the pages go */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument, the site's folder");
        }
        write(Path.of(arguments[0]));
    }

    static void write(Path site) throws IOException {
        Path folder = Files.createDirectories(site.resolve("games"));
        for (Game<?, ?> game : Games.ALL) {
            Files.writeString(site.resolve(Guide.page(game.card()).substring(1)), page(Guide.of(game)));
        }
        Files.writeString(folder.resolve("index.html"), index());
        Files.writeString(folder.resolve("colours.css"), colours(folder));
    }

    /** Games without colours of their own have no such file. */
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
        return beginning(
                        "Rules of the games, and how to write a bot", "Which games there are, and their rules.", "page")
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

    /** @param rules what the link to the rules is: {@code page} on their own page, {@code true} on those under it */
    private static String beginning(String title, String description, String rules) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                  <meta charset="utf-8">
                  <meta name="viewport" content="width=device-width, initial-scale=1">
                  <meta name="color-scheme" content="light dark">
                  <meta name="description" content="%2$s">
                  <title>%1$s · Bout</title>
                  <link rel="icon" href="../favicon.svg" type="image/svg+xml">
                  <link rel="stylesheet" href="../style.css">
                </head>
                <body>
                  <header class="top">
                    <a class="brand" href="../index.html"><img src="../favicon.svg" alt="" width="32" height="32">Bout</a>
                    <nav aria-label="Site">
                      <ul>
                        <li><a href="../new.html">New match</a></li>
                        <li><a href="../play.html">Playground</a></li>
                        <li><a href="../matches.html">Matches</a></li>
                        <li><a href="../ladder.html">Leaderboard</a></li>
                        <li><a href="../tournaments.html">Tournaments</a></li>
                        <li><a href="../games/index.html" aria-current="%3$s">Rules</a></li>
                      </ul>
                    </nav>
                  </header>
                """.formatted(escaped(title), escaped(description), rules);
    }

    private static String page(Guide guide) {
        return beginning(guide.name() + ": rules, and how to write a bot", guide.summary(), "true")
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

    /** Long lines of code scroll, which people without a mouse can do only where the focus can go. */
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
