package bout.stack.http;

import bout.bots.HttpAnswer;
import bout.wire.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;

/**
 * The static site, from the class path. Reads files on every request, so that pages can be edited while the stack runs.
 * Compresses text as CloudFront does.
 */
public final class SiteFiles {

    private static final String FOLDER = "bout/site";
    private static final String NOT_FOUND_PAGE = "404.html";

    /** By file extension. Anything else is sent as bytes. */
    private static final Map<String, String> CONTENT_TYPES = Map.ofEntries(
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("png", "image/png"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("woff2", "font/woff2"));

    /** The limits within which CloudFront compresses, in bytes. */
    private static final int MIN_COMPRESSED = 1_000;

    private static final int MAX_COMPRESSED = 10_000_000;

    private static final Set<String> COMPRESSED =
            Set.of("css", "html", "js", "json", "map", "mjs", "svg", "txt", "wasm", "webmanifest");

    private record Compressed(String tag, byte[] content) {}

    private final ClassLoader loader = SiteFiles.class.getClassLoader();

    private final Map<String, Compressed> compressed = new ConcurrentHashMap<>();

    private final String rootObject;

    /** @param rootObject the file served for {@code /} */
    public SiteFiles(String rootObject) {
        this.rootObject = rootObject;
    }

    public HttpAnswer answer(HttpRequest request) {
        String path = request.rawPath().equals("/") ? "/" + rootObject : request.rawPath();
        Optional<byte[]> content = read(path);
        if (content.isEmpty()) {
            return read("/" + NOT_FOUND_PAGE)
                    .map(page -> HttpAnswer.of(404, CONTENT_TYPES.get("html"), page))
                    .orElseGet(() -> HttpAnswer.text(404, "Page not found\n"));
        }
        String hash = '"' + hash(content.get()) + '"';
        boolean compressible = COMPRESSED.contains(extension(path))
                && MIN_COMPRESSED <= content.get().length
                && content.get().length <= MAX_COMPRESSED;
        boolean compress = compressible && request.acceptsGzip();
        // Like CloudFront: weak where the bytes differ from the file's.
        String tag = compress ? "W/" + hash : hash;
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", tag);
        if (compressible) {
            headers.put("Vary", "Accept-Encoding");
        }
        headers.put("Cache-Control", "no-cache"); // revalidate each time, which costs a 304
        if (request.knows(hash)) {
            return HttpAnswer.of(304, headers, new byte[0]);
        }
        headers.put("Content-Type", CONTENT_TYPES.getOrDefault(extension(path), "application/octet-stream"));
        if (!compress) {
            return HttpAnswer.of(200, headers, content.get());
        }
        headers.put("Content-Encoding", "gzip");
        return HttpAnswer.of(200, headers, compressed(path, tag, content.get()));
    }

    private byte[] compressed(String path, String tag, byte[] content) {
        return compressed
                .compute(
                        path,
                        (same, known) ->
                                known != null && known.tag().equals(tag) ? known : new Compressed(tag, gzip(content)))
                .content();
    }

    private Optional<byte[]> read(String rawPath) {
        String path = URLDecoder.decode(rawPath.replace("+", "%2B"), StandardCharsets.UTF_8);
        for (String segment : path.substring(1).split("/", -1)) {
            // If classes are not in a jar, a path with .. could reach any file on the machine.
            if (segment.isEmpty() || segment.startsWith(".") || !segment.matches("[A-Za-z0-9._-]+")) {
                return Optional.empty();
            }
        }
        // On the class path, a folder would be served as a list of its files; every file has an extension.
        if (path.lastIndexOf('.') < path.lastIndexOf('/')) {
            return Optional.empty();
        }
        try (InputStream content = loader.getResourceAsStream(FOLDER + path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + path, unreadable);
        }
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a write to memory failed", impossible);
        }
        return bytes.toByteArray();
    }

    private static String extension(String path) {
        return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String hash(byte[] content) {
        return Sha256.hex(content).substring(0, 32);
    }
}
