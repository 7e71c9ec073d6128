package bout.bench;

import bout.local.ModuleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bout bench}: measures how much a bot call and a match cost on this machine. */
@Command(
        name = "bench",
        header = "Measures how much bot calls and matches cost on this machine.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CallsCommand.class, StackCommand.class},
        footer = {"  bout bench calls --matches 1,32 --seconds 10", "  bout bench stack --matches 2000"})
public final class BenchCommand implements ModuleCommand {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "bench needs to be told what to measure");
    }
}
