package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.games.tokens.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchTest {

    private static final Bids GAME = new Bids();
    private static final Failure LATE = new Failure(Failure.Kind.TIME_OUT, "No answer within 100 ms.");

    @Test
    void a_match_is_played_turn_by_turn_to_its_result() {
        Match<Integer> match = match("{}");
        assertEquals(0, match.turn());
        assertTrue(match.isToMove(Seat.FIRST) && match.isToMove(Seat.SECOND));
        match.play(both(3, 4), seat -> Aside.took(seat == Seat.FIRST ? 12 : 7));
        match.play(both(5, 4));
        assertNull(match.result());
        assertFalse(match.over());
        match.play(Turn.of(Action.failed(LATE), Action.moved(0)), seat -> Aside.took(seat == Seat.FIRST ? 101 : 3));
        assertTrue(match.over());
        assertEquals(3, match.turn());
        assertEquals(Seat.SECOND, match.result().winner());
        assertEquals(
                List.of(
                        new Call(0, Seat.FIRST, 3, null, 12, null),
                        new Call(0, Seat.SECOND, 4, null, 7, null),
                        new Call(1, Seat.FIRST, 5, null, 0, null),
                        new Call(1, Seat.SECOND, 4, null, 0, null),
                        new Call(2, Seat.FIRST, null, LATE, 101, null),
                        new Call(2, Seat.SECOND, 0, null, 3, null)),
                match.calls());
    }

    @Test
    void no_turn_can_be_played_when_the_match_is_over() {
        Match<Integer> match = played("{}");
        assertThrows(IllegalStateException.class, () -> match.play(both(1, 1)));
    }

    @Test
    void a_turn_needs_exactly_one_action_for_each_seat_that_is_to_move() {
        Match<Integer> match = match("{}");
        assertThrows(IllegalArgumentException.class, () -> match.play(Turn.of(Seat.FIRST, Action.moved(1))));
        assertThrows(IllegalArgumentException.class, () -> match.play(new Turn<>(List.of())));
        Match<Integer> alone = match("{'alone':true}");
        assertThrows(IllegalArgumentException.class, () -> alone.play(both(1, 1)));
        assertThrows(IllegalArgumentException.class, () -> alone.play(Turn.of(Seat.SECOND, Action.moved(1))));
        assertEquals(0, alone.turn());
        assertEquals(List.of(), alone.calls());
    }

    @Test
    void the_first_move_of_a_seat_can_come_in_a_later_turn() {
        Match<Integer> match = match("{'alone':true}");
        assertTrue(match.firstMoveOf(Seat.FIRST));
        match.play(Turn.of(Seat.FIRST, Action.moved(1)));
        match.play(Turn.of(Seat.FIRST, Action.moved(1)));
        assertFalse(match.firstMoveOf(Seat.FIRST));
        assertTrue(match.firstMoveOf(Seat.SECOND));
        match.play(both(1, 2));
        assertFalse(match.firstMoveOf(Seat.SECOND));
    }

    @Test
    void the_time_of_an_answer_does_not_change_the_hash() {
        Match<Integer> match = match("{}");
        Match<Integer> slow = match("{}");
        assertEquals(match.hash(), slow.hash());
        match.play(both(1, 2));
        slow.play(both(1, 2), seat -> Aside.took(seat == Seat.FIRST ? 99 : 98));
        assertEquals(match.hash(), slow.hash());
    }

    @Test
    void a_note_is_kept_with_its_call_and_does_not_change_the_hash() {
        Match<Integer> silent = match("{}");
        Match<Integer> noted = match("{}");
        silent.play(both(1, 2));
        noted.play(both(1, 2), seat -> seat == Seat.FIRST ? Aside.took(0) : new Aside(0, "I bid 2, <b>not</b> 3."));
        assertEquals(silent.hash(), noted.hash());
        assertNull(noted.calls().get(0).note());
        assertEquals("I bid 2, <b>not</b> 3.", noted.calls().get(1).note());
    }

    @Test
    void notes_beyond_the_limit_of_a_seat_are_dropped() {
        // Two bytes of UTF-8 for each character.
        String half = "ö".repeat(Match.MAX_NOTE_BYTES / 4);
        Match<Integer> match = match("{}");
        match.play(both(0, 0), seat -> seat == Seat.FIRST ? new Aside(1, half) : Aside.took(1));
        match.play(both(0, 0), seat -> seat == Seat.FIRST ? new Aside(1, half) : Aside.took(1));
        match.play(both(0, 0), seat -> seat == Seat.FIRST ? new Aside(1, "x") : new Aside(1, "first words"));
        assertEquals(half, match.calls().get(2).note(), "exactly at the limit");
        assertEquals(new Call(2, Seat.FIRST, 0, null, 1, null), match.calls().get(4));
        assertEquals("first words", match.calls().get(5).note(), "each seat has its own limit");
    }

    @Test
    void the_hash_covers_moves_that_lead_to_the_same_state() {
        Match<Integer> match = match("{}");
        Match<Integer> other = match("{}");
        match.play(both(1, 2));
        other.play(both(1, 3));
        assertEquals(((Bids.Table) match.position()).second, ((Bids.Table) other.position()).second);
        assertNotEquals(match.hash(), other.hash());
    }

    @Test
    void the_hash_covers_seed_options_set_up_and_failures() {
        String hash = match("{}").hash();
        assertNotEquals(hash, match("{'rounds':4}").hash());
        Plain setUp = Plain.of(match("{}").setUp());
        assertEquals(hash, Match.of(GAME, "1", options("{}"), setUp).hash());
        assertNotEquals(hash, Match.of(GAME, "2", options("{}"), setUp).hash());
        Plain more = Plain.of(TestJson.read("{'prizes':[0.1,0.1,9]}"));
        assertNotEquals(hash, Match.of(GAME, "1", options("{}"), more).hash());

        Match<Integer> late = match("{}");
        late.play(Turn.of(Action.moved(1), Action.failed(LATE)));
        for (Failure failure :
                List.of(new Failure(Failure.Kind.STATUS, LATE.text()), new Failure(LATE.kind(), "Another text."))) {
            Match<Integer> other = match("{}");
            other.play(Turn.of(Action.moved(1), Action.failed(failure)));
            assertNotEquals(late.hash(), other.hash());
        }
    }

    @Test
    void seed_and_seat_determine_how_a_house_bot_plays() {
        HouseBot bot = GAME.houseBot("any").orElseThrow();
        assertEquals(bids(bot.at(Seat.FIRST, "1")), bids(bot.at(Seat.FIRST, "1")));
        assertNotEquals(bids(bot.at(Seat.FIRST, "1")), bids(bot.at(Seat.SECOND, "1")));
        assertNotEquals(bids(bot.at(Seat.FIRST, "1")), bids(bot.at(Seat.FIRST, "2")));
        assertTrue(GAME.houseBot("none").isEmpty());
    }

    private static List<Object> bids(HouseBot.Bot bot) {
        return java.util.stream.IntStream.range(0, 20)
                .mapToObj(round -> bot.answer(Map.of("round", round)))
                .toList();
    }

    static Match<Integer> match(String options) {
        return Match.draw(GAME, "1", options(options));
    }

    static Match<Integer> played(String options) {
        Match<Integer> match = match(options);
        match.play(both(3, 4), seat -> Aside.took(seat == Seat.FIRST ? 12 : 7));
        match.play(Turn.of(Action.failed(LATE), Action.moved(1)), seat -> Aside.took(seat == Seat.FIRST ? 101 : 7));
        match.play(both(9, 4), seat -> Aside.took(seat == Seat.FIRST ? 1 : 2));
        return match;
    }

    static Options options(String json) {
        return Options.read(GAME.card().options(), Plain.of(TestJson.read(json)));
    }

    static Turn<Integer> both(int first, int second) {
        return Turn.of(Action.moved(first), Action.moved(second));
    }

    // Lost by failing

    /** Seat 1 moves in even turns, and a failed call is a pass. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FIRST  | 8 OUT_OF_TIME                                | FIRST  | it loses although the match went on
                   | 9 OUT_OF_TIME                                | SECOND | in a draw, too
            SECOND | 8 OUT_OF_TIME                                | FIRST  | if the game lets the other win, it is said how
            FIRST  | 8 OUT_OF_TIME, 10 OUT_OF_TIME, 11 OUT_OF_TIME | FIRST | the earlier of two
            FIRST  | 8 TIME_OUT                                   |        | other failures are passes
            """)
    void a_seat_that_is_out_of_time_loses(Seat winner, String failures, Seat loser, String why) {
        List<Replay.FailedCall> failed = new ArrayList<>();
        for (String failure : failures.split(", ")) {
            int turn = Integer.parseInt(failure.split(" ")[0]);
            Failure.Kind kind = Failure.Kind.valueOf(failure.split(" ")[1]);
            failed.add(new Replay.FailedCall(turn, turn, Seat.of(turn % 2 + 1), new Failure(kind, "why")));
        }
        Result result = Result.of(winner, 5, 3, "tokens");
        assertEquals(
                Optional.ofNullable(loser),
                Forfeit.of(new Tokens(), result, failed).map(Forfeit::seat),
                why);
    }
}
