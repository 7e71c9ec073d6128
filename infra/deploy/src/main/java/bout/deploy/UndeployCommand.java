package bout.deploy;

import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
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
public final class UndeployCommand extends BoutCommand {

    @Mixin
    private StackOption option;

    @Option(names = "--yes", description = "Delete it. Default: only say what would be deleted.")
    private boolean yes;

    /** Changed by tests. */
    Map<String, String> environment = System.getenv();

    @Override
    public Integer call() {
        Account account = option.in(new Shell(environment, err(), null));
        String place = account.stack() + " in " + account.region();
        Account.State present = account.state().orElseThrow(() -> new CommandFailed("there is no stack " + place));
        if (!present.isOurs()) {
            throw new CommandFailed("the stack " + account.stack() + " is not Bout; nothing was deleted");
        }
        String table = present.output("TableName");
        String bucket = present.output("ReplayBucketName");
        if (yes) {
            delete(account, present.output("SiteBucketName"));
            out().println("The stack " + place + " is deleted.");
        } else {
            out().println("This would delete the stack " + place + ": site, API, functions, queues, alarms, logs.");
        }
        out().println("These remain, and cost a little each month:");
        out().println("  table   " + table + " (matches, bots, tournaments, tokens)");
        out().println("  bucket  " + bucket + " (replays, standings)");
        out().println("  the functions' code in the bucket that SAM made (stack aws-sam-cli-managed-default)");
        out().println("To delete the table and the bucket, with everything that was ever played:");
        out().println("  "
                + account.aws("dynamodb update-table --table-name %s --no-deletion-protection-enabled", table));
        out().println("  " + account.aws("dynamodb delete-table --table-name %s", table));
        out().println("  " + account.aws("s3 rb s3://%s --force", bucket));
        if (!yes) {
            out().println("Nothing was deleted. To delete the stack, add --yes.");
        }
        return yes ? 0 : 1;
    }

    private static void delete(Account account, String site) {
        account.shell().say("Emptying the site's bucket, which CloudFormation would not delete otherwise");
        account.require(
                account.aws("s3 rm s3://%s/ --recursive --only-show-errors", site),
                "the site's bucket was not emptied",
                "The stack is unchanged. " + Account.AGAIN);
        account.done().add("emptied the site's bucket");
        account.shell().say("Deleting the stack (about ten minutes; the CDN takes longest)");
        account.require(
                account.cloudFormation("delete-stack"),
                "the stack was not deleted",
                "The site is gone, the API still runs. " + Account.AGAIN);
        account.done().add("began to delete the stack");
        account.require(
                account.cloudFormation("wait stack-delete-complete"),
                "the stack was not deleted completely",
                "remove what is named by: " + account.failures() + "\nthen run: "
                        + account.cloudFormation("delete-stack"));
    }
}
