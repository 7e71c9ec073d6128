package bout.standings.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.match.MatchRecord;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** How a match was lost, if a bot failed in it. */
class LostByFailingTest {

    private static MatchRecord played(Game<?> game, Failure.Kind kind) {
        return WorthShowingTest.played(game, new Failure(kind, "it failed"), 2);
    }

    private static Game<?> game(String id) {
        return Games.byId(id).orElseThrow();
    }

    @TestFactory
    List<DynamicTest> a_bot_that_fails_has_lost_by_that_in_every_game() {
        return Games.ALL.stream()
                .map(game -> DynamicTest.dynamicTest(
                        game.card().id(),
                        () -> assertEquals(
                                Optional.of(new Forfeit(Seat.SECOND, Failure.Kind.TIME_OUT)),
                                played(game, Failure.Kind.TIME_OUT).forfeit())))
                .toList();
    }

    @Test
    void where_play_goes_on_a_few_failed_calls_are_not_why_a_bot_lost() {
        Game<?> tokens = game("tokens");
        int turns = WorthShowingTest.played(tokens, null, Integer.MAX_VALUE)
                .progress()
                .turn();
        MatchRecord match =
                WorthShowingTest.played(tokens, new Failure(Failure.Kind.TIME_OUT, "it failed"), turns * 9 / 10);

        assertEquals(Optional.empty(), match.forfeit());
    }
}
