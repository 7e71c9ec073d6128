package bout.dev;

import bout.bench.BenchCommand;
import bout.cli.text.BoutCommand;
import picocli.CommandLine.Command;

@Command(
        name = "dev",
        header = "Test, measure and examine Bout itself.",
        description = "Tools for those who change Bout, and reports for those who run it.",
        subcommands = {
            VectorsCommand.class,
            SimulateCommand.class,
            ChaosCommand.class,
            BenchCommand.class,
            AddressCommand.class,
            CollusionCommand.class
        },
        footer = {"  bout dev vectors vectors/ajax-tiles", "  bout dev bench stack", "  bout dev collusion tokens"})
public final class DevCommand extends BoutCommand {}
