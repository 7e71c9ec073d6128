package bout.cli.deploy;

import bout.engine.Plain;
import java.util.Optional;
import java.util.Set;

/** What CloudFormation says of the last creation, update or deletion of a stack. */
final class StackEvents {

    /** With one of these states of the stack itself an operation begins. */
    private static final Set<String> BEGINNINGS =
            Set.of("CREATE_IN_PROGRESS", "UPDATE_IN_PROGRESS", "DELETE_IN_PROGRESS", "REVIEW_IN_PROGRESS");

    private StackEvents() {}

    /**
     * The failure that came before all others of the last operation: it made the others fail.
     *
     * @param events the newest first, each as type, status, logical id and reason
     */
    static Optional<String> firstFailure(Plain events) {
        Optional<String> earliest = Optional.empty();
        for (Plain event : events.entries()) {
            String status = event.at(1).text();
            if (event.at(0).text().equals("AWS::CloudFormation::Stack") && BEGINNINGS.contains(status)) {
                break;
            }
            if (status.endsWith("_FAILED")
                    && !event.at(3).isNull()
                    && !event.at(3).text().contains("cancelled")) {
                earliest = Optional.of(event.at(2).text() + ": " + event.at(3).text());
            }
        }
        return earliest;
    }
}
