package bout.bench;

import bout.cli.text.BoutCommand;
import picocli.CommandLine.Command;

@Command(
        name = "bench",
        header = "Measure the engine, calls, matches, and a stack over hours.",
        subcommands = {EngineCommand.class, CallsCommand.class, StackCommand.class, SoakCommand.class},
        footer = {
            "  bout dev bench engine --game robotag",
            "  bout dev bench calls --matches 1,32 --seconds 10",
            "  bout dev bench stack --matches 2000"
        })
public final class BenchCommand extends BoutCommand {}
