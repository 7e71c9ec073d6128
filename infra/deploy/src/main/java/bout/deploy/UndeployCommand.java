package bout.deploy;

import bout.cli.ModuleCommand;
import bout.cli.text.BoutCommand;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "undeploy",
        header = "Delete a deployment, except for its data.",
        description = {
            "Deletes the stack: site, API, functions, queues, alarms and logs. The table and the replays remain; the command"
                    + " prints their names, and how to delete them as well. Without --yes it only says what it would do."
        },
        footer = {"  bout undeploy --region eu-central-1", "  bout undeploy --region eu-central-1 --yes"})
public final class UndeployCommand extends BoutCommand implements ModuleCommand {

    @Mixin
    private StackOption stack;

    @Option(names = "--yes", description = "Delete it. Default: only say what would be deleted.")
    private boolean yes;

    /** For tests: of the programs that are run. */
    Map<String, String> environment = System.getenv();

    @Override
    public Integer call() {
        PrintWriter out = out();
        String name = stack.name(spec.commandLine());
        String region = stack.region(spec.commandLine(), environment);
        Removal removal = new Removal(name, region, environment, err());
        Removal.Rest rest = removal.rest();
        if (yes) {
            removal.delete();
            out.println("The stack " + name + " in " + region + " is deleted.");
        } else {
            out.println("This would delete the stack " + name + " in " + region
                    + ": site, API, functions, queues, alarms, logs.");
        }
        out.println("These remain, and cost a little each month:");
        out.println("  table   " + rest.table() + " (matches, bots, tournaments, tokens)");
        out.println("  bucket  " + rest.bucket() + " (replays, standings)");
        out.println("  the functions' code in the bucket that SAM made (stack aws-sam-cli-managed-default)");
        out.println("To delete the table and the bucket, with everything that was ever played:");
        removal.deletionOf(rest).forEach(line -> out.println("  " + line));
        if (!yes) {
            out.println("Nothing was deleted. To delete the stack, add --yes.");
        }
        out.flush();
        return yes ? 0 : 1;
    }
}
