package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class UpCommandTest {

    private static final String LADDER_MATCHES = "--ladder-matches";

    @TempDir
    Path folder;

    @Test
    void it_prints_ready_pages_next_steps_and_each_finished_match() throws Exception {
        try (StackProgram up = up("--port", "0", "--data", folder.toString())) {
            String ready = up.line();
            assertTrue(ready.matches("ready http://127\\.0\\.0\\.1:\\d+"), ready);
            String site = ready.substring("ready ".length());
            List<String> guide = up.guide();
            for (String page : List.of("/", "/new.html", "/play.html", "/ladder.html")) {
                assertTrue(guide.stream().anyMatch(line -> line.endsWith(" " + site + page)), guide.toString());
                assertEquals(200, status(site + page), page);
            }
            assertTrue(guide.stream().anyMatch(line -> line.contains("second terminal")), guide.toString());
            for (String step : List.of("  1. ", "  2. ", "  3. ")) {
                assertTrue(guide.stream().anyMatch(line -> line.startsWith(step)), guide.toString());
            }
            playWith(up, site, guide);

            Ran second = Ran.bout("up", "--port", "0", "--data", folder.toString());
            assertEquals(1, second.status());
            assertTrue(
                    second.err()
                            .endsWith(" is in use by another process. Stop that one first, or use another folder.\n"),
                    second.err());
            String port = site.substring(site.lastIndexOf(':') + 1);
            second = Ran.bout("up", "--port", port, "--data", folder + "-other");
            assertEquals(1, second.status());
            assertEquals(
                    "bout: cannot listen on port " + port
                            + ": already in use; stop the other program, or choose another port with --port\n",
                    second.err());
        }
    }

    @Test
    void a_data_folder_that_cannot_be_used_ends_with_the_reason() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        Ran up = Ran.bout("up", "--port", "0", "--data", file.toString());

        assertEquals(1, up.status());
        assertEquals(
                List.of(
                        "Opening " + file + " ...",
                        "bout: cannot use the data folder " + file + ": a file is in place of a folder"),
                up.err().lines().toList());
    }

    private static int status(String url) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void strict_shows_an_admin_token_once_and_requires_it() throws Exception {
        try (StackProgram up = up(
                "--port",
                "0",
                "--data",
                folder.toString(),
                "--strict",
                "--origin",
                "http://localhost:9090",
                "--origin",
                "https://bout.example.org")) {
            String site = up.line().substring("ready ".length());
            for (String name : List.of("localhost:9090", "bout.example.org")) {
                assertTrue(raw(site, name).startsWith("HTTP/1.1 200 "), raw(site, name));
            }
            String refused = raw(site, "localhost:9091");
            assertTrue(refused.startsWith("HTTP/1.1 421 "), refused);
            assertTrue(refused.contains("bout up --origin http://NAME:PORT"), refused);
            List<String> guide = up.guide();
            List<String> tokens = guide.stream()
                    .filter(line -> line.matches("  export BOUT_TOKEN=[0-9a-f]{64}"))
                    .toList();
            assertEquals(1, tokens.size(), guide.toString());
            String token = tokens.getFirst().substring(tokens.getFirst().indexOf('=') + 1);
            assertEquals(
                    1,
                    guide.stream().filter(line -> line.contains(token)).count(),
                    "the token is shown once: " + guide);
            String curl = curl(guide);
            assertTrue(curl.endsWith(" -H \"Authorization: Bearer $BOUT_TOKEN\""), curl);
            try (HttpClient http = HttpClient.newHttpClient()) {
                HttpRequest.Builder list = HttpRequest.newBuilder(URI.create(site + "/api/owners"));
                assertEquals(
                        401, http.send(list.build(), BodyHandlers.ofString()).statusCode());
                list.header("Authorization", "Bearer " + token);
                assertEquals(
                        200, http.send(list.build(), BodyHandlers.ofString()).statusCode());
            }
        }
    }

    /** The answer to a request for the start page with this Host, which Java's client does not let one set. */
    private static String raw(String site, String host) throws IOException {
        URI address = URI.create(site);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String curl(List<String> guide) {
        return guide.stream()
                .filter(line -> line.startsWith("     curl "))
                .findFirst()
                .orElseThrow();
    }

    private static void playWith(StackProgram up, String site, List<String> guide) throws Exception {
        String curl = curl(guide);
        String id;
        Matcher match = Pattern.compile("curl -s (\\S+) -H '([^:]+): ([^']+)' -d '([^']+)'")
                .matcher(curl);
        assertTrue(match.find(), curl);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> accepted = http.send(
                    HttpRequest.newBuilder(URI.create(match.group(1)))
                            .header(match.group(2), match.group(3))
                            .POST(BodyPublishers.ofString(match.group(4)))
                            .build(),
                    BodyHandlers.ofString());
            assertEquals(202, accepted.statusCode(), accepted.body());
            id = accepted.headers().firstValue("Location").orElseThrow().replaceFirst(".*/", "");
        }
        String finished = up.line();
        assertTrue(
                finished.matches(
                        "ajax-tiles: (contain (beats|draws with) expand|expand beats contain), \\d+ to \\d+ tiles  "
                                + Pattern.quote(site + "/match.html?id=" + id)),
                finished);
    }

    /** SIGTERM does what Ctrl-C does, and reaches jobs in the background too. House bots play meanwhile. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_signal_stops_it() throws Exception {
        try (StackProgram up = up(LADDER_MATCHES, "120", "--port", "0", "--data", folder.toString())) {
            assertTrue(up.line().startsWith("ready "));
            String pid = Long.toString(up.pid());
            assertEquals(0, new ProcessBuilder("kill", pid).start().waitFor());
            assertEquals(143, up.exit());
            assertEquals(
                    "Stopped. All data is in " + folder + "; the same command continues, also unfinished matches.",
                    up.rest().getLast());
            // On a busy machine a scheduled function may be in the middle of a run, or another one in the middle of a
            // batch, such as the runner with the house bots' first matches; that is left for the next start.
            assertEquals(
                    List.of(
                            "Opening " + folder + " ...",
                            "Loading 10 functions ...",
                            "Waiting for the site and the API ..."),
                    up.said()
                            .lines()
                            .map(line -> line.replaceFirst("\\d+ functions", "10 functions"))
                            .filter(line ->
                                    !line.matches("WARN (ScheduledRuns|QueuePoller): \\w+ (did not finish its run"
                                            + "|did not finish a batch of \\d+; it will continue within two minutes of the next start"
                                            + "|was aborted by the stop: .*)"))
                            .toList());
        }
    }

    private StackProgram up(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        if (!all.contains(LADDER_MATCHES)) {
            // The first matches of house bots would take longer than most of what these tests look at.
            all.addAll(List.of(LADDER_MATCHES, "0"));
        }
        return StackProgram.start(folder, "up", all.toArray(String[]::new));
    }
}
