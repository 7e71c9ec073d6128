package bout.stack;

import bout.cloud.template.Template;
import bout.store.access.AdminToken;
import bout.store.match.MatchRecord;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Options of a stack. Each method changes them, and returns them. */
public final class StackOptions {

    /**
     * This machine in a local network.
     *
     * @param address the address that the site is given as its own; requests to the others are answered, too
     * @param names what the network calls this machine, such as {@code laptop.local}
     */
    public record Network(InetAddress address, Set<String> names) {}

    /** How the local stack differs from a deployment. */
    private static final Map<String, String> OPEN = Map.ofEntries(
            Map.entry("Access", "open"),
            Map.entry("SelfService", "on"),
            Map.entry("BOUT_BOT_ADDRESSES", "loopback"),
            Map.entry("BOUT_JOINS_PER_ADDRESS", "0"),
            Map.entry("BOUT_HEALTH_SPREAD", "0"),
            Map.entry("BOUT_UNPROVEN_CALLS_PER_SECOND", "0"));

    final Path template;
    final Map<String, String> parameters = new HashMap<>(OPEN);
    int port;
    Set<String> origins = Set.of();
    Optional<Network> network = Optional.empty();
    Optional<Path> data = Optional.empty();
    Optional<Consumer<MatchRecord>> finished = Optional.empty();
    Optional<Duration> schedule = Optional.empty();

    private StackOptions(Path template) {
        this.template = template;
    }

    /** A template on a free port and in memory, open to everyone on this machine. No ladder matches. */
    public static StackOptions of(Path template) {
        return new StackOptions(template).withLadders(0);
    }

    /**
     * The template of the repository that the process runs in, on a free port and in memory.
     *
     * @throws bout.cloud.template.InvalidTemplate if there is none in the current folder or above it
     */
    public static StackOptions ofThisRepository() {
        return of(Template.ofThisRepository());
    }

    /** @param own the front's port; 0 = any free port */
    public StackOptions withPort(int own) {
        port = own;
        return this;
    }

    /**
     * @param further where the front may be reached besides this machine's own names for itself, such as
     *     {@code https://bout.example.org}: origins at which something passes requests on to it, unchanged
     */
    public StackOptions withOrigins(Set<String> further) {
        origins = Set.copyOf(further);
        return this;
    }

    /**
     * Lets others of a local network reach the front, which then listens on all interfaces; everything else listens on
     * 127.0.0.1 only, always. Use it with {@link #strict} only.
     */
    public StackOptions withNetwork(Network reached) {
        network = Optional.of(reached);
        return this;
    }

    /** @param folder where all data is stored */
    public StackOptions withData(Path folder) {
        data = Optional.of(folder);
        return this;
    }

    /** @param listener receives each match that finishes or fails, once, on a thread of the stack */
    public StackOptions withFinished(Consumer<MatchRecord> listener) {
        finished = Optional.of(listener);
        return this;
    }

    /**
     * Uses the settings of a deployment: bots at public addresses only, tokens required.
     *
     * @param adminToken {@link AdminToken#FORM}
     */
    public StackOptions strict(String adminToken) {
        parameters.keySet().removeAll(OPEN.keySet());
        return withParameter("AdminTokenHash", new AdminToken(adminToken).hash());
    }

    /** @param perBotAndHour how many ladder matches each bot gets in an hour */
    public StackOptions withLadders(int perBotAndHour) {
        return withParameter("LadderMatchesPerBotAndHour", Integer.toString(perBotAndHour));
    }

    /** Overrides a parameter of the template, or sets an environment variable ({@code BOUT_...}) of all functions. */
    public StackOptions withParameter(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    /** @param every the interval of all schedules instead of the template's; EventBridge's minimum is a minute */
    public StackOptions withSchedule(Duration every) {
        schedule = Optional.of(every);
        return this;
    }
}
