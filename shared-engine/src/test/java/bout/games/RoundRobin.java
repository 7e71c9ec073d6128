package bout.games;

import bout.engine.*;
import java.util.*;

/** Plays all house bots of a game against each other: {@code RoundRobin game boards}. */
public final class RoundRobin {
    public static void main(String[] args) {
        Game<?, ?> game = Games.byId(args[0]).orElseThrow();
        int boards = Integer.parseInt(args[1]);
        String focus = args.length > 2 ? args[2] : null;
        List<HouseBot> bots = game.houseBots();
        double[] totals = new double[bots.size()];
        int[][][] wdl = new int[bots.size()][bots.size()][3];
        long start = System.nanoTime();
        int turns = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        for (int i = 0; i < bots.size(); i++)
            for (int j = 0; j < bots.size(); j++) {
                if (i == j
                        || focus != null
                                && !bots.get(i).name().equals(focus)
                                && !bots.get(j).name().equals(focus)) continue;
                for (int b = 0; b < boards; b++) {
                    Match<?, ?> m = play(game, "" + b, bots.get(i), bots.get(j));
                    turns += m.turn();
                    Result r = m.result();
                    reasons.merge(r.reason(), 1, Integer::sum);
                    totals[i] += r.firstScore();
                    totals[j] += r.secondScore();
                    wdl[i][j][r.winner() == Seat.FIRST ? 0 : r.winner() == null ? 1 : 2]++;
                    wdl[j][i][r.winner() == Seat.SECOND ? 0 : r.winner() == null ? 1 : 2]++;
                }
            }
        for (int i = 0; i < bots.size(); i++) {
            System.out.print(bots.get(i).name() + " total " + (long) totals[i] + ":");
            for (int j = 0; j < bots.size(); j++)
                if (i != j)
                    System.out.print(
                            "  " + bots.get(j).name() + " " + wdl[i][j][0] + "/" + wdl[i][j][1] + "/" + wdl[i][j][2]);
            System.out.println();
        }
        System.out.println(reasons + " " + turns + " turns, us/turn " + (System.nanoTime() - start) / 1000.0 / turns);
    }

    static <S, M> Match<S, M> play(Game<S, M> game, String seed, HouseBot one, HouseBot two) {
        Match<S, M> m = Match.draw(game, seed, Options.defaults(game.card().options()));
        HouseBot.Bot a = one.at(Seat.FIRST, seed), b = two.at(Seat.SECOND, seed);
        while (!m.over()) {
            Action<M> f = m.toMove().includes(Seat.FIRST)
                    ? m.read(Seat.FIRST, a.answer(m.ask(Seat.FIRST).fields()))
                    : null;
            Action<M> s = m.toMove().includes(Seat.SECOND)
                    ? m.read(Seat.SECOND, b.answer(m.ask(Seat.SECOND).fields()))
                    : null;
            m.play(new Turn<>(f, s));
        }
        return m;
    }
}
