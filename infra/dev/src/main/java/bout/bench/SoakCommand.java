package bout.bench;

import bout.cli.connect.ConnectCommand;
import bout.cli.text.BoutCommand;
import bout.stack.Folders;
import bout.stack.Stack;
import bout.stack.StackOptions;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "soak",
        header = "Run a stack for hours, and see whether it grows.",
        description = {
            "Start a separate stack on a free port, as bout up does, with a ladder of connected bots. In each minute"
                    + " start as many matches of Ajax Tiles through its HTTP API, check every one as bout dev bench stack"
                    + " does, and read some pages.",
            "Print once a minute what the stack and its clients use: memory after a garbage collection, open files,"
                    + " threads, and disk space for each match. Compare the first eighth of the time with the last."
        },
        exitCodeList = {
            "0:nothing grew by more than a tenth",
            "1:something did, a match went wrong, or the stack could not start",
            "2:wrong use of the command line"
        },
        footer = {"  bout dev bench soak", "  bout dev bench soak --minutes 10 --matches 8000"})
final class SoakCommand extends BoutCommand {

    private static final double MOST_GROWTH = 1.1;

    private static final int MAX_MINUTES = 1440;
    private static final int MAX_MATCHES_PER_MINUTE = 6000;
    private static final int CONNECTED_BOTS = 8;
    private static final int RATED_PER_BOT_AND_HOUR = 60;
    private static final int TURNS = 20;
    private static final int POSTERS = 8;
    private static final int PARTS = 8;

    /** Of the serial collector, only each fourth one leaves no garbage: the others leave some in a large heap. */
    private static final int COLLECTIONS = 4;

    private static final List<String> PAGES = List.of("/", "/api/games", "/api/bots", "/api/matches?limit=100");

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "120",
            description = "How long, from " + PARTS + " to " + MAX_MINUTES + ". Default: ${DEFAULT-VALUE}.")
    private int minutes;

    @Option(
            names = "--matches",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Number of matches beside the rated ones, at most " + MAX_MATCHES_PER_MINUTE
                    + " a minute. Default: ${DEFAULT-VALUE}.")
    private int matches;

    /** The resources that this process uses: the stack, and the clients and connected bots of the test. */
    private record Sample(double megabytes, double files, double threads, double diskPerMatch) {}

    @Override
    public Integer call() throws Exception {
        range("--minutes", minutes, PARTS, MAX_MINUTES);
        range("--matches", matches, minutes, MAX_MATCHES_PER_MINUTE * minutes);
        Path data = Files.createTempDirectory("bout-soak");
        try (BotsProcess bots = BotsProcess.start();
                StackRun run = new StackRun(bots.url(), TURNS, POSTERS);
                Stack stack =
                        run.start(StackOptions.ofThisRepository().withData(data).withLadders(RATED_PER_BOT_AND_HOUR))) {
            List<Thread> connected = connectedBots(stack.address(), bots.url());
            try {
                return soak(run, data);
            } finally {
                connected.forEach(Thread::interrupt);
                for (Thread bot : connected) {
                    bot.join();
                }
            }
        } finally {
            Folders.delete(data);
        }
    }

    /** They run until they are interrupted. */
    private static List<Thread> connectedBots(URI address, String bot) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONNECTED_BOTS; i++) {
            String name = "Soak " + i;
            threads.add(Thread.startVirtualThread(() -> new CommandLine(new ConnectCommand())
                    .setOut(new PrintWriter(Writer.nullWriter()))
                    .execute("--api", address.toString(), "--quiet", "--name", name, "ajax-tiles", bot)));
        }
        return threads;
    }

    private int soak(StackRun run, Path data) throws InterruptedException, IOException {
        List<Sample> samples = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        long began = System.nanoTime();
        for (int minute = 1; minute <= minutes; minute++) {
            List<String> ids = run.play(due(matches, minute, minutes) - due(matches, minute - 1, minutes))
                    .ids();
            wrong.addAll(run.wrong(ids));
            for (String page : PAGES) {
                run.get(page);
            }
            TimeUnit.NANOSECONDS.sleep(began + TimeUnit.MINUTES.toNanos(minute) - System.nanoTime());
            Sample sample = sample(data, run.ended());
            samples.add(sample);
            out().println(String.format(
                    Locale.ROOT,
                    "minute %4d: %6.1f MB, %4.0f files, %3.0f threads, %5.0f bytes on disk for each of %d matches",
                    minute,
                    sample.megabytes(),
                    sample.files(),
                    sample.threads(),
                    sample.diskPerMatch(),
                    run.ended()));
        }
        if (run.ended() == matches) {
            wrong.add("no rated match ended");
        }
        wrong.forEach(out()::println);
        List<String> grown = grown(samples);
        grown.forEach(out()::println);
        return wrong.isEmpty() && grown.isEmpty() ? 0 : 1;
    }

    /** How many matches are to be started by the end of a minute. */
    static int due(int matches, int minute, int minutes) {
        return (int) ((long) matches * minute / minutes);
    }

    private static Sample sample(Path data, int ended) throws IOException {
        double megabytes = Double.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            megabytes = Math.min(
                    megabytes,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
        }
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
        try (Stream<Path> contents = Files.walk(data)) {
            long disk = contents.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
            return new Sample(
                    megabytes, files, ManagementFactory.getThreadMXBean().getThreadCount(), (double) disk / ended);
        }
    }

    private List<String> grown(List<Sample> samples) {
        int part = samples.size() / PARTS;
        List<String> grown = new ArrayList<>();
        Map<String, ToDoubleFunction<Sample>> all = Map.of(
                "memory", Sample::megabytes,
                "open files", Sample::files,
                "threads", Sample::threads,
                "disk space of a match", Sample::diskPerMatch);
        all.forEach((name, value) -> {
            double first = mean(samples.subList(0, part), value);
            double last = mean(samples.subList(samples.size() - part, samples.size()), value);
            if (last > first * MOST_GROWTH) {
                grown.add(String.format(Locale.ROOT, "%s grew from %.1f to %.1f", name, first, last));
            }
        });
        return grown;
    }

    private static double mean(List<Sample> samples, ToDoubleFunction<Sample> value) {
        return samples.stream().mapToDouble(value).average().orElseThrow();
    }
}
