package bout.dev;

import bout.chaos.Chaos;
import bout.chaos.ChaosOptions;
import bout.chaos.ChaosReport;
import bout.chaos.TournamentChaos;
import bout.chaos.TournamentChaosOptions;
import bout.chaos.TournamentChaosReport;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.StopReport;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import bout.stack.FileProblem;
import bout.stack.StackNotStarted;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "chaos",
        header = "Check that no match is lost while processes are killed.",
        description = {
            "Starts a stack in a temporary folder, with each function in its own processes, and starts matches of all games"
                    + " between bots, some of which are slow, fail, hang or answer nonsense. Meanwhile:",
            "- processes of the runner, the API and the sweeper are killed at random;",
            "- one in ten calls to DynamoDB, S3 and SQS is refused, delayed or cut off;",
            "- messages arrive twice, late and out of order.",
            "",
            "In the end every accepted match must have ended exactly once, its replay must verify, and no lease, message or"
                    + " process may be left. Then the last line is 'lost 0, duplicated 0'. Linux only.",
            "",
            "With --tournament, plays a round robin of Ajax Tiles instead, while processes of the journal, the standings and"
                    + " the runner are killed. Each match must be in the journal once, and the standings must be those of"
                    + " the same tournament without faults. Then the last line is 'lost 0, duplicated 0, standings equal'."
        },
        exitCodeList = {
            "0:nothing was lost, duplicated or left behind",
            "1:something was; the lines above the last one say what",
            "2:wrong use of the command line"
        },
        footer = {
            "  bout dev chaos",
            "  bout dev chaos --matches 500 --kills 40",
            "  bout dev chaos --seed 7 --seconds 300",
            "  bout dev chaos --tournament 60 --boards 3 --kills 12"
        })
final class ChaosCommand extends BoutCommand {

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many matches to start. Default: ${DEFAULT-VALUE}.")
    private int matches;

    @Option(
            names = "--tournament",
            paramLabel = "BOTS",
            description = "Play a tournament with this many bots, from 2 to 1000, instead of single matches.")
    private Integer bots;

    @Option(
            names = "--boards",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --tournament, the number of boards for each pair. Default: ${DEFAULT-VALUE}.")
    private int boards;

    @Option(
            names = "--kills",
            paramLabel = "K",
            defaultValue = "10",
            description =
                    "How many processes to kill; from 3 on, at least one of each function. Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description =
                    "Decides the matches, the bots' behaviour, the faults and the kills, but not the timing of parallel"
                            + " work. Default: a random one, which is printed.")
    private Long seed;

    @Option(
            names = "--seconds",
            paramLabel = "MAX",
            defaultValue = "1800",
            description = "Matches that have not finished after this time count as lost. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            defaultValue = ".bout/chaos.log",
            description =
                    "The file for the log of the stack (default: ${DEFAULT-VALUE}), which contains the injected faults.")
    private Path log;

    @Override
    public Integer call() throws InterruptedException {
        atLeast("--matches", matches, 1);
        atLeast("--kills", kills, 0);
        atLeast("--seconds", seconds, 1);
        atLeast("--boards", boards, 1);
        if (bots != null) {
            atLeast("--tournament", bots, 2);
        }
        long chosen = seed == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : seed;
        PrintWriter out = out();
        out.println((bots == null ? matches + " matches" : bots + " bots, " + boards + " boards") + ", " + kills
                + " kills, seed " + chosen);
        out.flush();
        PrintStream before = System.err;
        try (StopReport stop = new StopReport(() -> stopped(chosen));
                PrintStream file = logFile()) {
            System.setErr(file);
            return bots == null ? playMatches(chosen, out) : playTournament(chosen, out);
        } catch (InvalidTemplate | StackNotStarted why) {
            throw new CommandFailed(why.getMessage(), why);
        } catch (IOException why) {
            throw new CommandFailed(FileProblem.text(why), why);
        } finally {
            System.setErr(before);
        }
    }

    private int playMatches(long chosen, PrintWriter out) throws StackNotStarted, IOException, InterruptedException {
        ChaosReport report = Chaos.run(
                new ChaosOptions(Template.ofThisRepository(), matches, kills, chosen, Duration.ofSeconds(seconds)),
                lines(out));
        report.lines().forEach(lines(out));
        return report.sound() ? 0 : 1;
    }

    private int playTournament(long chosen, PrintWriter out) throws StackNotStarted, IOException, InterruptedException {
        TournamentChaosReport report = TournamentChaos.run(
                new TournamentChaosOptions(
                        Template.ofThisRepository(), bots, boards, kills, chosen, Duration.ofSeconds(seconds)),
                lines(out));
        report.lines().forEach(lines(out));
        return report.sound() ? 0 : 1;
    }

    private static Consumer<String> lines(PrintWriter out) {
        return line -> {
            out.println(line);
            out.flush();
        };
    }

    private PrintStream logFile() {
        Path file = log.toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
            return new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
        } catch (IOException unwritable) {
            throw new CommandFailed("cannot write the log " + file + ": " + FileProblem.text(unwritable), unwritable);
        }
    }

    private void stopped(long chosen) {
        PrintWriter err = err();
        err.println("Stopped. Matches are not saved; the log so far is " + log + ". --seed " + chosen
                + " runs the same matches and faults again.");
        err.flush();
    }

    private void atLeast(String option, int value, int least) {
        if (value < least) {
            throw wrong(option + ": at least " + least + ", not " + value + ".");
        }
    }
}
