package bout.cli.wrap;

import bout.bots.BotServer;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TerminalText;
import bout.cli.text.Typed;
import bout.stack.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "wrap",
        header = "Give a URL to a program written for an original game.",
        description = {
            "Starts COMMAND once for each seat of each match, writes the original's input to it, and answers with the line"
                    + " it prints. Stops a process that was not called for 60 seconds. Prints its standard error here; a GET"
                    + " of the URL shows the last 64 Ki characters.",
            "",
            "For JavaScript programs for Everybody Loves Tokens and RoboTag use" + " docs/starters/javascript/wrap.mjs."
        },
        exitCodeList = {"1:the port is in use", "2:wrong use of the command line", "130:interrupted"},
        footer = {"  bout wrap ice-and-fire -- python3 bot.py", "  bout wrap ice-and-fire --port 9001 -- ./bot"})
public final class WrapCommand extends BoutCommand {

    private static final int IDLE_CHECK_SECONDS = 5;
    private static final int LARGEST_PORT = 65_535;
    private static final String GAME = WrappedBots.GAME;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of the game: " + GAME + ".")
    private String gameId;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command that starts the program, with its arguments. Put -- before it.")
    private List<String> command;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "The port; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() {
        if (!Typed.word(gameId).equals(GAME)) {
            throw wrong("'bout wrap' is for " + GAME + ", not '" + gameId + "'. For tokens and robotag, use"
                    + " docs/starters/javascript/wrap.mjs.");
        }
        if (port < 0 || port > LARGEST_PORT) {
            throw wrong("--port: from 0 to " + LARGEST_PORT + ", not " + port + ".");
        }
        WrappedBots.requireProgram(command);
        PrintWriter out = out();
        PrintWriter err = err();
        WrappedBots bots = new WrappedBots(
                command, (seat, line) -> err.println(seat + ": " + TerminalText.line(line)), System::nanoTime);
        // Ctrl-C ends this process without running any finally.
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
                    "cannot listen on port " + port + ": " + FileProblem.text(taken)
                            + "; choose another one with --port (0 for any free one)",
                    taken);
        }
    }
}
