package bout.site;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.competition.tournament.TournamentStandings;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.competition.tournament.TournamentStandings.Heading;
import bout.engine.Game.TournamentStyle;
import bout.engine.Result;
import bout.engine.Seat;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Tournaments of Tokens with random results, and their published files. */
final class TestTournament {

    static final String ID = "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private TestTournament() {}

    static Tournament of(Format format, int players, int boards) {
        return of(format, players, boards, 2);
    }

    static Tournament of(Format format, int players, int boards, int seats) {
        return Tournament.of(new Plan(
                TournamentStyle.WINS_IN_ROUNDS,
                seats == 2 ? GroupSize.TWO : new GroupSize(Seat.MOST, 1),
                players,
                "seed",
                Map.of("format", format.code(), "boards", boards, "withdrawAfter", 10, Plan.SEATS, seats)));
    }

    /** Plays some matches: the higher seed usually wins, some are draws, and a broken player never answers. */
    static Tournament played(Tournament tournament, int matches, int broken) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < matches && !tournament.over(); i++) {
            Fixture fixture = tournament.next().orElseThrow();
            if (fixture.players().size() != 2) {
                List<Double> scores = fixture.players().stream()
                        .map(player -> Math.max(0, 20.0 - player + random.nextInt(-6, 7)))
                        .toList();
                List<Integer> calls = Collections.nCopies(scores.size(), 20);
                List<Integer> failures = Collections.nCopies(scores.size(), 0);
                tournament.result(fixture, new PlayedMatch(Result.byScore(scores, "test"), null, calls, failures));
                continue;
            }
            double ahead = 5 + (fixture.second() - fixture.first()) * 0.5 + random.nextInt(-6, 7);
            double first = fixture.first() == broken ? 0 : Math.max(0, Math.round(ahead));
            double second = fixture.second() == broken ? 0 : 5;
            int firstFailed = fixture.first() == broken ? 20 : 0;
            int secondFailed = fixture.second() == broken ? 20 : random.nextInt(8) / 7;
            Result result = Result.byScore(first, second, "test");
            tournament.result(
                    fixture, new PlayedMatch(result, null, List.of(20, 20), List.of(firstFailed, secondFailed)));
        }
        return tournament;
    }

    static Map<String, Object> published(Tournament tournament, IntFunction<String> names) {
        boolean over = tournament.over();
        List<Entrant> players = IntStream.range(0, tournament.plan().players())
                .mapToObj(player -> new Entrant(
                        names.apply(player), player == 0 ? "house:lazy" : player % 3 == 1 ? "bot_0" + player : null))
                .toList();
        Heading heading = new Heading(
                ID,
                "Spring Cup",
                "tokens",
                Map.of("width", 5),
                over ? "finished" : "running",
                NOON,
                NOON.plusSeconds(1),
                over ? NOON.plusSeconds(60) : null,
                players);
        return new TournamentStandings(heading, tournament, tournament.open().size(), 0, NOON.plusSeconds(30))
                .toPlain();
    }
}
