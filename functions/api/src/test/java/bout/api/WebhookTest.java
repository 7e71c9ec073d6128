package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.api.Gateway.Answer;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.webhook.WebhookTarget;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.wire.WebhookSecret;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("aws")
class WebhookTest {

    private static final TestApplication APPLICATION = TestAws.application();
    private static final Gateway API = new Gateway(APPLICATION);
    private static final Backend BACKEND = new Backend(APPLICATION.environment());
    private static final String URL = "http://127.0.0.1:9000/" + Gateway.SECRET;
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private static String body(String more) {
        return Gateway.HOUSE_BOTS.replace("]}", "]," + more + "}");
    }

    private static WebhookTarget stored(Answer answer) {
        return BACKEND.matches.find(answer.text("id")).orElseThrow().origin().webhook();
    }

    @Test
    void a_secret_is_drawn_and_shown_in_the_answer_to_the_request_and_nowhere_else() {
        Answer answer = API.post(body("\"webhook\":\"" + URL + "\"")).is(202);
        String secret = answer.text("webhookSecret");
        assertInstanceOf(WebhookSecret.Accepted.class, WebhookSecret.read(secret));
        assertEquals(new WebhookTarget(URL, secret), stored(answer));
        Answer found = API.get("/api/matches/" + answer.text("id"));
        assertFalse(found.body().contains("webhook"), found.body());
        assertFalse(API.get("/api/matches").body().contains("webhook"));
    }

    @Test
    void a_secret_may_be_given() {
        Answer answer = API.post(body("\"webhook\":\"" + URL + "\",\"webhookSecret\":\"" + SECRET + "\""));
        assertEquals(SECRET, answer.text("webhookSecret"));
        assertEquals(new WebhookTarget(URL, SECRET), stored(answer));
    }

    @ParameterizedTest
    @EnumSource
    void a_webhook_of_a_chat_has_no_secret(ChatFormat format) {
        String code = format.name().toLowerCase(Locale.ROOT);
        Answer answer = API.post(body("\"webhook\":\"" + URL + "\",\"webhookFormat\":\"" + code + "\""))
                .is(202);
        assertFalse(answer.has("webhookSecret"), answer.body());
        assertEquals(new WebhookTarget(URL, null, format), stored(answer));
    }

    @Test
    void the_standard_format_can_be_named() {
        Answer answer = API.post(body("\"webhook\":\"" + URL + "\",\"webhookFormat\":\"standard\""));
        assertEquals(new WebhookTarget(URL, answer.text("webhookSecret")), stored(answer));
    }

    @Test
    void an_equal_request_with_the_same_key_gets_the_same_secret() {
        String body = body("\"webhook\":\"" + URL + "\"");
        Answer first = API.post("webhook-key", body);
        assertEquals(first.body(), API.post("webhook-key", body).body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"webhook\":\"http://169.254.169.254/\" | /webhook | address-not-allowed",
                "\"webhook\":\"ftp://bot.example/\" | /webhook | bad-url",
                "\"webhookFormat\":\"slack\" | /webhookFormat | unknown-field",
                "\"webhook\":\"http://127.0.0.1:9000/\",\"webhookFormat\":\"irc\" | /webhookFormat | out-of-range",
                "\"webhook\":\"http://127.0.0.1:9000/\",\"webhookFormat\":1 | /webhookFormat | wrong-type",
                "\"webhook\":\"http://127.0.0.1:9000/\",\"webhookFormat\":\"slack\",\"webhookSecret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\" | /webhookSecret | unknown-field",
                "\"webhook\":7 | /webhook | wrong-type",
                "\"webhookSecret\":\"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\" | /webhookSecret | unknown-field",
                "\"webhook\":\"http://127.0.0.1:9000/\",\"webhookSecret\":\"secret\" | /webhookSecret | out-of-range",
            })
    void what_cannot_be_told_is_refused_with_the_place(String more, String pointer, String type) {
        Answer answer = API.post(body(more)).is(422);
        assertEquals(pointer, answer.error("pointer"), answer.body());
        assertEquals("/problems/" + type, answer.error("type"), answer.body());
    }
}
