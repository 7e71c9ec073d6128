package bout.pages;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The parts that all pages share: the start of the head, the icon, the style sheet and the navigation. */
final class Frame {

    private static final String NAVIGATION_MARK = "  <!-- navigation -->\n";

    private static final String HEAD = """
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <meta name="color-scheme" content="light dark">
            """;

    /** The texts of the navigation, by the paths of the pages. */
    private static final Map<String, String> LINKS = new LinkedHashMap<>();

    static {
        LINKS.put("new.html", "New match");
        LINKS.put("play.html", "Playground");
        LINKS.put("my-bots.html", "My bots");
        LINKS.put("account.html", "Account");
        LINKS.put("bots.html", "Bots");
        LINKS.put("matches.html", "Matches");
        LINKS.put("ladder.html", "Leaderboard");
        LINKS.put("contests.html", "Contests");
        LINKS.put("tournaments.html", "Tournaments");
        LINKS.put("games/index.html", "Games");
        LINKS.put("tv.html", "TV");
    }

    private Frame() {}

    /**
     * @param path of the page in the site, such as {@code games/index.html}
     * @param text the page without the shared parts
     */
    static String around(String path, String text) {
        String root = root(path);
        String headed =
                replaced(replaced(text, "<head>\n", "<head>\n" + HEAD), "</title>\n", "</title>\n" + links(root));
        if (headed.contains(NAVIGATION_MARK)) {
            headed = withFooter(replaced(headed, "<main", "<main id=\"content\""), root);
        }
        // After the style sheets, which it changes, and before anything is drawn.
        return replaced(headed, "</head>\n", "  <script src=\"%stheme.js\"></script>\n</head>\n".formatted(root))
                .replace(NAVIGATION_MARK, navigation(path, root));
    }

    private static String links(String root) {
        return """
                  <link rel="icon" href="%1$sfavicon.svg" type="image/svg+xml">
                  <link rel="apple-touch-icon" href="%1$stouch-icon.png">
                  <link rel="manifest" href="%1$ssite.webmanifest">
                  <link rel="stylesheet" href="%1$sstyle.css">
                """.formatted(root);
    }

    /** The link to the documentation, in the page's own footer if it has one. */
    private static String withFooter(String page, String root) {
        String link = "    <p><a href=\"%sdocs/index.html\">Documentation</a></p>\n".formatted(root);
        return page.contains("  </footer>\n")
                ? replaced(page, "  </footer>\n", link + "  </footer>\n")
                : replaced(page, "</body>\n", "  <footer>\n" + link + "  </footer>\n</body>\n");
    }

    private static String replaced(String text, String mark, String by) {
        int at = text.indexOf(mark);
        if (at < 0 || text.indexOf(mark, at + 1) >= 0) {
            throw new IllegalArgumentException("expected exactly one " + mark.strip() + " in " + text);
        }
        return text.substring(0, at) + by + text.substring(at + mark.length());
    }

    /** The 404 page is served at any address, so its links start at the root. */
    private static String root(String path) {
        if (path.equals("404.html")) {
            return "/";
        }
        return "../".repeat((int) path.chars().filter(each -> each == '/').count());
    }

    private static String navigation(String path, String root) {
        return """
                  <a class="skip" href="#content">Skip to the content</a>
                  <header class="top">
                    <a class="brand" href="%2$s"><img src="%1$sfavicon.svg" alt="" width="32" height="32">Bout</a>
                    <button class="menu" type="button" popovertarget="pages">Menu</button>
                    <nav aria-label="Site">
                      <ul id="pages" popover>
                %3$s
                      </ul>
                    </nav>
                    <label class="theme"><span class="unseen">Theme</span>
                      <select id="theme">
                        <option value="">System</option>
                        <option value="light">Light</option>
                        <option value="dark">Dark</option>
                        <option value="projector">Projector</option>
                      </select>
                    </label>
                  </header>
                """.formatted(
                        root,
                        root.equals("/") ? "/" : root + "index.html",
                        LINKS.entrySet().stream()
                                .map(link -> "        <li><a href=\"%s%s\"%s>%s</a></li>"
                                        .formatted(root, link.getKey(), current(path, link.getKey()), link.getValue()))
                                .collect(Collectors.joining("\n")));
    }

    /** Marks the link to the current page, or to the page of its folder. */
    private static String current(String path, String linked) {
        if (path.equals(linked)) {
            return " aria-current=\"page\"";
        }
        String folder = folder(linked);
        return !folder.isEmpty() && folder.equals(folder(path)) ? " aria-current=\"true\"" : "";
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
