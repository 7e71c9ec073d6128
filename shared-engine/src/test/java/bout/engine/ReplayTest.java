package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.games.Games;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {

    private static final Bids GAME = new Bids();
    private static final List<Replay.Player> PLAYERS =
            List.of(Replay.Player.named("Ada"), Replay.Player.house("any", "any"));

    @Test
    void writing_and_reading_a_replay_gives_the_same_replay() {
        Replay replay = Replay.of(MatchTest.played("{}"), PLAYERS);
        Replay read = Replay.read(Plain.of(TestJson.throughJson(replay.toPlain())));
        assertEquals(replay.toPlain(), read.toPlain());
        assertEquals(replay, read);
        assertEquals(new Replay.Confirmed(replay.result(), 3), read.verify(GAME));
    }

    @Test
    void the_document_has_the_complete_start_and_all_calls() {
        Map<String, Object> plain = Replay.of(MatchTest.played("{}"), PLAYERS).toPlain();
        assertEquals(
                List.of(
                        "format",
                        "game",
                        "engine",
                        "seed",
                        "options",
                        "setUp",
                        "players",
                        "moves",
                        "times",
                        "failures",
                        "result",
                        "hash"),
                List.copyOf(plain.keySet()));
        assertEquals(TestJson.read("[[3,null,9],[4,1,4]]"), plain.get("moves"));
        assertEquals(TestJson.read("[[12,101,1],[7,7,2]]"), plain.get("times"));
        assertEquals(
                TestJson.read("[{'call':1,'turn':1,'seat':1,'kind':'time-out','text':'No answer within 100 ms.'}]"),
                plain.get("failures"));
        assertEquals(TestJson.read("[{'name':'Ada'},{'name':'any','house':'any'}]"), plain.get("players"));
    }

    @Test
    void a_replay_can_be_played_up_to_a_turn() {
        Replay replay = Replay.of(MatchTest.played("{}"), PLAYERS);
        for (int turns = 0; turns <= 3; turns++) {
            Match<Integer> match = replay.play(GAME, turns);
            assertEquals(turns, match.turn());
            assertEquals(turns == 3, match.over());
        }
        assertEquals(3, replay.play(GAME, 1000).turn());
        assertEquals(MatchTest.played("{}").calls(), replay.play(GAME, 3).calls(), "the calls with times and failures");
    }

    @Test
    void a_turn_that_cannot_be_played_fails_in_the_same_way_every_time() {
        Map<String, Object> document = document();
        list(document, "moves").set(1, List.of("no bid", 1, 4));
        Playback<Integer> playback = Replay.read(Plain.of(document)).playback(GAME);
        for (int attempt = 0; attempt < 3; attempt++) {
            UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, playback::next);
            assertEquals("/moves/1/0", unexpected.pointer());
            assertEquals(0, playback.match().turn());
        }
    }

    @Test
    void a_score_of_minus_zero_is_zero() {
        assertEquals(Result.of(null, 0, 0, "end"), Result.of(null, -0.0, -0.0, "end"));
        assertEquals(List.of(0, 0), Result.of(null, -0.0, 0, "end").toPlain().get("scores"));
    }

    /** Sets places of the document to a value, or removes them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    /moves/1/0        | 2      | The moves give a win for seat 1,
                    /moves/0/0        | 2      | The moves give the state hash
                    /moves/0/0        | 10     | /moves/0/0: expected a whole number from 0 to 9, found the number 10
                    /moves/0/0        | '3'    | /moves/0/0: expected a whole number from 0 to 9, found the string "3"
                    /moves/1/2 /times/1/2 | remove | /moves/1: expected a move for turn 2, found a list of 2
                    /moves/1/2 /moves/0/2 /times/1/2 /times/0/2 | remove | The match is not over after all 4 stored moves (turn 2).
                    /moves/0/3 /times/0/3 | 1      | The match is over after 6 moves (turn 3), but 7 are stored.
                    /moves/0/0        | null   | /moves/0/0: expected a move, or a failure of seat 1 in turn 0, found nothing
                    /failures/0/kind  | 'status' | The moves give the state hash
                    /failures/0/text  | 'Else.'  | The moves give the state hash
                    /failures/0/turn  | 2      | /moves/0/1: expected a move, or a failure of seat 1 in turn 1, found nothing
                    /setUp/prizes/0   | 0.2    | The moves give
                    /setUp/prizes     | 1      | /setUp/prizes: expected a list, found the number 1
                    /options/rounds   | 4      | The moves give the state hash
                    /options/rounds   | 0      | /options/rounds: expected a whole number from 1 to 9, found the number 0
                    /options/speed    | 1      | /options/speed: expected no option of this name (known options: rounds, alone, prize), found the number 1
                    /seed             | '2'    | The moves give the state hash
                    /result/places    | [1,2]  | The moves give a win for seat 2,
                    /result/places    | [1,1]  | The moves give a win for seat 2,
                    /result/scores/1  | 0.3    | The moves give a win for seat 2,
                    /result/reason    | 'forfeit' | The moves give a win for seat 2,
                    /hash             | '0123456789abcdef' | The moves give the state hash
                    """)
    void a_single_edit_is_found_and_described(String places, String value, String difference) {
        Plain document = edited(places, value);
        Replay.Differs differs =
                assertInstanceOf(Replay.Differs.class, Replay.read(document).verify(GAME));
        assertTrue(differs.text().startsWith(difference), differs.text());
    }

    private static Plain edited(String places, String value) {
        Plain document = Plain.of(document());
        for (String place : places.split(" ")) {
            if (value.equals("remove")) {
                TestJson.remove(document, place);
            } else {
                TestJson.set(document, place, TestJson.read(value));
            }
        }
        return document;
    }

    @Test
    void fractional_scores_are_shown_with_two_decimals() {
        Map<String, Object> document = document();
        list(object(document, "result"), "scores").set(1, -12.375);
        Replay.Differs differs = assertInstanceOf(
                Replay.Differs.class, Replay.read(Plain.of(document)).verify(GAME));
        assertTrue(differs.text().contains(" to about -12.37 (rounds) is stored"), differs.text());
    }

    @Test
    void a_different_hash_from_another_engine_version_is_reported_with_the_version() {
        Map<String, Object> document = document();
        document.put("engine", 99);
        document.put("hash", "0123456789abcdef");
        Replay.Differs differs = assertInstanceOf(
                Replay.Differs.class, Replay.read(Plain.of(document)).verify(GAME));
        assertTrue(
                differs.text().endsWith("by engine version 99 (this is version " + Engine.VERSION + ")."),
                differs.text());
    }

    @Test
    void a_replay_cannot_be_verified_with_a_different_game() {
        Replay replay = Replay.of(MatchTest.played("{}"), PLAYERS);
        Game<?> other = Games.ALL.getFirst();
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> replay.verify(other));
        assertEquals("cannot verify a replay of bids with the game ajax-tiles", refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    /format           | remove | /format: expected a whole number from 1 to 2, found nothing
                    /format           | 3      | /format: expected a whole number from 1 to 2, found the number 3
                    /game             | remove | /game: expected a string, found nothing
                    /comment          | 'x'    | The document: expected no field other than
                    /engine           | 0      | /engine: expected a whole number from 1 to 2147483647, found the number 0
                    /seed             | 7      | /seed: expected a string, found the number 7
                    /options          | []     | /options: expected an object, found a list of 0
                    /players/2        | {'name':'x'} | /moves: expected a list of 3, found a list of 2
                    /players          | []     | /players: expected from 1 to 8 players, found a list of 0
                    /players/0/code   | 1      | /players/0/code: expected a string, found the number 1
                    /players/0/name   | remove | /players/0/name: expected a string, found nothing
                    /players/0/url    | 'http://x' | /players/0: expected no field other than [name, house, bot, version, code], found the string "url"
                    /moves            | {}     | /moves: expected a list, found an empty object
                    /times/1/2        | remove | /times/1: expected a list of 3, found a list of 2
                    /times/0/0        | -1     | /times/0/0: expected a whole number from 0 to 2147483647, found the number -1
                    /failures/0/call  | 2      | /moves/0/2: expected null, because this call failed, found the number 9
                    /failures/0/call  | 3      | /failures/0/call: expected a whole number from 0 to 2, found the number 3
                    /failures/0/seat  | 2      | /moves/1/1: expected null, because this call failed
                    /failures/1       | {'call':1,'turn':1,'seat':1,'kind':'time-out','text':''} | /failures/1/call: expected a whole number from 2 to 2, found the number 1
                    /failures/0/kind  | 'lazy' | /failures/0/kind: expected one of refused,
                    /failures/0/seat  | 9      | /failures/0/seat: expected a whole number from 1 to 8, found the number 9
                    /failures/0/seat  | 3      | /failures/0/seat: expected one of 2 seats, found the number 3
                    /result           | remove | /result: expected an object, found nothing
                    /result/places/0  | 3      | /result/places/0: expected a whole number from 1 to 2, found the number 3
                    /result/places    | [2,2]  | /result/places: expected places from 1
                    /result/scores/1  | remove | /result/places: expected a list of 1, found a list of 2
                    /hash             | 1      | /hash: expected a string, found the number 1
                    """)
    void a_malformed_document_is_rejected_with_the_position_of_the_error(String place, String value, String message) {
        Plain document = edited(place, value);
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Replay.read(document));
        assertTrue(unexpected.getMessage().startsWith(message), unexpected.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "'replay'", "{}", "7", "{'format':1}"})
    void other_json_values_are_rejected(String json) {
        assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(TestJson.read(json))));
    }

    private static Match<Integer> noted() {
        Match<Integer> match = MatchTest.match("{}");
        match.play(MatchTest.both(3, 4), seat -> seat == Seat.FIRST ? Aside.took(12) : new Aside(7, "a"));
        match.play(
                Turn.of(Action.failed(new Failure(Failure.Kind.STATUS, "500")), Action.moved(1)),
                seat -> seat == Seat.FIRST ? new Aside(1, "I\u2019m out") : Aside.took(1));
        match.play(MatchTest.both(9, 4));
        return match;
    }

    @Test
    void notes_survive_writing_reading_and_playing_again() {
        Match<Integer> match = noted();
        Map<String, Object> plain = Replay.of(match, PLAYERS).toPlain();
        assertEquals(
                TestJson.read("[{'seat':2,'call':0,'text':'a'},{'seat':1,'call':1,'text':'I\u2019m out'}]"),
                plain.get("notes"));
        Replay read = Replay.read(Plain.of(TestJson.throughJson(plain)));
        assertEquals(Replay.of(match, PLAYERS), read);
        assertEquals(match.calls(), read.play(GAME, 99).calls());
        assertInstanceOf(Replay.Confirmed.class, read.verify(GAME));
    }

    @Test
    void a_changed_or_removed_note_leaves_the_replay_valid() {
        Map<String, Object> document = new LinkedHashMap<>(
                object(TestJson.throughJson(Replay.of(noted(), PLAYERS).toPlain())));
        document.put("notes", TestJson.read("[{'seat':1,'call':0,'text':'b'}]"));
        assertInstanceOf(Replay.Confirmed.class, Replay.read(Plain.of(document)).verify(GAME));
        document.remove("notes");
        assertInstanceOf(Replay.Confirmed.class, Replay.read(Plain.of(document)).verify(GAME));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[{'seat':1,'call':3,'text':'a'}]",
                "[{'seat':1,'call':-1,'text':'a'}]",
                "[{'seat':3,'call':0,'text':'a'}]",
                "[{'seat':1,'call':1,'text':'a'},{'seat':1,'call':1,'text':'b'}]",
                "[{'seat':1,'call':1,'text':3}]",
                "[{'seat':1,'call':1}]",
                "[{'call':1,'text':'a'}]",
                "[{'seat':1,'call':1,'text':'a','turn':1}]"
            })
    void broken_notes_are_not_read(String notes) {
        Map<String, Object> document = document();
        document.put("notes", TestJson.read(notes));
        assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)));
    }

    private static Map<String, Object> document() {
        Replay replay = Replay.of(MatchTest.played("{}"), PLAYERS);
        return new LinkedHashMap<>(object(TestJson.throughJson(replay.toPlain())));
    }

    private static Map<String, Object> object(Map<String, Object> document, String field) {
        return object(document.get(field));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object plain) {
        return (Map<String, Object>) plain;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> document, String field) {
        return (List<Object>) document.get(field);
    }

    // Live replays: the first two of three turns, without a seed, a result and a hash

    private static Map<String, Object> live() {
        Match<Integer> played = MatchTest.played("{}");
        return new LinkedHashMap<>(
                Replay.soFar(played, played.calls().subList(0, 4), PLAYERS).toPlain());
    }

    private static Replay read(Map<String, Object> document) {
        return Replay.read(Plain.of(TestJson.throughJson(document)));
    }

    @Test
    void a_live_replay_is_a_replay_without_seed_notes_result_and_hash() {
        Match<Integer> played = noted();
        Map<String, Object> whole = Replay.of(played, PLAYERS).toPlain();
        Map<String, Object> allCalls =
                Replay.soFar(played, played.calls(), PLAYERS).toPlain();
        assertEquals(false, allCalls.remove("finished"));
        whole.keySet().removeAll(Set.of("seed", "notes", "result", "hash"));
        assertEquals(whole, allCalls);
    }

    /** The hash of a match has its seed in it, which a live replay keeps to itself. */
    private static String state(Match<?> match) {
        StateHash hash = new StateHash();
        match.position().hash(hash);
        return hash.hex();
    }

    static List<Game<?>> games() {
        return Games.ALL;
    }

    @ParameterizedTest
    @MethodSource("games")
    <M> void a_live_replay_of_any_number_of_turns_leads_to_the_state_after_these_turns(Game<M> game) {
        List<HouseBot> bots = game.houseBots();
        Match<M> match =
                Play.match(game, "live", bots.getFirst().name(), bots.get(1).name());
        Playback<M> whole = Replay.of(match, PLAYERS).playback(game);
        int turns = 0;
        do {
            List<Call> calls = whole.match().calls();
            Replay soFar = read(Replay.soFar(match, List.copyOf(calls), PLAYERS).toPlain());
            if (turns % 7 == 0) {
                Playback<M> played = soFar.playback(game);
                while (played.next()) {}
                assertEquals(turns, played.match().turn());
                assertEquals(state(whole.match()), state(played.match()));
                assertEquals(calls, played.match().calls());
            }
            turns++;
        } while (turns < 200 && whole.next());
        assertTrue(turns > 10, turns + " turns");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            result   | {'winner':1} | The document: expected no field other than
            finished | true         | /finished: expected false, because only a running match has this field, found
            finished | 0            | /finished: expected false, because only a running match has this field, found
            """)
    void a_malformed_live_replay_is_rejected_with_the_position_of_the_error(String field, String value, String words) {
        Map<String, Object> document = live();
        document.put(field, TestJson.read(value));
        UnexpectedValue refused = assertThrows(UnexpectedValue.class, () -> read(document));
        assertTrue(refused.getMessage().startsWith(words), refused.getMessage());
    }

    // The first format

    /** The document as it was before format 2: one list of calls, of both seats in turns, and a winner. */
    private static Map<String, Object> firstFormat(Match<Integer> match) {
        Map<String, Object> document = Replay.of(match, PLAYERS).toPlain();
        document.put("format", 1);
        document.put("moves", match.calls().stream().map(Call::move).toList());
        document.put("times", match.calls().stream().map(Call::milliseconds).toList());
        document.put("failures", indexed(document.get("failures"), match));
        if (document.containsKey("notes")) {
            document.put("notes", indexed(document.get("notes"), match));
            list(document, "notes").forEach(note -> object(note).remove("seat"));
        }
        if (match.over()) {
            Map<String, Object> result = object(document.get("result"));
            result.remove("places");
            Seat winner = match.result().winner();
            result.put("winner", winner == null ? null : winner.number());
        }
        return document;
    }

    /** With the index of a call among all calls instead of those of its seat. */
    private static List<Object> indexed(Object listed, Match<Integer> match) {
        List<Object> indexed = new ArrayList<>();
        for (Object entry : (List<?>) listed) {
            Map<String, Object> plain = new LinkedHashMap<>(object(entry));
            int ofSeat = (int) plain.get("call");
            int call = 0;
            for (int left = ofSeat;
                    left > 0 || match.calls().get(call).seat().number() != (int) plain.get("seat");
                    call++) {
                left -= match.calls().get(call).seat().number() == (int) plain.get("seat") ? 1 : 0;
            }
            plain.put("call", call);
            indexed.add(plain);
        }
        return indexed;
    }

    @Test
    void the_first_format_is_read_as_what_it_says() {
        for (Match<Integer> match : List.of(MatchTest.played("{}"), noted())) {
            Replay read = Replay.read(Plain.of(TestJson.throughJson(firstFormat(match))));
            assertEquals(Replay.of(match, PLAYERS), read);
            assertInstanceOf(Replay.Confirmed.class, read.verify(GAME));
        }
    }

    @Test
    void a_draw_and_a_running_match_of_the_first_format_are_read() {
        Map<String, Object> drawn = firstFormat(MatchTest.played("{}"));
        object(drawn.get("result")).put("winner", null);
        assertEquals(List.of(1, 1), Replay.read(Plain.of(drawn)).result().places());
        Map<String, Object> running = firstFormat(MatchTest.played("{}"));
        running.remove("result");
        running.remove("hash");
        running.put("finished", false);
        assertFalse(Replay.read(Plain.of(running)).finished());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /times/5         | remove | /times: expected a list of 6, found a list of 5
            /moves           | {}     | /moves: expected a list, found
            /players/2       | {'name':'x'} | /moves: expected a list of 3, found a list of 2
            /result/winner   | 3      | /winner: expected a whole number from 1 to 2, found the number 3
            /result/scores/1 | remove | /scores: expected a list of 2, found a list of 1
            /failures/0/call | 3      | /failures/0/seat: expected a whole number from 2 to 2, found the number 1
            """)
    void a_malformed_document_of_the_first_format_is_rejected(String place, String value, String message) {
        Plain document = Plain.of(TestJson.throughJson(firstFormat(MatchTest.played("{}"))));
        if (value.equals("remove")) {
            TestJson.remove(document, place);
        } else {
            TestJson.set(document, place, TestJson.read(value));
        }
        UnexpectedValue unexpected =
                assertThrows(UnexpectedValue.class, () -> Replay.read(document).play(GAME, 9));
        assertTrue(unexpected.getMessage().contains(message.strip()), unexpected.getMessage());
    }

    // Checkpoints have a hash, and no result

    private static Match<Integer> fresh() {
        Match<Integer> played = MatchTest.played("{}");
        return Match.draw(GAME, played.seed(), played.options());
    }

    @Test
    void later_turns_do_not_change_a_checkpoint() {
        Playback<Integer> playback = Replay.of(MatchTest.played("{}"), PLAYERS).playback(fresh());
        playback.next();
        Replay early = Replay.of(playback.match(), PLAYERS);
        Map<String, Object> before = early.toPlain();
        while (playback.next()) {}
        assertEquals(before, early.toPlain());
        assertEquals(1, early.calls().count() / 2);
    }
}
