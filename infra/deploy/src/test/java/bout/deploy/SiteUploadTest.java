package bout.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import bout.cli.text.CommandFailed;
import bout.stack.http.HttpRequest;
import bout.stack.http.SiteFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteUploadTest {

    private static final Path SITE = Path.of("../site/src/main/resources/bout/site");

    @Test
    void every_file_of_the_site_is_of_exactly_one_kind() throws IOException {
        try (Stream<Path> files = Files.walk(SITE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertEquals(
                        1,
                        SiteUpload.KINDS.stream()
                                .flatMap(kind -> kind.patterns().stream())
                                .filter(pattern -> file.toString().endsWith(pattern.substring(1)))
                                .count(),
                        file::toString);
            }
        }
        assertFalse(SiteUpload.in(SITE).isEmpty());
    }

    @Test
    void a_kind_has_the_type_that_the_local_stack_serves() {
        SiteFiles local = new SiteFiles("index.html");
        for (String path :
                List.of("/shared/dom.js", "/style.css", "/favicon.svg", "/fonts/text.woff2", "/sandbox/frame.html")) {
            HttpAnswer answer = local.answer(new HttpRequest("GET", path, "", "127.0.0.1", Map.of(), new byte[0]));
            SiteUpload kind = SiteUpload.KINDS.stream()
                    .filter(each -> each.patterns().stream().anyMatch(pattern -> path.endsWith(pattern.substring(1))))
                    .findFirst()
                    .orElseThrow();
            assertEquals(200, answer.status(), path);
            assertEquals(answer.headers().get("Content-Type"), List.of(kind.contentType()), path);
        }
    }

    @Test
    void a_file_of_an_unknown_kind_stops_the_upload(@TempDir Path site) throws IOException {
        Files.writeString(site.resolve("index.html"), "");
        Files.writeString(site.resolve("film.webm"), "");

        CommandFailed failed = assertThrows(CommandFailed.class, () -> SiteUpload.in(site));
        assertTrue(failed.getMessage().endsWith("film.webm"), failed.getMessage());
    }
}
