package bout.bench;

import bout.cli.text.CommandFailed;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.sandbox.SandboxBot;
import bout.sandbox.Turn;
import bout.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "sandbox",
        header = "Measure how fast published bots start and move.",
        description = {
            "Run the playground's RoboTag sample in the sandbox.",
            "Print how long the first bot of a process takes to its first answer, how long another bot takes, and how long a"
                    + " later move takes; and each as a ratio to reading the same request as JSON in Java, because times"
                    + " depend on the machine and on what else it does."
        },
        exitCodeList = {"0:measured", "1:the bot failed", "2:wrong use of the command line"},
        footer = {"  bout bench sandbox"})
final class SandboxCommand implements Callable<Integer> {

    private static final int BOTS = 50;
    private static final int MOVES = 2_000;
    private static final int READS = 20_000;
    private static final int LIMIT_MILLISECONDS = 60_000;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        String code = sample();
        String request = request(Games.byId("robotag").orElseThrow());
        PrintWriter out = spec.commandLine().getOut();
        try (Sandbox sandbox = new Sandbox()) {
            double first = start(sandbox, code, request);
            double[] next = new double[BOTS];
            for (int i = 0; i < BOTS; i++) {
                next[i] = start(sandbox, code, request);
            }
            double[] moves = new double[MOVES];
            try (SandboxBot bot = sandbox.open("robotag", code, "bench", "7", Seat.FIRST)) {
                for (int i = 0; i < MOVES; i++) {
                    moves[i] = ask(bot, request);
                }
            }
            double[] reads = new double[READS];
            for (int i = 0; i < READS; i++) {
                long from = System.nanoTime();
                Json.read(request);
                reads[i] = since(from);
            }
            double read = median(reads);
            out.printf(Locale.ROOT, "A request of %d bytes; reading it in Java takes %.3f ms.%n", bytes(request), read);
            print(out, "first bot to its first answer", first, read);
            print(out, "another bot to its first answer", median(next), read);
            print(out, "a later move", median(Arrays.copyOfRange(moves, MOVES / 2, MOVES)), read);
        }
        return 0;
    }

    private static void print(PrintWriter out, String what, double milliseconds, double read) {
        out.printf(Locale.ROOT, "%-32s %9.2f ms, ratio %.0f%n", what, milliseconds, milliseconds / read);
    }

    private static double start(Sandbox sandbox, String code, String request) throws InterruptedException {
        long from = System.nanoTime();
        try (SandboxBot bot = sandbox.open("robotag", code, "bench", "7", Seat.FIRST)) {
            ask(bot, request);
        }
        return since(from);
    }

    private static double ask(SandboxBot bot, String request) throws InterruptedException {
        long from = System.nanoTime();
        Turn turn = bot.ask(request, LIMIT_MILLISECONDS);
        if (turn.result() instanceof Turn.Fault fault) {
            throw new CommandFailed("the sample failed: " + fault.text());
        }
        return since(from);
    }

    private static <S, M> String request(Game<S, M> game) {
        Match<S, M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        return Json.text(match.ask(Seat.FIRST).fields());
    }

    private static String sample() throws IOException {
        try (InputStream in = SandboxCommand.class.getResourceAsStream("/bout/site/games/robotag/samples/chaser.js")) {
            if (in == null) {
                throw new CommandFailed("the sample is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static double since(long from) {
        return (System.nanoTime() - from) / 1e6;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
