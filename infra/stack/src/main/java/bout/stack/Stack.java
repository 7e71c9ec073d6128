package bout.stack;

import bout.bots.HttpAnswer;
import bout.cloud.Cloud;
import bout.cloud.CloudTable;
import bout.cloud.StorageException;
import bout.cloud.template.Application;
import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Redirect;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Application.WebSocketApi;
import bout.cloud.template.Deployment;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import bout.competition.Coded;
import bout.stack.Front.Served;
import bout.stack.http.AllowedOrigins;
import bout.stack.http.BucketObjects;
import bout.stack.http.HttpRequest;
import bout.stack.http.RouteTable;
import bout.stack.http.SiteFiles;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.table.Item;
import bout.table.TableLayout;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The whole application of template.yaml on one machine: the API, the replays and the site at one HTTP address; the
 * functions behind queue pollers and schedules, and a {@link Cloud}, all in this process. Everything listens on
 * loopback only; the front and the lines of connected bots also listen to a local network, if they are told to.
 */
public final class Stack implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Stack.class);

    /** The prefix of table, queue and bucket names. Changing it makes existing data folders useless. */
    private static final String NAME = "bout";

    private static final String REGION = "eu-central-1";

    /** Only the last parts of the queues' URLs count. */
    private static final URI QUEUES = URI.create("http://sqs.local");

    /** The function that begins matches by itself. */
    private static final String MATCHMAKER = "MatchmakerFunction";

    /** How long a running match may continue after a stop was requested. The rest is played after the next start. */
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private static final int FRONT_DRAIN_S = 2;
    private static final int ANSWER_MS = 60_000;

    private final StackOptions options;
    private final HttpServer server;
    private final URI site;
    private final Deque<Step> stops = new ArrayDeque<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    /** By their logical ids. */
    private final Map<String, LocalFunction> functions = new LinkedHashMap<>();

    private final DrawnSecrets secrets = new DrawnSecrets();
    private Application application;
    private Clients clients;
    private WebSocketGateway gateway;
    private DiskSpace disk;

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private Stack(StackOptions options) throws StackNotStarted {
        this.options = options;
        this.server = Front.bind(options.network.isPresent(), options.port);
        this.site = options.network
                .map(network -> URI.create("http://" + AllowedOrigins.host(network.address()) + ":" + port()))
                .orElseGet(this::address);
        stops.push(() -> server.stop(0));
    }

    /**
     * Starts a stack, and returns when all of it answers.
     *
     * @throws StackNotStarted with the reason; nothing is left running
     */
    public static Stack start(StackOptions options) throws StackNotStarted {
        return start(options, phase -> {});
    }

    /** @param progress gets one line for each phase when it begins */
    public static Stack start(StackOptions options, Consumer<String> progress) throws StackNotStarted {
        Stack stack = new Stack(options);
        try {
            stack.begin(progress);
            return stack;
        } catch (InvalidTemplate | StorageException unusable) {
            stack.close();
            throw new StackNotStarted(unusable.getMessage(), unusable);
        } catch (StackNotStarted | RuntimeException failed) {
            stack.close();
            throw failed;
        }
    }

    private void begin(Consumer<String> progress) throws StackNotStarted {
        application = Template.read(options.template)
                .application(new Deployment(NAME, Map.copyOf(options.parameters), QUEUES, REGION));
        openCloud(progress);
        WebSocketApi lines = application.lines().orElseThrow();
        gateway = WebSocketGateway.bind(
                lines, site.getHost(), server.getAddress().getAddress(), options.port == 0 ? 0 : options.port + 1);
        stops.push(gateway::close);
        progress.accept("Loading " + application.functions().size() + " functions");
        loadFunctions();
        Map<String, LocalFunction> routes = new HashMap<>();
        lines.routes().forEach((route, function) -> routes.put(route, functions.get(function)));
        gateway.serve(routes);
        List<QueuePoller> pollers = pollers();
        List<ScheduledRuns> schedules = schedules();
        Front front = front();
        front.open();
        progress.accept("Waiting for the site and the API");
        for (String path : List.of("/", "/api/games", "/api/matches?limit=1")) {
            awaitAnswer(path);
        }
        // Last, so that no match starts before the stack is ready.
        pollers.forEach(QueuePoller::start);
        schedules.forEach(ScheduledRuns::start);
    }

    private void openCloud(Consumer<String> progress) throws StackNotStarted {
        Cloud cloud;
        if (options.data.isPresent()) {
            progress.accept("Opening " + options.data.get());
            Path folder = DataFolder.checked(options.data.get());
            disk = new DiskSpace(Optional.of(folder));
            cloud = Cloud.in(folder, application);
        } else {
            disk = new DiskSpace(Optional.empty());
            cloud = Cloud.inMemory(application);
        }
        stops.push(cloud::close);
        options.finished.ifPresent(listener -> report(cloud.table(), listener));
        clients = new Clients(cloud.table(), cloud.bucket(), cloud.queues());
    }

    private void loadFunctions() throws StackNotStarted {
        for (Application.Function function : application.functions()) {
            Map<String, String> own = new HashMap<>(function.environment());
            // The template says https and wss, as CloudFront and API Gateway do.
            own.computeIfPresent("BOUT_SITE", (name, cdn) -> site.toString());
            own.computeIfPresent("BOUT_LINES", (name, deployed) -> gateway.url().toString());
            own.put("AWS_REGION", REGION);
            own.put(
                    "AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI",
                    gateway.managementUrl().toString());
            environment.putAll(own);
            LocalFunction local = LocalFunction.of(function, new Aws(Map.copyOf(secrets.resolve(own)), clients));
            functions.put(local.name(), local);
        }
    }

    /** Reports each match when its item says that it is over; not on the table's thread, on which all writes wait. */
    private static void report(CloudTable table, Consumer<MatchRecord> listener) {
        table.watch((before, after) -> {
            if (TableLayout.isMatch(after) && isOver(after) && !isOver(before)) {
                MatchRecord match = new Item(after).as(MatchRecord.class);
                Thread.startVirtualThread(() -> listener.accept(match));
            }
        });
    }

    private static boolean isOver(Map<String, AttributeValue> match) {
        return match.containsKey(TableLayout.STATUS)
                && Coded.of(Status.class, match.get(TableLayout.STATUS).s())
                        .orElseThrow()
                        .over();
    }

    private List<QueuePoller> pollers() {
        List<QueuePoller> pollers = new ArrayList<>();
        for (LocalFunction function : functions.values()) {
            for (QueueBatches source : function.function().events(QueueBatches.class)) {
                pollers.add(new QueuePoller(clients.sqs().get(), source, function));
            }
        }
        stops.push(() -> {
            pollers.forEach(QueuePoller::stop);
            for (QueuePoller poller : pollers) {
                poller.drain(DRAIN);
            }
        });
        return pollers;
    }

    private List<ScheduledRuns> schedules() {
        List<ScheduledRuns> schedules = new ArrayList<>();
        for (LocalFunction function : functions.values()) {
            for (Schedule schedule : function.function().events(Schedule.class)) {
                schedules.add(new ScheduledRuns(
                        function,
                        options.schedule.orElse(schedule.every()),
                        () -> function.name().equals(MATCHMAKER) && disk.low()));
            }
        }
        stops.push(() -> {
            for (ScheduledRuns schedule : schedules) {
                schedule.stop(DRAIN);
            }
        });
        return schedules;
    }

    private Front front() {
        Cdn cdn = application.cdn().orElseThrow();
        List<Served> served = cdn.behaviors().stream()
                .map(behavior -> new Served(withLinesHere(behavior), origin(behavior, cdn)))
                .toList();
        Set<String> further = new LinkedHashSet<>(options.origins);
        options.network.ifPresent(
                network -> network.names().forEach(name -> further.add("http://" + name + ":" + port())));
        Front front = new Front(server, AllowedOrigins.loopbackAnd(port(), further), served);
        stops.push(() -> front.close(FRONT_DRAIN_S));
        return front;
    }

    private Function<HttpRequest, HttpAnswer> origin(Behavior behavior, Cdn cdn) {
        return switch (behavior.origin()) {
            case ApiOrigin origin -> {
                Map<Route, LocalFunction> routes = new HashMap<>();
                for (LocalFunction function : functions.values()) {
                    function.function().events(Route.class).forEach(route -> routes.put(route, function));
                }
                HttpApi api = new HttpApi(new RouteTable<>(routes));
                Map<String, String> headers = secrets.resolve(origin.headers());
                yield request -> disk.refusal(request).orElseGet(() -> api.answer(request.with(headers)));
            }
            case Redirect redirect ->
                request -> HttpAnswer.of(302, Map.of("Location", redirect.location(request.rawPath())), new byte[0]);
            // In a deployment, this content is uploaded to the default origin's bucket; here it is on the class path.
            case BucketOrigin bucket
            when bucket.equals(cdn.defaultBehavior().origin()) -> new SiteFiles(cdn.rootObject())::answer;
            case BucketOrigin bucket -> new BucketObjects(clients.s3().get(), bucket.bucket())::answer;
        };
    }

    /** The headers name the deployment's WebSocket API, where pages may connect. */
    private Behavior withLinesHere(Behavior behavior) {
        String deployed = origin(URI.create(application.lines().orElseThrow().url()));
        Map<String, String> headers = new LinkedHashMap<>();
        behavior.headers().forEach((name, value) -> headers.put(name, value.replace(deployed, origin(gateway.url()))));
        return new Behavior(
                behavior.pathPattern(), behavior.origin(), behavior.methods(), headers, behavior.viewerHeader());
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getAuthority();
    }

    private void awaitAnswer(String path) throws StackNotStarted {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) address().resolve(path).toURL().openConnection();
            connection.setConnectTimeout(ANSWER_MS);
            connection.setReadTimeout(ANSWER_MS);
            int status = connection.getResponseCode();
            if (status != 200) {
                throw new StackNotStarted("the stack answers GET " + path + " with status " + status);
            }
            connection.getInputStream().readAllBytes();
        } catch (IOException failed) {
            throw new StackNotStarted(
                    "the stack does not answer GET " + path + ": " + FileProblem.text(failed), failed);
        }
    }

    private int port() {
        return server.getAddress().getPort();
    }

    /** The address of the site, the API and the replays on this machine. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** The address of the same for those who are to use it: not the one on this machine if it serves a network. */
    public URI site() {
        return site;
    }

    public Clients clients() {
        return clients;
    }

    WebSocketGateway gateway() {
        return gateway;
    }

    public Aws aws() {
        return new Aws(environment, clients);
    }

    /** The environment variables of all functions together: the table, the bucket, the queues. */
    public Map<String, String> environment() {
        return environment;
    }

    /**
     * Stops everything in order: the front, the schedules, the pollers, the cloud. Running matches get a few seconds to
     * finish; the others continue at the next start with the same data folder. Further calls have no effect.
     */
    @Override
    public synchronized void close() {
        while (!stops.isEmpty()) {
            try {
                stops.pop().run();
            } catch (IOException | RuntimeException failed) {
                LOG.error("Could not stop a part of the stack", failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                LOG.error("Interrupted while stopping; the rest is stopped without waiting");
            }
        }
    }
}
