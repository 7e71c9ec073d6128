package bout.stack;

import bout.embedded.Application;
import bout.embedded.Application.ApiOrigin;
import bout.embedded.Application.Behavior;
import bout.embedded.Application.BucketOrigin;
import bout.embedded.Application.Cdn;
import bout.embedded.Application.QueueBatches;
import bout.embedded.Application.Route;
import bout.embedded.Application.Schedule;
import bout.embedded.Deployment;
import bout.embedded.EmbeddedAws;
import bout.embedded.Endpoints;
import bout.embedded.InvalidTemplate;
import bout.embedded.Provisioning;
import bout.embedded.Template;
import bout.stack.Front.Served;
import bout.stack.http.BucketObjects;
import bout.stack.http.SiteFiles;
import bout.store.Aws;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The whole application of template.yaml on one machine: the API, the replays and the site at one HTTP address; the
 * functions behind queue pollers and schedules, in this process or in their own; DynamoDB, S3 and SQS embedded.
 * Everything listens on loopback only, and bots may run there too.
 */
public final class Stack implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Stack.class);

    /** The prefix of table, queue and bucket names. Changing it makes existing data folders useless. */
    private static final String NAME = "bout";

    /** How long a running match may continue after a stop was requested. The rest is played after the next start. */
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private static final int FRONT_DRAIN_S = 2;

    static {
        // The AWS SDK uses the JDK's connection pool, which by default keeps 5 connections per host.
        if (System.getProperty("http.maxConnections") == null) {
            System.setProperty("http.maxConnections", "128");
        }
    }

    private final Front front;
    private final Endpoints endpoints;
    private final Map<String, String> environment;
    private final List<FunctionProcesses> processes;
    private final List<Step> stops;
    private boolean stopped;

    /** One step of stopping the stack. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private Stack(
            Front front,
            Endpoints endpoints,
            Map<String, String> environment,
            List<FunctionProcesses> processes,
            List<Step> stops) {
        this.front = front;
        this.endpoints = endpoints;
        this.environment = environment;
        this.processes = processes;
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
        } catch (StackNotStarted | RuntimeException failed) {
            stop(stops);
            throw failed;
        }
    }

    private static Stack start(StackOptions options, Consumer<String> progress, List<Step> stops)
            throws StackNotStarted {
        Template template;
        try {
            template = Template.read(options.template());
        } catch (InvalidTemplate invalid) {
            throw new StackNotStarted(invalid.getMessage(), invalid);
        }
        HttpServer server = Front.bind(options.port());
        stops.addFirst(() -> server.stop(0));
        Optional<DataFolder> folder = Optional.empty();
        if (options.data().isPresent()) {
            progress.accept("Opening " + options.data().get());
            DataFolder taken = DataFolder.take(options.data().get());
            stops.addFirst(taken::close);
            folder = Optional.of(taken);
        }
        progress.accept("Starting DynamoDB, S3 and SQS on this machine");
        EmbeddedAws parts;
        try {
            parts = folder.isPresent() ? EmbeddedAws.in(folder.get().path()) : EmbeddedAws.inMemory();
        } catch (IOException failed) {
            throw new StackNotStarted(failed.getMessage(), failed);
        }
        stops.addFirst(parts::close);
        Endpoints endpoints = parts.endpoints();
        Application application;
        try {
            application = template.application(
                    new Deployment(NAME, options.parameters(), endpoints.sqs(), endpoints.region()));
        } catch (InvalidTemplate invalid) {
            throw new StackNotStarted(invalid.getMessage(), invalid);
        }
        new Provisioning(endpoints).make(application);

        Endpoints routed;
        try {
            routed = options.route().to(endpoints);
        } catch (IOException failed) {
            throw new StackNotStarted("cannot connect the functions to DynamoDB, S3 and SQS: " + failed, failed);
        }
        Map<String, String> all = new LinkedHashMap<>(endpoints.environment());
        Map<Application.Function, LocalFunction> functions = new LinkedHashMap<>();
        List<FunctionProcesses> processes = new ArrayList<>();
        Optional<FunctionJvm> jvm = Optional.empty();
        if (options.processes()) {
            FunctionJvm shared = new FunctionJvm();
            stops.addFirst(shared::close);
            jvm = Optional.of(shared);
        }
        progress.accept("Loading " + application.functions().size() + " functions");
        for (Application.Function function : application.functions()) {
            Map<String, String> environment = new LinkedHashMap<>(routed.environment());
            environment.putAll(function.environment());
            all.putAll(function.environment());
            if (jvm.isPresent()) {
                FunctionProcesses own = new FunctionProcesses(function, environment, jvm.get());
                stops.addFirst(own::close);
                processes.add(own);
                functions.put(function, own);
            } else {
                functions.put(function, InProcessFunction.of(function, Map.copyOf(environment)));
            }
        }
        Optional<FinishedMatches> finished = options.finished()
                .map(listener -> new FinishedMatches(new Aws(Map.copyOf(all)).matches(Clock.systemUTC()), listener));
        finished.ifPresent(watch -> {
            watch.start();
            stops.addFirst(() -> watch.stop(DRAIN));
        });
        List<QueuePoller> pollers = pollers(endpoints, functions, finished, stops);
        List<ScheduledRuns> schedules = schedules(functions, options.schedule(), stops);
        Front front = front(server, endpoints, application, functions, stops);
        front.open();
        Stack stack = new Stack(front, endpoints, Map.copyOf(all), processes, stops);
        progress.accept("Waiting for the site and the API");
        Readiness.await(stack.address());
        // Last, so that no match starts before the stack is ready.
        pollers.forEach(QueuePoller::start);
        schedules.forEach(ScheduledRuns::start);
        return stack;
    }

    private static List<QueuePoller> pollers(
            Endpoints endpoints,
            Map<Application.Function, LocalFunction> functions,
            Optional<FinishedMatches> finished,
            List<Step> stops) {
        SqsClient sqs = endpoints.sqsClient();
        stops.addFirst(sqs::close);
        List<QueuePoller> pollers = new ArrayList<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof QueueBatches source) {
                String arn = "arn:aws:sqs:" + endpoints.region() + ":000000000000:"
                        + source.queue().name();
                pollers.add(new QueuePoller(sqs, source, arn, local, finished.map(watch -> watch)));
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
            Map<Application.Function, LocalFunction> functions, Optional<Duration> every, List<Step> stops) {
        List<ScheduledRuns> schedules = new ArrayList<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof Schedule schedule) {
                schedules.add(new ScheduledRuns(local, every.map(Schedule::new).orElse(schedule)));
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
            Endpoints endpoints,
            Application application,
            Map<Application.Function, LocalFunction> functions,
            List<Step> stops) {
        Map<Route, LocalFunction> routes = new LinkedHashMap<>();
        functions.forEach((function, local) -> function.events().forEach(event -> {
            if (event instanceof Route route) {
                routes.put(route, local);
            }
        }));
        HttpApi api = new HttpApi(routes);
        S3Client s3 = endpoints.s3Client();
        stops.addFirst(s3::close);
        List<Served> served = new ArrayList<>();
        Cdn cdn = application
                .cdn()
                .orElseGet(() -> new Cdn("", List.of(new Behavior("*", new ApiOrigin(), HTTP_METHODS, Map.of()))));
        for (Behavior behavior : cdn.behaviors()) {
            served.add(new Served(
                    behavior,
                    switch (behavior.origin()) {
                        case ApiOrigin anApi -> api::answer;
                        case BucketOrigin bucket ->
                            // In a deployment, this content is uploaded to the default origin's bucket; here it is on
                            // the class path.
                            bucket.equals(cdn.defaultBehavior().origin())
                                    ? new SiteFiles(cdn.rootObject())::answer
                                    : new BucketObjects(s3, bucket.bucket())::answer;
                    }));
        }
        Front front = new Front(server, served);
        stops.addFirst(() -> front.close(FRONT_DRAIN_S));
        return front;
    }

    private static final List<String> HTTP_METHODS =
            List.of("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE");

    /** The address of the site, the API and the replays. */
    public URI address() {
        return front.address();
    }

    /** The addresses of the embedded services. */
    public Endpoints endpoints() {
        return endpoints;
    }

    /** The environment variables of all functions together: the table, the bucket, the queues, the endpoints. */
    public Map<String, String> environment() {
        return environment;
    }

    /** The running processes of functions; none if functions run in this process. */
    public List<RunningProcess> processes() {
        return processes.stream()
                .flatMap(function -> function.processes().stream())
                .toList();
    }

    /**
     * Stops everything in order: the front, the schedules, the pollers, the services. Running matches get a few seconds
     * to finish; the others continue at the next start with the same data folder. Further calls have no effect.
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
