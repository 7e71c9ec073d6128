package bout.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes the comments out of the site's own scripts and style sheets, which are a quarter of what a page loads. Only
 * whole lines, which stay as empty lines, so that an error names the line of the source.
 */
final class Comments {

    /** The folders of bots to copy, which keep their comments. */
    private static final List<String> BOTS = List.of("samples", "starters");

    /** Beside the libraries, whose comments are their licences. */
    private static final String LICENSES = "LICENSES.txt";

    private Comments() {}

    /** Changes all files in the folder of the site. Files that have been changed before stay as they are. */
    static void removeFrom(Path site) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(site)) {
            files = all.filter(file ->
                            file.toString().endsWith(".js") || file.toString().endsWith(".css"))
                    .filter(file -> !file.equals(site.resolve("engine.js")))
                    .filter(file ->
                            !BOTS.contains(file.getParent().getFileName().toString()))
                    .filter(file -> !Files.exists(file.resolveSibling(LICENSES)))
                    .toList();
        }
        for (Path file : files) {
            String text = Files.readString(file);
            String without = without(text);
            if (!without.equals(text)) {
                Files.writeString(file, without);
            }
        }
    }

    /** The text of a script or a style sheet without its comments. */
    static String without(String text) {
        StringBuilder kept = new StringBuilder();
        boolean inComment = false;
        // Between the backquotes of a text of several lines, nothing is a comment.
        boolean inText = false;
        for (String line : text.split("\n", -1)) {
            String code = line.strip();
            if (!inText && !inComment && code.startsWith("/*")) {
                inComment = true;
            }
            boolean comment = inComment || !inText && code.startsWith("//");
            if (inComment && code.contains("*/")) {
                if (!code.endsWith("*/")) {
                    throw new IllegalArgumentException("expected nothing behind a comment: " + line);
                }
                inComment = false;
            }
            if (!comment) {
                inText ^= line.chars().filter(character -> character == '`').count() % 2 == 1;
                kept.append(line);
            }
            kept.append('\n');
        }
        return kept.substring(0, kept.length() - 1);
    }
}
