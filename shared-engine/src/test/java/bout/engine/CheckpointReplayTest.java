package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.TestJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checkpoints: the replay of a running match, with a hash and without a result. */
class CheckpointReplayTest {

    private static final Bids GAME = new Bids();
    private static final List<Replay.Player> PLAYERS =
            List.of(new Replay.Player("Ada", null), new Replay.Player("any", "any"));

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
    void a_malformed_document_is_rejected_with_the_position_of_the_error() {
        Map<String, Object> document =
                new LinkedHashMap<>(Replay.of(MatchTest.played("{}"), PLAYERS).toPlain());
        document.put("times", List.of(1));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)));
        assertEquals("/times", unexpected.pointer());
    }
}
