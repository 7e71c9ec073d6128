package bout.stack;

import bout.embedded.Endpoints;
import bout.embedded.Template;
import bout.store.match.MatchRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of a stack.
 *
 * @param template the template.yaml
 * @param port the front's port on 127.0.0.1; 0 = any free port
 * @param data where all data is stored; empty = in memory
 * @param finished receives each match that finishes or fails, once, on a thread of the stack
 * @param processes whether functions run in their own processes, as in Lambda
 * @param parameters overrides for the template's parameters
 * @param schedule overrides the interval of the template's schedules; EventBridge's minimum is a minute
 * @param route the endpoints that functions get; the stack's own front and pollers use the services directly
 */
public record StackOptions(
        Path template,
        int port,
        Optional<Path> data,
        Optional<Consumer<MatchRecord>> finished,
        boolean processes,
        Map<String, String> parameters,
        Optional<Duration> schedule,
        Route route) {

    /** The route from the functions to the services. */
    public interface Route {

        Route DIRECT = parts -> parts;

        /** @throws IOException if the route cannot be opened; the stack does not start then */
        Endpoints to(Endpoints parts) throws IOException;
    }

    private static final String RUNNER_PROCESSES = "4";

    /** How the local stack differs from a deployment. */
    private static final Map<String, String> OPEN =
            Map.of("BotAddresses", "loopback", "Access", "open", "HealthSpreadSeconds", "0");

    private static final String LADDERS = "LadderMatchesPerHour";

    public StackOptions {
        parameters = Map.copyOf(parameters);
    }

    /**
     * A template on a free port, in memory and in this process, open to everyone on this machine. No ladder matches.
     */
    public static StackOptions of(Path template) {
        return new StackOptions(
                        template, 0, Optional.empty(), Optional.empty(), false, OPEN, Optional.empty(), Route.DIRECT)
                .withLadders(0);
    }

    /**
     * The template of the repository that the process runs in, on a free port and in memory.
     *
     * @throws bout.embedded.InvalidTemplate if there is none in the current folder or above it
     */
    public static StackOptions ofThisRepository() {
        return of(Template.nearest(Path.of("")));
    }

    public StackOptions withPort(int newPort) {
        return new StackOptions(template, newPort, data, finished, processes, parameters, schedule, route);
    }

    public StackOptions withData(Path folder) {
        return new StackOptions(template, port, Optional.of(folder), finished, processes, parameters, schedule, route);
    }

    public StackOptions withFinished(Consumer<MatchRecord> listener) {
        return new StackOptions(template, port, data, Optional.of(listener), processes, parameters, schedule, route);
    }

    /** Runs functions in processes, with as many runners as one machine can handle. */
    public StackOptions withProcesses() {
        return new StackOptions(template, port, data, finished, true, parameters, schedule, route)
                .withParameter("RunnerConcurrency", RUNNER_PROCESSES);
    }

    /**
     * Uses the settings of a deployment: bots at public addresses only, tokens required.
     *
     * @param adminToken 32 to 128 characters
     */
    public StackOptions strict(String adminToken) {
        Map<String, String> all = new HashMap<>(parameters);
        OPEN.keySet().forEach(all::remove);
        all.put("AdminToken", adminToken);
        return new StackOptions(template, port, data, finished, processes, all, schedule, route);
    }

    /** @param perHour the limit of matches per hour on each game's ladder */
    public StackOptions withLadders(int perHour) {
        return withParameter(LADDERS, Integer.toString(perHour));
    }

    public StackOptions withParameter(String name, String value) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put(name, value);
        return new StackOptions(template, port, data, finished, processes, all, schedule, route);
    }

    public StackOptions withSchedule(Duration every) {
        return new StackOptions(template, port, data, finished, processes, parameters, Optional.of(every), route);
    }

    public StackOptions withRoute(Route way) {
        return new StackOptions(template, port, data, finished, processes, parameters, schedule, way);
    }
}
