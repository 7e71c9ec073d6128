package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {

    private static final BotUrl URL = new BotUrl("http", "bot.example", 8080, "/v1/tok-3n%40home?key=s3cret+key");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET http://bot.example:8080/v1/tok-3n%40home?key=s3cret+key now | GET … now",
                "POST /v1/tok-3n%40home?key=s3cret+key HTTP/1.1 | POST … HTTP/1.1",
                "no /V1/TOK-3N%40HOME here | no … here",
                "no key=s3cret+key | no …",
                "tok-3n%40home, tok-3n@home or s3cret key | …, … or …",
                "from bot.example:8080 or bot.example | from … or …",
                "example, tok-3n, key and v1 | example, tok-3n, key and v1",
            })
    void an_url_its_parts_and_what_may_be_a_key_in_it_are_removed(String text, String redacted) {
        assertEquals(redacted, new Redaction(URL, null).of(text));
    }

    @Test
    void parts_that_are_too_short_to_be_a_secret_stay() {
        assertEquals(
                "a /b?c 1234567 …",
                new Redaction(new BotUrl("http", "a", 80, "/b?c=1234567&12345678"), null)
                        .of("a /b?c 1234567 12345678"));
        assertEquals("a…b /abc", new Redaction(new BotUrl("http", "x", 80, "/abcd"), null).of("a/abcdb /abc"));
    }

    @Test
    void a_short_host_is_removed_from_four_characters_on() {
        assertEquals("see …", new Redaction(new BotUrl("http", "a.io", 8080, "/"), null).of("see a.io"));
        assertEquals("see a.b", new Redaction(new BotUrl("http", "a.b", 8080, "/"), null).of("see a.b"));
    }

    @Test
    void a_secret_is_removed_with_and_without_its_prefix() {
        WebhookSecret secret = WebhookSecret.draw(new SecureRandom());
        assertEquals("… and …", new Redaction(null, secret).of(secret.text() + " and " + secret.base64()));
    }

    @Test
    void without_an_url_and_a_secret_every_text_stays() {
        assertEquals("plain words", new Redaction(null, null).of("plain words"));
    }

    @Test
    void an_url_that_cannot_be_decoded_is_removed_as_it_is() {
        assertEquals(
                "at …", new Redaction(new BotUrl("http", "bot.example", 80, "/%zz-key-1"), null).of("at /%zz-key-1"));
    }
}
