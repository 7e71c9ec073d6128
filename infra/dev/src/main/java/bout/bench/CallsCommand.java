package bout.bench;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.ajaxtiles.AjaxTiles;
import bout.runner.MatchLoop;
import bout.wire.BotBody;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "calls",
        header = "Measure how long the runner takes to call a bot.",
        description = {
            "Play matches of Ajax Tiles in parallel against bots that answer at once, in a separate process."
                    + " Print the calls per second and the CPU time of this process per call: engine, JSON, client,"
                    + " bookkeeping, compiler and garbage collector."
        },
        footer = {"  bout dev bench calls", "  bout dev bench calls --matches 32 --seconds 20"})
final class CallsCommand extends BoutCommand {

    private static final AjaxTiles GAME = new AjaxTiles();
    private static final Options OPTIONS = Options.defaults(GAME.card().options());
    private static final TimeLimits LIMITS = TimeLimits.same(10_000);

    private static final int MAX_MATCHES = 4096;
    private static final int MAX_LEVELS = 10;
    private static final double MAX_SECONDS = 60;

    @Option(
            names = "--matches",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,32,256",
            description = "Number of parallel matches; several numbers, separated by commas, are measured in turn."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<Integer> levels;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Seconds per measurement, up to 60, after a warm-up of the same length. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double seconds;

    private final LongAdder calls = new LongAdder();

    @Override
    public Integer call() throws Exception {
        if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
            throw wrong("--seconds: above 0 and up to 60, not " + seconds + ".");
        }
        if (levels.size() > MAX_LEVELS || levels.stream().anyMatch(level -> level < 1 || level > MAX_MATCHES)) {
            throw wrong(
                    "--matches: up to " + MAX_LEVELS + " numbers from 1 to " + MAX_MATCHES + ", not " + levels + ".");
        }
        Map<String, Object> opening = Match.draw(GAME, "1", OPTIONS).request(Seat.FIRST);
        out().println("Bot calls of Ajax Tiles (" + BotBody.write(GAME.card().form(), opening).length
                + " bytes each); CPU time of this process only.");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("parallel matches", "calls/s", "CPU µs per call"));
        try (BotsProcess bots = BotsProcess.start()) {
            for (int level : levels) {
                // The limit per host is not what is measured here.
                try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, level)) {
                    rows.add(measure(client, bots.botUrl(), level));
                }
            }
        }
        TableForm.columns(out(), rows, 0);
        out().flush();
        return 0;
    }

    private List<String> measure(BotClient client, BotUrl url, int level) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        AtomicReference<Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < level; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    for (int played = 0; stopped.getCount() > 0; played++) {
                        play(client, url, Integer.toString(played));
                    }
                } catch (InterruptedException | RuntimeException thrown) {
                    failure.compareAndSet(null, thrown);
                    stopped.countDown();
                }
            }));
        }
        stopped.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        Reading before = reading();
        Reading after;
        do {
            stopped.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
            after = reading();
        } while (after.calls == before.calls && stopped.getCount() > 0);
        stopped.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a match failed", failure.get());
        }
        double made = after.calls - before.calls;
        return List.of(
                Integer.toString(level),
                String.format(Locale.ROOT, "%.0f", made * 1e9 / (after.nanoseconds - before.nanoseconds)),
                String.format(Locale.ROOT, "%.1f", (after.cpuNanoseconds - before.cpuNanoseconds) / 1e3 / made));
    }

    /** The CPU time is that of this process, including compiler and garbage collector. */
    private record Reading(long calls, long nanoseconds, long cpuNanoseconds) {}

    private Reading reading() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Reading(calls.sum(), System.nanoTime(), system.getProcessCpuTime());
    }

    private void play(BotClient client, BotUrl url, String seed) throws InterruptedException {
        Match<?> match = Match.draw(GAME, seed, OPTIONS);
        MatchLoop loop = new MatchLoop(
                List.of("seat_1", "seat_2"), List.of(client.player(url), client.player(url)), LIMITS, played -> {
                    calls.increment();
                    return true;
                });
        loop.play(match);
        if (match.calls().getLast().failure() != null) {
            throw new IllegalStateException(
                    "a call failed: " + match.calls().getLast().failure());
        }
    }
}
