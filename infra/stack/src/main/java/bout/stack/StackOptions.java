package bout.stack;

import bout.cloud.template.Template;
import bout.store.match.MatchRecord;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Options of a stack.
 *
 * @param template the template.yaml
 * @param port the front's port; 0 = any free port
 * @param origins where the front may be reached besides this machine's own names for itself, such as
 *     {@code https://bout.example.org}
 * @param network how others of a local network reach the front, which then listens on all interfaces; empty = it
 *     listens on 127.0.0.1 only, as everything else always does
 * @param data where all data is stored; empty = in memory
 * @param finished receives each match that finishes or fails, once, on a thread of the stack
 * @param parameters overrides for the template's parameters, and environment variables (BOUT_...) of all functions
 * @param schedule overrides the interval of the template's schedules; EventBridge's minimum is a minute
 * @param limits what a deployment limits besides
 */
public record StackOptions(
        Path template,
        int port,
        Set<String> origins,
        Optional<Network> network,
        Optional<Path> data,
        Optional<Consumer<MatchRecord>> finished,
        Map<String, String> parameters,
        Optional<Duration> schedule,
        Limits limits) {

    /**
     * This machine in a local network.
     *
     * @param address the address that the site is given as its own; requests to the others are answered, too
     * @param names what the network calls this machine, such as {@code laptop.local}
     */
    public record Network(InetAddress address, Set<String> names) {

        public Network {
            names = Set.copyOf(names);
        }
    }

    /**
     * Limits of an account and of API Gateway that a single machine does not need.
     *
     * @param throttles whether the API's routes have the template's throttles
     * @param concurrency how many functions may run at once; empty = any number
     */
    public record Limits(boolean throttles, OptionalInt concurrency) {

        static final Limits NONE = new Limits(false, OptionalInt.empty());
    }

    /** How the local stack differs from a deployment. */
    private static final Map<String, String> OPEN = Map.of(
            "Access",
            "open",
            "SelfService",
            "on",
            "BOUT_BOT_ADDRESSES",
            "loopback",
            "BOUT_JOINS_PER_ADDRESS",
            "0",
            "BOUT_HEALTH_SPREAD",
            "0",
            "BOUT_UNPROVEN_CALLS_PER_SECOND",
            "0");

    private static final String LADDERS = "LadderMatchesPerBotAndHour";

    public StackOptions {
        parameters = Map.copyOf(parameters);
        origins = Set.copyOf(origins);
    }

    /**
     * A template on a free port, in memory and in this process, open to everyone on this machine. No ladder matches.
     */
    public static StackOptions of(Path template) {
        return new StackOptions(
                        template,
                        0,
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OPEN,
                        Optional.empty(),
                        Limits.NONE)
                .withLadders(0);
    }

    /**
     * The template of the repository that the process runs in, on a free port and in memory.
     *
     * @throws bout.cloud.template.InvalidTemplate if there is none in the current folder or above it
     */
    public static StackOptions ofThisRepository() {
        return of(Template.ofThisRepository());
    }

    public StackOptions withPort(int newPort) {
        return new StackOptions(template, newPort, origins, network, data, finished, parameters, schedule, limits);
    }

    /** @param further origins at which something passes requests on to the front, unchanged */
    public StackOptions withOrigins(Set<String> further) {
        return new StackOptions(template, port, further, network, data, finished, parameters, schedule, limits);
    }

    /** Lets others of a local network reach the front. Use it with {@link #strict} only. */
    public StackOptions withNetwork(Network reached) {
        return new StackOptions(
                template, port, origins, Optional.of(reached), data, finished, parameters, schedule, limits);
    }

    public StackOptions withData(Path folder) {
        return new StackOptions(
                template, port, origins, network, Optional.of(folder), finished, parameters, schedule, limits);
    }

    public StackOptions withFinished(Consumer<MatchRecord> listener) {
        return new StackOptions(
                template, port, origins, network, data, Optional.of(listener), parameters, schedule, limits);
    }

    /**
     * Uses the settings of a deployment: bots at public addresses only, tokens required, throttled routes.
     *
     * @param adminToken 32 to 128 characters
     */
    public StackOptions strict(String adminToken) {
        Map<String, String> all = new HashMap<>(parameters);
        OPEN.keySet().forEach(all::remove);
        all.put("AdminToken", adminToken);
        Limits deployed = new Limits(true, limits.concurrency());
        return new StackOptions(template, port, origins, network, data, finished, all, schedule, deployed);
    }

    /** @param perBotAndHour how many ladder matches each bot gets in an hour */
    public StackOptions withLadders(int perBotAndHour) {
        return withParameter(LADDERS, Integer.toString(perBotAndHour));
    }

    public StackOptions withParameter(String name, String value) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put(name, value);
        return new StackOptions(template, port, origins, network, data, finished, all, schedule, limits);
    }

    /** @param most how many functions may run at once, as in an account with this limit */
    public StackOptions withConcurrency(int most) {
        Limits own = new Limits(limits.throttles(), OptionalInt.of(most));
        return new StackOptions(template, port, origins, network, data, finished, parameters, schedule, own);
    }

    public StackOptions withSchedule(Duration every) {
        return new StackOptions(
                template, port, origins, network, data, finished, parameters, Optional.of(every), limits);
    }
}
