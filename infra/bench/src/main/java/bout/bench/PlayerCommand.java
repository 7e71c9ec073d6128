package bout.bench;

import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.wire.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "player",
        header = "Measure how smoothly a browser plays replays.",
        description = {
            "Run the site's player in headless Chromium (BOUT_CHROMIUM, or one at the usual places).",
            "Print how long the player takes to load a replay of more than a thousand turns, and"
                    + " which share of a frame (1/60 s) the work of one frame takes while a game moves.",
            "Print how long it takes to save a match of 300 turns as a video and as a GIF."
        },
        exitCodeList = {"0:measured", "1:Chromium is missing, or the page failed", "2:wrong use of the command line"},
        footer = {"  bout bench player"})
final class PlayerCommand implements Callable<Integer> {

    private static final int TIMEOUT_S = 180;
    private static final double FRAME_MS = 1000.0 / 60;

    private static final Map<String, String> CONTENT_TYPES = Map.of(
            "html",
            "text/html",
            "js",
            "text/javascript",
            "css",
            "text/css",
            "svg",
            "image/svg+xml",
            "woff2",
            "font/woff2");

    @Spec
    private CommandSpec spec;

    private final CompletableFuture<byte[]> posted = new CompletableFuture<>();

    @Override
    public Integer call() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/bench-player.html";
        try (Chromium browser = Chromium.open(address)) {
            print(Plain.of(Json.read(posted.get(TIMEOUT_S, TimeUnit.SECONDS))));
        } catch (TimeoutException late) {
            throw new CommandFailed("the browser sent no results within " + TIMEOUT_S + " s", late);
        } catch (ExecutionException | Json.NotJson broken) {
            throw new CommandFailed("the browser sent invalid results: " + broken.getMessage(), broken);
        } finally {
            server.stop(0);
        }
        return 0;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/figures")) {
                byte[] figures = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(204, -1);
                posted.complete(figures);
                return;
            }
            String resource = path.equals("/bench-player.html") ? "/bout/bench/player.html" : "/bout/site" + path;
            try (InputStream content = PlayerCommand.class.getResourceAsStream(resource)) {
                if (content == null) {
                    exchange.sendResponseHeaders(404, -1);
                    return;
                }
                byte[] body = content.readAllBytes();
                exchange.getResponseHeaders()
                        .set(
                                "Content-Type",
                                CONTENT_TYPES.getOrDefault(
                                        path.substring(path.lastIndexOf('.') + 1), "application/octet-stream"));
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void print(Plain figures) {
        if (figures.has("error")) {
            throw new CommandFailed("the page failed: " + figures.get("error").text());
        }
        Plain ready = figures.get("ready");
        Plain frame = figures.get("frame");
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(
                Locale.ROOT,
                "replay of %.0f turns loaded in %.1f ms (best), %.1f ms (median)",
                ready.get("turns").number(),
                ready.get("best").number(),
                ready.get("median").number()));
        out.println(String.format(
                Locale.ROOT,
                "work per frame: %.2f of 1/60 s (median), %.2f (95th percentile), over %.0f frames",
                frame.get("median").number() / FRAME_MS,
                frame.get("high").number() / FRAME_MS,
                frame.get("frames").number()));
        for (Plain saved : figures.get("saved").entries()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%s of %.0f turns of %s saved in %.1f s (%.1f MB)",
                    saved.get("format").text(),
                    saved.get("turns").number(),
                    saved.get("game").text(),
                    saved.get("seconds").number(),
                    saved.get("bytes").number() / 1e6));
        }
    }
}
