package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.games.Games;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Live replays, the replay of a running match without a seed, a result and a hash; and checkpoints. */
class RunningReplayTest {

    private static final Bids GAME = new Bids();
    private static final List<Replay.Player> PLAYERS =
            List.of(new Replay.Player("Ada", null), new Replay.Player("any", "any"));

    /** The first two of three turns. */
    private static Map<String, Object> document() {
        Match<Integer> played = MatchTest.played("{}");
        return new LinkedHashMap<>(
                Replay.soFar(played, played.calls().subList(0, 4), PLAYERS).toPlain());
    }

    private static Replay read(Map<String, Object> document) {
        return Replay.read(Plain.of(TestJson.throughJson(document)));
    }

    @Test
    void a_live_replay_is_a_replay_without_seed_result_and_hash() {
        Match<Integer> played = MatchTest.played("{}");
        Map<String, Object> whole =
                new LinkedHashMap<>(Replay.of(played, PLAYERS).toPlain());
        Map<String, Object> allCalls = new LinkedHashMap<>(
                Replay.soFar(played, played.calls(), PLAYERS).toPlain());
        assertEquals(false, allCalls.remove("finished"));
        whole.keySet().removeAll(Set.of("seed", "result", "hash"));
        assertEquals(whole, allCalls);
    }

    @Test
    void the_document_says_whether_the_match_is_finished() {
        assertFalse(read(document()).finished());
        assertTrue(read(Replay.of(MatchTest.played("{}"), PLAYERS).toPlain()).finished());
    }

    @Test
    void a_match_that_has_not_started_has_no_turns() {
        Match<Integer> played = MatchTest.played("{}");
        Replay none = Replay.soFar(played, List.of(), PLAYERS);
        Playback<Integer> playback = none.playback(GAME);
        assertFalse(playback.next());
        assertEquals(0, playback.match().turn());
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
            format   | 2            | /format: expected a whole number from 1 to 1, found the number 2
            moves    | [1,2,3]      | /times: expected a list of 3, found a list of 4
            players  | []           | /players: expected a list of 2, found
            """)
    void a_malformed_document_is_rejected_with_the_position_of_the_error(String field, String value, String words) {
        Map<String, Object> document = document();
        document.put(field, TestJson.read(value));
        UnexpectedValue refused = assertThrows(UnexpectedValue.class, () -> read(document));
        assertTrue(refused.getMessage().startsWith(words), refused.getMessage());
    }

    @Test
    void an_invalid_move_fails_at_its_turn_and_not_earlier() {
        Map<String, Object> document = document();
        document.put("moves", TestJson.read("[3,4,null,10]"));
        Playback<Integer> playback = read(document).playback(GAME);
        assertTrue(playback.next());
        assertEquals(
                "/moves/3", assertThrows(UnexpectedValue.class, playback::next).pointer());
        assertEquals(1, playback.match().turn());
    }

    // Checkpoints have a hash, and no result

    private static Match<Integer> fresh() {
        Match<Integer> played = MatchTest.played("{}");
        return Match.draw(GAME, played.seed(), played.options());
    }

    @Test
    void playing_a_checkpoint_gives_the_same_match_with_times_failures_and_hash() {
        Match<Integer> played = MatchTest.played("{}");
        Replay checkpoint = Replay.read(
                Plain.of(TestJson.throughJson(Replay.of(played, PLAYERS).toPlain())));
        Playback<Integer> playback = checkpoint.playback(fresh());
        int turns = 0;
        while (playback.next()) {
            turns++;
        }
        assertEquals(played.turn(), turns);
        assertEquals(played.calls(), playback.match().calls());
        assertEquals(played.hash(), playback.match().hash());
        assertEquals(checkpoint.hash(), playback.match().hash());
    }

    @Test
    void later_turns_do_not_change_a_checkpoint() {
        Playback<Integer> playback = Replay.of(MatchTest.played("{}"), PLAYERS).playback(fresh());
        playback.next();
        Replay early = Replay.of(playback.match(), PLAYERS);
        Map<String, Object> before = early.toPlain();
        while (playback.next()) {}
        assertEquals(before, early.toPlain());
        assertEquals(1, early.calls().moves().size() / 2);
    }

    @Test
    void a_checkpoint_without_turns_is_a_match_that_has_not_started() {
        Replay checkpoint = Replay.read(
                Plain.of(TestJson.throughJson(Replay.of(fresh(), PLAYERS).toPlain())));
        assertEquals(List.of(), checkpoint.calls().moves());
        Playback<Integer> playback = checkpoint.playback(fresh());
        assertEquals(false, playback.next());
    }

    @Test
    void a_malformed_checkpoint_is_rejected_with_the_position_of_the_error() {
        Map<String, Object> document =
                new LinkedHashMap<>(Replay.of(MatchTest.played("{}"), PLAYERS).toPlain());
        document.put("times", List.of(1));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)));
        assertEquals("/times", unexpected.pointer());
    }
}
