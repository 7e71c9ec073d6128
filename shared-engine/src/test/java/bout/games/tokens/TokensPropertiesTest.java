package bout.games.tokens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.HostileAnswers;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Properties that hold in every match of Everybody Loves Tokens, whatever the bots answer. */
class TokensPropertiesTest {

    private static final Tokens GAME = new Tokens();

    @Property(tries = 200)
    void no_answer_makes_the_game_throw_and_points_come_only_from_eaten_tokens(
            @ForAll long seed, @ForAll("answers") List<Object> answers) {
        Match<Move> match = Match.draw(GAME, "" + seed, Options.defaults(List.of()));
        int tokens = ((TokensPosition) match.position()).tokens();
        int[] last = {0, 0, tokens};
        HostileAnswers.play(match, TokensPosition.class, answers, position -> {
            int first = position.eater(Seat.FIRST).score;
            int second = position.eater(Seat.SECOND).score;
            int eaten = last[2] - position.tokens();
            assertTrue(eaten == 0 || eaten == 1, "at most one token per move");
            int gained = first - last[0] + second - last[1];
            assertTrue(eaten == 0 ? gained == 0 : gained >= 1 && gained <= 3 + tokens - 1, "gained " + gained);
            assertEquals(eaten == 1 ? 0 : 1, Math.min(1, position.idle()));
            for (Seat seat : Seat.values()) {
                Eater eater = position.eater(seat);
                assertTrue(eater.x >= 0 && eater.x < position.size && eater.y >= 0 && eater.y < position.size);
            }
            last[0] = first;
            last[1] = second;
            last[2] = position.tokens();
        });
    }

    /** Mostly valid moves, with a preference for EAT. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Object> move = Arbitraries.of("UP", "RIGHT", "DOWN", "LEFT", "PASS", "EAT", "EAT", "EAT")
                .map(word -> Plain.object("move", word));
        return Arbitraries.frequencyOf(Tuple.of(9, move), Tuple.of(1, HostileAnswers.anything("move", "Move", "")))
                .list()
                .ofMinSize(20)
                .ofMaxSize(300);
    }

    @Property(tries = 30)
    void a_match_of_house_bots_is_confirmed_by_its_replay(
            @ForAll long seed, @ForAll("bots") String first, @ForAll("bots") String second) {
        Match<Move> match = Play.match(GAME, "" + seed, first, second);
        HostileAnswers.assertReplayIsConfirmed(match);
        assertEquals(
                ((TokensPosition) match.position()).eater(Seat.FIRST).score,
                match.result().firstScore());
        assertEquals(
                ((TokensPosition) match.position()).eater(Seat.SECOND).score,
                match.result().secondScore());
    }

    @Provide
    Arbitrary<String> bots() {
        return Arbitraries.of(GAME.houseBots().stream().map(HouseBot::name).toList());
    }
}
