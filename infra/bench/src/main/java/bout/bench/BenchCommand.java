package bout.bench;

import bout.cli.ModuleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bout bench}: measures what the engine, a bot call, a match and the player cost on this machine. */
@Command(
        name = "bench",
        header = "Measures what the engine, bot calls and matches cost on this machine.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {EngineCommand.class, CallsCommand.class, StackCommand.class, PlayerCommand.class},
        footer = {
            "  bout bench engine --game robotag",
            "  bout bench calls --matches 1,32 --seconds 10",
            "  bout bench stack --matches 2000",
            "  bout bench player"
        })
public final class BenchCommand implements ModuleCommand {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "bench needs to be told what to measure");
    }
}
