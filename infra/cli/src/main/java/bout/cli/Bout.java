package bout.cli;

import bout.cli.text.CommandFailed;
import bout.engine.Engine;
import bout.engine.Replay;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code bout}. */
@Command(
        name = "bout",
        header = "Matches between bots that are URLs.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Bout.Version.class,
        subcommands = {
            UpCommand.class,
            ChaosCommand.class,
            TokenCommand.class,
            BotCommand.class,
            RatingsCommand.class,
            RedriveCommand.class,
            PlayCommand.class,
            TournamentCommand.class,
            CompareCommand.class,
            CheckCommand.class,
            AddressCommand.class,
            ServeCommand.class,
            WrapCommand.class,
            VerifyCommand.class,
            VectorsCommand.class,
            GamesCommand.class,
            TestCommand.class,
        },
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it did what was asked",
            "1:it could not, and says why",
            "2:wrong use: an unknown command, option, game, bot or value"
        },
        footerHeading = "%nExamples:%n")
public final class Bout {

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "When something fails, print the stack trace too.")
    private boolean debug;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The whole command line, with the commands of all modules on the class path. */
    public static CommandLine commandLine() {
        Bout bout = new Bout();
        CommandLine commandLine = new CommandLine(bout);
        ServiceLoader.load(ModuleCommand.class).forEach(commandLine::addSubcommand);
        commandLine
                .getCommandSpec()
                .usageMessage()
                .description(
                        "A player is the URL of a bot or house:NAME, a bot that comes with a game.",
                        "bout COMMAND --help says more about each command.")
                .footer(
                        "  bout play ajax-tiles house:contain http://127.0.0.1:9000/",
                        "  bout serve ajax-tiles expand --port 9000",
                        "  bout games");
        return commandLine.setParameterExceptionHandler(new WrongUse()).setExecutionExceptionHandler(bout.new Failed());
    }

    /** Says what is wrong, and not the whole help: that would push the one line that matters off the screen. */
    private static final class WrongUse implements IParameterExceptionHandler {
        @Override
        public int handleParseException(ParameterException wrong, String[] arguments) {
            CommandLine commandLine = wrong.getCommandLine();
            PrintWriter err = commandLine.getErr();
            err.println("bout: " + wrong.getMessage());
            UnmatchedArgumentException.printSuggestions(wrong, err);
            err.println("Try '" + commandLine.getCommandSpec().qualifiedName() + " --help' for how it is used.");
            return CommandLine.ExitCode.USAGE;
        }
    }

    private final class Failed implements IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed) {
            PrintWriter err = commandLine.getErr();
            if (failure instanceof CommandFailed) {
                err.println("bout: " + failure.getMessage());
                if (debug) {
                    failure.printStackTrace(err);
                }
            } else {
                err.println("bout: this is a fault of Bout itself:");
                failure.printStackTrace(err);
            }
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** The version of Bout, and the versions of what replays depend on. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "bout " + number() + " (engine " + Engine.VERSION + ", replay format " + Replay.FORMAT + ")"
            };
        }

        private static String number() {
            try (InputStream version = Bout.class.getResourceAsStream("version.txt")) {
                return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException broken) {
                throw new UncheckedIOException("reading version.txt from the class path", broken);
            }
        }
    }
}
