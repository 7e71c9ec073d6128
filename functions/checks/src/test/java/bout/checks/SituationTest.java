package bout.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import bout.games.Games;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SituationTest {

    static Stream<String> games() {
        return Games.ALL.stream().map(game -> game.card().id());
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_situations_cover_both_seats_and_the_whole_match(String id) {
        List<? extends Situation<?>> situations = Situation.of(Games.byId(id).orElseThrow());

        for (Seat seat : Seat.first(2)) {
            List<Integer> turns = situations.stream()
                    .filter(situation -> situation.seat() == seat)
                    .map(situation -> situation.match().turn())
                    .toList();
            assertEquals(turns.stream().sorted().distinct().toList(), turns);
            assertEquals(3, turns.size());
            assertTrue(turns.getFirst() <= 1, turns.toString());
        }
        situations.forEach(situation -> assertTrue(situation.match().isToMove(situation.seat()), situation.toString()));
    }
}
