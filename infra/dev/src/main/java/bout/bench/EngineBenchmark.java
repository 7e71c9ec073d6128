package bout.bench;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Whole games on one core: recorded moves, replayed as when a replay is verified (rules, move storage, and the hash of
 * the match), and the same pairings with house bots choosing the moves.
 */
@State(Scope.Benchmark)
public class EngineBenchmark {

    private static final int GAMES = 40;
    private static final int MOST_SEATS = 4;

    @Param("ajax-tiles")
    public String game;

    private Recorded<?> recorded;
    private int next;

    /** Counted by JMH beside the games, as turns per second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Turns {
        public long turns;
    }

    @Setup(Level.Trial)
    public void record() {
        recorded = new Recorded<>(Games.byId(game).orElseThrow());
    }

    @Benchmark
    public Object recordedMoves(Turns counter) {
        Match<?> match = recorded.again(next++ % GAMES);
        counter.turns += match.turn();
        return match.hash();
    }

    @Benchmark
    public Object houseBots(Turns counter) {
        Match<?> match = recorded.anew(next++ % GAMES);
        counter.turns += match.turn();
        return match.hash();
    }

    private static final class Recorded<M> {
        private final Game<M> game;
        private final List<HouseBot[]> pairings = new ArrayList<>();
        private final List<Replay> replays = new ArrayList<>();

        Recorded(Game<M> game) {
            this.game = game;
            int seats = game.card().seats().closest(MOST_SEATS);
            for (HouseBot first : game.houseBots()) {
                for (HouseBot second : game.houseBots()) {
                    if (first != second) {
                        pairings.add(Collections.nCopies(seats / 2, List.of(first, second)).stream()
                                .flatMap(List::stream)
                                .toArray(HouseBot[]::new));
                    }
                }
            }
            List<Replay.Player> players = Seat.first(seats).stream()
                    .map(seat -> Replay.Player.named("" + seat.number()))
                    .toList();
            for (int i = 0; i < GAMES; i++) {
                replays.add(Replay.of(anew(i), players));
            }
        }

        Match<M> again(int i) {
            return replays.get(i).play(game, Integer.MAX_VALUE);
        }

        Match<M> anew(int i) {
            HouseBot[] pairing = pairings.get(i % pairings.size());
            String seed = "bench " + i;
            return HouseMatch.play(game, seed, Options.defaults(game.card().options()), pairing);
        }
    }
}
