package bout.competition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.RoundRobin;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.competition.tables.Table.Ranking;
import bout.engine.Game;
import bout.engine.Game.TournamentStyle;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The recorded tournament of Everybody Loves Tokens, repeated with this module's schedule and table. */
class TokensTournamentTest {

    private static final Path RECORD = Path.of("../../shared-engine/src/test/resources/vectors/tokens/t01.json");

    private final Game<?> tokens = Games.byId("tokens").orElseThrow();

    private static Plain record() throws IOException {
        return Plain.of(new JsonMapper().readValue(RECORD.toFile(), Object.class));
    }

    private static RoundRobin schedule(Plain record) {
        return new RoundRobin(
                record.get("players").length(), record.get("boards").length(), TournamentStyle.SCORES_OF_ORDERED_PAIRS);
    }

    @Test
    void the_schedule_has_the_recorded_games_in_the_recorded_order() throws IOException {
        Plain record = record();
        RoundRobin schedule = schedule(record);
        List<Plain> games = record.get("games").entries();

        assertEquals(games.size(), schedule.fixtures());
        for (int i = 0; i < games.size(); i++) {
            Plain pair = games.get(i).get("pair");
            assertEquals(
                    new Fixture(
                            games.get(i).get("round").integer(1, 1000) - 1,
                            pair.at(0).integer(0, 1000),
                            pair.at(1).integer(0, 1000)),
                    schedule.fixture(i));
        }
    }

    @Test
    void the_table_by_score_has_the_recorded_totals() throws IOException {
        Plain record = record();
        RoundRobin schedule = schedule(record);
        CrossTable results = new CrossTable(schedule.players());
        for (int i = 0; i < schedule.fixtures(); i++) {
            Fixture fixture = schedule.fixture(i);
            Match<?> match = played(
                    tokens,
                    record.get("boards").at(fixture.board()),
                    record.get("games").at(i).get("moves").entries());
            results.add(List.of(fixture.first(), fixture.second()), match.result(), Outcome.of(match.result(), null));
        }

        Table table = Table.of(results, Ranking.SCORE, Ranking.SCORE.usualTieBreaks());

        for (int player = 0; player < schedule.players(); player++) {
            assertEquals(record.get("totals").at(player).number(), results.score(player));
        }
        // hungry, naive, kinda-random, mirror
        assertEquals(
                List.of(3, 0, 1, 2),
                table.rows().stream().map(Table.Row::player).toList());
        assertEquals(972, table.rows().getFirst().value());
    }

    private static <M> Match<M> played(Game<M> game, Plain board, List<Plain> moves) {
        Match<M> match = Match.of(game, "", Options.defaults(game.card().options()), board);
        for (Plain move : moves) {
            Seat seat = match.mover();
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("move", move.value());
            match.play(Turn.of(seat, match.read(seat, answer)));
        }
        return match;
    }
}
