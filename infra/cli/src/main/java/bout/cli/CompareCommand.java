package bout.cli;

import bout.botclient.BotClient;
import bout.cli.match.MatchOptions;
import bout.cli.match.Pairing;
import bout.cli.match.PlayedGame;
import bout.cli.match.PlayerArgument;
import bout.cli.text.DidYouMean;
import bout.cli.text.Progress;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.standings.Outcome;
import bout.standings.comparison.EloDifference;
import bout.standings.comparison.PairCounts;
import bout.standings.comparison.Sprt;
import bout.standings.tournament.Seeds;
import bout.wire.Json;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "compare",
        header = "Plays two players until it is clear which is stronger.",
        description = {
            "Plays pairs of games on the same board with swapped seats until a sequential probability ratio test decides"
                    + " whether A is stronger than B by --elo1 (H1) or by --elo0 (H0), or --games are played. The test is"
                    + " the one of fishtest (GSPRT over the five results that a pair can have).",
            "",
            "Prints, now and then and at the end: how many pairs were worth 0, 1/2, 1, 1 1/2 and 2 points to A; LLR, the"
                    + " logarithm of how much likelier they are under H1 than under H0, and its bounds; by how much A is"
                    + " stronger in Elo, with its 95 %% interval; LOS, how likely it is that A is stronger at all.",
            "",
            "With --json, one object at the end: {\"game\", \"seed\", \"pairs\": [of 0, 1/2, 1, 1 1/2, 2 points],"
                    + " \"llr\", \"lowerBound\", \"upperBound\", \"decision\": \"H0\", \"H1\" or null, \"elo\", \"low\","
                    + " \"high\", \"los\", \"failures\": [of A, of B]}"
        },
        exitCodeList = {
            "0:H1 is accepted, A is stronger",
            "1:it could not be done",
            "2:wrong use: an unknown game, bot or option, or a value out of range",
            "3:H0 is accepted, A is not stronger",
            "4:not decided within --games"
        },
        footer = {
            "  bout compare ajax-tiles http://127.0.0.1:9001/ http://127.0.0.1:9000/ --concurrency 4",
            "  bout compare tokens house:hungry house:naive --elo0 0 --elo1 50 --seed 7"
        })
final class CompareCommand implements Callable<Integer> {

    private static final int H0 = 3;
    private static final int NOT_DECIDED = 4;
    private static final int MOST_GAMES = 1_000_000;

    /** Lines are printed at 1, 2, 5, 10, 20, 50 .. pairs. */
    private static final List<Long> LEADING = List.of(1L, 2L, 5L);

    @Spec
    private CommandSpec spec;

    @Mixin
    private MatchOptions matches;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of a game.")
    private String gameId;

    @Parameters(index = "1", paramLabel = "A", description = "A URL or house:NAME: who may be stronger.")
    private String first;

    @Parameters(index = "2", paramLabel = "B", description = "A URL or house:NAME.")
    private String second;

    @Option(
            names = "--games",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many games at most, an even number up to " + MOST_GAMES + ". Default: ${DEFAULT-VALUE}.")
    private int games;

    @Option(
            names = "--elo0",
            paramLabel = "E",
            defaultValue = "0",
            description = "By how much A is stronger under H0. Default: ${DEFAULT-VALUE}.")
    private double elo0;

    @Option(
            names = "--elo1",
            paramLabel = "E",
            defaultValue = "20",
            description = "By how much A is stronger under H1. The nearer to --elo0, the more games. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double elo1;

    @Option(
            names = "--alpha",
            paramLabel = "P",
            defaultValue = "0.05",
            description = "The probability of accepting H1 where H0 is right. Default: ${DEFAULT-VALUE}.")
    private double alpha;

    @Option(
            names = "--beta",
            paramLabel = "P",
            defaultValue = "0.05",
            description = "The probability of accepting H0 where H1 is right. Default: ${DEFAULT-VALUE}.")
    private double beta;

    @Option(
            names = "--scale",
            paramLabel = "S",
            defaultValue = "logistic",
            description = {
                "What --elo0 and --elo1 measure: logistic (400 are odds of ten to one) or normalized",
                "(in standard deviations of a game). Default: ${DEFAULT-VALUE}."
            })
    private String scale;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any text; the boards follow from it, a board for each pair (7, 8, 9; or a, a/2, a/3).",
                "Without it, one is drawn and printed."
            })
    private String seed;

