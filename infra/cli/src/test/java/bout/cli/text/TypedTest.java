package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.cli.Ran;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedTest {

    @ParameterizedTest
    @ValueSource(strings = {" http://a/b ", "'http://a/b'", "“http://a/b”", "<http://a/b>\n", "http://a/b"})
    void what_comes_along_when_a_url_is_pasted_is_left_out(String pasted) {
        assertEquals("http://a/b", Typed.pasted(pasted));
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:8080, true", "http://127.0.0.1:65536, false", "http://, false", "ftp://a/b, false"})
    void a_url_has_a_host_and_no_port_that_does_not_exist(String typed, boolean is) {
        assertEquals(is, Typed.url(typed).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bout_a\nbout_b", "my token", "bout_…"})
    void what_is_no_token_is_refused_without_its_text(String pasted) {
        Ran ran = Ran.bout("matches", "--api", "http://127.0.0.1:1", "--token", pasted);
        ran.fails(2, "bout: --token, BOUT_TOKEN: a token is one word");
        assertFalse(ran.err().contains(pasted), ran.err());
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:9999", "localhost:9000/bot", "bots.example.org/tiles"})
    void an_address_without_a_scheme_is_recognized(String typed) {
        assertEquals(" Did you mean http://" + typed + "?", Typed.hint(typed));
    }

    @ParameterizedTest
    @CsvSource({"contain", "ajax-tiles", "house:x", "a b:9"})
    void other_words_are_not(String typed) {
        assertEquals("", Typed.hint(typed));
    }
}
