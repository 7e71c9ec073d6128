package bout.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.table.Listing.Cursor;
import bout.wire.id.MatchIds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    private static final String ID = "019caa6c-1c00-7000-8000-000000000000";

    @Test
    void a_cursor_reads_as_the_id_that_it_stands_behind() {
        assertEquals(Optional.of(ID), Cursor.read(Cursor.behind(ID), MatchIds::isId));
    }

    @Test
    void a_cursor_goes_into_a_url_as_it_is() {
        assertTrue(Cursor.behind(ID).matches("[A-Za-z0-9_-]+"), Cursor.behind(ID));
    }

    @Test
    void every_cursor_with_one_character_changed_added_or_left_out_is_bad_or_names_an_id() {
        String cursor = Cursor.behind(ID);
        for (int i = 0; i < cursor.length(); i++) {
            for (char c : "Az0_-=+/ é".toCharArray()) {
                assertHarmless(cursor.substring(0, i) + c + cursor.substring(i + 1));
                assertHarmless(cursor.substring(0, i) + c + cursor.substring(i));
            }
            assertHarmless(cursor.substring(0, i) + cursor.substring(i + 1));
        }
    }

    private static void assertHarmless(String cursor) {
        Cursor.read(cursor, MatchIds::isId).ifPresent(id -> {
            assertTrue(MatchIds.isId(id), id);
            assertEquals(cursor, Cursor.behind(id));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "1:" + ID, ID, "%00", "====", "\uD83D\uDE00"})
    void another_text_is_no_cursor(String text) {
        assertEquals(Optional.empty(), Cursor.read(text, MatchIds::isId));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ID,
                "2:" + ID,
                "1:",
                "1:" + ID + ID,
                "1:match",
                "1:../" + ID,
                "1:019CAA6C-1C00-7000-8000-000000000000"
            })
    void a_text_that_is_coded_like_a_cursor_but_is_none_is_bad(String content) {
        String cursor =
                Base64.getUrlEncoder().withoutPadding().encodeToString(content.getBytes(StandardCharsets.UTF_8));
        assertEquals(Optional.empty(), Cursor.read(cursor, MatchIds::isId));
    }

    @Test
    void a_cursor_with_padding_is_another_spelling_and_so_bad() {
        String padded = Base64.getUrlEncoder().encodeToString(("1:" + ID).getBytes(StandardCharsets.UTF_8));
        assertEquals(
                Optional.empty(),
                padded.equals(Cursor.behind(ID)) ? Optional.empty() : Cursor.read(padded, MatchIds::isId));
    }
}
