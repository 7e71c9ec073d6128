package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.TestJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A replay as a checkpoint: of a match that goes on, with a hash. */
class CheckpointReplayTest {

    private static final Bids GAME = new Bids();
    private static final List<Replay.Player> PLAYERS =
            List.of(new Replay.Player("Ada", null), new Replay.Player("any", "any"));

    private static Match<Bids.Table, Integer> fresh() {
        Match<Bids.Table, Integer> played = MatchTest.played("{}");
        return Match.draw(GAME, played.seed(), played.options());
    }

    @Test
    void its_moves_lead_to_the_same_match_with_the_same_times_failures_and_hash() {
        Match<Bids.Table, Integer> played = MatchTest.played("{}");
        Replay checkpoint = Replay.read(
                Plain.of(TestJson.throughJson(Replay.of(played, PLAYERS).toPlain())));
        Playback<Bids.Table, Integer> playback = checkpoint.playback(fresh());
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
    void it_stays_as_it_is_when_the_match_goes_on() {
        Playback<Bids.Table, Integer> playback =
                Replay.of(MatchTest.played("{}"), PLAYERS).playback(fresh());
        playback.next();
        Replay early = Replay.of(playback.match(), PLAYERS);
        Map<String, Object> before = early.toPlain();
        while (playback.next()) {}
        assertEquals(before, early.toPlain());
        assertEquals(1, early.calls().moves().size() / 2);
    }

    @Test
    void one_of_no_turns_is_a_match_that_has_not_begun() {
        Replay checkpoint = Replay.read(
                Plain.of(TestJson.throughJson(Replay.of(fresh(), PLAYERS).toPlain())));
        assertEquals(List.of(), checkpoint.calls().moves());
        Playback<Bids.Table, Integer> playback = checkpoint.playback(fresh());
        assertEquals(false, playback.next());
    }

    @Test
    void a_document_that_is_none_is_refused_with_the_place() {
        Map<String, Object> document =
                new LinkedHashMap<>(Replay.of(MatchTest.played("{}"), PLAYERS).toPlain());
        document.put("times", List.of(1));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)));
        assertEquals("/times", unexpected.pointer());
    }
}
