package bout.cli.match;

import static bout.cli.text.TableForm.number;

import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.Progress;
import bout.cli.text.StopReport;
import bout.competition.comparison.Sprt;
import bout.competition.comparison.Sprt.EloDifference;
import bout.competition.comparison.Sprt.PairCounts;
import bout.competition.tournament.Seeds;
import bout.engine.Plain;
import bout.wire.Json;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        header = "Find out which of two players is stronger.",
        description = {
            "Plays pairs of matches, each on one board with swapped seats, until it is clear whether A is stronger than B"
                    + " by --elo1 or only by --elo0. The statistical test is that of fishtest: a sequential probability"
                    + " ratio test (GSPRT) over the five possible results of a pair.",
            "",
            "With --verbose: how many pairs gave A 0, 1/2, 1, 1 1/2 and 2 points; LLR, the log-likelihood ratio of"
                    + " --elo1 (H1) to --elo0 (H0), and the bounds at which the test ends; A's lead in Elo with its 95 %%"
                    + " interval; LOS, the likelihood of superiority.",
            "",
            "With --json: {\"game\", \"seed\", \"pairs\": [0, 1/2, 1, 1 1/2, 2 points], \"llr\", \"lowerBound\","
                    + " \"upperBound\", \"decision\": \"H0\", \"H1\" or null, \"elo\", \"low\", \"high\", \"los\","
                    + " \"failures\": [A, B], \"lostByFailing\": [A, B]}"
        },
        exitCodeList = {
            "0:A is stronger (H1 accepted)",
            "1:failure; a message says why",
            "2:wrong use of the command line",
            "3:A is not stronger (H0 accepted)",
            "4:not decided within --games"
        },
        footer = {
            "  bout compare ajax-tiles http://127.0.0.1:9001/ http://127.0.0.1:9000/",
            "  bout compare tokens house:hungry house:naive --elo0 0 --elo1 50 --seed 7"
        })
public final class CompareCommand extends BoutCommand {

    private static final int H0 = 3;
    private static final int NOT_DECIDED = 4;
    private static final int MOST_GAMES = 1_000_000;
    /** Without a terminal, a line is printed after 1, 2, 5, 10, 20, 50 .. pairs. */
    private static final List<Long> LEADING = List.of(1L, 2L, 5L);

    @Mixin
    private MatchOptions matches;

    @Parameters(index = "1", paramLabel = "A", description = "The player that might be stronger: a URL or house:NAME.")
    private String first;

    @Parameters(index = "2", paramLabel = "B", description = "The player to compare it with.")
    private String second;

    @Option(
            names = "--games",
            paramLabel = "N",
            defaultValue = "2000",
            description = "The maximum number of matches, an even number up to " + MOST_GAMES
                    + ". Default: ${DEFAULT-VALUE}.")
    private int games;

    @Option(
            names = "--elo0",
            paramLabel = "E",
            defaultValue = "0",
            description = "A lead of this many Elo is too small to matter. Default: ${DEFAULT-VALUE}.")
    private double elo0;

    @Option(
            names = "--elo1",
            paramLabel = "E",
            defaultValue = "20",
            description = "A lead of this many Elo is worth finding. The closer to --elo0, the more matches are needed."
                    + " Default: ${DEFAULT-VALUE}.")
    private double elo1;

    @Option(
            names = "--alpha",
            paramLabel = "P",
            defaultValue = "0.05",
            description = "The accepted risk of calling A stronger when it is not. Default: ${DEFAULT-VALUE}.")
    private double alpha;