    @Option(names = "--json", description = "Prints one JSON object at the end and nothing else.")
    private boolean json;

    /** Both games of a board: A has seat 1 and then seat 2. */
    private record BoardPair(Future<PlayedGame> seated, Future<PlayedGame> swapped) {}

    /** How far it came. */
    private static final class Count {
        private PairCounts counts = PairCounts.NONE;
        private Sprt.Decision decision = Sprt.Decision.GO_ON;
        private final long[] failures = new long[2];
    }

    @Override
    public Integer call() throws Exception {
        Game<?, ?> game = matches.game(gameId);
        Options options = matches.options(game);
        TimeLimits limits = matches.limits(game);
        PlayerArgument a = matches.player(game, first);
        PlayerArgument b = matches.player(game, second);
        matches.check(
                games >= 2 && games <= MOST_GAMES && games % 2 == 0,
                "--games: an even number from 2 to " + MOST_GAMES + ", not " + games + ".");
        Sprt sprt = sprt();
        Seeds seeds = new Seeds(MatchOptions.seed(seed));
        Count count = new Count();
        try (BotClient client = matches.client()) {
            play(
                    new Pairing(game, options, List.of(a, b), limits, client),
                    new Pairing(game, options, List.of(b, a), limits, client),
                    seeds,
                    sprt,
                    count);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.text(toPlain(game, seeds, sprt, count)));
        } else {
            print(out, game, a, b, seeds, sprt, count);
        }
        return switch (count.decision) {
            case H1 -> 0;
            case H0 -> H0;
            case GO_ON -> NOT_DECIDED;
        };
    }

    private Sprt sprt() {
        List<String> scales = List.of("logistic", "normalized");
        matches.check(scales.contains(scale), DidYouMean.message("scale", scale, scales));
        matches.check(elo0 < elo1, "--elo0: below --elo1, not " + elo0 + " and " + elo1 + ".");
        matches.check(Math.max(Math.abs(elo0), Math.abs(elo1)) <= 1000, "--elo0, --elo1: from -1000 to 1000.");
        matches.check(
                alpha > 0 && beta > 0 && alpha + beta < 1,
                "--alpha, --beta: above 0 and together below 1, not " + alpha + " and " + beta + ".");
        return new Sprt(elo0, elo1, alpha, beta, Sprt.Scale.valueOf(scale.toUpperCase(Locale.ROOT)));
    }

    private void play(Pairing seated, Pairing swapped, Seeds seeds, Sprt sprt, Count count) throws Exception {
        int pairs = games / 2;
        int atOnce = matches.concurrency();
        Progress progress = new Progress(spec.commandLine().getErr(), games);
        Deque<BoardPair> playing = new ArrayDeque<>();
        int begun = 0;
        ExecutorService threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory());
        try {
            while (count.decision == Sprt.Decision.GO_ON && count.counts.pairs() < pairs) {
                while (begun < pairs && 2 * playing.size() <= atOnce) {
                    String board = seeds.of(begun++);
                    playing.add(new BoardPair(
                            threads.submit(() -> seated.play(board, turns -> {}).withoutReplay()),
                            threads.submit(
                                    () -> swapped.play(board, turns -> {}).withoutReplay())));
                }
                // In the order of the boards, so that the same games always end the test at the same one.
                BoardPair next = playing.remove();
                PlayedGame one = next.seated().get();
                progress.gamePlayed();
                PlayedGame other = next.swapped().get();
                progress.gamePlayed();
                add(one, other, sprt, count);
                if (!json && isRound(count.counts.pairs())) {
                    progress.clear();
                    PrintWriter out = spec.commandLine().getOut();
                    out.println(line(sprt, count.counts));
                    out.flush();
                }
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            // What is still played when the test has decided is of no use.
            threads.shutdownNow();
            threads.close();
            progress.clear();
        }
    }

    private static void add(PlayedGame seated, PlayedGame swapped, Sprt sprt, Count count) {
        count.counts = count.counts.plus(Outcome.of(seated.result()), Outcome.of(swapped.result()));
        count.decision = sprt.decide(count.counts);
        seated.failures().forEach(failed -> count.failures[failed.seat().index()]++);
        swapped.failures()
                .forEach(failed -> count.failures[failed.seat().other().index()]++);
    }

    private static boolean isRound(long pairs) {
        long leading = pairs;
        while (leading % 10 == 0) {
            leading /= 10;
        }
        return LEADING.contains(leading);
    }

    private static String line(Sprt sprt, PairCounts counts) {
        EloDifference difference = EloDifference.of(counts);
        return String.format(
                Locale.ROOT,
                "%d %s [%d, %d, %d, %d, %d], LLR %.2f (%.2f, %.2f), Elo %.1f (%.1f to %.1f), LOS %.1f %%",
                counts.pairs(),
                counts.pairs() == 1 ? "pair" : "pairs",
                counts.zero(),
                counts.half(),
                counts.one(),
                counts.oneAndHalf(),
                counts.two(),
                sprt.logLikelihoodRatio(counts),
                sprt.lowerBound(),
                sprt.upperBound(),
                shown(difference.elo()),
                shown(difference.low()),
                shown(difference.high()),
                100 * difference.superiority());
    }

    /** Without the sign that a value would keep when it is rounded to zero. */
    private static double shown(double elo) {
        return Math.abs(elo) < 0.05 ? 0 : elo;
    }

    private void print(
            PrintWriter out, Game<?, ?> game, PlayerArgument a, PlayerArgument b, Seeds seeds, Sprt sprt, Count count) {
        if (!isRound(count.counts.pairs())) {
            out.println(line(sprt, count.counts));
        }
        out.println(game.card().id() + ": " + a + " against " + b + ", " + 2 * count.counts.pairs() + " games, seeds "
                + seeds.of(0) + " to " + seeds.of((int) count.counts.pairs() - 1));
        out.println(
                switch (count.decision) {
                    case H1 ->
                        "H1 is accepted: " + a + " is stronger, rather by " + elo(elo1) + " Elo than by " + elo(elo0);
                    case H0 ->
                        "H0 is accepted: " + a + " is stronger rather by " + elo(elo0) + " Elo than by " + elo(elo1);
                    case GO_ON -> "not decided within " + games + " games";
                });
        for (Seat seat : Seat.values()) {
            if (count.failures[seat.index()] > 0) {
                out.println((seat == Seat.FIRST ? "A, " + a : "B, " + b) + ": " + count.failures[seat.index()]
                        + " failed calls");
            }
        }
    }

    private static String elo(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%s", value);
    }

    private static Map<String, Object> toPlain(Game<?, ?> game, Seeds seeds, Sprt sprt, Count count) {
        PairCounts counts = count.counts;
        EloDifference difference = EloDifference.of(counts);
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("game", game.card().id());
        plain.put("seed", seeds.of(0));
        plain.put("pairs", List.of(counts.zero(), counts.half(), counts.one(), counts.oneAndHalf(), counts.two()));
        plain.put("llr", sprt.logLikelihoodRatio(counts));
        plain.put("lowerBound", sprt.lowerBound());
        plain.put("upperBound", sprt.upperBound());
        plain.put("decision", count.decision == Sprt.Decision.GO_ON ? null : count.decision.name());
        plain.put("elo", difference.elo());
        plain.put("low", difference.low());
        plain.put("high", difference.high());
        plain.put("los", difference.superiority());
        plain.put("failures", List.of(count.failures[0], count.failures[1]));
        return plain;
    }
}
