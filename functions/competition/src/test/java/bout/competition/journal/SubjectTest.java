package bout.competition.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.journal.Competition.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {

    @Test
    void a_tournament_and_a_ladder_come_back_from_their_texts() {
        Subject tournament = new Subject.Tournament("trn_1");
        Subject ladder = new Subject.Ladder("ice-and-fire");
        assertEquals("tournament#trn_1", tournament.text());
        assertEquals("ladder#ice-and-fire", ladder.text());
        assertEquals(tournament, Subject.of(tournament.text()));
        assertEquals(ladder, Subject.of(ladder.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ladder", "ladder#", "tournament#a#b", "league#x", "Ladder#tokens", "ladder#a b"})
    void any_other_text_is_none(String text) {
        assertThrows(IllegalArgumentException.class, () -> Subject.of(text));
    }
}
