package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.stack.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the site's files are stored, by kind. No file has a hash in its name, so none may be cached for long: a page of a
 * new version must not run with the scripts of the old one. The CDN is told to forget all of them after an upload.
 */
final class SiteUpload {

    private static final String PAGES = "public, max-age=60";
    private static final String CODE = "public, max-age=300";
    private static final String PICTURES = "public, max-age=86400";

    /** In this order: pages come last, when everything that they refer to is there. */
    static final List<Kind> KINDS = List.of(
            new Kind(List.of("*.js", "*.mjs"), "text/javascript; charset=utf-8", CODE),
            new Kind(List.of("*.css"), "text/css; charset=utf-8", CODE),
            new Kind(List.of("*.json", "*.map"), "application/json", CODE),
            new Kind(List.of("*.webmanifest"), "application/manifest+json", CODE),
            new Kind(List.of("*.svg"), "image/svg+xml", PICTURES),
            new Kind(List.of("*.png"), "image/png", PICTURES),
            new Kind(List.of("*.woff2"), "font/woff2", PICTURES),
            // Starters are shown, not run.
            new Kind(
                    List.of("*.py", "*.java", "*.go", "*.php", "*.txt", "*LICENSE"), "text/plain; charset=utf-8", CODE),
            new Kind(List.of("*.html"), "text/html; charset=utf-8", PAGES));

    /** @param patterns of the AWS CLI, in which a star also stands for slashes */
    record Kind(List<String> patterns, String contentType, String cacheControl) {

        private boolean has(Path file) {
            return patterns.stream().anyMatch(pattern -> file.toString().endsWith(pattern.substring(1)));
        }
    }

    private SiteUpload() {}

    /** The kinds that the site has files of. */
    static List<Kind> kindsIn(Path site) {
        List<Path> files;
        try (Stream<Path> all = Files.walk(site)) {
            files = all.filter(Files::isRegularFile).toList();
        } catch (IOException failed) {
            throw new CommandFailed("cannot read the site in " + site + ": " + FileProblem.text(failed), failed);
        }
        List<Path> others = new ArrayList<>(files);
        others.removeIf(file -> KINDS.stream().anyMatch(kind -> kind.has(file)));
        if (!others.isEmpty()) {
            throw new CommandFailed("the site has a file of a kind that it is not known how to upload: "
                    + site.relativize(others.getFirst()));
        }
        return KINDS.stream().filter(kind -> files.stream().anyMatch(kind::has)).toList();
    }
}
