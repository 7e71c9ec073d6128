package bout.chaos;

import bout.embedded.Endpoints;
import bout.stack.Folders;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.stack.function.RunningProcess;
import bout.store.Aws;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Plays matches on a separate stack while injecting faults: kills processes of functions, fails calls to services
 * before and after they take effect, duplicates and delays messages, and uses slow, broken and silent bots. Finally
 * checks that every accepted match ended exactly once.
 */
public final class Chaos {

    /** The number of clients. Each waits for its answer before the next request. */
    private static final int CLIENTS = 6;

    /** The limit of accepted matches that have not ended, so that requests spread over the run too. */
    private static final int MAX_OPEN_MATCHES = 120;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(300);
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(90);

    /** Shorter than in a deployment, so that a crash is noticed after seconds. */
    private static final String LEASE_SECONDS = "6";

    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(2);

    private static final int DUPLICATE_INTERVAL_MS = 150;
    private static final int MAX_DELAY_S = 8;
    private static final int VIEW_INTERVAL_MS = 40;

    private static final List<String> KILLED = List.of("RunnerFunction", "ApiFunction", "SweeperFunction");

    /** Kills most often where most can be lost. */
    private static final List<String> KILL_WEIGHTS = List.of(
            "RunnerFunction",
            "RunnerFunction",
            "RunnerFunction",
            "RunnerFunction",
            "ApiFunction",
            "ApiFunction",
            "SweeperFunction");

    /** Shorter than in a deployment (15 minutes), so that the messages of a killed runner return during the run. */
    private static final Duration VISIBILITY_TIMEOUT = Duration.ofSeconds(30);

    private final ChaosOptions options;
    private final Consumer<String> progress;
    private final Map<Service, FaultyProxy> proxies = new LinkedHashMap<>();
    private final WriteCounter writes = new WriteCounter();
    private final List<String> accepted = Collections.synchronizedList(new ArrayList<>());
    private final List<String> refused = Collections.synchronizedList(new ArrayList<>());
    private final Set<ProcessHandle> seen = new HashSet<>();
    private final Set<String> redriven = new HashSet<>();
    private final AtomicInteger duplicates = new AtomicInteger();
    private volatile boolean stopping;
    private final long startedAt = System.nanoTime();

    private Chaos(ChaosOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /**
     * Runs the whole test, and cleans up.
     *
     * @param progress receives a status line every few seconds
     * @throws StackNotStarted with the reason
     */
    public static ChaosReport run(ChaosOptions options, Consumer<String> progress)
            throws StackNotStarted, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bout-chaos-");
        try {
            return new Chaos(options, progress).run(folder);
        } finally {
            Folders.delete(folder);
        }
    }

    private ChaosReport run(Path folder) throws StackNotStarted, IOException, InterruptedException {
        ChaosReport report;
        String adminToken = "chaos-" + UUID.randomUUID();
        try (Stack stack = Stack.start(StackOptions.of(options.template())
                        .withData(folder)
                        .withProcesses()
                        .withParameter("BOUT_CALLS_PER_BOT", "400")
                        // With tokens, open matches are limited: one that is counted twice, or never removed from the
                        // count, blocks later requests.
                        .withParameter("Access", "tokens")
                        .withParameter("AdminToken", adminToken)
                        .withParameter("BOUT_REQUESTS_PER_SECOND", "0")
                        .withParameter("OpenMatches", Integer.toString(MAX_OPEN_MATCHES + CLIENTS))
                        .withParameter("MatchesPerDay", Integer.toString(options.matches()))
                        .withParameter("BOUT_LEASE_SECONDS", LEASE_SECONDS)
                        .withSchedule(SWEEP_INTERVAL)
                        .withRoute(this::faulty));
                // After the stack, because the stack's front sets properties of the JDK's HTTP server before its
                // classes are loaded.
                ChaosBots bots = new ChaosBots();
                ApiCaller client = new ApiCaller(stack.address(), adminToken);
                SqsClient sqs = stack.endpoints().sqsClient()) {
            report = run(stack, bots, client, new Queues(sqs, VISIBILITY_TIMEOUT));
        } catch (ApiCaller.Refused rejection) {
            // Not caused by an injected fault, and a retry will not help.
            throw new IOException(rejection.getMessage(), rejection);
        } finally {
            proxies.values().forEach(FaultyProxy::close);
        }
        return report.withProcessesLeft(
                (int) seen.stream().filter(ProcessHandle::isAlive).count());
    }

    private Endpoints faulty(Endpoints parts) throws IOException {
        Map<Service, URI> direct =
                Map.of(Service.DYNAMODB, parts.dynamoDb(), Service.S3, parts.s3(), Service.SQS, parts.sqs());
        for (Service service : Service.values()) {
            proxies.put(
                    service, new FaultyProxy(service, direct.get(service), options.seed() + service.ordinal(), writes));
        }
        return new Endpoints(
                proxies.get(Service.DYNAMODB).endpoint(),
                proxies.get(Service.S3).endpoint(),
                proxies.get(Service.SQS).endpoint(),
                parts.region());
    }

