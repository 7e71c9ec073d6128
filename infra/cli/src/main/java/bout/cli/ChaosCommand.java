package bout.cli;

import bout.chaos.Chaos;
import bout.chaos.ChaosOptions;
import bout.chaos.ChaosReport;
import bout.chaos.TournamentChaos;
import bout.chaos.TournamentChaosOptions;
import bout.chaos.TournamentChaosReport;
import bout.cli.text.CommandFailed;
import bout.embedded.InvalidTemplate;
import bout.embedded.Template;
import bout.stack.StackNotStarted;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bout chaos}: plays matches while everything goes wrong that may, and looks whether any is lost or doubled. */
@Command(
        name = "chaos",
        header = "Play matches while processes are killed and calls fail; nothing may be lost.",
        description = {
            "Brings up a stack of its own in a temporary folder, each function in processes of its own, and posts matches "
                    + "of all games between bots of which some are slow, fail, hang or answer nonsense. Meanwhile",
            "- processes of the runner, the API and the sweeper are killed with SIGKILL at random moments;",
            "- one in ten calls of a function to DynamoDB, S3 and SQS is refused, throttled, slow, or cut off before or "
                    + "after the service has done its part;",
            "- messages come twice, late and out of order.",
            "A post that gets no answer is repeated with the same Idempotency-Key.",
            "",
            "In the end every accepted match must have ended exactly once, its replay must give its result when it is "
                    + "played again, and no lease, message or process may be left. The figures are printed; the last line is "
                    + "'lost 0, doubled 0' when all is well. Linux only.",
            "",
            "With --tournament, a round robin of Ajax Tiles between so many bots that answer at once is played instead, while "
                    + "processes of the journal, the standings and the runner are killed. In the end each match must be in "
                    + "the journal once, and the published standings must be those of the same tournament when nothing but "
                    + "the engine plays it; then the last line is 'lost 0, doubled 0, standings equal'."
        },
        exitCodeList = {
            "0:nothing was lost, nothing happened twice, nothing is left",
            "1:something was; the lines above the last one name the matches",
            "2:wrong use"
        },
        footer = {
            "  bout chaos",
            "  bout chaos --matches 500 --kills 40",
            "  bout chaos --seed 7 --seconds 300",
            "  bout chaos --tournament 60 --boards 3 --kills 12"
        })
final class ChaosCommand implements Callable<Integer> {

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many matches are posted. Default: ${DEFAULT-VALUE}.")
    private int matches;

    @Option(
            names = "--tournament",
            paramLabel = "BOTS",
            description = "Play a tournament of so many bots, from 2 to 1000, in place of single matches.")
    private Integer bots;

    @Option(
            names = "--boards",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --tournament, on how many boards each pair plays. Default: ${DEFAULT-VALUE}.")
    private int boards;

    @Option(
            names = "--kills",
            paramLabel = "K",
            defaultValue = "10",
            description =
                    "How many processes are killed; with 3 and more, at least one each of the runner, the API and the "
                            + "sweeper; in a tournament, of the journal, the standings and the runner. Default: "
                            + "${DEFAULT-VALUE}.")
    private int kills;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description =
                    "Decides the matches, the bots' whims, the faults and the kills, but not which of what runs at the "
                            + "same time is first. Default: a random one, which is printed.")
    private Long seed;

    @Option(
            names = "--seconds",
            paramLabel = "MAX",
            defaultValue = "1800",
            description = "What is not finished after that time counts as lost. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            defaultValue = ".bout/chaos.log",
            description =
                    "Where the log of the stack and its functions goes, which is full of what was brought about. Default: "
                            + "${DEFAULT-VALUE} in the current folder.")
    private Path log;

    @Spec
    private CommandSpec spec;

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
        PrintWriter out = spec.commandLine().getOut();
        out.println((bots == null ? matches + " matches" : bots + " bots, " + boards + " boards") + ", " + kills
                + " kills, seed " + chosen);
        out.flush();
        PrintStream before = System.err;
        try (PrintStream file = logFile()) {
            System.setErr(file);
            return bots == null ? playMatches(chosen, out) : playTournament(chosen, out);
        } catch (InvalidTemplate | StackNotStarted | IOException why) {
            throw new CommandFailed(why.getMessage(), why);
        } finally {
            System.setErr(before);
        }
    }

    private int playMatches(long chosen, PrintWriter out) throws StackNotStarted, IOException, InterruptedException {
        ChaosReport report =
                Chaos.run(new ChaosOptions(template(), matches, kills, chosen, Duration.ofSeconds(seconds)), told(out));
        report.lines().forEach(told(out));
        return report.sound() ? 0 : 1;
    }

    private int playTournament(long chosen, PrintWriter out) throws StackNotStarted, IOException, InterruptedException {
        TournamentChaosReport report = TournamentChaos.run(
                new TournamentChaosOptions(template(), bots, boards, kills, chosen, Duration.ofSeconds(seconds)),
                told(out));
        report.lines().forEach(told(out));
        return report.sound() ? 0 : 1;
    }

    private static Path template() {
        String home = System.getProperty("bout.home");
        return Template.nearest(Path.of(home == null ? "" : home));
    }

    private static Consumer<String> told(PrintWriter out) {
        return line -> {
            out.println(line);
            out.flush();
        };
    }

    private PrintStream logFile() throws IOException {
        Path file = log.toAbsolutePath();
        Files.createDirectories(file.getParent());
        return new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    private void atLeast(String option, int value, int least) {
        if (value < least) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be a whole number from " + least + ", not " + value);
        }
    }
}
