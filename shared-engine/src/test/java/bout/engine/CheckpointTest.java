package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.TestJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckpointTest {

    private static final Bids GAME = new Bids();

    private static Match<Bids.Table, Integer> fresh() {
        Match<Bids.Table, Integer> played = MatchTest.played("{}");
        return Match.draw(GAME, played.seed(), played.options());
    }

    @Test
    void its_moves_lead_to_the_same_match_with_the_same_times_failures_and_hash() {
        Match<Bids.Table, Integer> played = MatchTest.played("{}");
        Checkpoint checkpoint = Checkpoint.read(
                Plain.of(TestJson.throughJson(Checkpoint.of(played).toPlain())));
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
                Checkpoint.of(MatchTest.played("{}")).playback(fresh());
        playback.next();
        Checkpoint early = Checkpoint.of(playback.match());
        Map<String, Object> before = early.toPlain();
        while (playback.next()) {}
        assertEquals(before, early.toPlain());
        assertEquals(1, early.moves().size() / 2);
    }

    @Test
    void one_of_no_turns_is_a_match_that_has_not_begun() {
        Checkpoint checkpoint = Checkpoint.read(
                Plain.of(TestJson.throughJson(Checkpoint.of(fresh()).toPlain())));
        assertEquals(List.of(), checkpoint.moves());
        Playback<Bids.Table, Integer> playback = checkpoint.playback(fresh());
        assertEquals(false, playback.next());
    }

    @Test
    void a_document_that_is_none_is_refused_with_the_place() {
        Map<String, Object> document =
                new LinkedHashMap<>(Checkpoint.of(MatchTest.played("{}")).toPlain());
        document.put("times", List.of(1));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Checkpoint.read(Plain.of(document)));
        assertEquals("/times", unexpected.pointer());
    }
}
