package bout.cli;

import bout.bots.BotServer;
import bout.cli.text.CommandFailed;
import bout.cli.wrap.WrappedBots;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "wrap",
        header = "Serves a program that was written for an original game.",
        description = {
            "Starts the command once for each seat of each match, feeds it the original's text input, and answers with the"
                    + " line that it writes. A process is ended when nobody has called it for 60 s. What it writes to its"
                    + " standard error is printed here, and a GET of the URL shows the last 64 Ki characters of each.",
            "",
            "Programs for Everybody Loves Tokens and RoboTag are JavaScript; functions/bots/starters/javascript/wrap.mjs"
                    + " serves them."
        },
        exitCodeList = {"1:the port cannot be listened at", "2:wrong use", "130:it was interrupted"},
        footer = {"  bout wrap ice-and-fire -- python3 bot.py", "  bout wrap ice-and-fire --port 9001 -- ./bot"})
final class WrapCommand implements Callable<Integer> {

    private static final int IDLE_CHECK_SECONDS = 5;
    private static final int LARGEST_PORT = 65_535;
    private static final String GAME = "ice-and-fire";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of the game: " + GAME + ".")
    private String gameId;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description =
                    "The command that starts the program, with its arguments; behind -- so that they stay its own.")
    private List<String> command;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "The port; 0 takes any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() {
        if (!gameId.equals(GAME)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "bout wrap is for " + GAME + ", not '" + gameId + "'; programs for tokens and robotag are served by"
                            + " functions/bots/starters/javascript/wrap.mjs.");
        }
        if (port < 0 || port > LARGEST_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "--port: from 0 to " + LARGEST_PORT + ", not " + port + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        WrappedBots bots =
                new WrappedBots(command, (place, line) -> err.println(place + ": " + line), System::nanoTime);
        // An interrupt (Ctrl-C) ends this process without running any finally.
        Thread endAll = new Thread(bots::close, "wrap-end");
        Runtime.getRuntime().addShutdownHook(endAll);
        try (bots;
                BotServer server = new BotServer(port, bots::answer);
                ScheduledExecutorService chores = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("wrap-chores").daemon().factory())) {
            chores.scheduleWithFixedDelay(bots::endIdle, IDLE_CHECK_SECONDS, IDLE_CHECK_SECONDS, TimeUnit.SECONDS);
            out.println("ready " + server.url());
            out.flush();
            new CountDownLatch(1).await();
            return 0;
        } catch (InterruptedException toldToStop) {
            Runtime.getRuntime().removeShutdownHook(endAll);
            return 0;
        } catch (IOException taken) {
            Runtime.getRuntime().removeShutdownHook(endAll);
            throw new CommandFailed(
                    "cannot listen at port " + port + " (" + taken.getMessage() + "); --port 0 takes any free one",
                    taken);
        }
    }
}
