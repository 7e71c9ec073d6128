package bout.cli.help;

import bout.cli.text.BoutCommand;
import picocli.CommandLine;

/** A command that only has commands below it: without one of them it prints its help. */
public abstract class CommandGroup extends BoutCommand {

    @Override
    public final Integer call() {
        spec.commandLine().usage(out());
        return CommandLine.ExitCode.OK;
    }
}
