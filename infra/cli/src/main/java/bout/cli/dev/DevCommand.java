package bout.cli.dev;

import bout.cli.help.HelpText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "dev",
        header = "Look behind what Bout publishes.",
        description = "Reports for organisers.",
        subcommands = CollusionCommand.class,
        footer = {"  bout dev collusion tokens"})
public final class DevCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return HelpText.print(spec);
    }
}