    @Option(
            names = "--beta",
            paramLabel = "P",
            defaultValue = "0.05",
            description = "The accepted risk of calling A not stronger when it is. Default: ${DEFAULT-VALUE}.")
    private double beta;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any string; it decides the boards, one for each pair (7, 8, 9; or a, a/2, a/3). Default: a random one."
            })
    private String seed;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also show the statistics of the verdict.")
    private boolean verbose;

    @Option(names = "--json", description = "Print only one JSON object at the end.")
    private boolean json;

    private record BoardPair(Future<PlayedGame> seated, Future<PlayedGame> swapped) {}

    private String game;
    private List<PlayerArgument> players;
    private Seeds seeds;
    private Sprt sprt;
    private ComparisonText text;

    // The results so far. Guarded by this, because Ctrl-C prints them from another thread.
    private PairCounts counts = PairCounts.NONE;
    private Sprt.Decision decision = Sprt.Decision.GO_ON;
    private final long[] failures = new long[2];
    private final long[] lostByFailing = new long[2];

    @Override
    public Integer call() throws Exception {
        Pairing.Rules rules = matches.rules();
        game = matches.id();
        players = matches.players(List.of(first, second));
        PlayerArgument a = players.getFirst();
        PlayerArgument b = players.getLast();
        check(
                games >= 2 && games <= MOST_GAMES && games % 2 == 0,
                "--games must be an even number between 2 and " + MOST_GAMES + "; got " + games + ".");
        sprt = sprt();
        seeds = new Seeds(MatchOptions.seed(seed));
        text = new ComparisonText(name(a), name(b));
        try (BotClient client = matches.client()) {
            if (!play(new Pairing(rules, client, List.of(a, b)), new Pairing(rules, client, List.of(b, a)))) {
                return StopReport.STOPPED;
            }
        }
        if (json) {
            out().println(Json.text(toPlain()));
        } else {
            print(out());
        }
        return switch (decision) {
            case H1 -> 0;
            case H0 -> H0;
            case GO_ON -> NOT_DECIDED;
        };
    }

    private Sprt sprt() {
        check(elo0 < elo1, "--elo0 must be below --elo1; got " + elo0 + " and " + elo1 + ".");
        check(Math.max(Math.abs(elo0), Math.abs(elo1)) <= 1000, "--elo0, --elo1: from -1000 to 1000.");
        check(
                alpha > 0 && beta > 0 && alpha + beta < 1,
                "--alpha, --beta: above 0 and together below 1, not " + alpha + " and " + beta + ".");
        return new Sprt(elo0, elo1, alpha, beta);
    }

    /** @return whether it was not stopped */
    private boolean play(Pairing seated, Pairing swapped) throws Exception {
        int pairs = games / 2;
        int atOnce = matches.concurrency();
        Progress progress = new Progress(err(), games);
        StopReport report = new StopReport(() -> stopped(progress));
        Deque<BoardPair> playing = new ArrayDeque<>();
        int begun = 0;
        ExecutorService threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory());
        try {
            while (decision == Sprt.Decision.GO_ON && counts.pairs() < pairs) {
                while (begun < pairs && 2 * playing.size() <= atOnce) {
                    String board = seeds.of(begun++);
                    playing.add(new BoardPair(
                            threads.submit(() -> seated.play(board)), threads.submit(() -> swapped.play(board))));
                }
                // In the order of the boards, so that the test always ends at the same pair.
                BoardPair next = playing.remove();
                PlayedGame one = next.seated().get();
                PlayedGame other = next.swapped().get();
                synchronized (this) {
                    if (progress.hasEnded()) {
                        // The report is printed; nothing may follow it until the process ends.
                        return false;
                    }
                    add(one, other);
                    progress.show(this::standing);
                    if (!json && !Progress.isShown() && isRound(counts.pairs())) {
                        err().println(standing());
                    }
                }
            }
            return true;
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            report.close();
            // Matches still running when the test has decided are of no use.
            threads.shutdownNow();
            threads.close();
            progress.clear();
        }
    }

    private void stopped(Progress progress) {
        // Before the lock, which the loop would otherwise take again and again.
        progress.end();
        synchronized (this) {
            err().println("Stopped. Nothing is saved; --seed " + seeds.of(0) + " plays the same matches again.");
            if (counts.pairs() > 0 && !json) {
                print(out());
            }
        }
    }

    private void add(PlayedGame seated, PlayedGame swapped) {
        counts = counts.plus(seated.outcome(), swapped.outcome());
        decision = sprt.decide(counts);
        if (seated.failed() != null) {
            lostByFailing[seated.failed().index()]++;
        }
        if (swapped.failed() != null) {
            lostByFailing[swapped.failed().other().index()]++;
        }
        seated.failures().forEach(failed -> failures[failed.seat().index()]++);
        swapped.failures().forEach(failed -> failures[failed.seat().other().index()]++);
    }

    private static boolean isRound(long pairs) {
        long leading = pairs;
        while (leading % 10 == 0) {
            leading /= 10;
        }
        return LEADING.contains(leading);
    }

    /** Such as {@code 40 matches: Contain leads by about 15 Elo (93.1 % sure)}. */
    private String standing() {
        long played = 2 * counts.pairs();
        return played + " matches: " + text.standing(EloDifference.of(counts), played)
                + (verbose ? "; " + figures() : "");
    }

    private String figures() {
        EloDifference difference = EloDifference.of(counts);
        return counts.pairs() + (counts.pairs() == 1 ? " pair " : " pairs ") + ofPoints() + ", LLR "
                + number(2, sprt.logLikelihoodRatio(counts)) + " (" + number(2, sprt.lowerBound()) + ", "
                + number(2, sprt.upperBound()) + "), Elo " + number(1, shown(difference.elo())) + " ("
                + number(1, shown(difference.low())) + " to " + number(1, shown(difference.high())) + "), LOS "
                + number(1, 100 * difference.superiority()) + " %";
    }

    private List<Long> ofPoints() {
        return List.of(counts.zero(), counts.half(), counts.one(), counts.oneAndHalf(), counts.two());
    }

    private static double shown(double elo) {
        return Math.abs(elo) < 0.05 ? 0 : elo;
    }

    private void print(PrintWriter out) {
        long played = 2 * counts.pairs();
        PlayerArgument a = players.getFirst();
        PlayerArgument b = players.getLast();
        out.println(a + " against " + b + " in " + game + ": " + played + " matches, seeds " + seeds.of(0) + " to "
                + seeds.of((int) counts.pairs() - 1));
        if (verbose) {
            out.println(figures());
        }
        if (failures[0] > 0) {
            out.println("A, " + a + ": " + failures[0] + " failed calls");
        }
        if (failures[1] > 0) {
            out.println("B, " + b + ": " + failures[1] + " failed calls");
        }
        OptionalLong pairsToGo = sprt.pairsToGo(counts);
        String verdict = text.verdict(
                decision,
                EloDifference.of(counts),
                played,
                pairsToGo.isEmpty() ? pairsToGo : OptionalLong.of(2 * pairsToGo.getAsLong()),
                lead(elo0),
                lead(elo1));
        out.println(verdict + lost(a + " (A)", lostByFailing[0], played) + lost(b + " (B)", lostByFailing[1], played));
    }

    private static String lost(String player, long matches, long played) {
        return matches == 0 ? "" : " " + player + " gave no valid move in " + matches + " of " + played + " matches.";
    }

    private static String name(PlayerArgument player) {
        String name = player.toString();
        return player instanceof PlayerArgument.House
                ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)
                : name;
    }

    private static String lead(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f Elo" : "%s Elo", value);
    }

    private Map<String, Object> toPlain() {
        EloDifference difference = EloDifference.of(counts);
        return Plain.object(
                "game", game,
                "seed", seeds.of(0),
                "pairs", ofPoints(),
                "llr", sprt.logLikelihoodRatio(counts),
                "lowerBound", sprt.lowerBound(),
                "upperBound", sprt.upperBound(),
                "decision", decision == Sprt.Decision.GO_ON ? null : decision.name(),
                "elo", difference.elo(),
                "low", difference.low(),
                "high", difference.high(),
                "los", difference.superiority(),
                "failures", failures,
                "lostByFailing", lostByFailing);
    }
}
