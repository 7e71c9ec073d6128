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
        header = "Put failed matches back into the queue.",
        description = {
            "Matches fail only because of server errors; their ids are then in the dead-letter queue. Each one continues"
                    + " from its last checkpoint. It is safe to stop this command and to repeat it. A deployment requires"
                    + " an admin token."
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
        out.println(matches(putBack) + " put back into the queue");
        if (removed > 0) {
            out.println(matches(removed) + " had already finished");
        }
        if (left > 0) {
            out.println(matches(left) + " still running: unchanged");
        }
        out.flush();
        return 0;
    }

    private static String matches(int number) {
        return number + (number == 1 ? " match" : " matches");
    }
}
