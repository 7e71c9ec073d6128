package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.engine.Plain;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(
        name = "requeue",
        header = "Put failed matches back into the queue.",
        description = {
            "Matches fail only because of server errors; their ids are then in the dead-letter queue. Each one continues"
                    + " from its last checkpoint. It is safe to stop this command and to repeat it. A deployment requires"
                    + " an admin token."
        },
        footer = {"  bout requeue", "  bout requeue --api https://bout.example.org"})
final class RequeueCommand extends ApiCommand {

    @Override
    protected int run(ApiClient client) {
        int putBack = 0;
        int removed = 0;
        int left = 0;
        Plain done;
        do {
            done = client.post("/api/dead-letters/requeue", Map.of());
            putBack += done.get("putBack").integer(0, Integer.MAX_VALUE);
            removed += done.get("removed").integer(0, Integer.MAX_VALUE);
            left += done.get("left").integer(0, Integer.MAX_VALUE);
            if (done.get("more").bool()) {
                say(putBack + " so far");
            }
        } while (done.get("more").bool());
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
