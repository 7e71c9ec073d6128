package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.tournament.Plan;
import bout.engine.Option;
import org.junit.jupiter.api.Test;

class TournamentFieldsTest {

    private final String html = TournamentFields.html();

    @Test
    void each_setting_has_a_field_with_its_sentence() {
        assertEquals(Plan.SETTINGS.size(), html.split("<p class=\"field\">", -1).length - 1);
        for (Option setting : Plan.SETTINGS) {
            assertTrue(html.contains("id=\"" + setting.name() + "\""), setting.name());
            assertTrue(html.contains(GamePages.escaped(setting.sentence())), setting.name());
        }
    }

    @Test
    void a_field_allows_what_the_setting_allows() {
        assertTrue(html.contains("<label for=\"withdrawAfter\">Withdraw after</label>"), html);
        assertTrue(html.contains("min=\"1\" max=\"1000000\""), html);
        assertTrue(html.contains("<option value=\"round-robin\">Round robin</option>"), html);
    }
}
