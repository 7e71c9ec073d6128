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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private static final List<String> USUAL_PLACES = List.of(
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium");

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
        Path chromium = chromium();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        try (TemporaryFolder profile = TemporaryFolder.create("bout-bench-player")) {
            Process browser =
                    start(chromium, profile.path(), server.getAddress().getPort());
            try {
                print(Plain.of(Json.read(posted.get(TIMEOUT_S, TimeUnit.SECONDS))));
            } catch (TimeoutException late) {
                throw new CommandFailed("the browser sent no results within " + TIMEOUT_S + " s", late);
            } catch (ExecutionException | Json.NotJson broken) {
                throw new CommandFailed("the browser sent invalid results: " + broken.getMessage(), broken);
            } finally {
                stop(browser);
            }
        } finally {
            server.stop(0);
        }
        return 0;
    }

    private static Path chromium() {
        String named = System.getenv("BOUT_CHROMIUM");
        return (named == null ? USUAL_PLACES : List.of(named))
                .stream()
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElseThrow(() -> new CommandFailed(
                                "Chromium was not found: install it, or set BOUT_CHROMIUM to its executable"));
    }

    private static Process start(Path chromium, Path profile, int port) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                chromium.toString(),
                "--headless",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--no-sandbox"); // Chromium refuses to run as root with its sandbox
        }
        // Without this, headless Chromium loads the page and exits.
        command.add("--remote-debugging-port=0");
        command.add("http://127.0.0.1:" + port + "/bench-player.html");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Its child processes write into the profile until they end. */
    private static void stop(Process browser) throws InterruptedException {
        List<ProcessHandle> all = new ArrayList<>(browser.descendants().toList());
        all.add(browser.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            try {
                each.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException stuck) {
                throw new CommandFailed("the browser process " + each.pid() + " did not end", stuck);
            }
        }
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
