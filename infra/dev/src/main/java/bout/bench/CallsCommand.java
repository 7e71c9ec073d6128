package bout.bench;

import static bout.cli.text.TableForm.number;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.player.Player;
import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.runner.MatchLoop;
import bout.wire.BotBody;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
            "Play matches in parallel between bots that answer at once, in a separate process, at up to four seats."
                    + " Print the calls per second and the CPU time of this process per call: engine, JSON, client,"
                    + " bookkeeping, compiler and garbage collector. For comparison, also print the CPU time of a call"
                    + " over bare sockets, with as many at once: one write and one read."
        },
        footer = {"  bout dev bench calls", "  bout dev bench calls --game battlesnake --matches 32 --seconds 20"})
final class CallsCommand extends BoutCommand {

    private static final TimeLimits LIMITS = TimeLimits.same(10_000);

    private static final int MAX_MATCHES = 4096;
    private static final int MAX_LEVELS = 10;
    private static final double MAX_SECONDS = 60;
    private static final int MOST_SEATS = 4;
    private static final int CALLS_OF_A_CONNECTION = 1000;

    @Option(
            names = "--game",
            paramLabel = "GAME",
            defaultValue = "ajax-tiles",
            description = "ajax-tiles or battlesnake. Default: ${DEFAULT-VALUE}.")
    private String id;

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
        check(seconds > 0 && seconds <= MAX_SECONDS, "--seconds must be above 0 and at most 60; got " + seconds + ".");
        check(
                levels.size() <= MAX_LEVELS && levels.stream().allMatch(level -> level >= 1 && level <= MAX_MATCHES),
                "--matches must be up to " + MAX_LEVELS + " numbers between 1 and " + MAX_MATCHES + "; got " + levels
                        + ".");
        check(
                InstantBots.GAMES.contains(id),
                "--game must be one of " + String.join(", ", InstantBots.GAMES) + "; got " + id + ".");
        Game<?> game = Games.byId(id).orElseThrow();
        int seats = game.card().seats().closest(MOST_SEATS);
        byte[] opening =
                BotBody.write(game.card().form(), match(game, seats, "1").request(Seat.FIRST));
        out().println("Bot calls of " + game.card().name() + " with " + seats + " seats (" + opening.length
                + " bytes each at first); CPU time of this process only.");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("parallel matches", "calls/s", "CPU µs per call", "over sockets", "ratio"));
        try (BotsProcess bots = BotsProcess.start()) {
            for (int level : levels) {
                // The limit per host is not what is measured here.
                try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, level * seats)) {
                    List<Player> players = Collections.nCopies(seats, client.player(bots.botUrl()));
                    Rate played = measure(level, drawn -> play(match(game, seats, "" + drawn), players));
                    Rate bare = measure(level * seats, bare(bots, opening));
                    rows.add(List.of(
                            Integer.toString(level),
                            number(0, played.perSecond),
                            number(1, played.cpu),
                            number(1, bare.cpu),
                            number(2, played.cpu / bare.cpu)));
                }
            }
        }
        TableForm.columns(out(), rows, 0);
        return 0;
    }

    private static Match<?> match(Game<?> game, int seats, String seed) {
        return Match.draw(game, seed, Options.defaults(game.card().options()), seats);
    }

    /** Makes calls, which it counts, on a thread of its own. */
    private interface Calling {
        void again(int round) throws InterruptedException, IOException;
    }

    /** @param cpu microseconds of this process per call, including compiler and garbage collector */
    private record Rate(double perSecond, double cpu) {}

    private Rate measure(int threads, Calling calling) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        AtomicReference<Exception> failure = new AtomicReference<>();
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            started.add(Thread.startVirtualThread(() -> {
                try {
                    for (int round = 0; stopped.getCount() > 0; round++) {
                        calling.again(round);
                    }
                } catch (InterruptedException | IOException | RuntimeException thrown) {
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
            // The clock of a process has steps of 10 ms.
        } while ((after.calls == before.calls || after.cpuNanoseconds == before.cpuNanoseconds)
                && stopped.getCount() > 0);
        stopped.countDown();
        for (Thread thread : started) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a match failed", failure.get());
        }
        double made = after.calls - before.calls;
        return new Rate(
                made * 1e9 / (after.nanoseconds - before.nanoseconds),
                (after.cpuNanoseconds - before.cpuNanoseconds) / 1e3 / made);
    }

    private record Reading(long calls, long nanoseconds, long cpuNanoseconds) {}

    private Reading reading() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Reading(calls.sum(), System.nanoTime(), system.getProcessCpuTime());
    }

    private void play(Match<?> match, List<Player> players) throws InterruptedException {
        List<Seat> seats = match.seats();
        List<String> seatIds =
                seats.stream().map(seat -> "seat_" + seat.number()).toList();
        calls.add(toMove(match));
        new MatchLoop(seatIds, players, LIMITS, turn -> {
                    calls.add(toMove(turn));
                    return true;
                })
                .play(match);
        match.calls().stream()
                .filter(call -> call.failure() != null)
                .findFirst()
                .ifPresent(call -> {
                    throw new IllegalStateException("a call failed: " + call.failure());
                });
    }

    private static long toMove(Match<?> match) {
        return match.seats().stream().filter(match::isToMove).count();
    }

    /** Writes the same request again and again, and reads what it knows to be the length of the answer. */
    private Calling bare(BotsProcess bots, byte[] body) {
        byte[] head = ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .array();
        int answer = InstantBots.response(body).length;
        return round -> {
            try (Socket socket = bots.connect()) {
                socket.setTcpNoDelay(true);
                for (int i = 0; i < CALLS_OF_A_CONNECTION; i++) {
                    socket.getOutputStream().write(request);
                    socket.getInputStream().readNBytes(answer);
                    calls.increment();
                }
            }
        };
    }
}
