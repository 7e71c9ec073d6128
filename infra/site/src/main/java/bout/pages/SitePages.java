package bout.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes all pages of the site during the build: those in {@code src/main/pages} and the {@link GamePages}. */
public final class SitePages {

    private SitePages() {}

    /** @param arguments the folder of the pages without their {@link Frame}, and the output folder of the site */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException(
                    "expected two arguments: the folder of the pages and the folder of the site");
        }
        Path site = Path.of(arguments[1]);
        for (Path page : pages(Path.of(arguments[0]))) {
            String name = page.getFileName().toString();
            Files.writeString(site.resolve(name), Preloads.in(site, Frame.around(name, Files.readString(page))));
        }
        GamePages.write(site);
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }
}
