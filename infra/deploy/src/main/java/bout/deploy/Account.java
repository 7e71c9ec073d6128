package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.deploy.Shell.Command;
import bout.deploy.Shell.Output;
import bout.engine.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One stack of an AWS account, as the AWS CLI shows and changes it. A failure is a {@link CommandFailed} that says what
 * failed, what has been done, and what to do next.
 */
record Account(String stack, String region, Shell shell, List<String> done) {

    static final String AGAIN = "Mend that, then run the same command again.";

    private static final String OURS = "Bout";

    Account(String stack, String region, Shell shell) {
        this(stack, region, shell, new ArrayList<>());
    }

    record State(String status, String description, Map<String, String> parameters, Map<String, String> outputs) {

        /** A stack that was reviewed and never created, as after an attempt that CloudFormation refused, is none. */
        private static Optional<State> of(Plain stack) {
            String status = stack.get("StackStatus").text();
            String description =
                    stack.has("Description") ? stack.get("Description").text() : "";
            return status.equals("REVIEW_IN_PROGRESS")
                    ? Optional.empty()
                    : Optional.of(new State(status, description, values(stack, "Parameter"), values(stack, "Output")));
        }

        private static Map<String, String> values(Plain stack, String kind) {
            Map<String, String> values = new TreeMap<>();
            if (stack.has(kind + "s")) {
                for (Plain each : stack.get(kind + "s").entries()) {
                    values.put(
                            each.get(kind + "Key").text(),
                            each.get(kind + "Value").text());
                }
            }
            return values;
        }

        boolean isOurs() {
            return description.startsWith(OURS);
        }

        /** Whether its creation failed and was rolled back: nothing of it is left but the name. */
        boolean isRolledBack() {
            return status.equals("ROLLBACK_COMPLETE");
        }

        String output(String name) {
            return Optional.ofNullable(outputs.get(name))
                    .orElseThrow(() -> new CommandFailed("the stack has no output " + name + ", and is in the state "
                            + status + ".\nNext: look at its events in CloudFormation's console. If it was never"
                            + " created completely, delete it there."));
        }
    }

    Command aws(String words, Object... values) {
        return Command.of("aws " + words, values).and("--region", region, "--output", "json");
    }

    Command cloudFormation(String words) {
        return aws("cloudformation " + words + " --stack-name %s", stack);
    }

    /** Shows the resources that could not be made, changed or deleted, the newest first, each with its reason. */
    Command failures() {
        return aws(
                "cloudformation describe-stack-events --stack-name %s --query %s",
                stack, "StackEvents[?ends_with(ResourceStatus, '_FAILED')].[LogicalResourceId, ResourceStatusReason]");
    }

    Optional<State> state() {
        Output stacks = shell.run(cloudFormation("describe-stacks"));
        if (shell.dry() || stacks.err().contains("does not exist")) {
            return Optional.empty();
        }
        if (!stacks.ok()) {
            throw failed("cannot ask for the stack " + stack + ": " + stacks.reason(), AGAIN);
        }
        return State.of(stacks.json().get("Stacks").at(0));
    }

    Output require(Command command, String otherwise, String next) {
        Output output = shell.run(command);
        if (!output.ok()) {
            throw failed(otherwise + ": " + output.reason(), next);
        }
        return output;
    }

    CommandFailed failed(String what, String next) {
        return new CommandFailed(what.replaceFirst("[.]$", "") + ".\nDone so far: "
                + (done.isEmpty() ? "nothing was changed" : String.join(", ", done)) + ".\nNext: " + next);
    }
}