    private ChaosReport run(Stack stack, ChaosBots bots, ApiCaller client, Queues queues)
            throws InterruptedException, ApiCaller.Refused {
        Aws direct = new Aws(stack.environment());
        MatchTracker tracker = new MatchTracker(direct.matches(Clock.systemUTC()), direct.replays());
        Killer killer = new Killer(
                stack,
                options.kills(),
                KILLED,
                KILL_WEIGHTS,
                options.seed(),
                () -> (double) tracker.ended() / options.matches());
        ApiCaller.Token token = client.makeToken();
        Semaphore room = new Semaphore(MAX_OPEN_MATCHES);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            Queue<MatchPlan> toPost =
                    new ConcurrentLinkedQueue<>(MatchPlan.draw(options.matches(), options.seed(), bots));
            for (int i = 0; i < CLIENTS; i++) {
                work.add(threads.submit(() -> {
                    for (MatchPlan plan = toPost.poll(); plan != null; plan = toPost.poll()) {
                        room.acquire();
                        post(client, token, plan, tracker);
                    }
                    return null;
                }));
            }
            work.add(threads.submit(() -> {
                killer.run();
                return null;
            }));
            List<Future<?>> disturbances = List.of(
                    threads.submit(() -> {
                        sendDuplicates(queues, stack.environment().get("BOUT_MATCHES_QUEUE"));
                        return null;
                    }),
                    threads.submit(() -> {
                        viewMatches(client);
                        return null;
                    }));
            try {
                watch(stack, tracker, room, killer, client, work);
                stopping = true;
                awaitEmpty(queues);
                if (queues.deadLetters() > 0) {
                    client.redrive(); // of finished matches, whose messages were received too often
                }
                for (Future<?> disturbance : disturbances) {
                    disturbance.get();
                }
            } catch (ExecutionException fault) {
                throw new IllegalStateException("the chaos test itself failed", fault.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
        Inspection inspection = new Inspection(tracker, writes).of(List.copyOf(accepted), token.id());
        return new ChaosReport(
                Duration.ofNanos(System.nanoTime() - startedAt),
                accepted.size(),
                List.copyOf(refused),
                inspection.finished(),
                inspection.withFailedCalls(),
                inspection.failed(),
                redriven.size(),
                inspection.confirmed(),
                writes.results(),
                writes.replays(),
                killer.killed(),
                killer.atWork(),
                faults(),
                client.repeated(),
                duplicates.get(),
                inspection.leases(),
                awaitEmpty(queues),
                queues.deadLetters(),
                0,
                inspection.lost(),
                inspection.doubled());
    }

    private void post(ApiCaller client, ApiCaller.Token token, MatchPlan plan, MatchTracker tracker)
            throws InterruptedException {
        try {
            String id = client.post(plan, token);
            accepted.add(id);
            tracker.accepted(id);
        } catch (ApiCaller.Refused rejection) {
            refused.add(rejection.getMessage());
        }
    }

    /** Sends messages, in random order, for matches that are waiting, running or long finished. */
    private void sendDuplicates(Queues queues, String matchesQueue) throws InterruptedException {
        Random random = new Random(options.seed());
        while (!stopping) {
            Thread.sleep(DUPLICATE_INTERVAL_MS);
            List<String> ids = List.copyOf(accepted);
            if (!ids.isEmpty()) {
                queues.send(matchesQueue, ids.get(random.nextInt(ids.size())), random.nextInt(MAX_DELAY_S));
                duplicates.incrementAndGet();
            }
        }
    }

    /** Keeps the API busy, so that killing it always hits a request. */
    private void viewMatches(ApiCaller client) throws InterruptedException {
        Random random = new Random(options.seed());
        while (!stopping) {
            Thread.sleep(VIEW_INTERVAL_MS);
            List<String> ids = List.copyOf(accepted);
            if (!ids.isEmpty()) {
                client.view(ids.get(random.nextInt(ids.size())));
            }
        }
    }

    /** Waits until all requests and kills are done and all matches ended, or until the time limit. */
    private void watch(
            Stack stack, MatchTracker tracker, Semaphore room, Killer killer, ApiCaller client, List<Future<?>> work)
            throws InterruptedException, ExecutionException, ApiCaller.Refused {
        long latest = startedAt + options.limit().toNanos();
        long reportedAt = startedAt;
        int ended = 0;
        while (true) {
            tracker.update();
            List<String> failed = tracker.failed();
            if (!failed.isEmpty()) {
                tracker.reopen(failed);
                redriven.addAll(failed);
                client.redrive();
            }
            room.release(Math.max(0, tracker.ended() - ended));
            ended = Math.max(ended, tracker.ended());
            stack.processes().stream().map(RunningProcess::handle).forEach(seen::add);
            long now = System.nanoTime();
            if (now - reportedAt > PROGRESS_INTERVAL.toNanos()) {
                reportedAt = now;
                progress.accept(Duration.ofNanos(now - startedAt).toSeconds() + " s: " + accepted.size() + " accepted, "
                        + ended + " ended, "
                        + killer.killed().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum() + " killed");
            }
            if (work.stream().allMatch(Future::isDone)) {
                for (Future<?> done : work) {
                    done.get(); // an exception in here is not the stack's fault
                }
                if (tracker.pending().isEmpty()) {
                    return;
                }
            }
            if (now - latest > 0) {
                progress.accept("time limit reached");
                return;
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    /**
     * Messages of killed runners and duplicates are received once more before they are gone, and the matchmaker sends
     * some every minute.
     *
     * @return the number of messages that remain
     */
    private static int awaitEmpty(Queues queues) throws InterruptedException {
        long latest = System.nanoTime() + DRAIN_LIMIT.toNanos();
        int left = queues.messages();
        while (left > 0 && System.nanoTime() < latest) {
            Thread.sleep(POLL_INTERVAL);
            left = queues.messages();
        }
        return left;
    }

    private Map<String, Map<String, Integer>> faults() {
        Map<String, Map<String, Integer>> faults = new LinkedHashMap<>();
        proxies.forEach((service, proxy) -> {
            Map<String, Integer> counts = new LinkedHashMap<>();
            for (Fault fault : Fault.values()) {
                if (fault != Fault.NONE) {
                    counts.put(fault.title(), proxy.count(fault));
                }
            }
            faults.put(service.title(), counts);
        });
        return faults;
    }
}
