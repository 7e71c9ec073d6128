package bout.stack;

import bout.cloud.Cloud;
import bout.cloud.storage.StorageException;
import bout.cloud.template.Application;
import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Cdn;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import bout.cloud.template.Deployment;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import bout.stack.Front.Served;
import bout.stack.function.Account;
import bout.stack.function.FunctionNotLoaded;
import bout.stack.function.InProcessFunction;
import bout.stack.function.LimitedFunction;
import bout.stack.function.LineageHeader;
import bout.stack.function.LocalFunction;
import bout.stack.function.TableRole;
import bout.stack.http.AllowedOrigins;
import bout.stack.http.BucketObjects;
import bout.stack.http.SiteFiles;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.match.Matches;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

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

    private static final String LOOPBACK = "127.0.0.1";

    /** The queue whose messages name matches. */
    private static final String MATCHES_QUEUE = "MatchesQueue";

    /** The function that begins matches by itself. */
    private static final String MATCHMAKER = "MatchmakerFunction";

    /** How long a running match may continue after a stop was requested. The rest is played after the next start. */
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private static final int FRONT_DRAIN_S = 2;

    private final Front front;
    private final URI site;
    private final Clients clients;
    private final Map<String, String> environment;
    private final Account account;
    private final List<Step> stops;
    private boolean stopped;

    /** One step of stopping the stack. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private Stack(
            Front front,
            URI site,
            Clients clients,
            Map<String, String> environment,
            Account account,
            List<Step> stops) {
        this.front = front;
        this.site = site;
        this.clients = clients;
        this.environment = environment;
        this.account = account;
        this.stops = stops;
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
        List<Step> stops = new ArrayList<>();
        try {
            return start(options, progress, stops);
        } catch (FunctionNotLoaded failed) {
            stop(stops);
            throw new StackNotStarted(failed.getMessage(), failed);
        } catch (StackNotStarted | RuntimeException failed) {
            stop(stops);
            throw failed;
        }
    }

    private static Stack start(StackOptions options, Consumer<String> progress, List<Step> stops)
            throws StackNotStarted, FunctionNotLoaded {
        Template template;
        try {
            template = Template.read(options.template());
        } catch (InvalidTemplate invalid) {
            throw new StackNotStarted(invalid.getMessage(), invalid);
        }
        HttpServer server = Front.bind(options.network().isPresent(), options.port());
        stops.addFirst(() -> server.stop(0));
        int port = server.getAddress().getPort();
        URI site = URI.create("http://"
                + options.network()
                        .map(network -> AllowedOrigins.host(network.address()))
                        .orElse(LOOPBACK)
                + ":" + port);
        Optional<DataFolder> folder = Optional.empty();
        if (options.data().isPresent()) {
            progress.accept("Opening " + options.data().get());
            DataFolder taken = DataFolder.take(options.data().get());
            stops.addFirst(taken::close);
            folder = Optional.of(taken);
        }
        Application application;
        try {
            application = template.application(new Deployment(NAME, options.parameters(), QUEUES, REGION));
        } catch (InvalidTemplate invalid) {
            throw new StackNotStarted(invalid.getMessage(), invalid);
        }
        Cloud cloud;
        try {
            cloud = folder.isPresent() ? Cloud.in(folder.get().path(), application) : Cloud.inMemory(application);
        } catch (StorageException unusable) {
            throw new StackNotStarted(unusable.getMessage(), unusable);
        }
        stops.addFirst(cloud::close);
        DynamoDbClient table = cloud.table();
        S3Client bucket = cloud.bucket();
        SqsClient queues = cloud.queues();
        Clients clients = new Clients(table, bucket, queues);
        Map<String, String> all = new LinkedHashMap<>(Map.of("AWS_REGION", REGION));
        Map<Application.Function, LocalFunction> functions = new LinkedHashMap<>();
        DrawnSecrets secrets = new DrawnSecrets();
        Account account = new Account(options.limits().concurrency());
        Optional<LineGateway> gateway = Optional.empty();
        if (application.lines().isPresent()) {
            LineGateway bound = LineGateway.bind(
                    application.lines().get(),
                    site.getHost(),
                    server.getAddress().getAddress(),
                    options.port() == 0 ? 0 : options.port() + 1,
                    LineGateway.Limits.AWS);
            stops.addFirst(bound::close);
            gateway = Optional.of(bound);
            all.put(
                    "AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI",
                    bound.managementUrl().toString());
        }
        progress.accept("Loading " + application.functions().size() + " functions");
        for (Application.Function function : application.functions()) {
            Map<String, String> environment = new LinkedHashMap<>(Map.of("AWS_REGION", REGION));
            environment.putAll(secrets.resolve(function.environment()));
            // The template says https, as CloudFront does.
            environment.computeIfPresent("BOUT_SITE", (name, cdn) -> site.toString());
            all.putAll(function.environment());
            if (gateway.isPresent()) {
                String lines = gateway.get().url().toString();
                environment.computeIfPresent("BOUT_LINES", (name, deployed) -> lines);
                all.computeIfPresent("BOUT_LINES", (name, deployed) -> lines);
                environment.put(
                        "AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI",
                        gateway.get().managementUrl().toString());
            }
            Clients own = new Clients(TableRole.of(function).over(table), bucket, LineageHeader.over(queues));
            functions.put(
                    function,
                    new LimitedFunction(
                            InProcessFunction.of(function, Map.copyOf(environment), own), function, account));
        }
        gateway.ifPresent(bound -> bound.serve(lineRoutes(application, functions)));
        Optional<FinishedMatches> finished = options.finished().map(listener -> {
            Matches matches = new Aws(Map.copyOf(all), clients).matches(Clock.systemUTC());
            return new FinishedMatches(matches::find, matches::list, listener);
        });
        finished.ifPresent(watch -> {
            watch.start();
            stops.addFirst(() -> watch.stop(DRAIN));
        });
        List<QueuePoller> pollers = pollers(queues, functions, finished, stops);
        DiskSpace disk = new DiskSpace(folder.map(DataFolder::path));
        List<ScheduledRuns> schedules = schedules(functions, options.schedule(), disk, stops);
        Front front = front(server, bucket, application, functions, options, secrets, gateway, disk, stops);
        front.open();
        Stack stack = new Stack(front, site, clients, Map.copyOf(all), account, stops);
        progress.accept("Waiting for the site and the API");
        Readiness.await(stack.address());
        // Last, so that no match starts before the stack is ready.
        pollers.forEach(QueuePoller::start);
        schedules.forEach(ScheduledRuns::start);
        return stack;
    }

    private static Map<String, LocalFunction> lineRoutes(
            Application application, Map<Application.Function, LocalFunction> functions) {
        Map<String, LocalFunction> byId = new LinkedHashMap<>();
        functions.forEach((function, local) -> byId.put(function.logicalId(), local));
        Map<String, LocalFunction> routes = new LinkedHashMap<>();
        application.lines().orElseThrow().routes().forEach((route, function) -> routes.put(route, byId.get(function)));
        return routes;
    }

    /** The headers name the deployment's WebSocket API, where pages may connect. */
    private static Behavior withLinesAt(Behavior behavior, Application application, LineGateway gateway) {
        String deployed = origin(URI.create(application.lines().orElseThrow().url()));
        Map<String, String> headers = new LinkedHashMap<>();
        behavior.headers().forEach((name, value) -> headers.put(name, value.replace(deployed, origin(gateway.url()))));
        return new Behavior(
                behavior.pathPattern(), behavior.origin(), behavior.methods(), headers, behavior.viewerHeader());
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getAuthority();
    }

    private static List<QueuePoller> pollers(
            SqsClient sqs,
            Map<Application.Function, LocalFunction> functions,
            Optional<FinishedMatches> finished,
            List<Step> stops) {
        List<QueuePoller> pollers = new ArrayList<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof QueueBatches source) {
                String arn = "arn:aws:sqs:" + REGION + ":000000000000:"
                        + source.queue().name();
                Optional<QueuePoller.Listener> listener = finished.filter(
                                watch -> source.queue().logicalId().equals(MATCHES_QUEUE))
                        .map(watch -> watch);
                pollers.add(new QueuePoller(sqs, source, arn, local, listener));
            }
        }));
        stops.addFirst(() -> {
            pollers.forEach(QueuePoller::stop);
            for (QueuePoller poller : pollers) {
                poller.drain(DRAIN);
            }
        });
        return pollers;
    }

    private static List<ScheduledRuns> schedules(
            Map<Application.Function, LocalFunction> functions,
            Optional<Duration> every,
            DiskSpace disk,
            List<Step> stops) {
        List<ScheduledRuns> schedules = new ArrayList<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof Schedule schedule) {
                schedules.add(new ScheduledRuns(
                        local,
                        every.map(Schedule::new).orElse(schedule),
                        () -> function.logicalId().equals(MATCHMAKER) && disk.low()));
            }
        }));
        stops.addFirst(() -> {
            for (ScheduledRuns schedule : schedules) {
                schedule.stop(DRAIN);
            }
        });
        return schedules;
    }

    private static Front front(
            HttpServer server,
            S3Client s3,
            Application application,
            Map<Application.Function, LocalFunction> functions,
            StackOptions options,
            DrawnSecrets secrets,
            Optional<LineGateway> gateway,
            DiskSpace disk,
            List<Step> stops) {
        Map<Route, LocalFunction> routes = new LinkedHashMap<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof Route route) {
                routes.put(route, local);
            }
        }));
        HttpApi api = new HttpApi(
                routes,
                options.limits().throttles()
                        ? RouteThrottles.of(application.throttles(), System::nanoTime)
                        : RouteThrottles.NONE);
        List<Served> served = new ArrayList<>();
        Cdn cdn = application
                .cdn()
                .orElseGet(() -> new Cdn(
                        "",
                        List.of(new Behavior("*", new ApiOrigin(Map.of()), HTTP_METHODS, Map.of(), Optional.empty()))));
        for (Behavior deployed : cdn.behaviors()) {
            Behavior behavior = gateway.map(bound -> withLinesAt(deployed, application, bound))
                    .orElse(deployed);
            served.add(new Served(
                    behavior,
                    switch (behavior.origin()) {
                        case ApiOrigin anApi ->
                            request -> disk.refusal(request)
                                    .orElseGet(() -> api.answer(request.with(secrets.resolve(anApi.headers()))));
                        case BucketOrigin bucket ->
                            // In a deployment, this content is uploaded to the default origin's bucket; here it is on
                            // the class path.
                            bucket.equals(cdn.defaultBehavior().origin())
                                    ? new SiteFiles(cdn.rootObject())::answer
                                    : new BucketObjects(s3, bucket.bucket())::answer;
                    }));
        }
        int port = server.getAddress().getPort();
        Set<String> further = new LinkedHashSet<>(options.origins());
        options.network()
                .ifPresent(network -> network.names().forEach(name -> further.add("http://" + name + ":" + port)));
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(port, further);
        Front front = new Front(server, allowed, served);
        stops.addFirst(() -> front.close(FRONT_DRAIN_S));
        return front;
    }

    private static final List<String> HTTP_METHODS =
            List.of("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE");

    /** The address of the site, the API and the replays on this machine. */
    public URI address() {
        return front.address();
    }

    /** The address of the same for those who are to use it: not the one on this machine if it serves a network. */
    public URI site() {
        return site;
    }

    /** What reaches the table, the bucket and the queues, as nobody in particular. */
    public Clients clients() {
        return clients;
    }

    /** The table, the bucket and the queues, as nobody in particular. */
    public Aws aws() {
        return new Aws(environment, clients);
    }

    /** The environment variables of all functions together: the table, the bucket, the queues. */
    public Map<String, String> environment() {
        return environment;
    }

    /** How many invocations Lambda would have dropped because of a loop, by the function's logical id. */
    public Map<String, Long> droppedInvocations() {
        return account.dropped();
    }

    /**
     * Stops everything in order: the front, the schedules, the pollers, the cloud. Running matches get a few seconds to
     * finish; the others continue at the next start with the same data folder. Further calls have no effect.
     */
    @Override
    public synchronized void close() {
        if (!stopped) {
            stopped = true;
            stop(stops);
        }
    }

    private static void stop(List<Step> stops) {
        for (Step step : stops) {
            try {
                step.run();
            } catch (IOException | RuntimeException failed) {
                LOG.error("Could not stop a part of the stack", failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                LOG.error("Interrupted while stopping; the rest is stopped without waiting");
            }
        }
    }
}
