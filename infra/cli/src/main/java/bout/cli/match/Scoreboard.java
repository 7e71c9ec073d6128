package bout.cli.match;

import bout.cli.text.ResultText;
import bout.cli.text.TableForm;
import bout.cli.text.TerminalText;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Replay;
import bout.engine.Seat;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of {@code bout play}, for people. */
final class Scoreboard {

    private final Game<?> game;
    private final List<PlayerArgument> players;
    private final long began = System.nanoTime();
    private final Map<Fault, FirstSeen> faults = new LinkedHashMap<>();
    private final int[] wins = new int[2];
    private final double[] scores = new double[2];
    private final int[] failures = new int[2];
    private int matches;
    private String firstSeed;
    private PlayedGame last;

    /** One way in which one player failed. */
    private record Fault(Seat seat, Failure.Kind kind) {}

    private static final class FirstSeen {
        private final String seed;
        private final Replay.FailedCall call;
        private int times;

        private FirstSeen(String seed, Replay.FailedCall call) {
            this.seed = seed;
            this.call = call;
        }
    }

    Scoreboard(Game<?> game, List<PlayerArgument> players) {
        this.game = game;
        this.players = players;
    }

    void add(PlayedGame played) {
        matches++;
        last = played;
        firstSeed = firstSeed == null ? played.seed() : firstSeed;
        for (Seat seat : Seat.values()) {
            wins[seat.index()] += played.outcome().halfPoints(seat) / 2;
            scores[seat.index()] += played.result().score(seat);
        }
        for (Replay.FailedCall failed : played.failures()) {
            failures[failed.seat().index()]++;
            faults.computeIfAbsent(
                            new Fault(failed.seat(), failed.failure().kind()),
                            unseen -> new FirstSeen(played.seed(), failed))
                    .times++;
        }
    }

    /** How many matches were added. */
    int matches() {
        return matches;
    }

    void print(PrintWriter out) {
        if (matches == 1) {
            out.println(game.card().id() + ", seed " + last.seed() + ", " + last.turns() + " turns in "
                    + last.milliseconds() + " ms: "
                    + ResultText.of(
                            last.result(),
                            last.failed(),
                            players.getFirst().toString(),
                            players.getLast().toString(),
                            game.card().scoreUnit()));
        } else {
            double seconds = (System.nanoTime() - began) / 1e9;
            out.println(String.format(
                    Locale.ROOT,
                    "%s: %d matches, seeds %s to %s, in %.1f s",
                    game.card().id(),
                    matches,
                    firstSeed,
                    last.seed(),
                    seconds));
            table(out, new TableForm());
        }
        faults.forEach((fault, seen) -> out.println("seat " + fault.seat().number() + ": "
                + fault.kind().code() + (seen.times == 1 ? "" : ", " + seen.times + " times")
                + ", first in the match with seed "
                + seen.seed + ", turn " + seen.call.turn() + ": "
                + TerminalText.line(seen.call.failure().text())));
    }

    void table(PrintWriter out, TableForm form) {
        int draws = matches - wins[0] - wins[1];
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "seat",
                "player",
                "wins",
                "draws",
                "losses",
                "mean " + game.card().scoreUnit(),
                "failed calls"));
        for (Seat seat : Seat.values()) {
            rows.add(List.of(
                    "seat " + seat.number(),
                    players.get(seat.index()).toString(),
                    Integer.toString(wins[seat.index()]),
                    Integer.toString(draws),
                    Integer.toString(wins[seat.other().index()]),
                    String.format(Locale.ROOT, "%.1f", scores[seat.index()] / matches),
                    Integer.toString(failures[seat.index()])));
        }
        form.print(out, rows, 2);
    }
}
