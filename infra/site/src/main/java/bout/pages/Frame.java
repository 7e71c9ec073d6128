package bout.pages;

import java.util.Map;
import java.util.regex.Pattern;

/** The parts that all pages share: the start of the head, the icon, the style sheet and the navigation. */
final class Frame {

    private static final String NAVIGATION_MARK = "  <!-- navigation -->\n";

    private Frame() {}

    /**
     * @param path of the page in the site, such as {@code games/index.html}
     * @param text the page without the shared parts
     */
    static String around(String path, String text) {
        String root = root(path);
        String headed = replaced(text, "<head>\n", "<head>\n" + Piece.filled("head.html", Map.of()));
        headed = replaced(headed, "</title>\n", "</title>\n" + Piece.filled("links.html", Map.of("root", root)));
        if (headed.contains(NAVIGATION_MARK)) {
            headed = withFooter(replaced(headed, "<main", "<main id=\"content\""), root);
        }
        // After the style sheets, which it changes, and before anything is drawn.
        return replaced(headed, "</head>\n", "  <script src=\"%stheme.js\"></script>\n</head>\n".formatted(root))
                .replace(NAVIGATION_MARK, navigation(path, root));
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

    /** Marks the link to the current page, or to the page of its folder. */
    private static String navigation(String path, String root) {
        String navigation = Piece.filled(
                "navigation.html", Map.of("root", root, "home", root.equals("/") ? "/" : root + "index.html"));
        String own = "<li><a href=\"" + root + path + "\"";
        if (navigation.contains(own)) {
            return navigation.replace(own, own + " aria-current=\"page\"");
        }
        String folder = path.substring(0, path.lastIndexOf('/') + 1);
        return folder.isEmpty()
                ? navigation
                : navigation.replaceFirst(
                        "<li><a href=\"" + Pattern.quote(root + folder) + "[^\"]*\"", "$0 aria-current=\"true\"");
    }
}
