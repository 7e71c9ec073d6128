package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.games.ajaxtiles.AjaxTiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ServeCommandTest {

    private static HouseBot random() {
        return new AjaxTiles()
                .houseBots().stream()
                        .filter(bot -> bot.name().equals("random"))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void it_prints_its_url_and_serves_until_interrupted() throws Exception {
        PipedReader pipe = new PipedReader();
        PrintWriter out = new PrintWriter(new PipedWriter(pipe), true);
        FutureTask<Integer> serving = new FutureTask<>(
                () -> Bout.commandLine().setOut(out).execute("serve", "ajax-tiles", "random", "--port", "0"));
        Thread thread = Thread.ofPlatform().start(serving);
        String ready = new BufferedReader(pipe).readLine();
        assertTrue(ready.matches("ready http://127\\.0\\.0\\.1:\\d+/"), ready);
        String url = ready.substring("ready ".length());

        Ran played =
                Ran.bout("play", "ajax-tiles", url, "house:random", "--set", "maxTurns=20", "--json", "--seed", "3");
        assertTrue(played.out().contains("\"turns\":20,\"calls\":20,\"failures\":[]"), played.out());

        thread.interrupt();
        assertEquals(0, serving.get(20, TimeUnit.SECONDS));
    }

    @Test
    void many_matches_at_once_are_served() throws IOException {
        try (BotServer server = BotServer.of(Games.ALL.getFirst(), random(), 0)) {
            Ran ran = Ran.line("play ajax-tiles " + server.url() + " " + server.url()
                            + " --set maxTurns=20 --games 40 --concurrency 20 --json")
                    .succeeds();
            assertEquals(40, ran.lines().size());
            ran.lines().forEach(line -> assertTrue(line.contains("\"failures\":[]"), line));
        }
    }

    @Test
    void any_other_request_is_explained() throws Exception {
        try (BotServer server = BotServer.of(Games.ALL.getFirst(), random(), 0);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> get = client.send(
                    HttpRequest.newBuilder(URI.create(server.url())).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(405, get.statusCode());
            assertEquals("POST", get.headers().firstValue("Allow").orElseThrow());

            HttpResponse<String> head = client.send(
                    HttpRequest.newBuilder(URI.create(server.url())).HEAD().build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(405, head.statusCode());

            HttpResponse<String> huge = client.send(
                    HttpRequest.newBuilder(URI.create(server.url()))
                            .POST(HttpRequest.BodyPublishers.ofString("x".repeat(200_000)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertTrue(huge.statusCode() >= 400 && huge.statusCode() < 500, huge.toString());
            assertTrue(huge.body().contains("200000 bytes"), huge.body());
        }
    }
}
