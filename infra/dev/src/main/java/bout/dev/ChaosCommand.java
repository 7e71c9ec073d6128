package bout.dev;

import bout.chaos.Chaos;
import bout.chaos.ChaosReport;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.StopReport;
import bout.stack.FileProblem;
import bout.stack.StackNotStarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "chaos",
        header = "Check that no match is lost while the stack is killed.",
        description = {
            "Starts the stack of 'bout up' in a process of its own, on a temporary folder, and on it matches of all games, a"
                    + " tournament, and a contest of published bots. Its bots drop connections, do not answer in time, or answer nonsense now and then."
                    + " Meanwhile the process is killed, as by 'kill -9', and started again on its folder.",
            "",
            "In the end every match must have ended once: with one result that did not change, a replay that verifies, and,"
                    + " in a tournament, one entry in the journal. The contest must have all bots whose entry was accepted, and"
                    + " rankings that follow from its tournaments. Then the last line is 'lost 0, duplicated 0'."
        },
        exitCodeList = {
            "0:nothing was lost or duplicated",
            "1:something was; the lines above the last one say what",
            "2:wrong use of the command line"
        },
        footer = {
            "  bout dev chaos",
            "  bout dev chaos --matches 500 --kills 40",
            "  bout dev chaos --seed 7 --seconds 300",
            "  bout dev chaos --matches 10 --tournament 20"
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
            defaultValue = "6",
            description =
                    "How many bots the tournament has, where each pair plays twice, and the contest, at most 20. Default: ${DEFAULT-VALUE}.")
    private int bots;

    @Option(
            names = "--kills",
            paramLabel = "K",
            defaultValue = "10",
            description = "How often to kill the stack. Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description =
                    "Decides the matches, the bots' faults and the kills, but not the timing of parallel work. Default: a random one, which is printed.")
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
            description = "The file for the log of the stack. Default: ${DEFAULT-VALUE}.")
    private Path log;

    @Override
    public Integer call() throws InterruptedException, StackNotStarted {
        atLeast("--matches", matches, 1);
        atLeast("--tournament", bots, 2);
        atLeast("--kills", kills, 0);
        atLeast("--seconds", seconds, 1);
        long chosen = seed == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : seed;
        out().println(matches + " matches, a tournament of " + bots + " bots, " + kills + " kills, seed " + chosen);
        try (StopReport stop = new StopReport(() -> stopped(chosen))) {
            ChaosReport report = Chaos.run(
                    new Chaos.Options(matches, bots, kills, chosen, Duration.ofSeconds(seconds), logFile()),
                    out()::println);
            report.lines().forEach(out()::println);
            return report.sound() ? 0 : 1;
        } catch (IOException why) {
            throw new CommandFailed(FileProblem.text(why), why);
        }
    }

    private Path logFile() {
        Path file = log.toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
            return Files.write(file, new byte[0]);
        } catch (IOException unwritable) {
            throw new CommandFailed("cannot write the log " + file + ": " + FileProblem.text(unwritable), unwritable);
        }
    }

    private void stopped(long chosen) {
        say("Stopped. Matches are not saved; the log so far is " + log + ". --seed " + chosen
                + " runs the same matches again.");
    }

    private static void atLeast(String option, int value, int least) {
        check(value >= least, option + " must be at least " + least + "; got " + value + ".");
    }
}
