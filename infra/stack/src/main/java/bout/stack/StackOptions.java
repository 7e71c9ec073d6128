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
 * How a stack is started.
 *
 * @param template the template.yaml
 * @param port where the front listens on 127.0.0.1; 0 = a free port
 * @param data where everything is kept; empty = in memory
 * @param finished told of each match that finishes or fails, once, on a thread of the stack
 * @param processes whether functions run in processes of their own, as in Lambda, and not in this one
 * @param parameters values of the template's parameters, in place of its defaults
 * @param schedule how often what the template runs at intervals is run, in place of what the template says; EventBridge
 *     knows no interval below a minute
 * @param route what functions are told to be the endpoints of the parts; the stack's own front and pollers use the parts
 *     themselves
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

    /** The way from the functions to the parts. */
    public interface Route {

        Route DIRECT = parts -> parts;

        /** @throws IOException if the way cannot be made; the stack does not start then */
        Endpoints to(Endpoints parts) throws IOException;
    }

    private static final String RUNNER_PROCESSES = "4";

    /** In what a stack on one machine differs from a deployment. */
    private static final Map<String, String> OPEN =
            Map.of("BotAddresses", "loopback", "Access", "open", "HealthSpreadSeconds", "0");

    private static final String LADDERS = "LadderMatchesPerHour";

    public StackOptions {
        parameters = Map.copyOf(parameters);
    }

    /**
     * This template on a free port, all in memory and in this process; open to everyone on this machine. Nothing is played
     * that nobody asked for.
     */
    public static StackOptions of(Path template) {
        return new StackOptions(
                        template, 0, Optional.empty(), Optional.empty(), false, OPEN, Optional.empty(), Route.DIRECT)
                .withLadders(0);
    }

    /**
     * The template.yaml of the repository that the process runs in, on a free port, all in memory.
     *
     * @throws bout.embedded.InvalidTemplate if there is none in the current folder or above it
     */
    public static StackOptions ofThisRepository() {
        return of(Template.nearest(Path.of("")));
    }

    public StackOptions withPort(int wanted) {
        return new StackOptions(template, wanted, data, finished, processes, parameters, schedule, route);
    }

    public StackOptions withData(Path folder) {
        return new StackOptions(template, port, Optional.of(folder), finished, processes, parameters, schedule, route);
    }

    public StackOptions withFinished(Consumer<MatchRecord> listener) {
        return new StackOptions(template, port, data, Optional.of(listener), processes, parameters, schedule, route);
    }

    /** Functions in processes, with as many runners as one machine has room for. */
    public StackOptions withProcesses() {
        return new StackOptions(template, port, data, finished, true, parameters, schedule, route)
                .withParameter("RunnerConcurrency", RUNNER_PROCESSES);
    }

    /**
     * As the template says it for a deployment: bots at public addresses only, tokens for what is not public.
     *
     * @param adminToken 32 to 128 characters
     */
    public StackOptions strict(String adminToken) {
        Map<String, String> all = new HashMap<>(parameters);
        OPEN.keySet().forEach(all::remove);
        all.put("AdminToken", adminToken);
        return new StackOptions(template, port, data, finished, processes, all, schedule, route);
    }

    /** @param perHour how many matches of each game's ladder are begun in an hour at most */
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
