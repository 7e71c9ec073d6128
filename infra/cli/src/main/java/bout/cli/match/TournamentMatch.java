package bout.cli.match;

import bout.competition.pairings.Fixture;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A finished match of {@code bout tournament}, as its file contains it.
 *
 * @param seed of the board: with it {@code bout play} plays the match again
 * @param failedSeat the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
 */
record TournamentMatch(
        Fixture fixture,
        String seed,
        Result result,
        Seat failedSeat,
        int turns,
        List<Integer> calls,
        List<Fault> faults) {

    record Fault(Seat seat, String kind, int times, int turn, String text) {}

    TournamentMatch {
        if (calls.size() != fixture.players().size()) {
            throw new IllegalArgumentException(
                    "calls: expected those of " + fixture.players().size() + " seats, got " + calls);
        }
    }

    static TournamentMatch of(Fixture fixture, PlayedGame game) {
        Map<List<Object>, Fault> faults = new LinkedHashMap<>();
        for (Replay.FailedCall failed : game.failures()) {
            String kind = failed.failure().kind().code();
            faults.merge(
                    List.of(failed.seat(), kind),
                    new Fault(
                            failed.seat(),
                            kind,
                            1,
                            failed.turn(),
                            failed.failure().text()),
                    (first, next) -> new Fault(first.seat, kind, first.times + 1, first.turn, first.text));
        }
        return new TournamentMatch(
                fixture,
                game.seed(),
                game.result(),
                game.failed(),
                game.turns(),
                game.calls(),
                List.copyOf(faults.values()));
    }

    PlayedMatch played() {
        return new PlayedMatch(
                result,
                failedSeat,
                calls,
                IntStream.range(0, calls.size()).mapToObj(this::failures).toList());
    }

    private int failures(int seat) {
        return faults.stream()
                .filter(fault -> fault.seat.index() == seat)
                .mapToInt(Fault::times)
                .sum();
    }
}
