package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What CloudFormation says of a stack.
 *
 * @param parameters by name; the values of secrets are stars
 */
record StackState(String status, String description, Map<String, String> parameters, Map<String, String> outputs) {

    /** What the template's Description begins with. */
    private static final String OURS = "Bout";

    /**
     * The stack of an answer of {@code describe-stacks}; empty if it was reviewed and never created, as after a first
     * attempt that CloudFormation refused.
     */
    static Optional<StackState> of(Plain answer) {
        Plain stack = answer.get("Stacks").at(0);
        String status = stack.get("StackStatus").text();
        if (status.equals("REVIEW_IN_PROGRESS")) {
            return Optional.empty();
        }
        return Optional.of(new StackState(
                status,
                stack.has("Description") ? stack.get("Description").text() : "",
                values(stack, "Parameter"),
                values(stack, "Output")));
    }

    private static Map<String, String> values(Plain stack, String kind) {
        Map<String, String> values = new TreeMap<>();
        if (stack.has(kind + "s")) {
            stack.get(kind + "s")
                    .entries()
                    .forEach(each -> values.put(
                            each.get(kind + "Key").text(),
                            each.get(kind + "Value").text()));
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
        String value = outputs.get(name);
        if (value == null) {
            throw new CommandFailed("the stack has no output " + name + ", and is in the state " + status
                    + ".\nNext: look at its events in CloudFormation's console. If it was never created completely, delete it"
                    + " there.");
        }
        return value;
    }
}
