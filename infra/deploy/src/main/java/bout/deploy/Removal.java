package bout.deploy;

import bout.cli.text.CommandFailed;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Deletes a stack, except for the table and the replays. */
final class Removal {

    private final AwsCommands commands;
    private final Programs programs;
    private final PrintWriter err;

    Removal(String stack, String region, Map<String, String> environment, PrintWriter err) {
        this.commands = new AwsCommands(stack, region);
        this.programs = new Programs(environment);
        this.err = err;
    }

    /** What remains after a deletion. */
    record Rest(String table, String bucket) {}

    /**
     * Looks at the stack.
     *
     * @return what will remain
     */
    Rest rest() {
        StackState present = present();
        return new Rest(present.output("TableName"), present.output("ReplayBucketName"));
    }

    private StackState present() {
        Programs.Output stacks = programs.run(commands.stacks());
        String none = "there is no stack " + commands.stack() + " in " + commands.region();
        if (!stacks.ok()) {
            throw new CommandFailed(
                    stacks.err().contains("does not exist")
                            ? none
                            : "cannot ask for the stack " + commands.stack() + ": " + stacks.reason());
        }
        StackState present = StackState.of(stacks.json()).orElseThrow(() -> new CommandFailed(none));
        if (!present.isOurs()) {
            throw new CommandFailed("the stack " + commands.stack() + " is not Bout; nothing was deleted");
        }
        return present;
    }

    /** Deletes the stack and waits until it is gone. */
    void delete() {
        String site = present().output("SiteBucketName");
        say("Emptying the site's bucket, which CloudFormation would not delete otherwise");
        require(commands.emptyBucket(site), "the site's bucket was not emptied", "The stack is unchanged. Mend that");
        say("Deleting the stack (about ten minutes; the CDN takes longest)");
        require(commands.deleteStack(), "the stack was not deleted", "The site is gone, the API still runs. Mend that");
        Programs.Output waited = programs.run(commands.awaitDeletedStack());
        if (!waited.ok()) {
            throw new CommandFailed("the stack was not deleted completely: " + waited.reason()
                    + ".\nNext: remove what is named by: " + commands.failures() + "\nthen run: "
                    + commands.deleteStack());
        }
    }

    /** The commands that delete what remains. */
    List<String> deletionOf(Rest rest) {
        List<String> lines = new ArrayList<>();
        lines.add(commands.unprotectTable(rest.table()).toString());
        lines.add(commands.deleteTable(rest.table()).toString());
        lines.add(commands.deleteBucket(rest.bucket()).toString());
        return lines;
    }

    private void require(Command command, String otherwise, String next) {
        Programs.Output output = programs.run(command);
        if (!output.ok()) {
            throw new CommandFailed(
                    otherwise + ": " + output.reason() + ".\nNext: " + next + ", then run the same command again.");
        }
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }
}
