package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.bots.HttpAnswer;
import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.stack.http.AllowedOrigins;
import com.sun.net.httpserver.HttpServer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class FrontTest {

    @Test
    void the_viewers_address_replaces_whatever_the_viewer_says_about_it() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        Behavior behavior =
                new Behavior("*", new ApiOrigin(Map.of()), List.of("GET"), Map.of(), Optional.of("Bout-Viewer"));
        HttpServer server = Front.bind(false, 0);
        try (Front front = new Front(
                server,
                AllowedOrigins.loopbackAnd(server.getAddress().getPort(), Set.of()),
                List.of(new Front.Served(behavior, request -> {
                    seen.set(request.header("bout-viewer").orElse("none"));
                    return HttpAnswer.message(200, "ok");
                })))) {
            front.open();
            try (StackClient client = new StackClient(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort()))) {
                assertEquals(200, client.get("/", "Bout-Viewer", "203.0.113.7").statusCode());
            }
        }
        assertEquals("127.0.0.1", seen.get());
    }

    @Test
    void a_reference_to_a_secret_is_the_same_text_for_the_cdn_and_for_a_function() {
        DrawnSecrets secrets = new DrawnSecrets();
        Map<String, String> values = Map.of("a", "{{resolve:secretsmanager:CdnSecret:SecretString}}", "b", "plain");
        Map<String, String> resolved = secrets.resolve(values);
        assertEquals(64, resolved.get("a").length());
        assertEquals("plain", resolved.get("b"));
        assertEquals(resolved, secrets.resolve(values));
    }
}
