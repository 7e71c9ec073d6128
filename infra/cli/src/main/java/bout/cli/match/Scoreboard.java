package bout.cli.match;

import bout.cli.text.ResultText;
import bout.cli.text.TableForm;
import bout.cli.text.TerminalText;
import bout.engine.Game;
import bout.engine.Replay;
import bout.engine.Seat;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

final class Scoreboard {

    private final Game<?> game;
    private final List<PlayerArgument> players;
    private final long began = System.nanoTime();
    private final FaultReport faults = new FaultReport();
    private final int[] wins = new int[2];
    private final double[] scores = new double[2];
    private final int[] failures = new int[2];
    private int matches;
    private String firstSeed;
    private PlayedGame last;

    Scoreboard(Game<?> game, List<PlayerArgument> players) {
        this.game = game;
        this.players = players;
    }

    void add(PlayedGame played) {
        matches++;
        last = played;
        firstSeed = firstSeed == null ? played.seed() : firstSeed;
        for (Seat seat : Seat.first(players.size())) {
            wins[seat.index()] += played.outcome().halfPoints(seat.index()) / 2;
            scores[seat.index()] += played.result().score(seat);
        }
        for (Replay.FailedCall failed : played.failures()) {
            failures[failed.seat().index()]++;
            faults.add(
                    "seat " + failed.seat().number(),
                    failed.failure().kind().code(),
                    1,
                    "in the match with seed " + played.seed() + ", turn " + failed.turn() + ": "
                            + failed.failure().text());
        }
    }

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
        faults.print(out);
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
        for (Seat seat : Seat.first(players.size())) {
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

    static final class FaultReport {

        private final Map<List<String>, Fault> faults = new LinkedHashMap<>();

        private record Fault(long times, String first) {}

        /** @param first where and how it happened, if it is the first time */
        void add(String player, String kind, long times, String first) {
            faults.merge(
                    List.of(player, kind),
                    new Fault(times, first),
                    (known, next) -> new Fault(known.times + next.times, known.first));
        }

        void print(PrintWriter out) {
            faults.forEach((fault, seen) -> out.println(fault.getFirst() + ": " + fault.getLast()
                    + (seen.times == 1 ? "" : ", " + seen.times + " times") + ", first "
                    + TerminalText.line(seen.first)));
        }
    }
}
