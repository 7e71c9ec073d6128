package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.stack.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How files of the site of one kind are stored. No file has a hash in its name, so none may be cached for long: a page
 * of a new version must not run with the scripts of the old one. The CDN is told to forget all of them after an upload.
 *
 * @param patterns of the AWS CLI, in which a star also stands for slashes
 */
record SiteUpload(List<String> patterns, String contentType, String cacheControl) {

    private static final String CODE = "public, max-age=300";
    private static final String PICTURES = "public, max-age=86400";

    /** In this order: pages come last, when everything that they refer to is there. Starters are shown, not run. */
    static final List<SiteUpload> KINDS = List.of(
            new SiteUpload(List.of("*.js", "*.mjs"), "text/javascript; charset=utf-8", CODE),
            new SiteUpload(List.of("*.css"), "text/css; charset=utf-8", CODE),
            new SiteUpload(List.of("*.json", "*.map"), "application/json", CODE),
            new SiteUpload(List.of("*.webmanifest"), "application/manifest+json", CODE),
            new SiteUpload(List.of("*.svg"), "image/svg+xml", PICTURES),
            new SiteUpload(List.of("*.png"), "image/png", PICTURES),
            new SiteUpload(List.of("*.woff2"), "font/woff2", PICTURES),
            new SiteUpload(
                    List.of("*.py", "*.java", "*.go", "*.php", "*.txt", "*LICENSE"), "text/plain; charset=utf-8", CODE),
            new SiteUpload(List.of("*.html"), "text/html; charset=utf-8", "public, max-age=60"));

    boolean has(Path file) {
        return patterns.stream().anyMatch(pattern -> file.toString().endsWith(pattern.substring(1)));
    }

    static List<SiteUpload> in(Path site) {
        try (Stream<Path> all = Files.walk(site)) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            files.stream()
                    .filter(file -> KINDS.stream().noneMatch(kind -> kind.has(file)))
                    .findFirst()
                    .ifPresent(other -> {
                        throw new CommandFailed("the site has a file of a kind that it is not known how to upload: "
                                + site.relativize(other));
                    });
            return KINDS.stream()
                    .filter(kind -> files.stream().anyMatch(kind::has))
                    .toList();
        } catch (IOException failed) {
            throw new CommandFailed("cannot read the site in " + site + ": " + FileProblem.text(failed), failed);
        }
    }
}
