package bout.chaos;

import bout.embedded.Endpoints;
import bout.stack.Folders;
import bout.stack.RunningProcess;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
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
 * Plays matches on a stack of its own while everything goes wrong that may: processes of functions are killed, calls to the
 * services fail before and after the service has done its part, messages come twice and late, bots are slow, broken or
 * silent. In the end it looks whether every match that was accepted has ended exactly once.
 */
public final class Chaos {

    /** Who posts; each waits for its answer before it posts the next. */
    private static final int CALLERS = 6;

    /** As many are accepted and not over at the same time, so that the posts, too, are spread over the run. */
    private static final int UNDER_WAY = 120;

    private static final Duration LOOKS_EVERY = Duration.ofMillis(300);
    private static final Duration TELLS_EVERY = Duration.ofSeconds(5);
    private static final Duration QUEUES_EMPTY_WITHIN = Duration.ofSeconds(90);

    /** A crash is noticed after some seconds here, where a deployment has most of a minute. */
    private static final String LEASE_SECONDS = "6";

    private static final Duration SWEEPS_EVERY = Duration.ofSeconds(2);

    private static final int DUPLICATE_EVERY_MS = 150;
    private static final int LONGEST_DELAY_S = 8;
    private static final int LOOK_AT_A_MATCH_EVERY_MS = 40;

    private static final List<String> KILLED = List.of("RunnerFunction", "ApiFunction", "SweeperFunction");

    /** Most kills go where most is to be lost. */
    private static final List<String> KILLED_MORE = List.of(
            "RunnerFunction",
            "RunnerFunction",
            "RunnerFunction",
            "RunnerFunction",
            "ApiFunction",
            "ApiFunction",
            "SweeperFunction");

    /** In place of a quarter of an hour: what a killed runner had is to come again while somebody waits for it. */
    private static final Duration MESSAGES_COME_AGAIN_AFTER = Duration.ofSeconds(30);

