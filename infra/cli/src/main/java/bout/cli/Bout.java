package bout.cli;

import bout.cli.connect.ConnectCommand;
import bout.cli.help.CompletionCommand;
import bout.cli.help.HelpCommand;
import bout.cli.help.HelpText;
import bout.cli.help.WrongUseHandler;
import bout.cli.host.HostCommand;
import bout.cli.host.UpCommand;
import bout.cli.match.CompareCommand;
import bout.cli.match.MatchesCommand;
import bout.cli.match.PlayCommand;
import bout.cli.match.TournamentCommand;
import bout.cli.match.VerifyCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.StandardOutput;
import bout.cli.text.TerminalText;
import bout.cli.text.WrongUse;
import bout.cli.wrap.WrapCommand;
import bout.cloud.template.InvalidTemplate;
import bout.engine.Engine;
import bout.engine.Replay;
import bout.stack.FileProblem;
import bout.stack.StackNotStarted;
import bout.wire.Resources;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

@Command(
        name = "bout",
        header = "Let programs play each other.",
        description = {
            "A player is the URL of a bot, or house:NAME for a bot that is built into a game.",
            "'bout help COMMAND' explains a command."
        },
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT,
        versionProvider = Bout.Version.class,
        subcommands = {
            PlayCommand.class,
            TournamentCommand.class,
            CompareCommand.class,
            VerifyCommand.class,
            MatchesCommand.class,
            GamesCommand.class,
            CheckCommand.class,
            ServeCommand.class,
            WrapCommand.class,
            ConnectCommand.class,
            UpCommand.class,
            HostCommand.class,
            BotCommand.class,
            ContestCommand.class,
            KeyCommand.class,
            OwnerCommand.class,
            InviteCommand.class,
            JoinCommand.class,
            RatingsCommand.class,
            RequeueCommand.class,
            TestCommand.class,
            HelpCommand.class,
            CompletionCommand.class,
        },
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:success", "1:failure; a message says why", "2:wrong use of the command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  bout up",
            "  bout play ajax-tiles house:contain house:random",
            "  bout check ajax-tiles http://127.0.0.1:9000/"
        })
public final class Bout extends BoutCommand {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Also show the stack trace of an error.")
    private boolean debug;

    public static void main(String[] arguments) {
        StandardOutput output = new StandardOutput();
        CommandLine commandLine = commandLine().setOut(output.writer());
        int status = commandLine.execute(arguments);
        Optional<IOException> missing = output.finish();
        missing.ifPresent(
                why -> commandLine.getErr().println("bout: cannot write the output: " + FileProblem.text(why)));
        System.exit(missing.isPresent() && status == CommandLine.ExitCode.OK ? CommandLine.ExitCode.SOFTWARE : status);
    }

    public static CommandLine commandLine() {
        Bout bout = new Bout();
        CommandLine commandLine = new CommandLine(bout);
        ServiceLoader.load(BoutCommand.class).forEach(commandLine::addSubcommand);
        HelpText.layOut(commandLine);
        WrongUseHandler.addTo(commandLine);
        return commandLine.setExecutionExceptionHandler(bout::failed);
    }

    private int failed(Exception failure, CommandLine commandLine, ParseResult parsed) throws Exception {
        if (failure instanceof WrongUse wrong) {
            return commandLine
                    .getParameterExceptionHandler()
                    .handleParseException(new ParameterException(commandLine, wrong.getMessage()), new String[0]);
        }
        PrintWriter err = commandLine.getErr();
        boolean expected = failure instanceof CommandFailed
                || failure instanceof StackNotStarted
                || failure instanceof InvalidTemplate;
        err.println(
                expected
                        ? "bout: " + TerminalText.lines(failure.getMessage())
                        : "bout: this is a bug in Bout. Please report it with the following lines:");
        if (debug || !expected) {
            failure.printStackTrace(err);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    static final class Version implements IVersionProvider {

        /** Read once: picocli asks again for each command that inherits the version. */
        private static final String NUMBER = number();

        @Override
        public String[] getVersion() {
            return new String[] {
                "bout " + NUMBER + " (engine " + Engine.VERSION + ", replay format " + Replay.FORMAT + ")"
            };
        }

        private static String number() {
            return Resources.text(Bout.class, "version.txt").strip();
        }
    }
}
