package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.Json;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BotsAgainTest {

    private static final Sandbox SANDBOX = new Sandbox(2, 256L << 20);

    private static final String RANDOM = """
            const drawn = [];
            function bot(request) {
              let column = Math.floor(Math.random() * 7);
              if (Date.now() % 3 === 0) column = (column + drawn.length) % 7;
              drawn.push(column);
              return { column };
            }""";

    private static final String OTHER = RANDOM.replace("* 7);", "* 6);");

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    @Test
    void the_same_bots_answer_the_same() throws Exception {
        Replay replay = played("a-seed", List.of(RANDOM, OTHER), 10_000);
        BotsAgain.Same same = assertInstanceOf(BotsAgain.Same.class, again(replay, RANDOM, OTHER));
        assertEquals(replay.calls().count(), same.answers());
        assertTrue(same.answers() >= 4, "only " + same.answers() + " answers");
    }

    @Test
    void a_changed_character_of_code_is_found() throws Exception {
        Replay replay = played("a-seed", List.of(RANDOM, RANDOM), 10_000);
        assertInstanceOf(BotsAgain.Differs.class, again(replay, RANDOM, RANDOM.replace("* 7)", "* 5)")));
    }

    @Test
    void a_seat_without_code_is_not_compared() throws Exception {
        Replay replay = played("a-seed", List.of(RANDOM, RANDOM), 10_000);
        BotsAgain.Same same = assertInstanceOf(BotsAgain.Same.class, again(replay, RANDOM, null));
        assertTrue(same.answers() > 0 && same.notCompared() > 0, same.toString());
    }

    @Test
    void a_bot_is_reset_after_a_time_out_when_it_is_verified_too() throws Exception {
        String loops = """
                let asked = 0;
                function bot() {
                  while (asked === 1) {}
                  return { column: (asked++ + Math.floor(Math.random() * 3)) % 7 };
                }""";
        Replay replay = played("a-seed", List.of(loops, RANDOM), 60);
        BotsAgain.Same same = assertInstanceOf(BotsAgain.Same.class, again(replay, loops, RANDOM));
        assertTrue(same.notCompared() >= 1, same.toString());
        assertEquals(
                Failure.Kind.TIME_OUT,
                replay.calls().failures().getFirst().failure().kind());
    }

    @Test
    @Tag("full")
    void a_thousand_matches_have_no_difference() throws Exception {
        int answers = 0;
        for (int i = 0; i < 1_000; i++) {
            Replay replay = played("seed-" + i, List.of(RANDOM, OTHER), 10_000);
            BotsAgain.Outcome outcome = again(replay, RANDOM, OTHER);
            answers += assertInstanceOf(BotsAgain.Same.class, outcome, "seed-" + i + ": " + outcome)
                    .answers();
        }
        System.out.println("1,000 matches, " + answers + " answers compared, no difference");
    }

    private static BotsAgain.Outcome again(Replay replay, String first, String second) throws InterruptedException {
        return BotsAgain.verify(
                game(), replay, SANDBOX, Arrays.asList(program(first, replay), program(second, replay)));
    }

    /** As {@link #played} opens it. */
    private static BotsAgain.Program program(String code, Replay replay) {
        return code == null ? null : new BotsAgain.Program(code, replay.start().seed());
    }

    private static Game<?> game() {
        return Games.byId("connect-four").orElseThrow();
    }

    static Replay played(String seed, List<String> codes, int limit) throws InterruptedException {
        return played(game(), seed, codes, limit);
    }

    private static <M> Replay played(Game<M> game, String seed, List<String> codes, int limit)
            throws InterruptedException {
        Match<M> match = Match.draw(game, seed, Options.defaults(game.card().options()));
        try (SandboxBot first = SANDBOX.open("connect-four", codes.getFirst(), "first", seed, Seat.FIRST);
                SandboxBot second = SANDBOX.open("connect-four", codes.getLast(), "second", seed, Seat.SECOND)) {
            while (!match.over()) {
                Seat seat = match.mover();
                Turn turn = (seat == Seat.FIRST ? first : second).ask(Json.text(match.request(seat)), limit);
                Object plain = turn.plain();
                Action<M> action = plain instanceof Failure failure ? Action.failed(failure) : match.read(seat, plain);
                Aside aside = Aside.took(turn.milliseconds());
                match.play(bout.engine.Turn.of(seat, action), moved -> aside);
            }
        }
        return Replay.of(match, List.of(Replay.Player.named("One"), Replay.Player.named("Two")));
    }
}
