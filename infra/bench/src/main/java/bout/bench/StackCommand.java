package bout.bench;

import bout.cli.text.CommandFailed;
import bout.embedded.InvalidTemplate;
import bout.embedded.Template;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "stack",
        header = "Measure whole matches, from the API to the replay.",
        description = {
            "Starts a stack of its own on a free port, as bout up does, posts matches of Ajax Tiles to its API over HTTP"
                    + " and waits until all are finished. Their bots, in a process of their own, answer at once.",
            "Prints the matches in a second, from the first POST to the end of the last match, and how long a POST took."
                    + " Afterwards it looks at every match: it must have finished, once, with every turn played, and its"
                    + " replay must verify."
        },
        exitCodeList = {"0:every match finished once", "1:one did not, or the stack could not be started", "2:wrong use"
        },
        footer = {"  bout bench stack", "  bout bench stack --matches 5000 --posters 32"})
final class StackCommand implements Callable<Integer> {

    private static final int MOST_MATCHES = 20_000;
    private static final int MOST_TURNS = 1000;
    private static final int MOST_POSTERS = 256;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many matches to post, up to " + MOST_MATCHES + ". Default: ${DEFAULT-VALUE}.")
    private int matches;

    @Option(
            names = "--turns",
            paramLabel = "T",
            defaultValue = "100",
            description = "How many turns each has, up to " + MOST_TURNS + ". Default: ${DEFAULT-VALUE}.")
    private int turns;

    @Option(
            names = "--posters",
            paramLabel = "P",
            defaultValue = "8",
            description = "How many post at the same time, up to " + MOST_POSTERS + ". Default: ${DEFAULT-VALUE}.")
    private int posters;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "How many matches to play before it counts: compiling takes its time. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Override
    public Integer call() throws Exception {
        check("--matches", matches, 1, MOST_MATCHES);
        check("--turns", turns, 1, MOST_TURNS);
        check("--posters", posters, 1, MOST_POSTERS);
        check("--warm-up", warmUp, 0, MOST_MATCHES);
        PrintWriter out = spec.commandLine().getOut();
        try (TemporaryFolder data = TemporaryFolder.create("bout-bench");
                BotsProcess bots = BotsProcess.start();
                StackRun run = new StackRun(bots.url(), turns, posters);
                Stack stack = start(data.path(), run)) {
            run.at(stack.address());
            if (warmUp > 0) {
                run.play(warmUp);
            }
            StackRun.Outcome outcome = run.play(matches);
            print(out, outcome);
            List<String> wrong = run.wrong(outcome.ids());
            wrong.forEach(out::println);
            out.println((matches - wrong.size()) + " of " + matches
                    + " matches finished once, with every turn played and a replay that verifies");
            return wrong.isEmpty() ? 0 : 1;
        }
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + ": from " + least + " to " + most + ", not " + value + ".");
        }
    }

    private static Stack start(Path data, StackRun run) {
        String home = System.getProperty("bout.home", "");
        try {
            return Stack.start(StackOptions.of(Template.nearest(Path.of(home)))
                    .withData(data)
                    .withFinished(run::finished));
        } catch (InvalidTemplate | StackNotStarted why) {
            throw new CommandFailed(why.getMessage(), why);
        }
    }

    private void print(PrintWriter out, StackRun.Outcome outcome) {
        double perSecond = matches / outcome.seconds();
        out.println(matches + " matches of " + turns + " turns, posted by " + posters + " at once");
        out.println(String.format(
                Locale.ROOT,
                "  %.1f matches/s (%.0f bot calls/s), all in %.1f s",
                perSecond,
                perSecond * turns,
                outcome.seconds()));
        out.println(String.format(
                Locale.ROOT,
                "  POST: p50 %.1f ms, p99 %.1f ms, slowest %.1f ms",
                outcome.latency(0.50),
                outcome.latency(0.99),
                outcome.latency(1)));
        out.println(String.format(
                Locale.ROOT,
                "  CPU: %.1f ms a match, of all processes (stack, DynamoDB Local, bots, posting)",
                outcome.cpuSeconds() * 1e3 / matches));
        out.flush();
    }
}
