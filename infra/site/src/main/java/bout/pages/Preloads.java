package bout.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names every module that a page's script imports in the page itself. Without that, a browser finds them one level
 * after the other, and each level costs a round trip: seven on the page of a match.
 */
final class Preloads {

    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"([^\"]+)\">");
    private static final Pattern IMPORT =
            Pattern.compile("^(?:import|export)\\s(?:[\\w$*{},\\s]*?\\sfrom\\s)?\"(\\.[^\"]+)\";", Pattern.MULTILINE);
    private static final String END = "</head>\n";

    private Preloads() {}

    /**
     * Adds a link for each module, except those that the page already names.
     *
     * @param site the folder of the site, which contains the scripts
     * @param page the text of a page at the site's root
     */
    static String in(Path site, String page) throws IOException {
        StringBuilder links = new StringBuilder();
        Matcher script = SCRIPT.matcher(page);
        while (script.find()) {
            for (Path module : imported(site.resolve(script.group(1)).normalize())) {
                String address = site.relativize(module).toString().replace('\\', '/');
                if (!page.contains("href=\"" + address + "\"")) {
                    links.append("  <link rel=\"modulepreload\" href=\"%s\">\n".formatted(address));
                }
            }
        }
        return page.replace(END, links + END);
    }

    /** The modules that a script imports, directly or not, without those that it loads later. */
    private static Set<Path> imported(Path script) throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        Deque<Path> unread = new ArrayDeque<>();
        unread.add(script);
        while (!unread.isEmpty()) {
            Path module = unread.remove();
            Matcher statement = IMPORT.matcher(Files.readString(module));
            while (statement.find()) {
                Path next = module.resolveSibling(statement.group(1)).normalize();
                if (!next.equals(script) && found.add(next)) {
                    unread.add(next);
                }
            }
        }
        return found;
    }
}
