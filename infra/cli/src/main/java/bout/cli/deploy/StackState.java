package bout.cli.deploy;

import bout.engine.Plain;
import java.util.Map;
import java.util.TreeMap;

/** What CloudFormation says of a stack. */
sealed interface StackState {

    /** There is none of this name, or only one that was reviewed and never created. */
    record Absent() implements StackState {}

    /**
     * There is one that can be updated.
     *
     * @param parameters by name; the values of secrets are stars
     */
    record Present(Map<String, String> parameters, Map<String, String> outputs) implements StackState {

        String output(String name) {
            String value = outputs.get(name);
            if (value == null) {
                throw new IllegalStateException("the stack has no output " + name + ", only " + outputs.keySet());
            }
            return value;
        }
    }

    /** Its creation failed and was rolled back; nothing of it is left but the name. */
    record RolledBack() implements StackState {}

    /** There is one that cannot be updated now. */
    record Blocked(String status) implements StackState {}

    /** There is one, but it is not Bout. */
    record Foreign(String description) implements StackState {}

    /** What the template's Description begins with. */
    String OURS = "Bout";

    /** @param stack an element of {@code Stacks} in the answer of {@code describe-stacks} */
    static StackState of(Plain stack) {
        String status = stack.get("StackStatus").text();
        String description = stack.has("Description") ? stack.get("Description").text() : "";
        if (status.equals("REVIEW_IN_PROGRESS")) {
            return new Absent();
        }
        if (!description.startsWith(OURS)) {
            return new Foreign(description);
        }
        return switch (status) {
            case "ROLLBACK_COMPLETE" -> new RolledBack();
            case "CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "IMPORT_COMPLETE" ->
                new Present(
                        values(stack, "Parameters", "ParameterKey", "ParameterValue"),
                        values(stack, "Outputs", "OutputKey", "OutputValue"));
            default -> new Blocked(status);
        };
    }

    private static Map<String, String> values(Plain stack, String list, String key, String value) {
        Map<String, String> values = new TreeMap<>();
        if (stack.has(list)) {
            stack.get(list)
                    .entries()
                    .forEach(each ->
                            values.put(each.get(key).text(), each.get(value).text()));
        }
        return values;
    }

    /** What to do about a stack that cannot be updated now, as a sentence. */
    static String remedy(String status, AwsCommands commands) {
        return switch (status) {
            case "UPDATE_ROLLBACK_FAILED" ->
                "Mend what its events name (" + commands.failures() + "), then run: "
                        + "aws cloudformation continue-update-rollback --stack-name " + commands.stack() + " --region "
                        + commands.region();
            case "ROLLBACK_FAILED", "CREATE_FAILED", "DELETE_FAILED" ->
                "Look at what its events name (" + commands.failures() + "), remove that, then run: "
                        + commands.deleteStack();
            default ->
                status.endsWith("_IN_PROGRESS")
                        ? "Somebody is working on it; wait until that is over."
                        : "See the stack's events: " + commands.failures();
        };
    }
}
