package bout.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Completes the site during the build: writes all pages, which are those in {@code src/main/pages} and the
 * {@link GamePages} and {@link DocPages}, and takes the {@link Comments} out of the scripts. The parts that several
 * pages contain are in the folder {@code parts}: {@code <!-- part: NAME -->} stands for {@code parts/NAME.html}, or for
 * the {@link TournamentFields}.
 */
public final class SitePages {

    private static final Pattern PART = Pattern.compile("(?m)^( *)<!-- part: ([a-z-]+) -->\n");

    private static final String TOURNAMENT_FIELDS = "tournament-fields";

    private SitePages() {}

    /**
     * @param arguments the folder of the pages without their {@link Frame}, the output folder of the site, and the
     *     folder of all sources
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException(
                    "expected three arguments: the folders of the pages, of the site and of the sources");
        }
        Path site = Path.of(arguments[1]);
        Path folder = Path.of(arguments[0]);
        Comments.removeFrom(site);
        for (Path page : pages(folder)) {
            String name = page.getFileName().toString();
            String whole = withParts(folder.resolve("parts"), Files.readString(page));
            Files.writeString(site.resolve(name), Preloads.in(site, Frame.around(name, whole)));
        }
        GamePages.write(site);
        DocPages.write(Path.of(arguments[2]), site);
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static String withParts(Path parts, String page) throws IOException {
        StringBuilder whole = new StringBuilder();
        Matcher mark = PART.matcher(page);
        while (mark.find()) {
            String part = mark.group(2).equals(TOURNAMENT_FIELDS)
                    ? TournamentFields.html()
                    : Files.readString(parts.resolve(mark.group(2) + ".html"));
            mark.appendReplacement(
                    whole, Matcher.quoteReplacement(part.indent(mark.group(1).length())));
        }
        return mark.appendTail(whole).toString();
    }
}
