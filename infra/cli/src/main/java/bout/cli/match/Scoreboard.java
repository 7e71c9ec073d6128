package bout.cli.match;

import static bout.cli.text.TableForm.number;

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
import java.util.Map;

final class Scoreboard {

    private final Game<?> game;
    private final List<PlayerArgument> players;
    private final long began = System.nanoTime();
    private final FaultReport faults = new FaultReport();
    private final int[] wins = new int[Seat.MOST];
    private final int[] draws = new int[Seat.MOST];
    private final int[] places = new int[Seat.MOST];
    private final double[] scores = new double[Seat.MOST];
    private final int[] failures = new int[Seat.MOST];
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
            int halfWins = played.outcome().halfWins(seat.index());
            wins[seat.index()] += halfWins / 2;
            draws[seat.index()] += halfWins % 2;
            places[seat.index()] += played.outcome().place(seat.index());
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
            out.println(game.card().id() + ", seed " + last.seed() + ", " + last.turns()
                    + (last.turns() == 1 ? " turn in " : " turns in ")
                    + last.milliseconds() + " ms: "
                    + ResultText.of(
                            last.result(),
                            last.failed(),
                            players.stream().map(PlayerArgument::toString).toList(),
                            game.card().scoreUnit()));
        } else {
            out.println(game.card().id() + ": " + matches + " matches, seeds " + firstSeed + " to " + last.seed()
                    + ", in " + number(1, (System.nanoTime() - began) / 1e9) + " s");
            table(out, new TableForm());
        }
        faults.print(out);
    }

    void table(PrintWriter out, TableForm form) {
        // Of two, wins say as much.
        boolean placed = players.size() > 2;
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(
                "seat",
                "player",
                "wins",
                "draws",
                "losses",
                "mean " + game.card().scoreUnit(),
                "failed calls"));
        if (placed) {
            head.add(2, "mean place");
        }
        rows.add(head);
        for (Seat seat : Seat.first(players.size())) {
            List<String> row = new ArrayList<>(List.of(
                    "seat " + seat.number(),
                    players.get(seat.index()).toString(),
                    Integer.toString(wins[seat.index()]),
                    Integer.toString(draws[seat.index()]),
                    Integer.toString(matches - wins[seat.index()] - draws[seat.index()]),
                    number(1, scores[seat.index()] / matches),
                    Integer.toString(failures[seat.index()])));
            if (placed) {
                row.add(2, number(1, (double) places[seat.index()] / matches));
            }
            rows.add(row);
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
