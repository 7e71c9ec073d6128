package bout.bench;

import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.sandbox.SandboxBot;
import bout.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sandbox",
        header = "Measure how fast published bots start and move.",
        description = {
            "Run samples of the playground in the sandbox, each against itself.",
            "Print how long the sandbox takes to be ready for its first bot, and for each sample: how long a new bot takes to"
                    + " its first answer, how long a move takes among the first 100 and later, and the ratio of a later move to"
                    + " reading its request as JSON in Java, because times depend on the machine and on what else it does."
        },
        exitCodeList = {"0:measured", "1:a sample is missing or failed", "2:wrong use of the command line"},
        footer = {"  bout dev bench sandbox", "  bout dev bench sandbox tokens/nearest --moves 500"})
final class SandboxCommand extends BoutCommand {

    private static final Pattern SAMPLE = Pattern.compile("[a-z-]+/[a-z-]+");
    private static final int BOTS = 50;
    private static final int FIRST_MOVES = 100;
    private static final int MAX_MOVES = 1_000_000;
    private static final int READS = 20_000;
    private static final int LIMIT_MILLISECONDS = 60_000;

    @Parameters(
            paramLabel = "GAME/SAMPLE",
            arity = "0..*",
            description = "The samples to measure. Default: robotag/chaser and ajax-tiles/grower.")
    private List<String> samples = List.of("robotag/chaser", "ajax-tiles/grower");

    @Option(
            names = "--moves",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Moves of each sample. The first half is warm-up. Default: ${DEFAULT-VALUE}.")
    private int moves;

    /** A sample of the playground, and the game that it plays. */
    private record Sample(String name, Game<?> game, String code) {}

    /**
     * The moves of one sample.
     *
     * @param milliseconds how long each took
     * @param requests that were sent
     */
    private record Moves(List<Double> milliseconds, List<String> requests) {}

    @Override
    public Integer call() throws Exception {
        if (moves < 2 * FIRST_MOVES || moves > MAX_MOVES) {
            throw wrong("--moves: from " + 2 * FIRST_MOVES + " to " + MAX_MOVES + ", not " + moves + ".");
        }
        List<Sample> wanted = new ArrayList<>();
        for (String name : samples) {
            wanted.add(sample(name));
        }
        PrintWriter out = out();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("milliseconds", "first answer", "first moves", "later", "p99", "ratio", "another bot"));
        try (Sandbox sandbox = new Sandbox()) {
            long from = System.nanoTime();
            sandbox.prime();
            out.printf(Locale.ROOT, "The sandbox is ready after %.0f ms.%n", since(from));
            for (Sample sample : wanted) {
                rows.add(row(sandbox, sample, moves));
            }
        }
        TableForm.columns(out, rows, 1);
        out.flush();
        return 0;
    }

    private static List<String> row(Sandbox sandbox, Sample sample, int moves)
            throws InterruptedException, Json.NotJson {
        double first = start(sandbox, sample);
        Moves played = new Moves(new ArrayList<>(), new ArrayList<>());
        for (int i = 1; played.milliseconds().size() < moves; i++) {
            play(sandbox, sample, sample.game(), "bench " + i, played);
        }
        List<Double> later = played.milliseconds().subList(moves / 2, moves);
        double read = median(reads(played.requests()));
        List<Double> others = new ArrayList<>();
        for (int i = 0; i < BOTS; i++) {
            others.add(start(sandbox, sample));
        }
        return List.of(
                sample.name(),
                text(first),
                text(median(played.milliseconds().subList(0, FIRST_MOVES))),
                text(median(later)),
                text(quantile(later, 0.99)),
                String.format(Locale.ROOT, "%.0f", median(later) / read),
                text(median(others)));
    }

    /** How long a new bot takes to its first answer. */
    private static double start(Sandbox sandbox, Sample sample) throws InterruptedException {
        String request = request(sample.game());
        long from = System.nanoTime();
        try (SandboxBot bot = open(sandbox, sample, "bench", Seat.FIRST)) {
            answer(bot, request);
            return since(from);
        }
    }

    private static <M> void play(Sandbox sandbox, Sample sample, Game<M> game, String seed, Moves played)
            throws InterruptedException {
        Match<M> match = Match.draw(game, seed, Options.defaults(game.card().options()));
        try (SandboxBot first = open(sandbox, sample, seed, Seat.FIRST);
                SandboxBot second = open(sandbox, sample, seed, Seat.SECOND)) {
            while (!match.over()) {
                match.play(new Turn<>(
                        action(match, Seat.FIRST, first, played), action(match, Seat.SECOND, second, played)));
            }
        }
    }

    private static <M> Action<M> action(Match<M> match, Seat seat, SandboxBot bot, Moves played)
            throws InterruptedException {
        if (!match.toMove().includes(seat)) {
            return null;
        }
        String request = Json.text(match.ask(seat).fields());
        long from = System.nanoTime();
        Object answer = answer(bot, request);
        played.milliseconds().add(since(from));
        played.requests().add(request);
        return match.read(seat, answer);
    }

    private static Object answer(SandboxBot bot, String request) throws InterruptedException {
        Object answer = bot.ask(request, LIMIT_MILLISECONDS).plain();
        if (answer instanceof Failure failure) {
            throw new CommandFailed("the sample failed: " + failure.text());
        }
        return answer;
    }

    /** How long it takes to read each request as JSON. */
    private static List<Double> reads(List<String> requests) throws Json.NotJson {
        List<Double> reads = new ArrayList<>();
        for (int i = 0; i < READS; i++) {
            String request = requests.get(i % requests.size());
            long from = System.nanoTime();
            Json.read(request);
            reads.add(since(from));
        }
        return reads;
    }

    private static SandboxBot open(Sandbox sandbox, Sample sample, String seed, Seat seat) {
        return sandbox.open(sample.game().card().id(), sample.code(), "bench", seed, seat);
    }

    private static <M> String request(Game<M> game) {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        return Json.text(match.ask(Seat.FIRST).fields());
    }

    private Sample sample(String name) throws IOException {
        if (!SAMPLE.matcher(name).matches()) {
            throw wrong("expected a game and a sample such as ajax-tiles/grower, not " + name + ".");
        }
        String[] parts = name.split("/");
        Game<?> game = Games.byId(parts[0]).orElseThrow(() -> new CommandFailed("there is no game " + parts[0]));
        String file = "/bout/site/games/" + parts[0] + "/samples/" + parts[1] + ".js";
        try (InputStream in = SandboxCommand.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new CommandFailed("there is no sample " + name);
            }
            return new Sample(name, game, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static String text(double milliseconds) {
        return String.format(Locale.ROOT, "%.2f", milliseconds);
    }

    private static double since(long from) {
        return (System.nanoTime() - from) / 1e6;
    }

    private static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    private static double quantile(List<Double> values, double share) {
        return values.stream()
                .sorted()
                .skip((long) (share * values.size()))
                .findFirst()
                .orElseThrow();
    }
}
