package bout.cli.wrap;

import bout.cli.text.BoutCommand;
import bout.cli.text.StopReport;
import bout.cli.text.Typed;
import java.util.List;
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
        check(
                Typed.word(gameId).equals(GAME),
                "'bout wrap' is for " + GAME + ", not '" + gameId + "'. For tokens and robotag, use"
                        + " docs/starters/javascript/wrap.mjs.");
        range("--port", port, 0, 65_535);
        WrappedBots.requireProgram(command);
        WrappedBots bots = WrappedBots.printingErrors(command, err());
        try (bots;
                // Ctrl-C ends this process without running any finally.
                StopReport stop = new StopReport(bots::close)) {
            return serve(port, bots::answer);
        }
    }
}
