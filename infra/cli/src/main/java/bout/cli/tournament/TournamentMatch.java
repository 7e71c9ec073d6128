package bout.cli.tournament;

import bout.cli.match.PlayedGame;
import bout.competition.pairings.Fixture;
import bout.competition.tournament.PlayedMatch;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A finished match of {@code bout tournament}, as its file contains it.
 *
 * @param seed of the board: with it {@code bout play} plays the match again
 * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
 * @param faults how often each kind of failure happened in each seat
 */
record TournamentMatch(
        Fixture fixture,
        String seed,
        Result result,
        Seat failed,
        int turns,
        int firstCalls,
        int secondCalls,
        List<Fault> faults) {

    /**
     * A kind of failed call of one player in a match.
     *
     * @param kind the code of the failure's kind
     * @param turn when it first happened
     * @param text what was wrong the first time
     */
    record Fault(Seat seat, String kind, int times, int turn, String text) {}

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
                game.firstCalls(),
                game.secondCalls(),
                List.copyOf(faults.values()));
    }

    PlayedMatch played() {
        return new PlayedMatch(result, failed, firstCalls, failures(Seat.FIRST), secondCalls, failures(Seat.SECOND));
    }

    private int failures(Seat seat) {
        return faults.stream()
                .filter(fault -> fault.seat == seat)
                .mapToInt(Fault::times)
                .sum();
    }

    Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("board", fixture.board());
        plain.put("players", List.of(fixture.first(), fixture.second()));
        plain.put("seed", seed);
        plain.putAll(result.toPlain());
        if (failed != null) {
            plain.put("failedSeat", failed.number());
        }
        plain.put("turns", turns);
        plain.put("calls", List.of(firstCalls, secondCalls));
        List<Object> plainFaults = new ArrayList<>();
        for (Fault fault : faults) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("seat", fault.seat.number());
            entry.put("kind", fault.kind);
            entry.put("times", fault.times);
            entry.put("turn", fault.turn);
            entry.put("text", fault.text);
            plainFaults.add(entry);
        }
        plain.put("failures", plainFaults);
        return plain;
    }

    /**
     * @param tournamentPlayers how many players the tournament has
     * @throws UnexpectedValue when the value is not what {@link #toPlain} makes
     */
    static TournamentMatch read(Plain plain, int tournamentPlayers) {
        Plain players = plain.get("players").size(2);
        int first = players.at(0).integer(0, tournamentPlayers - 1);
        int second = players.at(1).integer(0, tournamentPlayers - 1);
        if (first == second) {
            throw new UnexpectedValue(players.pointer(), "two different players", players.value());
        }
        Map<String, Object> result = new LinkedHashMap<>();
        for (String field : List.of("winner", "scores", "reason")) {
            result.put(field, plain.get(field).value());
        }
        Plain calls = plain.get("calls").size(2);
        List<Fault> faults = new ArrayList<>();
        for (Plain fault : plain.get("failures").entries()) {
            faults.add(new Fault(
                    Seat.of(fault.get("seat").integer(1, 2)),
                    fault.get("kind").text(),
                    fault.get("times").integer(1, Integer.MAX_VALUE),
                    fault.get("turn").integer(0, Integer.MAX_VALUE),
                    fault.get("text").text()));
        }
        return new TournamentMatch(
                new Fixture(plain.get("board").integer(0, Integer.MAX_VALUE), first, second),
                plain.get("seed").text(),
                Result.read(new Plain(result, plain.pointer())),
                plain.has("failedSeat") ? Seat.of(plain.get("failedSeat").integer(1, 2)) : null,
                plain.get("turns").integer(0, Integer.MAX_VALUE),
                calls.at(0).integer(0, Integer.MAX_VALUE),
                calls.at(1).integer(0, Integer.MAX_VALUE),
                faults);
    }
}
