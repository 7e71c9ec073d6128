package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiOptions;
import bout.engine.Plain;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "redrive",
        header = "Put matches that failed back into the queue.",
        description = {
            "A match only fails for a reason of ours, and then its id is in the dead-letter queue. Each goes on from where it "
                    + "was saved last, its faults forgotten. To stop this command, or to give it again, does no harm. On a "
                    + "deployment it takes a token with the scope admin."
        },
        footer = {"  bout redrive", "  bout redrive --api https://bout.example.org"})
final class RedriveCommand implements Callable<Integer> {

    private static final int MOST = Integer.MAX_VALUE;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ApiOptions api;

    @Override
    public Integer call() {
        int putBack = 0;
        int removed = 0;
        int left = 0;
        try (ApiClient client = api.client(spec.commandLine())) {
            boolean more = true;
            while (more) {
                Plain done = client.post("/api/dead-letters/redrive", Map.of());
                putBack += done.get("putBack").integer(0, MOST);
                removed += done.get("removed").integer(0, MOST);
                left += done.get("left").integer(0, MOST);
                more = done.get("more").bool();
                if (more) {
                    spec.commandLine().getErr().println(putBack + " so far");
                    spec.commandLine().getErr().flush();
                }
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(matches(putBack) + " put back");
        if (removed > 0) {
            out.println(matches(removed) + " had been played after all");
        }
        if (left > 0) {
            out.println(matches(left) + " being played at this moment: left as they are");
        }
        out.flush();
        return 0;
    }

    private static String matches(int number) {
        return number + (number == 1 ? " match" : " matches");
    }
}
