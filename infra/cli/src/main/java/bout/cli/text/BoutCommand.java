package bout.cli.text;

import bout.bots.BotServer;
import bout.stack.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command of {@code bout}, which returns its exit status. One that only has commands below it prints its help. The
 * command line finds those of modules above this one, such as {@code deploy}, as services.
 */
public abstract class BoutCommand implements Callable<Integer> {

    @Spec
    protected CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        spec.commandLine().usage(out());
        return CommandLine.ExitCode.OK;
    }

    /** The name of {@code bout} in the folder where this command was typed, such as {@code ./bout}. */
    public static String bout() {
        return System.getProperty("bout.command", "bout");
    }

    /** Like {@link #err}, it is flushed at the end of each line. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    protected final void say(String... lines) {
        Stream.of(lines).forEach(err()::println);
    }

    /** Prints where a bot is, and serves it until this thread is interrupted. */
    protected final int serve(int port, BotServer.Bot bot) {
        try (BotServer server = new BotServer(port, bot)) {
            out().println("ready " + server.url());
            new CountDownLatch(1).await();
            return 0;
        } catch (InterruptedException toldToStop) {
            return 0;
        } catch (IOException taken) {
            throw new CommandFailed(
                    "cannot listen on port " + port + ": " + FileProblem.text(taken)
                            + "; choose another one with --port (0 for any free one)",
                    taken);
        }
    }

    public static void range(String option, long value, long least, long most) {
        check(
                value >= least && value <= most,
                option + " must be between " + least + " and " + most + "; got " + value + ".");
    }

    public static void check(boolean right, String otherwise) {
        if (!right) {
            throw new WrongUse(otherwise);
        }
    }
}
