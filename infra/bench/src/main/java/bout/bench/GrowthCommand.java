package bout.bench;

import bout.bench.usage.Counting;
import bout.bench.usage.Usage;
import bout.cli.text.Columns;
import bout.games.Games;
import bout.stack.Stack;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "growth",
        header = "Measure whether a match costs more when many matches wait.",
        description = {
            "Start a separate stack in memory. At each level, fill its table with queued matches that no runner gets,"
                    + " play some other matches from the API to their end, and run the sweeper once, as happens every"
                    + " minute.",
            "Print what each played match cost: CPU time of all processes, requests to the table, write and read units."
                    + " The cost should not depend on the number of matches that wait. Of these, a sweep reads at most a"
                    + " page of each game."
        },
        exitCodeList = {
            "0:no level is more than 10 %% more expensive than the first, and no sweep reads more than a page of each game",
            "1:a level is, or the stack could not start",
            "2:wrong use of the command line"
        },
        footer = {"  bout bench growth", "  bout bench growth --queued 10,1000 --matches 500"})
final class GrowthCommand implements Callable<Integer> {

    private static final int MAX_QUEUED = 1_000_000;
    private static final int MAX_LEVELS = 10;
    private static final int MAX_MATCHES = 20_000;
    private static final int TURNS = 100;
    private static final int POSTERS = 8;

    /** CPU times vary from run to run, so they are shown but not judged. */
    private static final double ALLOWED_GROWTH = 1.1;

    /** A page of 1 MB for each game, at half a unit per 4 KB. */
    private static final double MOST_OF_A_SWEEP = 128.0 * Games.ALL.size();

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--queued",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,1000,100000",
            description = "Numbers of waiting matches, ascending, separated by commas. Default: ${DEFAULT-VALUE}.")
    private List<Integer> levels;

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "500",
            description = "Matches to play at each level, up to " + MAX_MATCHES + ". Default: ${DEFAULT-VALUE}.")
    private int matches;

    /**
     * What one match cost at a level.
     *
     * @param readUnits without those of the sweep
     * @param sweepReadUnits of the whole sweep
     */
    private record Cost(
            int queued,
            double cpuMilliseconds,
            double requests,
            double writeUnits,
            double readUnits,
            double sweepReadUnits) {}

    @Override
    public Integer call() throws Exception {
        boolean ascending = true;
        for (int i = 1; i < levels.size(); i++) {
            ascending &= levels.get(i - 1) < levels.get(i);
        }
        if (levels.size() > MAX_LEVELS || !ascending || levels.getFirst() < 0 || levels.getLast() > MAX_QUEUED) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--queued: up to " + MAX_LEVELS + " numbers from 0 to " + MAX_QUEUED + ", ascending, not " + levels
                            + ".");
        }
        if (matches < 1 || matches > MAX_MATCHES) {
            throw new ParameterException(
                    spec.commandLine(), "--matches: from 1 to " + MAX_MATCHES + ", not " + matches + ".");
        }
        List<Cost> costs = new ArrayList<>();
        try (BotsProcess bots = BotsProcess.start();
                StackRun run = new StackRun(bots.url(), TURNS, POSTERS);
                // The command runs the sweeper itself, exactly once at each level.
                Stack stack = StackRun.start(options -> options.withSchedule(Duration.ofDays(1)))) {
            run.at(stack.address());
            try (Background background = new Background(stack.environment(), run)) {
                run.play(matches); // while the JIT compiles
                for (int queued : levels) {
                    background.fill(queued);
                    costs.add(measure(run, background, queued));
                }
            }
        }
        print(spec.commandLine().getOut(), costs);
        return verdict(spec.commandLine().getOut(), costs);
    }

    private Cost measure(StackRun run, Background background, int queued) throws Exception {
        double cpuBefore = StackRun.cpuSeconds();
        Usage usage;
        Usage sweep;
        try (Counting counting = Counting.start()) {
            run.play(matches);
            usage = counting.take();
        }
        try (Counting counting = Counting.start()) {
            background.sweep();
            sweep = counting.take();
        }
        return new Cost(
                queued,
                (StackRun.cpuSeconds() - cpuBefore) * 1e3 / matches,
                (double) (usage.requests("DynamoDb") + sweep.requests("DynamoDb")) / matches,
                (usage.writeUnits() + sweep.writeUnits()) / matches,
                usage.readUnits() / matches,
                sweep.readUnits());
    }

    private void print(PrintWriter out, List<Cost> costs) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                List.of("waiting", "CPU ms", "table requests", "write units", "read units", "read units of the sweep"));
        for (Cost cost : costs) {
            rows.add(List.of(
                    Integer.toString(cost.queued),
                    String.format(Locale.ROOT, "%.1f", cost.cpuMilliseconds),
                    String.format(Locale.ROOT, "%.2f", cost.requests),
                    String.format(Locale.ROOT, "%.2f", cost.writeUnits),
                    String.format(Locale.ROOT, "%.2f", cost.readUnits),
                    String.format(Locale.ROOT, "%.1f", cost.sweepReadUnits)));
        }
        out.println("Cost of each of " + matches + " matches of " + TURNS
                + " turns, with one run of the sweeper, while others wait:");
        Columns.print(out, rows, 0);
        out.flush();
    }

    private static int verdict(PrintWriter out, List<Cost> costs) {
        Cost first = costs.getFirst();
        int status = 0;
        for (Cost cost : costs) {
            double growth = Math.max(
                    growth(first.requests, cost.requests),
                    Math.max(growth(first.writeUnits, cost.writeUnits), growth(first.readUnits, cost.readUnits)));
            if (growth > ALLOWED_GROWTH) {
                out.println(String.format(
                        Locale.ROOT,
                        "With %d waiting matches, a match costs %.1f times as much.",
                        cost.queued,
                        growth));
                status = 1;
            }
            if (cost.sweepReadUnits > MOST_OF_A_SWEEP) {
                out.println(String.format(
                        Locale.ROOT,
                        "With %d waiting matches, a sweep reads %.0f units, more than %.0f.",
                        cost.queued,
                        cost.sweepReadUnits,
                        MOST_OF_A_SWEEP));
                status = 1;
            }
        }
        if (status == 0) {
            out.println("No level costs more than 10 % more than the first.");
        }
        out.flush();
        return status;
    }

    /** Less than a tenth of a unit per match is noise: a sweep of an empty table has to read something, too. */
    private static double growth(double first, double now) {
        return now - first < 0.1 ? 1 : now / Math.max(first, 0.1);
    }
}
