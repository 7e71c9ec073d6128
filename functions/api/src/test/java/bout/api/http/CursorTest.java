package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void a_cursor_reads_as_the_id_that_it_stands_behind_and_goes_into_a_url_as_it_is() {
        String cursor = Cursor.behind(ID);
        assertEquals(Optional.of(ID), Cursor.read(cursor, MatchIds::isId));
        assertTrue(cursor.matches("[A-Za-z0-9_-]+"), cursor);
        assertEquals(Optional.empty(), Cursor.read(cursor + "=", MatchIds::isId), "another spelling");
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
}
