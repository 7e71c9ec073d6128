package bout.cli.help;

import bout.cli.text.BoutCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "help",
        header = "Explain a command.",
        footer = {"  bout help play", "  bout help bot create"})
public final class HelpCommand extends BoutCommand {

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            completionCandidates = Commands.class,
            description = "The command to explain. Default: all of Bout.")
    private List<String> path = new ArrayList<>();

    static final class Commands extends ArrayList<String> {
        Commands() {
            super(HelpText.commands());
        }
    }

    @Override
    public Integer call() {
        CommandLine command = spec.commandLine().getParent();
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = next;
        }
        command.usage(out());
        return CommandLine.ExitCode.OK;
    }
}
