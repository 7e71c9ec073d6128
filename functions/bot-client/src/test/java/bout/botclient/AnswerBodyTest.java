package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.Reply;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Failure.Kind;
import bout.engine.GameCard;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.battlesnake.Snakes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerBodyTest {

    private static final GameCard TILES = new AjaxTiles().card();
    private static final GameCard SNAKES = new Snakes().card();
    private static final String MOVE = "{\"x\":3,\"y\":0}";
    private static final Map<String, Object> MOVE_READ = Map.of("x", 3, "y", 0);
    private static final String EXPECTED = "Expected JSON such as {\"x\":3,\"y\":0}; got ";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        }
        return packed.toByteArray();
    }

    private static Failure failure(byte[] body, String encoding) {
        return assertThrows(CallFailed.class, () -> AnswerBody.read(body, encoding, TILES))
                .failure();
    }

    private static void assertNotExpected(String came, byte[] body, String encoding) {
        assertEquals(new Failure(Kind.NOT_EXPECTED, EXPECTED + came), failure(body, encoding));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | an empty body.",
                "~  ~ | an empty body.",
                "<html>hello</html> | <html>hello</html>.",
                "I should play the corner | I should play the corner.",
                "~ [1 ~ | invalid JSON: the JSON ends too early: the array opened at line 1, column 2 is not closed: [1.",
                "{\"x\":3,\"y\":0} {} | invalid JSON: something follows the JSON value: {\"x\":3,\"y\":0} {}.",
                "{\"x\":3,\"x\":4} | invalid JSON: the field 'x' occurs twice: {\"x\":3,\"x\":4}.",
                "{\"x\":NaN,\"y\":0} | invalid JSON: 'NaN' is not JSON: {\"x\":NaN,\"y\":0}.",
                "{'x':3} | invalid JSON: expected the name of a field in double quotes, not ''': {'x':3}.",
            })
    void invalid_json_is_reported_with_the_expected_form(String body, String came) {
        assertNotExpected(came, utf8(body), null);
    }

    @Test
    void a_mistake_has_its_place_only_if_the_text_is_too_long_to_be_shown_whole() {
        String whole = "{\"x\":3} {" + " ".repeat(190) + "}";
        assertEquals(200, whole.length());
        assertNotExpected("invalid JSON: something follows the JSON value: {\"x\":3} { }.", utf8(whole), null);
        assertNotExpected(
                "invalid JSON: something follows the JSON value (line 1, column 9): {\"x\":3} { }.",
                utf8(whole + " "),
                null);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "identity", " Identity "})
    void a_body_that_is_not_packed_is_read_as_it_is(String encoding) throws Exception {
        assertEquals(MOVE_READ, AnswerBody.read(utf8(MOVE), encoding, TILES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", " GZIP "})
    void a_packed_body_is_unpacked(String encoding) throws Exception {
        assertEquals(MOVE_READ, AnswerBody.read(gzip(utf8(MOVE)), encoding, TILES));
    }

    @Test
    void a_body_that_is_packed_in_another_way_than_said_is_not_expected() {
        assertNotExpected("a body with Content-Encoding gzip that is not valid gzip data.", utf8(MOVE), "gzip");
        assertNotExpected("a body with Content-Encoding br, which the request does not accept.", utf8(MOVE), "BR");
        assertEquals(
                "Expected text; got a body with Content-Encoding br, which the request does not accept.",
                assertThrows(CallFailed.class, () -> AnswerBody.readPacked(utf8("hello"), "br"))
                        .failure()
                        .text());
    }

    @Test
    void a_body_that_unpacks_to_more_than_the_limit_is_too_large() throws Exception {
        String whole = MOVE + " ".repeat(AnswerBody.MAX_BYTES - MOVE.length());
        assertEquals(MOVE_READ, AnswerBody.read(gzip(utf8(whole)), "gzip", TILES));
        assertEquals(
                new Failure(
                        Kind.TOO_LARGE, "The body decompresses to more than 65536 bytes, the maximum for an answer."),
                failure(gzip(utf8(whole + " ")), "gzip"));
    }

    @Test
    void text_that_is_not_utf_8_is_said_to_be_so() throws Exception {
        Failure notUtf8 = new Failure(Kind.NOT_UTF8, "The body is not UTF-8.");
        assertEquals(notUtf8, failure(new byte[] {'"', (byte) 0xC3}, null));
        assertEquals(notUtf8, failure(new byte[] {(byte) 0xC3, '('}, null));
        assertEquals(
                new Failure(
                        Kind.NOT_UTF8, "The body is not UTF-8; it looks like gzip without a Content-Encoding header."),
                failure(gzip(utf8(MOVE)), null));
        assertEquals("\uFFFD", AnswerBody.read(utf8("\"\uFFFD\""), null, TILES), "a character like any other");
    }

    @Test
    void a_byte_order_mark_is_not_part_of_the_text() throws Exception {
        assertEquals("a\uFEFF", AnswerBody.readPacked(utf8("\uFEFFa\uFEFF"), null));
        assertEquals("", AnswerBody.readPacked(new byte[0], null));
    }

    @Test
    void every_status_of_success_has_a_move() {
        assertEquals(
                List.of(200, 299),
                Stream.of(199, 200, 299, 300).filter(AnswerBody::follows).toList());
    }

    @Test
    void another_status_is_shown_with_how_its_body_begins() {
        assertEquals(
                new Failure(Kind.STATUS, "Answered with status 404 instead of 200 and an empty body."),
                AnswerBody.status(404, new byte[0]));
        assertEquals(
                new Failure(
                        Kind.STATUS,
                        "Answered with status 500 instead of 200; the body begins: " + "é".repeat(200) + "…"),
                AnswerBody.status(500, utf8("é".repeat(1000))));
    }

    static Stream<Arguments> notes() {
        return Stream.of(
                Arguments.of("plain words", "plain words"),
                Arguments.of("  around \t the edges  ", "around the edges"),
                Arguments.of("<script>alert(1)</script>&amp;", "<script>alert(1)</script>&amp;"),
                Arguments.of("Ziel: ö → 象 \uD83D\uDE00", "Ziel: ö → 象 \uD83D\uDE00"),
                Arguments.of("no\u00A0break\u2003wide", "no break wide"),
                Arguments.of("a\u202Ecod\u2066", "a\uFFFDcod\uFFFD"),
                Arguments.of("half \uD83D, unassigned \u0378", "half \uFFFD, unassigned \uFFFD"),
                Arguments.of("bell\u0007 and \u001B[31mred", "bell and [31mred"),
                Arguments.of("x".repeat(280), "x".repeat(280)),
                Arguments.of("x".repeat(281), "x".repeat(279) + "…"),
                Arguments.of("x".repeat(279) + " y", "x".repeat(279) + "…"),
                Arguments.of("\uD83D\uDE00".repeat(900), "\uD83D\uDE00".repeat(279) + "…"),
                Arguments.of("x y".repeat(900), ("x y".repeat(93)) + "…"),
                Arguments.of("", null),
                Arguments.of(" \t ", null));
    }

    @ParameterizedTest
    @MethodSource("notes")
    void a_note_becomes_one_line_of_harmless_text(String sent, String kept) {
        assertEquals(kept, AnswerBody.note(sent));
    }

    private static String noteOf(Object answer) {
        return AnswerBody.noted(new Reply.Answered(answer, 1), SNAKES).aside().note();
    }

    @Test
    void a_text_for_people_in_the_answer_is_its_note() {
        assertEquals("to the left", noteOf(Map.of("move", "up", "shout", "to the left")));
        Reply noted = AnswerBody.noted(new Reply.Answered(Map.of("shout", "left"), 7), SNAKES);
        assertEquals(new Reply.Answered(Map.of("shout", "left"), new Aside(7, "left")), noted);
        for (Object without : List.of(Map.of("move", "up", "shout", 7), Map.of("move", "up"), List.of())) {
            assertEquals(null, noteOf(without));
        }
    }

    @Test
    void a_failure_another_note_or_a_game_without_texts_for_people_leaves_the_reply_as_it_is() {
        Map<String, Object> shout = Map.of("shout", "left");
        Reply failed = new Reply.Failed(new Failure(Kind.TIME_OUT, "Nothing came."), 1);
        Reply written = new Reply.Answered(shout, new Aside(1, "written"));
        Reply plain = new Reply.Answered(shout, 1);
        assertSame(failed, AnswerBody.noted(failed, SNAKES));
        assertSame(written, AnswerBody.noted(written, SNAKES));
        assertSame(plain, AnswerBody.noted(plain, TILES));
    }

    @Test
    void how_a_text_begins_has_at_most_two_hundred_characters() {
        assertEquals("x".repeat(200), AnswerBody.shown("x".repeat(200)));
        assertEquals("x".repeat(200) + "…", AnswerBody.shown("x".repeat(201)));
        assertEquals("x".repeat(200), AnswerBody.shown("x".repeat(200) + "\n\n"));
        assertEquals("x y".repeat(67) + "…", AnswerBody.shown("x y".repeat(100)), "spaces count");
        assertTrue(AnswerBody.shown(utf8("x".repeat(1 << 20))).endsWith("x…"));
        assertFalse(AnswerBody.shown(utf8("x")).endsWith("…"));
    }
}
