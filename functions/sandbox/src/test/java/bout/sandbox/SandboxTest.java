package bout.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SandboxTest {

    private static final Sandbox SANDBOX = new Sandbox(2, 256L << 20);

    @AfterAll
    static void close() {
        SANDBOX.close();
    }

    @Test
    void a_function_answers_and_keeps_its_variables() throws Exception {
        SandboxBot bot =
                bot("let n = 0; function bot(request) { console.log('turn', n); return {n: n++, got: request.x}; }");
        assertEquals(
                new Turn.Answer("{\"n\":0,\"got\":5}"),
                bot.ask("{\"x\":5}", 10_000).result());
        Turn second = bot.ask("{\"x\":6}", 10_000);
        assertEquals(new Turn.Answer("{\"n\":1,\"got\":6}"), second.result());
        assertEquals("turn 1\n", second.console());
    }

    @Test
    void a_function_without_a_name_is_a_bot() throws Exception {
        assertEquals(
                new Turn.Answer("[1,null]"),
                bot("() => [1, undefined]").ask("{}", 10_000).result());
    }

    @Test
    void an_error_names_its_line() throws Exception {
        Turn turn = bot("function bot() {\n  throw new RangeError('far');\n}").ask("{}", 10_000);
        assertEquals(
                new Turn.Fault(Turn.Kind.THREW, "The bot threw an error: RangeError: far (line 2, column 13)"),
                turn.result());
    }

    @Test
    void code_that_is_no_bot_is_refused_with_a_reason() throws Exception {
        assertEquals(
                new Turn.Fault(
                        Turn.Kind.NOT_A_BOT,
                        "The bot's code cannot be used: TypeError: the code is no function, and declares none"),
                bot("42").ask("{}", 10_000).result());
        Turn.Fault slip = assertInstanceOf(
                Turn.Fault.class, bot("function bot( {").ask("{}", 10_000).result());
        assertEquals(Turn.Kind.NOT_A_BOT, slip.kind());
    }

    @Test
    void an_endless_loop_is_a_time_out_of_its_move() throws Exception {
        SandboxBot bot = bot("let n = 0; function bot(request) { n++; while (request.loop) {} return n; }");
        assertEquals(new Turn.Answer("1"), bot.ask("{}", 10_000).result());
        Turn stopped = bot.ask("{\"loop\":true}", 50);
        assertEquals(
                Turn.Kind.TOO_SLOW,
                assertInstanceOf(Turn.Fault.class, stopped.result()).kind());
        assertEquals(new Turn.Answer("1"), bot.ask("{}", 10_000).result());
    }

    @Test
    void a_bot_that_watches_its_random_numbers_being_seeded_does_not_learn_the_seed_of_the_match() throws Exception {
        String watches = """
                const seen = [];
                const characters = String.prototype[Symbol.iterator];
                String.prototype[Symbol.iterator] = function () {
                  seen.push(String(this));
                  return characters.call(this);
                };
                function bot() { Math.random(); return seen; }
                """;
        try (SandboxBot bot = SANDBOX.open("connect-four", watches, "owner", "the-seed-of-the-match", Seat.FIRST)) {
            Turn.Answer answer =
                    assertInstanceOf(Turn.Answer.class, bot.ask("{}", 10_000).result());
            assertTrue(answer.json().contains("/1"), "it saw no seed at all: " + answer.json());
            assertFalse(answer.json().contains("the-seed"), answer.json());
        }
    }

    static SandboxBot bot(String code) {
        return SANDBOX.open("connect-four", code, "owner", "seed", Seat.FIRST);
    }
}
