package bout.bench;

import bout.cli.api.ApiClient;
import bout.cli.text.CommandFailed;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.games.ajaxtiles.AjaxTiles;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.wire.ReplayFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

final class StackRun implements AutoCloseable {

    private static final Game<?> GAME = new AjaxTiles();

    /** Far below what any machine achieves: it only ends the wait if a match is lost. */
    private static final int MIN_MATCHES_PER_SECOND = 5;

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(60);

    private final int turns;
    private final int posters;
    private final Map<String, Object> body;
    private final ConcurrentHashMap<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    private final AtomicInteger ended = new AtomicInteger();
    private ApiClient api;

    /**
     * Latencies in milliseconds, sorted; CPU time of this process and its children: the stack, the bots, the clients.
     */
    record Outcome(List<String> ids, double[] latencies, double seconds, double cpuSeconds) {

        double latency(double share) {
            return latencies[Math.max(0, (int) Math.ceil(latencies.length * share) - 1)];
        }
    }

    private record Posted(String id, double milliseconds) {}

    StackRun(String bot, int turns, int posters) {
        this.turns = turns;
        this.posters = posters;
        Map<String, Object> player = Map.of("url", bot);
        this.body = Map.of(
                "game", GAME.card().id(), "players", List.of(player, player), "options", Map.of("maxTurns", turns));
    }

    /** Starts a stack that reports finished matches here, with this repository's template. */
    Stack start(StackOptions options) throws StackNotStarted {
        Stack stack = Stack.start(options.withFinished(this::finished));
        api = new ApiClient(stack.address(), null);
        return stack;
    }

    private void finished(MatchRecord match) {
        ended.incrementAndGet();
        ends.computeIfAbsent(match.id(), first -> new AtomicInteger()).incrementAndGet();
        synchronized (this) {
            notifyAll();
        }
    }

    /** How many matches have ended so far, also those that others started. */
    int ended() {
        return ended.get();
    }

    Outcome play(int matches) throws InterruptedException {
        double cpuBefore = cpuSeconds();
        long began = System.nanoTime();
        List<Posted> posted = postAll(matches);
        List<String> ids = posted.stream().map(Posted::id).toList();
        await(ids);
        double seconds = (System.nanoTime() - began) / 1e9;
        double cpuSeconds = cpuSeconds() - cpuBefore;
        double[] latencies =
                posted.stream().mapToDouble(Posted::milliseconds).sorted().toArray();
        return new Outcome(ids, latencies, seconds, cpuSeconds);
    }

    static double cpuSeconds() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .mapToDouble(StackRun::cpuSeconds)
                .sum();
    }

    /** 0 if the system does not tell; without its children. */
    static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().map(cpu -> cpu.toNanos() / 1e9).orElse(0.0);
    }

    private List<Posted> postAll(int matches) throws InterruptedException {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(posters, Thread.ofVirtual().factory())) {
            List<Future<Posted>> posting = new ArrayList<>();
            for (int i = 0; i < matches; i++) {
                posting.add(threads.submit(this::post));
            }
            List<Posted> posted = new ArrayList<>();
            for (Future<Posted> next : posting) {
                try {
                    posted.add(next.get());
                } catch (ExecutionException failed) {
                    threads.shutdownNow();
                    throw new CommandFailed(
                            "cannot start a match: " + failed.getCause().getMessage(), failed.getCause());
                }
            }
            return posted;
        }
    }

    private Posted post() {
        long began = System.nanoTime();
        String id = api.post("/api/matches", body).text("id");
        return new Posted(id, (System.nanoTime() - began) / 1e6);
    }

    private void await(List<String> ids) throws InterruptedException {
        long deadline = System.nanoTime()
                + MIN_TIMEOUT.toNanos()
                + TimeUnit.SECONDS.toNanos(ids.size() / MIN_MATCHES_PER_SECOND);
        Set<String> missing = new HashSet<>(ids);
        while (true) {
            synchronized (this) {
                missing.removeIf(ends::containsKey);
                long left = deadline - System.nanoTime();
                if (missing.isEmpty() || left <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
        if (!missing.isEmpty()) {
            throw new CommandFailed(missing.size() + " of " + ids.size() + " matches did not end in time, for example "
                    + missing.iterator().next());
        }
    }

    /** The faults of these matches; how they ended is then forgotten. */
    List<String> wrong(List<String> ids) {
        List<String> wrong = new ArrayList<>();
        if (new HashSet<>(ids).size() < ids.size()) {
            wrong.add("two matches have the same id");
        }
        for (String id : ids) {
            what(id).ifPresent(text -> wrong.add(id + ": " + text));
        }
        ends.clear();
        return wrong;
    }

    private Optional<String> what(String id) {
        int times = ends.get(id).get();
        if (times != 1) {
            return Optional.of("ended " + times + " times");
        }
        try {
            Plain match = api.get("/api/matches/" + id);
            if (!match.text("status").equals(Status.FINISHED.code())
                    || !Integer.valueOf(turns).equals(match.get("turn").value())
                    || match.get("failures").length() > 0) {
                return Optional.of("not finished with " + turns + " turns and no failed call: " + match.value());
            }
            Replay replay = ReplayFile.read(get(match.text("replay")).getBytes(StandardCharsets.UTF_8));
            return switch (replay.verify(GAME)) {
                case Replay.Confirmed confirmed -> Optional.empty();
                case Replay.Differs differs -> Optional.of("the replay does not match: " + differs.text());
            };
        } catch (ReplayFile.NotAReplay broken) {
            return Optional.of(broken.getMessage());
        }
    }

    String get(String path) {
        return api.text(path);
    }

    @Override
    public void close() {
        if (api != null) {
            api.close();
        }
    }
}
