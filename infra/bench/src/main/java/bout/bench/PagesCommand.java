package bout.bench;

import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.stack.Stack;
import bout.store.match.Status;
import bout.wire.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "pages",
        header = "Measure how soon pages are useful on a slow line.",
        description = {
            "Start a stack, play a match, and open pages in headless Chromium (BOUT_CHROMIUM, or one at the usual places),"
                    + " each time with an empty cache. The browser emulates a line with a latency of 150 ms and 1.6 Mbit/s.",
            "Print the time from the request of the page until the board, or the editor, is there (median), and how many"
                    + " requests and compressed bytes were answered until then."
        },
        exitCodeList = {"0:measured", "1:Chromium is missing, or a page failed", "2:wrong use of the command line"},
        footer = {"  bout bench pages"})
final class PagesCommand implements Callable<Integer> {

    private static final int LATENCY_MS = 150;
    private static final int BYTES_PER_SECOND = 1_600_000 / 8;
    private static final int TIMEOUT_S = 60;
    private static final int MAX_VISITS = 100;

    /** A board has this style as soon as it is drawn. */
    private static final String BOARD = "canvas.board[style]";

    /**
     * Runs in a new page before its own scripts. Looks before each frame whether the element is shown; then adds up
     * what the browser has received.
     */
    private static final String LOOK = """
            window.shown = new Promise((done) => {
              const look = () => {
                if (!(document.querySelector(%s)?.checkVisibility() ?? false)) {
                  requestAnimationFrame(look);
                  return;
                }
                const at = performance.now();
                const received = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                  .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= at);
                done({
                  milliseconds: at,
                  requests: received.length,
                  bytes: received.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
                  protocol: performance.getEntriesByType("navigation")[0].nextHopProtocol,
                });
              };
              requestAnimationFrame(look);
            });
            """;

    @Spec
    private CommandSpec spec;

    @Option(names = "--visits", paramLabel = "N", description = "Visits of each page. Default: ${DEFAULT-VALUE}.")
    private int visits = 5;

    /** @param shown a selector of what makes the page useful */
    private record Page(String name, String address, String shown) {}

    private record Visit(double milliseconds, int requests, int bytes, String protocol) {}

    @Override
    public Integer call() throws Exception {
        if (visits < 1 || visits > MAX_VISITS) {
            throw new ParameterException(
                    spec.commandLine(), "--visits: from 1 to " + MAX_VISITS + ", not " + visits + ".");
        }
        try (Stack stack = StackRun.start(UnaryOperator.identity());
                HttpsFront front = HttpsFront.before(stack.address())) {
            String match = played(stack.address());
            List<Page> pages = List.of(
                    new Page("start page", "/", BOARD),
                    new Page("match", "/match.html?id=" + match, BOARD),
                    new Page("embedded", "/embed.html?id=" + match, BOARD),
                    new Page("playground", "/play.html?game=robotag", ".cm-content"));
            PrintWriter out = spec.commandLine().getOut();
            out.printf(Locale.ROOT, "%-12s %-9s %8s %9s %7s%n", "page", "protocol", "seconds", "requests", "KB");
            for (Page page : pages) {
                print(out, page, visits(front.url(page.address()), page.shown()));
                print(out, page, visits(front.url(page.address()), page.shown(), "--disable-http2"));
            }
        }
        return 0;
    }

    private static void print(PrintWriter out, Page page, List<Visit> visits) {
        Visit median = visits.get(visits.size() / 2);
        out.printf(
                Locale.ROOT,
                "%-12s %-9s %8.2f %9d %7.0f%n",
                page.name(),
                median.protocol(),
                median.milliseconds() / 1e3,
                median.requests(),
                median.bytes() / 1e3);
        out.flush();
    }

    /** The id of a finished match between house bots. */
    private static String played(URI stack) throws IOException, InterruptedException, Json.NotJson {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String body = Json.text(Map.of(
                    "game",
                    "robotag",
                    "players",
                    List.of(Map.of("house", "hungry"), Map.of("house", "bouncy")),
                    "seed",
                    "7"));
            String id = json(
                            client,
                            HttpRequest.newBuilder(stack.resolve("/api/matches"))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(body)))
                    .get("id")
                    .text();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
            while (System.nanoTime() < deadline) {
                Plain match = json(client, HttpRequest.newBuilder(stack.resolve("/api/matches/" + id)));
                if (match.get("status").text().equals(Status.FINISHED.code())) {
                    return id;
                }
                Thread.sleep(100);
            }
            throw new CommandFailed("the match did not end within " + TIMEOUT_S + " s");
        }
    }

    private static Plain json(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException, Json.NotJson {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new CommandFailed("the stack answered with the status " + answer.statusCode() + ": " + answer.body());
        }
        return Plain.of(Json.read(answer.body()));
    }

    /** The visits to a page, the fastest first. */
    private List<Visit> visits(String address, String shown, String... flags) throws IOException, InterruptedException {
        List<Visit> all = new ArrayList<>();
        for (int i = 0; i < visits; i++) {
            all.add(visit(address, shown, flags));
        }
        all.sort(Comparator.comparingDouble(Visit::milliseconds));
        return all;
    }

    private static Visit visit(String address, String shown, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--ignore-certificate-errors");
        all.add("--window-size=1366,768");
        try (Chromium browser = Chromium.open("about:blank", all.toArray(String[]::new));
                DevTools page = DevTools.newPage(browser.debuggingPort())) {
            page.call("Network.enable", Map.of());
            page.call(
                    "Network.emulateNetworkConditions",
                    Map.of(
                            "offline",
                            false,
                            "latency",
                            LATENCY_MS,
                            "downloadThroughput",
                            BYTES_PER_SECOND,
                            "uploadThroughput",
                            BYTES_PER_SECOND));
            page.call("Page.enable", Map.of());
            page.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", LOOK.formatted(Json.text(shown))));
            page.call("Page.navigate", Map.of("url", address));
            Plain visit = page.evaluate("window.shown");
            return new Visit(
                    visit.get("milliseconds").number(),
                    visit.get("requests").integer(0, Integer.MAX_VALUE),
                    visit.get("bytes").integer(0, Integer.MAX_VALUE),
                    visit.get("protocol").text());
        }
    }
}