    private final ChaosOptions options;
    private final Consumer<String> progress;
    private final Map<Service, FaultyProxy> proxies = new LinkedHashMap<>();
    private final Writes writes = new Writes();
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
     * Goes through it, and leaves nothing behind.
     *
     * @param progress told of how far it came every few seconds
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
                        .withParameter("CallsPerHost", "400")
                        // Not an open stack's admin but somebody whose matches are counted: one that is counted twice,
                        // or
                        // not given back, keeps others out.
                        .withParameter("Access", "tokens")
                        .withParameter("AdminToken", adminToken)
                        .withParameter("RequestsPerSecond", "0")
                        .withParameter("OpenMatches", Integer.toString(UNDER_WAY + CALLERS))
                        .withParameter("MatchesPerDay", Integer.toString(options.matches()))
                        .withParameter("LeaseSeconds", LEASE_SECONDS)
                        .withSchedule(SWEEPS_EVERY)
                        .withRoute(this::faulty));
                // After the stack, whose front says how the JDK's HTTP server is to be set before its classes are
                // loaded.
                ChaosBots bots = new ChaosBots();
                ApiCaller caller = new ApiCaller(stack.address(), adminToken);
                SqsClient sqs = stack.endpoints().sqsClient()) {
            report = run(stack, bots, caller, new Queues(sqs, MESSAGES_COME_AGAIN_AFTER));
        } catch (ApiCaller.Refused refusal) {
            // Nothing that chaos brought about, nor anything that a post can be repeated for.
            throw new IOException(refusal.getMessage(), refusal);
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

    private ChaosReport run(Stack stack, ChaosBots bots, ApiCaller caller, Queues queues)
            throws InterruptedException, ApiCaller.Refused {
        Aws direct = new Aws(stack.environment());
        Ends ends = new Ends(direct.matches(Clock.systemUTC()), direct.replays());
        Killer killer = new Killer(
                stack,
                options.kills(),
                KILLED,
                KILLED_MORE,
                options.seed(),
                () -> (double) ends.over() / options.matches());
        ApiCaller.Token token = caller.makeToken();
        Semaphore room = new Semaphore(UNDER_WAY);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            Queue<MatchPlan> toPost =
                    new ConcurrentLinkedQueue<>(MatchPlan.draw(options.matches(), options.seed(), bots));
            for (int i = 0; i < CALLERS; i++) {
                work.add(threads.submit(() -> {
                    for (MatchPlan plan = toPost.poll(); plan != null; plan = toPost.poll()) {
                        room.acquire();
                        post(caller, token, plan, ends);
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
                        lookAtMatches(caller);
                        return null;
                    }));
            try {
                watch(stack, ends, room, killer, caller, work);
                stopping = true;
                awaitEmpty(queues);
                if (queues.deadLetters() > 0) {
                    caller.redrive(); // of finished matches, whose messages came too often
                }
                for (Future<?> disturbance : disturbances) {
                    disturbance.get();
                }
            } catch (ExecutionException fault) {
                throw new IllegalStateException("chaos itself failed", fault.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
        Inspection inspection = new Inspection(ends, writes).of(List.copyOf(accepted), token.id());
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
                caller.repeated(),
                duplicates.get(),
                inspection.leases(),
                awaitEmpty(queues),
                queues.deadLetters(),
                0,
                inspection.lost(),
                inspection.doubled());
    }

    private void post(ApiCaller caller, ApiCaller.Token token, MatchPlan plan, Ends ends) throws InterruptedException {
        try {
            String id = caller.post(plan, token);
            accepted.add(id);
            ends.accepted(id);
        } catch (ApiCaller.Refused refusal) {
            refused.add(refusal.getMessage());
        }
    }

    /** Messages for matches that wait, that are played, and that have long been over; in another order than they came. */
    private void sendDuplicates(Queues queues, String matchesQueue) throws InterruptedException {
        Random random = new Random(options.seed());
        while (!stopping) {
            Thread.sleep(DUPLICATE_EVERY_MS);
            List<String> ids = List.copyOf(accepted);
            if (!ids.isEmpty()) {
                queues.send(matchesQueue, ids.get(random.nextInt(ids.size())), random.nextInt(LONGEST_DELAY_S));
                duplicates.incrementAndGet();
            }
        }
    }

    /** Keeps the API at work all the time, so that a kill of it hits something. */
    private void lookAtMatches(ApiCaller caller) throws InterruptedException {
        Random random = new Random(options.seed());
        while (!stopping) {
            Thread.sleep(LOOK_AT_A_MATCH_EVERY_MS);
            List<String> ids = List.copyOf(accepted);
            if (!ids.isEmpty()) {
                caller.look(ids.get(random.nextInt(ids.size())));
            }
        }
    }

    /** Until all is posted, killed and over, or the time is. */
    private void watch(Stack stack, Ends ends, Semaphore room, Killer killer, ApiCaller caller, List<Future<?>> work)
            throws InterruptedException, ExecutionException, ApiCaller.Refused {
        long latest = startedAt + options.limit().toNanos();
        long toldAt = startedAt;
        int over = 0;
        while (true) {
            ends.look();
            List<String> failed = ends.failed();
            if (!failed.isEmpty()) {
                ends.reopened(failed);
                redriven.addAll(failed);
                caller.redrive();
            }
            room.release(Math.max(0, ends.over() - over));
            over = Math.max(over, ends.over());
            stack.processes().stream().map(RunningProcess::handle).forEach(seen::add);
            long now = System.nanoTime();
            if (now - toldAt > TELLS_EVERY.toNanos()) {
                toldAt = now;
                progress.accept(Duration.ofNanos(now - startedAt).toSeconds() + " s: " + accepted.size() + " accepted, "
                        + over + " over, "
                        + killer.killed().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum() + " killed");
            }
            if (work.stream().allMatch(Future::isDone)) {
                for (Future<?> done : work) {
                    done.get(); // what failed in here is no fault of the stack
                }
                if (ends.pending().isEmpty()) {
                    return;
                }
            }
            if (now - latest > 0) {
                progress.accept("the time is over");
                return;
            }
            Thread.sleep(LOOKS_EVERY);
        }
    }

    /**
     * What a killed runner had, and what was sent twice, comes once more before it is gone; and each minute the matchmaker has
     * all ladders looked at.
     *
     * @return how many messages do not go away
     */
    private static int awaitEmpty(Queues queues) throws InterruptedException {
        long latest = System.nanoTime() + QUEUES_EMPTY_WITHIN.toNanos();
        int left = queues.messages();
        while (left > 0 && System.nanoTime() < latest) {
            Thread.sleep(LOOKS_EVERY);
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
