package bout.bench;

import static bout.cli.text.TableForm.number;

import bout.cli.text.BoutCommand;
import bout.stack.Folders;
import bout.stack.Stack;
import bout.stack.StackOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "stack",
        header = "Measure whole matches, from the API to the replay.",
        description = {
            "Start a separate stack on a free port, as bout up does, start matches of Ajax Tiles through its HTTP API,"
                    + " and wait until all are finished. The bots run in a separate process and answer at once.",
            "Print the matches per second, from the first POST to the end of the last match, the latency of the POSTs, and"
                    + " the CPU time of each process."
                    + " Then check every match: it must have finished exactly once, with every turn played, and its"
                    + " replay must verify."
        },
        exitCodeList = {
            "0:every match finished exactly once",
            "1:a match did not, or the stack could not start",
            "2:wrong use of the command line"
        },
        footer = {"  bout dev bench stack", "  bout dev bench stack --matches 5000 --posters 32"})
final class StackCommand extends BoutCommand {

    private static final int MAX_MATCHES = 20_000;
    private static final int MAX_TURNS = 1000;
    private static final int MAX_POSTERS = 256;

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Number of matches, up to " + MAX_MATCHES + ". Default: ${DEFAULT-VALUE}.")
    private int matches;

    @Option(
            names = "--turns",
            paramLabel = "T",
            defaultValue = "100",
            description = "Turns per match, up to " + MAX_TURNS + ". Default: ${DEFAULT-VALUE}.")
    private int turns;

    @Option(
            names = "--posters",
            paramLabel = "P",
            defaultValue = "8",
            description = "Number of parallel clients, up to " + MAX_POSTERS + ". Default: ${DEFAULT-VALUE}.")
    private int posters;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Matches to play before measuring, while the JIT compiles. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Override
    public Integer call() throws Exception {
        range("--matches", matches, 1, MAX_MATCHES);
        range("--turns", turns, 1, MAX_TURNS);
        range("--posters", posters, 1, MAX_POSTERS);
        range("--warm-up", warmUp, 0, MAX_MATCHES);
        Path data = Files.createTempDirectory("bout-bench");
        try (BotsProcess bots = BotsProcess.start();
                StackRun run = new StackRun(bots.url(), turns, posters);
                Stack stack = run.start(StackOptions.ofThisRepository().withData(data))) {
            if (warmUp > 0) {
                run.play(warmUp);
            }
            double ownBefore = StackRun.cpuSeconds(ProcessHandle.current());
            double botsBefore = bots.cpuSeconds();
            StackRun.Outcome outcome = run.play(matches);
            print(outcome, StackRun.cpuSeconds(ProcessHandle.current()) - ownBefore, bots.cpuSeconds() - botsBefore);
            List<String> wrong = run.wrong(outcome.ids());
            wrong.forEach(out()::println);
            out().println((matches - wrong.size()) + " of " + matches
                    + " matches finished exactly once, with every turn played and a valid replay");
            return wrong.isEmpty() ? 0 : 1;
        } finally {
            Folders.delete(data);
        }
    }

    /** The last two are CPU seconds: of this process, and of that with the bots. */
    private void print(StackRun.Outcome outcome, double own, double bots) {
        double perSecond = matches / outcome.seconds();
        out().println(matches + " matches of " + turns + " turns, started by " + posters + " parallel clients");
        out().println("  " + number(1, perSecond) + " matches/s (" + number(0, perSecond * turns) + " bot calls/s), "
                + number(1, outcome.seconds()) + " s in total");
        out().println("  POST: p50 " + number(1, outcome.latency(0.50)) + " ms, p99 " + number(1, outcome.latency(0.99))
                + " ms, slowest " + number(1, outcome.latency(1)) + " ms");
        out().println("  CPU: " + number(1, outcome.cpuSeconds() * 1e3 / matches) + " ms per match: stack and clients "
                + number(1, own * 1e3 / matches) + ", bots " + number(1, bots * 1e3 / matches));
    }
}
