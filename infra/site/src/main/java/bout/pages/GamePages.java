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
                + """
                  <main class="games-index">
                    <div class="lead">
                      <h1>Games</h1>
                      <p>Each game has a page with its rules, a small bot to copy, and what a bot is sent and answers.</p>
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
                        <div class="thumb stage"><canvas class="board" data-game="%4$s" role="img" aria-label="A match of %2$s"></canvas></div>
                        <h2><img class="game-mark" src="%4$s/mark.svg" alt=""> <a href="..%1$s">%2$s</a></h2>
                        <p>%3$s</p>
                      </li>""".formatted(Guide.page(card), escaped(card.name()), escaped(card.summary()), card.id());
    }

    private static String beginning(String title, String description, String links) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                  <meta name="description" content="%2$s">
                  <title>%1$s · Bout</title>
                  <link rel="stylesheet" href="../viewer/player.css">
                  <link rel="stylesheet" href="colours.css">
                  <link rel="stylesheet" href="../match/game-page.css">
                  <script type="module" src="../match/game-page.js"></script>
                %3$s</head>
                <body class="wide">
                  <!-- navigation -->
                """.formatted(escaped(title), escaped(description), links);
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
        return beginning(guide.name() + ": rules, and how to write a bot", guide.summary(), feed(guide))
                + """
                  <main>
                    <div class="game-top">
                      <div>
                        <h1><img class="game-mark" src="%6$s/mark.svg" alt=""> %1$s</h1>
                        <p class="game-summary">%2$s</p>
                        <ol class="in-short">
                %7$s
                        </ol>
                        <p class="calls">
                          <a class="button" href="../play.html?game=%6$s">Write a bot in your browser</a>
                          <a class="button plain" href="../new.html?game=%6$s">Start a match</a>
                        </p>
                        <p class="links"><a href="../ladder.html?game=%6$s">Leaderboard</a> <a href="../bots.html?game=%6$s">Bots to
                          challenge</a> <a href="../matches.html?game=%6$s">Matches</a></p>
                      </div>
                      <figure>
                        <div class="stage"><canvas class="board" data-game="%6$s" role="img" aria-label="A match of %1$s"></canvas></div>
                        <figcaption>House bots, played by your browser.</figcaption>
                      </figure>
                    </div>
                    <section class="small-bot" aria-labelledby="small-bot-title">
                      <h2 id="small-bot-title">A small bot to copy</h2>
                      <p>Paste it into <a href="../play.html?game=%6$s">the playground</a> and press Play. At a URL, the same code answers
                        requests; <a href="#start">Write your own</a> has a complete bot for each language.</p>
                      <pre tabindex="0" aria-label="A small bot"><code id="small-bot">%8$s</code></pre>
                      <p><button id="copy" class="plain" type="button">Copy</button> <span id="copied" role="status"></span></p>
                    </section>
                    <div class="with-index">
                      <nav class="index" aria-label="On this page">
                        <ul>
                %3$s
                        </ul>
                      </nav>
                      <div class="guide reference">
                %4$s
                      </div>
                    </div>
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
                                .map(section -> "          <li><a href=\"#%s\">%s</a></li>"
                                        .formatted(section.id(), escaped(section.title())))
                                .collect(Collectors.joining("\n")),
                        guide.sections().stream().map(GamePages::section).collect(Collectors.joining("\n")),
                        Games.ALL.stream().map(game -> link(game.card(), guide)).collect(Collectors.joining("\n")),
                        guide.id(),
                        guide.lines().stream()
                                .map(line -> "          <li>%s</li>".formatted(escaped(line)))
                                .collect(Collectors.joining("\n")),
                        escaped(smallBot(site, guide.id())));
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
