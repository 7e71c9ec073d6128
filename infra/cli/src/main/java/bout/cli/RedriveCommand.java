package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(
        name = "redrive",
        header = "Put failed matches back into the queue.",
        description = {
            "Matches fail only because of server errors; their ids are then in the dead-letter queue. Each one continues"
                    + " from its last checkpoint. It is safe to stop this command and to repeat it. A deployment requires"
                    + " an admin token."
        },
        footer = {"  bout redrive", "  bout redrive --api https://bout.example.org"})
final class RedriveCommand extends ApiCommand {

    /** What one request did, and whether there is more to do. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Redriven(int putBack, int removed, int left, boolean more) {}

    @Override
    protected int run(ApiClient client) {
        int putBack = 0;
        int removed = 0;
        int left = 0;
        boolean more = true;
        while (more) {
            Redriven done = client.post("/api/dead-letters/redrive", Map.of(), Redriven.class);
            putBack += done.putBack();
            removed += done.removed();
            left += done.left();
            more = done.more();
            if (more) {
                err().println(putBack + " so far");
                err().flush();
            }
        }
        out().println(matches(putBack) + " put back into the queue");
        if (removed > 0) {
            out().println(matches(removed) + " had already finished");
        }
        if (left > 0) {
            out().println(matches(left) + " still running: unchanged");
        }
        return 0;
    }

    private static String matches(int number) {
        return number + (number == 1 ? " match" : " matches");
    }
}
