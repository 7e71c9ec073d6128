package bout.bench;

import bout.cli.api.ApiClient;
import bout.cli.text.Columns;
import bout.stack.Stack;
import bout.stack.StackOptions;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "queues",
        header = "Measure whether one owner's slow bots delay others.",
        description = {
            "Start a separate stack in memory. Measure how long a check of a bot takes to begin, and a match with a webhook"
                    + " to be told; then the same while another owner has many checks and webhooks whose server never"
                    + " answers.",
            "Print the median times and their ratio, which should be 3 at most."
        },
        exitCodeList = {
            "0:no ratio is above 3",
            "1:a ratio is, or the stack could not start",
            "2:wrong use of the command line"
        },
        footer = {"  bout bench queues", "  bout bench queues --hanging 20"})
final class QueuesCommand implements Callable<Integer> {

    private static final double ALLOWED = 3;
    private static final int MOST_HANGING = 100;
    private static final int ROUNDS = 5;
    private static final int WAIT_SECONDS = 300;
    private static final String ADMIN_TOKEN = "the-admin-token-of-a-benchmark-0123456789";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--hanging",
            paramLabel = "N",
            defaultValue = "100",
            description = "Bots and webhooks of the other owner, up to " + MOST_HANGING
                    + ". Each bot gets two requests for" + " a check. Default: ${DEFAULT-VALUE}.")
    private int hanging;

    /** Starts something of the stranger's that will call this URL. */
    @FunctionalInterface
    private interface Start {
        void at(String url);
    }

    @Override
    public Integer call() throws Exception {
        if (hanging < 1 || hanging > MOST_HANGING) {
            throw new ParameterException(
                    spec.commandLine(), "--hanging: from 1 to " + MOST_HANGING + ", not " + hanging + ".");
        }
        try (Stack stack = StackRun.start(QueuesCommand::twoOwners);
                // Connections wait in its backlog, and nobody accepts them. It closes before the stack, which then need
                // not wait for calls that hang.
                ServerSocket silent = new ServerSocket(0, 10 * MOST_HANGING, InetAddress.getLoopbackAddress());
                Arrivals arrivals = new Arrivals();
                ApiClient admin = new ApiClient(stack.address(), ADMIN_TOKEN);
                ApiClient other = player(stack, admin, "other");
                ApiClient stranger = player(stack, admin, "stranger")) {
            String silentUrl = "http://127.0.0.1:" + silent.getLocalPort() + "/";
            Start check = url -> check(stranger, url, 1);
            Start match = url -> match(stranger, url);
            double usualCheck = median(arrivals, "/usual-check", check);
            double usualMatch = median(arrivals, "/usual-match", match);
            for (int i = 0; i < hanging; i++) {
                check(other, silentUrl + i, 2);
            }
            double busyCheck = median(arrivals, "/busy-check", check);
            for (int i = 0; i < hanging; i++) {
                match(other, silentUrl + i);
            }
            double busyMatch = median(arrivals, "/busy-match", match);
            return print(usualCheck, busyCheck, usualMatch, busyMatch);
        }
    }

    /** As deployed, except that bots may be on this machine, and nobody is refused for being fast. */
    private static StackOptions twoOwners(StackOptions options) {
        return options.strict(ADMIN_TOKEN)
                .withParameter("BotAddresses", "loopback")
                .withParameter("RequestsPerSecond", "1000")
                .withParameter("UnprovenCallsPerSecond", "0");
    }

    private static ApiClient player(Stack stack, ApiClient admin, String name) {
        return new ApiClient(
                stack.address(),
                admin.post("/api/tokens", Map.of("name", name, "scope", "play"))
                        .get("token")
                        .text());
    }

    private static void check(ApiClient owner, String url, int times) {
        String bot = owner.post("/api/bots", Map.of("game", "ajax-tiles", "name", "Bot", "url", url))
                .get("id")
                .text();
        for (int i = 0; i < times; i++) {
            owner.post("/api/bots/" + bot + "/check", Map.of());
        }
    }

    private static void match(ApiClient owner, String webhook) {
        owner.post(
                "/api/matches",
                Map.of(
                        "game",
                        "ajax-tiles",
                        "players",
                        List.of(Map.of("house", "random"), Map.of("house", "random")),
                        "webhook",
                        webhook));
    }

    /** How long it takes until what was started makes its call, in seconds: the median of some. */
    private static double median(Arrivals arrivals, String name, Start start)
            throws InterruptedException, TimeoutException {
        double[] seconds = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            String path = name + "/" + round;
            long before = System.nanoTime();
            start.at(arrivals.url(path));
            seconds[round] = (arrivals.await(path, WAIT_SECONDS) - before) / (double) TimeUnit.SECONDS.toNanos(1);
        }
        Arrays.sort(seconds);
        return seconds[ROUNDS / 2];
    }

    private int print(double usualCheck, double busyCheck, double usualMatch, double busyMatch) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Seconds that a stranger waits while another owner has " + hanging + " bots that never answer, or "
                + hanging + " such webhooks:");
        Columns.print(
                out,
                List.of(
                        List.of("", "usual", "then", "ratio"),
                        row("check", usualCheck, busyCheck),
                        row("match and webhook", usualMatch, busyMatch)),
                1);
        boolean fair = busyCheck <= ALLOWED * usualCheck && busyMatch <= ALLOWED * usualMatch;
        out.println(fair ? "No ratio is above 3." : "A ratio is above 3.");
        out.flush();
        return fair ? 0 : 1;
    }

    private static List<String> row(String name, double usual, double busy) {
        return List.of(
                name,
                String.format(Locale.ROOT, "%.2f", usual),
                String.format(Locale.ROOT, "%.2f", busy),
                String.format(Locale.ROOT, "%.1f", busy / usual));
    }
}
