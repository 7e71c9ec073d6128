package bout.bench;

import bout.cli.ModuleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        header = "Measure the speed of the engine, bot calls, matches and pages.",
        subcommands = {
            EngineCommand.class,
            CallsCommand.class,
            StackCommand.class,
            GrowthCommand.class,
            QueuesCommand.class,
            PlayerCommand.class,
            PagesCommand.class,
            SandboxCommand.class
        },
        footer = {
            "  bout bench engine --game robotag",
            "  bout bench calls --matches 1,32 --seconds 10",
            "  bout bench stack --matches 2000",
            "  bout bench growth",
            "  bout bench queues",
            "  bout bench player",
            "  bout bench pages",
            "  bout bench sandbox"
        })
public final class BenchCommand implements ModuleCommand {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
